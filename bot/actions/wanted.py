"""Needs that are kept: somebody is told, once for each firm, when one that fits joins."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bot.actions import looking
from bot.actions.finding import Finder
from bot.actions.tell import tell
from bot.domain import wanted as rules
from bot.domain.inquiry import Inquiry
from bot.domain.matching import Candidate
from bot.domain.notice import FirmsJoined
from bot.domain.outcome import Refusal
from bot.domain.people import Person
from bot.domain.wanted import Wanted
from bot.domain.wishes import wishes_of
from bot.store.database import Database
from bot.store.store import Store

# A list brings many firms, and a firm changes in several steps: what joins in so short a time is gone through once.
GATHER = timedelta(seconds=20)
# Needs that are gone through in one chore, and firms that one notice names.
PAGE = 50
MOST_NAMED = 3
# So many needs one person may keep; the oldest makes room.
MOST_KEPT = 20


def keep(store: Store, wanted: int, *, by: Person, now: datetime) -> Wanted:
    """Tell me when a firm joins that fits what I looked for."""
    kept = rules.keep(store.wants.of(wanted, by=by), now=now)
    _make_room(store, by=by, now=now)
    store.wants.save(kept)
    return kept


def _make_room(store: Store, *, by: Person, now: datetime) -> None:
    for oldest in store.wants.kept_by(by.id, now=now)[MOST_KEPT - 1 :]:
        store.wants.save(rules.drop(oldest))


def keep_inquiry(store: Store, inquiry: int, *, by: Person, now: datetime) -> Wanted:
    """Tell me when a firm joins that fits this inquiry; one that is kept already stays as it is."""
    needed = store.inquiries.of_buyer(inquiry, by=by)
    words = looking.words_of(", ".join([needed.product or needed.text, *needed.specs]))
    kept = next((w for w in store.wants.kept_by(by.id, now=now) if w.words == words), None)
    if kept is not None:
        return kept
    _make_room(store, by=by, now=now)
    kept = store.wants.add(rules.keep(_wanted_of(needed, words, store, by=by, now=now), now=now))
    # What fits today is no news tomorrow: noted, not shown.
    store.inbox.add_chore("look", {"wanted": kept.id, "page": None}, lane=f"look:{by.id}", due=now)
    return kept


def _wanted_of(needed: Inquiry, words: str, store: Store, *, by: Person, now: datetime) -> Wanted:
    asked = tuple(lead.supplier for lead in store.inquiries.leads(needed.id))
    product = needed.product or words
    return Wanted(0, by.id, words, product, now, language=needed.language, wishes=wishes_of(needed), told_for=asked)


def drop(store: Store, wanted: int, *, by: Person) -> Wanted:
    """I need not be told any more."""
    dropped = rules.drop(store.wants.of(wanted, by=by))
    store.wants.save(dropped)
    return dropped


def plan(store: Store, *, now: datetime) -> None:
    """Firms joined or changed: see whom they fit, if anybody waits for one."""
    if store.wants.any_kept(now=now):
        store.inbox.add_chore("wanted", {}, lane="wanted", due=now + GATHER, key="wanted")


def begin(store: Store, _payload: dict[str, Any], _prepared: None, now: datetime) -> None:
    """Go through every need that is kept, page by page; whoever joins meanwhile begins another round."""
    store.inbox.add_chore("fit_wanted", {"after": 0}, lane="wanted", due=now)


@dataclass(frozen=True)
class Fresh:
    """A need, and the firms that fit it and are new to the person."""

    wanted: int
    firms: tuple[Candidate, ...]


def prepare(
    database: Database, payload: dict[str, Any], now: datetime, *, finder: Finder
) -> tuple[list[Fresh], int | None]:
    """Outside any write: which firms are news to whom; and the last need of this page, None where no more follow."""
    after, most = (payload["only"] - 1, 1) if "only" in payload else (payload["after"], PAGE)
    with database.reading() as store:
        page = store.wants.every_kept(now=now, after=after, limit=most)
    fresh = []
    for wanted in page:
        fit = looking.search(database, wanted, finder=finder).fit
        new = tuple(c for c in fit if c.supplier.may_get_leads and c.supplier.id not in wanted.told_for)
        if new:
            fresh.append(Fresh(wanted.id, new))
    return fresh, page[-1].id if len(page) == PAGE == most else None


def record(store: Store, _payload: dict[str, Any], prepared: tuple[list[Fresh], int | None], now: datetime) -> None:
    """Inside one write: tell whom it concerns, today or, where they were told today already, tomorrow."""
    found, last = prepared
    for fresh in found:
        _tell(store, fresh, now=now)
    if last is not None:
        store.inbox.add_chore("fit_wanted", {"after": last}, lane="wanted", due=now)


def _tell(store: Store, fresh: Fresh, *, now: datetime) -> None:
    try:
        wanted = store.wants.get(fresh.wanted)
    except Refusal:
        return
    new = [c for c in fresh.firms if c.supplier.id not in wanted.told_for]
    when = rules.may_be_told(wanted, now=now)
    if when is None or not new:
        return
    named = looking.seen(store, new[:MOST_NAMED], wanted.wishes) if when <= now else ()
    if named:
        wanted = rules.told(wanted, tuple(one.firm.id for one in named), now=now)
        store.wants.save(wanted)
        tell(store, wanted.person, FirmsJoined(wanted.id, wanted.words, named), now=now)
    if len(named) < len(new):
        later = rules.may_be_told(wanted, now=now)
        if later is not None:
            store.inbox.add_chore(
                "fit_wanted", {"only": wanted.id}, lane="wanted", due=later, key=f"wanted:{wanted.id}"
            )
