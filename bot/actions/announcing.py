"""A word to everyone: written by an admin, shown first, then posted to all who can be reached, page by page."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from bot.actions.tell import tell
from bot.domain.notice import Announced, AnnouncementDone
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.store.outbox import ANNOUNCEMENT
from bot.store.store import Store

MOST_TEXT = 3500
PAGE = 200


def write(store: Store, text: str, *, by: Person) -> int:
    """Keep an announcement, not sent yet; returns its id."""
    if not by.admin:
        raise Refusal(Reason.NOT_FOUND)
    return store.people.add_announcement(text[:MOST_TEXT], by=by.id)


def send(store: Store, announcement: int, *, by: Person, now: datetime) -> None:
    """Send it to everyone, once."""
    if not by.admin:
        raise Refusal(Reason.NOT_FOUND)
    if not store.people.mark_announced(announcement, now=now):
        raise Refusal(Reason.ALREADY_DONE)
    _next_page(store, {"announcement": announcement, "by": by.id, "after": 0, "told": 0}, now=now)


def post_page(store: Store, payload: dict[str, Any], _prepared: None, now: datetime) -> None:
    """One page of readers: each is posted to at most once, even if this page is worked on twice."""
    number = payload["announcement"]
    notice = Announced(store.people.announcement(number))
    readers = store.people.reachable_ids(after=payload["after"], limit=PAGE)
    for reader in readers:
        tell(store, reader, notice, now=now, priority=ANNOUNCEMENT, key=f"announcement:{number}:{reader}")
    told = payload["told"] + len(readers)
    if len(readers) < PAGE:
        tell(store, payload["by"], AnnouncementDone(told), now=now, priority=ANNOUNCEMENT)
    else:
        _next_page(store, {**payload, "after": readers[-1], "told": told}, now=now)


def _next_page(store: Store, payload: dict[str, Any], *, now: datetime) -> None:
    lane = f"announcement:{payload['announcement']}"
    store.inbox.add_chore("announce", payload, lane=lane, due=now)
