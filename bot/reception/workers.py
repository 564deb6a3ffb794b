"""Working on the inbox: lane by lane, row after row, each in one transaction that does all of it or nothing."""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from bot.reception.watch import Unwatched, Watch
from bot.store.database import Database
from bot.store.inbox import Work
from bot.store.store import Store

_log = logging.getLogger(__name__)
_T = TypeVar("_T")

# Seconds until the second and the third try; after them a row is laid aside.
BACK_OFF = (0.5, 5.0)
# A slow chore holds its lane this long, renewed when a third has passed. When its process dies, another may take the
# lane over then.
_LEASE, _RENEW_AFTER = 30.0, 10.0
# Seconds in which slow chores may come to an end when the process is told to stop; then their lanes are handed back.
_PATIENCE = 10.0
# Seconds between two looks at the inbox while nobody rings; others may store without being heard.
_LONGEST_REST, _REST_AMONG_OTHERS = 5.0, 1.0
_AFTER_A_FAULT = 1.0
# Rows worked on in a row while more wait, before intake and courier get their turn of the writer's thread: both do more
# in one turn then. At rest it is one, so that a reply leaves at once.
_MOST_IN_A_ROW = 8

Payload = dict[str, Any]
Answer = Callable[[Store, Payload, datetime], None]


@dataclass(frozen=True)
class Chore:
    """Work of the house. record: writes it down, in the row's transaction, with what prepare found.

    prepare: the slow part (searching, downloading), outside any transaction and in a thread of its own; the lane waits,
    others do not. What it found may be stale by then: record checks again what must still be true.
    sorry: what to do in place of a chore that failed for good, such as telling who waits for it.
    """

    record: Callable[[Store, Payload, Any, datetime], None]
    prepare: Callable[[Database, Payload, datetime], Any] | None = None
    sorry: Answer | None = None


class _StumbledError(Exception):
    """A row could not be worked on; the transaction is undone."""

    def __init__(self, work: Work) -> None:
        super().__init__()
        self.work = work


@dataclass(frozen=True)
class _Idle:
    """Nothing is due; when something will be."""

    next_due: datetime | None


def _utc() -> datetime:
    return datetime.now(UTC)


