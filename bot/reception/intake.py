"""Storing updates: after this they are ours, and only after this may anybody tell Telegram so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from bot.store.database import Database
from bot.store.inbox import Arrival
from bot.store.store import Store

# Every kind that the bot understands; others are never sent to us.
ALLOWED_UPDATES = ("message", "edited_message", "callback_query", "inline_query", "my_chat_member")

# A tap shows a spinner until it is answered. The handler has this long to find words; after it the answer is blank.
ANSWER_AFTER = timedelta(seconds=0.7)
_MOST_ID = 2**63


class CrowdedError(Exception):
    """So many updates wait that more are not taken in; whoever brings them should come back later."""


class UnreadableError(Exception):
    """This is no update."""


def _utc() -> datetime:
    return datetime.now(UTC)


class Intake:
    """The door. writer: the one thread in which this process writes. stored: told after each batch.

    seen: told how many updates came, for who counts.
    """

    def __init__(
        self,
        database: Database,
        *,
        writer: Executor,
        stored: Callable[[], None],
        clock: Callable[[], datetime] = _utc,
        most_waiting: int = 10_000,
        seen: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._database = database
        self._writer = writer
        self._stored = stored
        self._clock = clock
        self._most_waiting = most_waiting
        self._seen = seen

    async def receive(self, updates: list[dict[str, Any]]) -> None:
        """Store updates, all or none; those that were stored before are passed over.

        CrowdedError: too many wait. UnreadableError: one of them has no sensible update_id.
        """
        arrivals = [arrival_of(update) for update in updates]
        if arrivals:
            await asyncio.get_running_loop().run_in_executor(self._writer, partial(self._store, arrivals))
            self._seen(len(arrivals))
            self._stored()

    def _store(self, arrivals: list[Arrival]) -> None:
        now = self._clock()
        with self._database.writing() as store:
            if store.inbox.crowd(now=now, most=self._most_waiting) >= self._most_waiting:
                raise CrowdedError
            store_arrivals(store, arrivals, now=now)


def store_arrivals(store: Store, arrivals: list[Arrival], *, now: datetime) -> None:
    """Put updates into the inbox, and for each new tap a blank answer into the outbox."""
    new = frozenset(store.inbox.receive(arrivals, now=now))
    for arrival in arrivals:
        tap = arrival.payload.get("callback_query")
        if arrival.update_id in new and isinstance(tap, dict) and "id" in tap:
            chat = _id_in(tap.get("from"))
            store.outbox.answer_tap(str(tap["id"]), chat=chat or 0, due=now + ANSWER_AFTER)


def arrival_of(update: dict[str, Any]) -> Arrival:
    """A raw update, cleaned and with its lane."""
    update_id = update.get("update_id")
    if type(update_id) is not int or not 0 <= update_id < _MOST_ID:
        raise UnreadableError("no update_id")
    return Arrival(update_id, lane_of(update), _clean(update))


def lane_of(update: dict[str, Any]) -> str:
    """Whose update it is: `person:<user id>`, so that a person's texts and taps keep their order, else `chat:<id>`."""
    for content in update.values():
        if isinstance(content, dict):
            if (person := _id_in(content.get("from"))) is not None:
                return f"person:{person}"
            if (chat := _id_in(content.get("chat"))) is not None:
                return f"chat:{chat}"
    return "chat:0"


def _id_in(thing: Any) -> int | None:
    found = thing.get("id") if isinstance(thing, dict) else None
    return found if type(found) is int and abs(found) < _MOST_ID else None


def _clean(value: Any) -> Any:
    """Without what no database takes: zero characters go, halves of a character become U+FFFD."""
    match value:
        case str():
            return value.replace("\0", "").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case dict():
            return {_clean(key): _clean(inner) for key, inner in value.items()}
        case list():
            return [_clean(inner) for inner in value]
        case _:
            return value
