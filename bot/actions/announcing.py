"""A word to many: written by an admin, shown first, then posted page by page, never far ahead of what can be sent."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from bot.actions.tell import tell
from bot.domain import announcement as rules
from bot.domain.announcement import Announcement, Audience, Step, Who
from bot.domain.goods import Attachment
from bot.domain.notice import Announced, AnnouncementEnded, AnnouncementGoesOn
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.language.tags import catalogue
from bot.store.notices import pack
from bot.store.store import Store

# People posted to in one transaction; rows that wait to be sent are topped up to so many, or to some seconds' worth.
PAGE, FEWEST_AHEAD, SECONDS_AHEAD = 500, 500, 4
LOOK_AGAIN = timedelta(seconds=2)
# The card with the progress is edited at most this often.
SHOW_EVERY = timedelta(seconds=20)
AFTER_A_FAULT = timedelta(minutes=1)


def write(store: Store, text: str, attachments: tuple[Attachment, ...], *, by: Person) -> Announcement:
    """Keep an announcement, not sent yet."""
    _admins_only(by)
    return store.announcements.add(text, attachments[:1], by=by.id)


def aim(
    store: Store, number: int, *, who: Who, language: str | None, have: Collection[str], by: Person
) -> Announcement:
    """Choose whom it is for. language: whose readers, of those that the house has catalogues for; None: all."""
    draft = _mine(store, number, by)
    tags = None
    if language is not None:
        tags = tuple(tag for tag in store.announcements.tags() if catalogue(tag, have) == language)
    aimed = rules.aim(draft, Audience(who, language, tags))
    store.announcements.save(aimed)
    return aimed


def send(store: Store, number: int, *, by: Person, now: datetime) -> Announcement:
    """Send it to those it is for and who are here at this moment, once."""
    draft = _mine(store, number, by)
    until, people = store.announcements.audience(draft.audience)
    sent = rules.send(draft, until=until, people=people, paid=store.house.paid_broadcast, now=now)
    return _change(store, sent, now=now)


def pause(store: Store, number: int, *, by: Person, now: datetime) -> Announcement:
    """Nothing more of it leaves until it goes on."""
    paused = rules.pause(_mine(store, number, by))
    store.announcements.hold(number)
    return _change(store, paused, now=now)


def resume(store: Store, number: int, *, by: Person, now: datetime) -> Announcement:
    """It goes on where it was."""
    going = rules.go_on(_mine(store, number, by))
    store.announcements.release(number)
    return _change(store, going, now=now)


def cancel(store: Store, number: int, *, by: Person, now: datetime) -> Announcement:
    """Whoever has not read it yet will not."""
    cancelled = rules.cancel(_mine(store, number, by))
    taken_back = store.announcements.withdraw(number)
    return _change(store, replace(cancelled, tally=cancelled.tally + taken_back), now=now)


def show(store: Store, number: int, *, by: Person) -> Announcement:
    """How it stands, what has left until this moment counted."""
    one = _counted(store, _mine(store, number, by))
    store.announcements.save(one)
    return one


def carry_on(store: Store, payload: dict[str, Any], _prepared: None, now: datetime, *, per_second: float) -> None:
    """A chore: count what has left, post to the next ones where few are waiting, show how it goes, and come again.

    Where it stands is written in the same transaction as what is posted, so it goes on at the exact place after a kill.
    """
    one = _counted(store, store.announcements.get(payload["announcement"]))
    match one.step:
        case Step.SENDING:
            one, again = _go_further(store, one, now, per_second)
        case Step.PAUSED:
            store.announcements.hold(one.id)  # what was on its way at the pause and could not leave
            again = now + LOOK_AGAIN if store.announcements.in_hand(one.id).flying else None
        case Step.CANCELLED:
            one = replace(one, tally=one.tally + store.announcements.withdraw(one.id))
            one, again = _come_to_an_end(store, one, now)
        case _:
            return
    store.announcements.save(_shown(store, one, now))
    if again is not None:
        _plan(store, one.id, due=again)


def _go_further(
    store: Store, one: Announcement, now: datetime, per_second: float
) -> tuple[Announcement, datetime | None]:
    """Post a page where few are waiting; when to look again."""
    if one.all_posted:
        return _come_to_an_end(store, one, now)
    if store.announcements.in_hand(one.id).all >= max(FEWEST_AHEAD, int(SECONDS_AHEAD * per_second)):
        return one, now + LOOK_AGAIN
    page, place = store.announcements.next_page(one, limit=PAGE)
    payload = pack(Announced(one.text, one.attachments)) | ({"paid": True} if one.paid else {})
    store.announcements.post(one, payload, page, now=now)
    return replace(one, after=place, posted=one.posted + len(page)), now


def _come_to_an_end(store: Store, one: Announcement, now: datetime) -> tuple[Announcement, datetime | None]:
    """When nothing is in hand any more, report; until then look again."""
    if store.announcements.in_hand(one.id).all:
        return one, now + LOOK_AGAIN
    ended = rules.end(one, now=now)
    tell(store, one.by, AnnouncementEnded(ended), now=now)
    return ended, None


def try_again(store: Store, payload: dict[str, Any], now: datetime) -> None:
    """The chore failed for good; it is the only one that can end what was begun, so it begins anew."""
    _plan(store, payload["announcement"], due=now + AFTER_A_FAULT)


def go_on_after_a_start(store: Store, *, now: datetime) -> None:
    """Whatever is under way is looked at once; where it is already planned nothing is added."""
    for number in store.announcements.unfinished():
        _plan(store, number, due=now)


def _counted(store: Store, one: Announcement) -> Announcement:
    return replace(one, tally=one.tally + store.announcements.settle(one.id))


def _shown(store: Store, one: Announcement, now: datetime) -> Announcement:
    """Its card is brought up to date, not too often."""
    if one.step not in (Step.SENDING, Step.PAUSED) or one.shown_at is None or now < one.shown_at + SHOW_EVERY:
        return one
    tell(store, one.by, AnnouncementGoesOn(one), now=now)
    return replace(one, shown_at=now)


def _change(store: Store, one: Announcement, *, now: datetime) -> Announcement:
    """The admin sees the new state at once; the chore sees to the rest."""
    changed = replace(_counted(store, one), shown_at=now)
    store.announcements.save(changed)
    _plan(store, one.id, due=now)
    return changed


def _plan(store: Store, number: int, *, due: datetime) -> None:
    lane = f"announcement:{number}"
    store.inbox.add_chore("announce", {"announcement": number}, lane=lane, due=due, key=f"announce:{number}")


def _mine(store: Store, number: int, by: Person) -> Announcement:
    _admins_only(by)
    return store.announcements.get(number)


def _admins_only(by: Person) -> None:
    if not by.admin:
        raise Refusal(Reason.NOT_FOUND)
