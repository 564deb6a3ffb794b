"""The courier's books: which parcels leave now, and what became of those that left. Runs inside a transaction."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bot.courier.fate import Fate, Outcome
from bot.screens.articles import Articles
from bot.screens.articles import unpack as unpack_articles
from bot.screens.message import Message, unpack
from bot.store.outbox import ANSWERS, REPLY, Parcel
from bot.store.store import Store

_log = logging.getLogger(__name__)

# A parcel that nobody would take is tried again after 1, 2, 4 … seconds, at most ten minutes apart: an hour in all.
MOST_TRIES = 13
_LONGEST_WAIT = 600.0
# The spinner on a tapped button gives up after some seconds; later an answer serves nobody.
_MOST_TRIES_OF_AN_ANSWER = 3

Render = Callable[[dict[str, Any], str | None], Message]


@dataclass(frozen=True)
class Item:
    """A parcel that is about to leave: the message (None: an answer to a tap) and the message it replaces.

    overtaken: an older message of the same card, whose buttons are of no use once this one is there. articles: the
    answer to an inline query.
    """

    parcel: Parcel
    message: Message | None = None
    standing: int | None = None
    overtaken: int | None = None
    articles: Articles | None = None

    @property
    def worth_repeating(self) -> bool:
        """Is it better read twice than missed? Somebody waits for a reply; an edit made twice changes nothing."""
        return self.parcel.priority <= REPLY or self.standing is not None


@dataclass(frozen=True)
class Result:
    """What became of an item that left at that moment; the id under which it stands now."""

    item: Item
    fate: Fate
    left_at: datetime
    message_id: int | None = None


def pick(
    store: Store,
    *,
    now: datetime,
    room: int,
    passing_over: frozenset[int],
    may_leave: Callable[[Parcel], bool],
    render: Render,
) -> list[Item]:
    """Up to `room` parcels that may leave at this moment, marked as on their way. Answers to taps are not paced."""
    items = []
    spoken_to: set[int] = set()  # a reply and the announcement that it overtakes are both first in line
    for parcel in store.outbox.due(now=now, limit=room, passing_over=passing_over):
        if parcel.kind not in ANSWERS:
            if parcel.chat in spoken_to or not may_leave(parcel):
                continue
            spoken_to.add(parcel.chat)
        try:
            item = _item(store, parcel, render)
            quietly = item.message is not None and item.message.quiet and item.standing is None
            if quietly or _is_late(parcel, now):
                store.outbox.sent(parcel.id, state="dropped")
            else:
                items.append(item)
        except Exception as error:
            _log.error("parcel %s could not be rendered: %s", parcel.id, type(error).__name__)
            store.outbox.failed(parcel.id, state="failed", reason=f"render: {type(error).__name__}")
    if items:
        store.outbox.sending([item.parcel.id for item in items])
    return items


def record(store: Store, result: Result, *, now: datetime, jitter: float) -> None:
    """Write down what became of a parcel, and plan the next try where there is one. jitter: 0 to 1, spreads tries."""
    parcel, fate = result.item.parcel, result.fate
    match fate.outcome:
        case Outcome.SENT | Outcome.DONE:
            store.outbox.sent(parcel.id, message_id=result.message_id)
            _remember_card(store, result)
        case Outcome.LATE:
            store.outbox.sent(parcel.id, state="dropped")
        case Outcome.GONE:
            _reader_is_gone(store, parcel, fate, result.left_at)
        case Outcome.PACE:
            due = now + timedelta(seconds=fate.seconds)
            store.outbox.again(parcel.id, due=due, reason=fate.code, counts=False)
        case Outcome.MOVED if fate.chat not in (None, parcel.chat) and parcel.tries < MOST_TRIES:
            store.outbox.again(parcel.id, due=now, reason=fate.code)
            store.outbox.moved(parcel.chat, fate.chat)
        case Outcome.TRANSIENT if parcel.tries < _most_tries(parcel):
            wait = min(_LONGEST_WAIT, 2.0**parcel.tries) * (0.75 + jitter / 2)
            store.outbox.again(parcel.id, due=now + timedelta(seconds=wait), reason=fate.code)
        case Outcome.UNKNOWN if result.item.worth_repeating and parcel.tries == 0:
            store.outbox.again(parcel.id, due=now + timedelta(seconds=1), reason=fate.code)
        case Outcome.UNKNOWN:
            store.outbox.failed(parcel.id, state="unknown", reason=fate.code)
        case _:
            store.outbox.failed(parcel.id, state="failed", reason=fate.code)


def _item(store: Store, parcel: Parcel, render: Render) -> Item:
    if parcel.kind == "answer":
        return Item(parcel)
    if parcel.kind == "inline":
        return Item(parcel, articles=unpack_articles(parcel.payload["articles"]))
    message = unpack(parcel.payload) if parcel.kind == "say" else render(parcel.payload, parcel.language)
    stands = store.outbox.card(parcel.chat, message.card) if message.card else None
    return Item(parcel, message, overtaken=stands) if message.anew else Item(parcel, message, stands)


def _remember_card(store: Store, result: Result) -> None:
    message = result.item.message
    if message is not None and message.card and result.message_id not in (None, result.item.standing):
        store.outbox.remember_card(result.item.parcel.chat, message.card, result.message_id)


def _reader_is_gone(store: Store, parcel: Parcel, fate: Fate, left_at: datetime) -> None:
    store.outbox.failed(parcel.id, state="gone", reason=fate.code)
    # Telegram tells the second in which somebody came back: if it is the same one, they came back later.
    before = left_at.replace(microsecond=0) - timedelta(microseconds=1)
    store.people.reach_changed(parcel.chat, reachable=False, at=before)
    store.outbox.drop_waiting(parcel.chat, reason=fate.code)


def _most_tries(parcel: Parcel) -> int:
    return _MOST_TRIES_OF_AN_ANSWER if parcel.kind in ANSWERS else MOST_TRIES


def _is_late(parcel: Parcel, now: datetime) -> bool:
    """Is this of no use to anybody any more? Only answers to inline queries say so themselves."""
    return parcel.kind == "inline" and now > datetime.fromisoformat(parcel.payload["until"])