class Worker:
    """Runs as one task of the event loop.

    answer: handles an update (raw JSON). chores: by the kind of their rows. sorry: tells the person that their update
    could not be handled. committed: told after one transaction, or some in a row, that may have posted something.
    writer: the one thread in which this process writes; shared with intake and courier. watch: told how it goes.
    """

    def __init__(
        self,
        database: Database,
        answer: Answer,
        chores: Mapping[str, Chore],
        *,
        writer: Executor,
        committed: Callable[[], None],
        sorry: Answer,
        clock: Callable[[], datetime] = _utc,
        slow_threads: int = 2,
        back_off: tuple[float, ...] = BACK_OFF,
        watch: Watch | None = None,
    ) -> None:
        self._database = database
        self._answer = answer
        self._chores = chores
        self._writer = writer
        self._committed = committed
        self._sorry = sorry
        self._clock = clock
        self._back_off = back_off
        self._watch = watch or Unwatched()
        self._owner = uuid.uuid4().hex
        self._preparing = ThreadPoolExecutor(slow_threads, thread_name_prefix="prepare")
        self._slow: dict[asyncio.Task[None], Work] = {}
        self._most_slow = slow_threads * 32
        self._awake = asyncio.Event()
        self._stopping = False
        self._in_a_row = 1
        self._longest_rest = _LONGEST_REST if database.alone else _REST_AMONG_OTHERS

    def wake(self) -> None:
        """Something was stored. Call it from the event loop."""
        self._awake.set()

    def stop(self) -> None:
        """Finish what is in hand and end `run`."""
        self._stopping = True
        self._awake.set()

    async def run(self) -> None:
        """Work until stopped; what is still being prepared a while later is left to other processes."""
        renewing = asyncio.create_task(self._renew_leases())
        try:
            while not self._stopping:
                self._awake.clear()
                rest = await self._step()
                if rest > 0:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(rest):
                            await self._awake.wait()
            self._preparing.shutdown(wait=False, cancel_futures=True)
            if self._slow:
                await asyncio.wait(self._slow, timeout=_PATIENCE)
            await self._write(self._hand_lanes_back)
        finally:
            renewing.cancel()
            self._preparing.shutdown(wait=False, cancel_futures=True)

    async def _renew_leases(self) -> None:
        while True:
            await asyncio.sleep(_RENEW_AFTER)
            lanes = [work.lane for work in self._slow.values()]
            if lanes:
                with suppress(Exception):  # tried again soon; if it stays so, the lanes go to others
                    await self._write(partial(self._renew, lanes))

    def _renew(self, lanes: list[str], store: Store, now: datetime) -> None:
        store.inbox.renew(lanes, owner=self._owner, until=now + timedelta(seconds=_LEASE))

    def _hand_lanes_back(self, store: Store, now: datetime) -> None:
        store.inbox.hand_back(owner=self._owner)

    async def _step(self) -> float:
        """Work on one row, or on some while many wait; returns the seconds to rest before the next."""
        if len(self._slow) >= self._most_slow:
            return self._longest_rest  # the end of a slow chore wakes us
        try:
            done, found = await asyncio.get_running_loop().run_in_executor(self._writer, self._work_on_some)
        except _StumbledError as stumbled:
            self._committed()
            await self._fail(stumbled.work, stumbled.__cause__)
            return 0.0
        except Exception as error:
            _log.error("the inbox could not be read or written: %s", type(error).__name__)
            return _AFTER_A_FAULT
        self._in_a_row = 1 if isinstance(found, _Idle) else min(_MOST_IN_A_ROW, self._in_a_row * 2)
        if done:
            self._committed()
        match found:
            case _Idle(None):
                return self._longest_rest
            case _Idle(datetime() as due):
                return min(self._longest_rest, max(0.001, (due - self._clock()).total_seconds()))
            case Work():
                task = asyncio.create_task(self._slowly(found))
                self._slow[task] = found
                task.add_done_callback(self._slow_one_ended)
        return 0.0

    def _work_on_some(self) -> tuple[int, Work | _Idle | None]:
        """Rows in a row, each in its own transaction, in the writer's thread: how many are done, and what is not."""
        for done in range(self._in_a_row):
            if (found := self._transact(self._work_on_one)) is not None:
                return done, found
        return self._in_a_row, None

    def _work_on_one(self, store: Store, now: datetime) -> Work | _Idle | None:
        """Do the next row of a free lane in this transaction; a slow one (Work) holds its lane until it is prepared."""
        work = store.inbox.next(now=now)
        if work is None:
            return _Idle(store.inbox.next_due(now=now))
        chore = self._chores.get(work.kind)
        if chore is not None and chore.prepare is not None:
            return work if store.inbox.take(work.lane, owner=self._owner, now=now, seconds=_LEASE) else None
        self._carry_out(store, work, None, now)
        return None

    def _carry_out(self, store: Store, work: Work, prepared: Any, now: datetime) -> None:
        began = time.perf_counter()
        try:
            store.inbox.done(work.id)
            if work.kind == "update":
                self._answer(store, work.payload, now)
            else:
                self._chores[work.kind].record(store, work.payload, prepared, now)
            store.session.flush()  # what the database refuses is this row's fault, not the inbox's
        except Exception as error:
            raise _StumbledError(work) from error
        self._watch.worked(work.kind, time.perf_counter() - began)

    async def _slowly(self, work: Work) -> None:
        """A chore in two parts: prepare in its own thread, record in a transaction if the lane is still ours."""
        prepare = self._chores[work.kind].prepare
        assert prepare is not None

        def finish(store: Store, now: datetime) -> None:
            if store.inbox.holds(work, owner=self._owner):
                store.inbox.release(work.lane, owner=self._owner)
                self._carry_out(store, work, prepared, now)

        began = time.perf_counter()
        try:
            prepared = await asyncio.get_running_loop().run_in_executor(
                self._preparing, prepare, self._database, work.payload, self._clock()
            )
            self._watch.prepared(work.kind, time.perf_counter() - began)
            await self._write(finish)
        except Exception as error:
            await self._fail(work, error.__cause__ if isinstance(error, _StumbledError) else error)

    def _slow_one_ended(self, task: asyncio.Task[None]) -> None:
        del self._slow[task]
        self._committed()
        self._awake.set()

    async def _fail(self, work: Work, error: BaseException | None) -> None:
        """Plan another try, or lay the row aside and say so to whom it concerns."""
        reason = type(error).__name__
        again = work.tries < len(self._back_off)
        self._watch.stumbled(again=again)
        fields = {"row": work.id, "kind": work.kind, "lane": work.lane, "try": work.tries + 1}
        _log.error("inbox row %s (%s) failed: %s, try %s", work.id, work.kind, reason, work.tries + 1, extra=fields)
        try:
            if again:
                await self._write(partial(self._plan_again, work, reason))
            else:
                await self._write(partial(self._lay_aside, work, reason))
                await self._write(partial(self._apologize, work))
                self._committed()
        except Exception as fault:
            _log.error("inbox row %s could not be put back: %s", work.id, type(fault).__name__)
            await asyncio.sleep(_AFTER_A_FAULT)

    def _plan_again(self, work: Work, reason: str, store: Store, now: datetime) -> None:
        """A chore steps aside until then. An update keeps its place, so its whole lane waits: order matters there."""
        at = now + timedelta(seconds=self._back_off[work.tries])
        if work.kind == "update":
            store.inbox.failed(work.id, reason=reason, again_at=at, keep_place=True)
            store.inbox.hold(work.lane, owner=self._owner, until=at)
        else:
            store.inbox.failed(work.id, reason=reason, again_at=at)
            store.inbox.release(work.lane, owner=self._owner)

    def _lay_aside(self, work: Work, reason: str, store: Store, now: datetime) -> None:
        store.inbox.failed(work.id, reason=reason, again_at=None)
        store.inbox.release(work.lane, owner=self._owner)

    def _apologize(self, work: Work, store: Store, now: datetime) -> None:
        chore = self._chores.get(work.kind)
        apology = self._sorry if work.kind == "update" else chore.sorry if chore is not None else None
        if apology is not None:
            apology(store, work.payload, now)

    async def _write(self, work: Callable[[Store, datetime], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._transact, work)

    def _transact(self, work: Callable[[Store, datetime], _T]) -> _T:
        with self._database.writing() as store:
            return work(store, self._clock())
