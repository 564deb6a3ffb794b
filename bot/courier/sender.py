"""The courier: takes what is due from the outbox, sends to many chats at once, in order within each, books fates."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial

from bot.courier.fate import SENT, Fate, Outcome, fate_of
from bot.courier.ledger import Item, Render, Result, pick, record
from bot.courier.pace import Kind, Pacer
from bot.courier.wire import Wire
from bot.store.database import Database
from bot.store.duties import COURIER, LEASE, RENEW_AFTER
from bot.store.outbox import Parcel
from bot.store.store import Store

_log = logging.getLogger(__name__)
# Seconds between two looks at the outbox while nobody rings; others may post without being heard, or leave their duty.
_LONGEST_REST, _REST_AMONG_OTHERS = 5.0, 1.0
_AFTER_A_FAULT = 1.0
# Seconds that a message which has arrived may stay unbooked for the sake of an older one's buttons.
_LONGEST_WAIT_FOR_BUTTONS = 2.0


def _utc() -> datetime:
    return datetime.now(UTC)


def _kind(parcel: Parcel) -> Kind:
    if parcel.paid:
        return Kind.PAID
    return Kind.BROADCAST if parcel.announces else Kind.TALK


def _unwatched(_priority: int, _fate: Fate) -> None:
    """Nobody counts."""


class Courier:
    """Runs as one task of the event loop. Telegram's limits are the bot's, not the process's: of several processes one
    sends at a time, under a lease, and the others stand by.

    Books are kept in one transaction each round: what has arrived is written down, what leaves next is marked.
    writer: the one thread in which this process writes; shared with reception. seen: told each fate, for who counts.
    """

    def __init__(
        self,
        database: Database,
        wire: Wire,
        render: Render,
        *,
        writer: Executor,
        pacer: Pacer | None = None,
        clock: Callable[[], datetime] = _utc,
        tick: Callable[[], float] = time.monotonic,
        at_once: int = 32,
        jitter: Callable[[], float] = random.random,
        seen: Callable[[int, Fate], None] = _unwatched,
    ) -> None:
        self._database = database
        self._wire = wire
        self._render = render
        self._writer = writer
        self._pacer = pacer or Pacer()
        self._clock = clock
        self._tick = tick
        self._at_once = at_once
        self._kept = at_once // 4
        self._jitter = jitter
        self._seen = seen
        self._awake = asyncio.Event()
        self._stopping = False
        self._flying: dict[asyncio.Task[None], Item] = {}
        self._finished: list[Result] = []
        self._lease_ends: datetime | None = None
        self._rests_until: datetime | None = None  # as the books have it
        self._in_doubt = False  # was the last round written down? Its answer was lost.
        self._said: dict[int, int] = {}  # pieces of a long message that arrived before its try was cut short

    def wake(self) -> None:
        """Something was posted. Call it from the event loop."""
        self._awake.set()

    def stop(self) -> None:
        """Let what is on its way arrive, write it down, and end `run`."""
        self._stopping = True
        self._awake.set()

    async def run(self) -> None:
        """Work until stopped."""
        while True:
            self._awake.clear()
            rest = await self._round()
            if self._stopping and not self._flying and not self._finished:
                await self._write(self._hand_over_duty)
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(rest):
                    await self._awake.wait()

    async def _round(self) -> float:
        """Book what has arrived and send what is due; returns the seconds until the next look."""
        finished, self._finished = self._finished, []
        room = 0 if self._stopping else self._at_once - len(self._flying)
        busy = frozenset(item.parcel.chat for item in self._flying.values() if item.message is not None)
        flying = frozenset(item.parcel.id for item in self._flying.values())
        try:
            items, due = await asyncio.get_running_loop().run_in_executor(
                self._writer, partial(self._books, finished, room, busy, flying)
            )
        except Exception as error:
            _log.error("the outbox could not be read or written: %s", type(error).__name__)
            self._finished = finished + self._finished
            self._in_doubt = True
            return _AFTER_A_FAULT
        for item in items:
            task = asyncio.create_task(self._fly(item))
            self._flying[task] = item
            task.add_done_callback(self._flying.pop)
        held = self._pacer.soonest(now=self._tick())
        waits = [_LONGEST_REST if self._database.alone else _REST_AMONG_OTHERS]
        if held is not None:
            waits.append(held)
        if due is not None:
            waits.append((due - self._clock()).total_seconds())
        return max(0.001, min(waits))

    def _books(
        self, finished: list[Result], room: int, busy: frozenset[int], flying: frozenset[int]
    ) -> tuple[list[Item], datetime | None]:
        """One transaction, in the writer's thread."""
        now, tick = self._clock(), self._tick()
        with self._database.writing() as store:
            ends = self._on_duty(store, now, tick)
            for result in finished:
                # Who lost the duty knows only what has arrived; the rest is the next one's.
                if ends is not None or result.fate is SENT:
                    record(store, result, now=now, jitter=self._jitter())
            if ends is not None and self._in_doubt:
                store.outbox.take_back(besides=flying)
            items = self._pick(store, now, room, busy, tick) if ends is not None else []
            due = store.outbox.next_due(now=now) if ends is not None else None
        self._lease_ends, self._in_doubt = ends, False
        return items, due

    def _on_duty(self, store: Store, now: datetime, tick: float) -> datetime | None:
        """When our lease ends, taken or renewed where it must be; None: another process is the courier."""
        left = self._pacer.pause_left(0, now=tick)
        if left > 1 and (self._rests_until is None or now + timedelta(seconds=left - 1) > self._rests_until):
            self._rests_until = now + timedelta(seconds=left)
            store.duties.rest(COURIER, until=self._rests_until)
        if self._lease_ends is not None and now < self._lease_ends - timedelta(seconds=LEASE - RENEW_AFTER):
            return self._lease_ends
        held = store.duties.keep(COURIER, owner=self._database.name, now=now)
        if held is None:
            return None
        if held.taken:
            store.outbox.recover(now=now)
            if held.not_before is not None:
                self._pacer.pause((held.not_before - now).total_seconds(), now=tick)
        return now + timedelta(seconds=LEASE)

    def _hand_over_duty(self, store: Store, now: datetime) -> None:
        store.duties.hand_back(COURIER, owner=self._database.name, now=now)

    async def _write(self, work: Callable[[Store, datetime], None]) -> None:
        def transact() -> None:
            with self._database.writing() as store:
                work(store, self._clock())

        await asyncio.get_running_loop().run_in_executor(self._writer, transact)

    def _pick(self, store: Store, now: datetime, room: int, busy: frozenset[int], tick: float) -> list[Item]:
        if room <= 0:
            return []
        return pick(
            store,
            now=now,
            room=room,
            passing_over=busy | self._pacer.cooling(now=tick),
            may_leave=self._gatekeeper(tick),
            render=self._render,
        )

    def _gatekeeper(self, tick: float) -> Callable[[Parcel], bool]:
        """Who may leave in this round. Some places are kept for those who wait for a reply."""
        places = self._at_once - self._kept - sum(item.parcel.announces for item in self._flying.values())

        def may_leave(parcel: Parcel) -> bool:
            nonlocal places
            if parcel.announces and places <= 0:
                return False
            taken = self._pacer.take(parcel.chat, now=tick, kind=_kind(parcel))
            places -= taken and parcel.announces
            return taken

        return may_leave

    async def _fly(self, item: Item) -> None:
        """Send one item; whatever happens, its fate is known afterwards."""
        parcel, message_id, left_at = item.parcel, None, self._clock()
        try:
            left = self._pacer.pause_left(parcel.chat, now=self._tick())
            if left > 0:
                fate = Fate(Outcome.PACE, "pause", seconds=left)
            else:
                message_id = await self._hand_over(item)
                fate = SENT
        except Exception as error:
            fate = fate_of(error)
            self._mind(item, fate)
        if fate.outcome not in (Outcome.PACE, Outcome.TRANSIENT, Outcome.UNKNOWN):
            self._said.pop(parcel.id, None)
        self._seen(parcel.priority, fate)
        self._finished.append(Result(item, fate, left_at, message_id))
        self._awake.set()

    async def _hand_over(self, item: Item) -> int | None:
        parcel = item.parcel
        if item.articles is not None:
            await self._wire.answer_inline(parcel.payload["query"], item.articles)
            return None
        if item.message is None:
            payload = parcel.payload
            await self._wire.answer(payload["callback"], payload["text"], payload["alert"])
            return None
        already = self._said.get(parcel.id, 0)
        message_id = await self._wire.say(
            parcel.chat,
            item.message,
            standing=item.standing,
            skip=already,
            before=self._gate(item),
            paid=parcel.paid and self._pacer.pays,
        )
        if item.overtaken is not None:
            await self._take_buttons(item, item.overtaken)
        return message_id

    async def _take_buttons(self, item: Item, overtaken: int) -> None:
        """Bare a message that was overtaken. It counts like any other call; where it is not made, nothing is lost."""
        chat = item.parcel.chat
        wait = self._pacer.wait(chat, now=self._tick())
        if wait > _LONGEST_WAIT_FOR_BUTTONS:
            return
        await asyncio.sleep(wait)
        if not self._pacer.take(chat, now=self._tick()):
            return
        try:
            await self._wire.take_buttons(chat, overtaken)
        except Exception as error:
            fate = fate_of(error)
            if fate.outcome is Outcome.PACE:
                self._mind(item, fate)

    def _gate(self, item: Item) -> Callable[[int], Awaitable[None]]:
        """What the wire awaits ahead of each call. The first was paid for when the item was picked; the others wait."""
        calls = 0

        async def before(said: int) -> None:
            nonlocal calls
            calls += 1
            if said:
                self._said[item.parcel.id] = said
            chat, kind = item.parcel.chat, _kind(item.parcel)
            while calls > 1 and not self._pacer.take(chat, now=self._tick(), kind=kind):
                await asyncio.sleep(max(0.001, self._pacer.wait(chat, now=self._tick(), kind=kind)))

        return before

    def _mind(self, item: Item, fate: Fate) -> None:
        """Act on a fate before it is booked: a pause holds from this very moment."""
        parcel = item.parcel
        if fate.outcome is Outcome.PACE:
            # In a group the limit is the group's own; elsewhere nobody can tell, so everything waits.
            only = parcel.chat if parcel.chat < 0 and fate.code == "too_fast" else None
            self._pacer.pause(fate.seconds, now=self._tick(), chat=only)
        if fate.outcome in (Outcome.FAILED, Outcome.PACE, Outcome.UNKNOWN):
            fields = {"parcel": parcel.id, "chat": parcel.chat, "fate": fate.outcome.value, "code": fate.code}
            _log.warning("parcel %s to chat %s: %s (%s)", parcel.id, parcel.chat, fate.outcome, fate.code, extra=fields)
