"""What a buyer can do with an inquiry: begin it, answer, correct, send, look at it, cancel it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from bot.actions import courtesy, opinion, reading, seating
from bot.actions.tell import refresh_leads, tell, view_of
from bot.domain import courtesy as manners
from bot.domain import inquiry as rules
from bot.domain.goods import Attachment, Place
from bot.domain.inquiry import ANY_FIRM, Inquiry, InquiryStatus, Slot, Whom
from bot.domain.notice import Ending, QuestionAnswered
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.domain.quote import QuoteStatus, decline
from bot.language.understand.nearest import nearest_town
from bot.store.inquiries import Question
from bot.store.store import Store

MOST_FILES = 10
MOST_TEXT = 4000


def begin(
    store: Store,
    *,
    by: Person,
    text: str,
    attachments: tuple[Attachment, ...],
    now: datetime,
    whom: Whom | None = None,
) -> Inquiry:
    """A buyer says what they need: everything that can be read in it is read. whom: which firms, if known already."""
    for old in iter(lambda: store.inquiries.draft_of(by.id), None):
        store.inquiries.drop_draft(old.id)
    inquiry = Inquiry(0, by.id, text=text[:MOST_TEXT], attachments=attachments[:MOST_FILES], seats=store.house.seats)
    read = _with_words(inquiry, text, by=by, today=now.date())
    begun = store.inquiries.add(read if whom is None else replace(read, whom=whom))
    opinion.plan(store, begun, now=now)
    return begun


def draft(store: Store, inquiry: int, *, by: Person) -> Inquiry:
    """A draft of the buyer's own; refuses one that has been sent already."""
    found = store.inquiries.of_buyer(inquiry, by=by)
    if found.status is not InquiryStatus.DRAFT:
        raise Refusal(Reason.ALREADY_DONE)
    return found


def add_words(store: Store, inquiry: Inquiry, text: str, *, by: Person, now: datetime) -> Inquiry:
    """The text to photos that came first: it is the buyer's message."""
    changed = replace(inquiry, text=text[:MOST_TEXT])
    changed = _with_words(changed, text, by=by, today=now.date())
    store.inquiries.save(changed)
    opinion.plan(store, changed, now=now)
    return changed


def _with_words(inquiry: Inquiry, text: str, *, by: Person, today: date) -> Inquiry:
    if not text.strip():
        return inquiry
    heard = reading.need(text, today=today, client_language=by.language or by.client_language)
    return replace(inquiry, **heard.values, guessed=heard.guessed)


def answer(
    store: Store, inquiry: Inquiry, slot: Slot, text: str, *, by: Person, today: date
) -> tuple[Inquiry, tuple[Slot, ...]]:
    """An answer to the question about one slot. What it says of other slots that are still open is taken as well.

    Returns the inquiry and the slots that were filled; none if the answer was not understood.
    """
    values = reading.slot(slot, text, inquiry=inquiry, today=today, language=by.language or by.client_language)
    filled = _filled(values)
    if not filled:
        return inquiry, ()
    changed = replace(inquiry, **values, guessed=inquiry.guessed - set(filled), skipped=inquiry.skipped - set(filled))
    store.inquiries.save(changed)
    return changed, filled


def _filled(values: dict[str, Any]) -> tuple[Slot, ...]:
    names = {"amount": Slot.QUANTITY, "unit": Slot.UNIT}
    slots = {names.get(name) or Slot(name) for name in values if name in names or name in set(Slot)}
    if Slot.QUANTITY in slots:
        slots.discard(Slot.UNIT)
    return tuple(s for s in Slot if s in slots)


def correct(store: Store, inquiry: Inquiry, text: str, *, by: Person, today: date) -> tuple[Inquiry, tuple[Slot, ...]]:
    """A message when everything is said already: what it says anew replaces what was read before."""
    values = reading.correction(text, inquiry=inquiry, today=today, language=by.language or by.client_language)
    filled = _filled(values)
    changed = replace(inquiry, **values, guessed=inquiry.guessed - set(filled))
    store.inquiries.save(changed)
    return changed, filled


def choose(
    store: Store, inquiry: Inquiry, slot: Slot, value: str, *, by: Person, today: date
) -> tuple[Inquiry, tuple[Slot, ...]]:
    """An answer by button: one of the values that were offered."""
    if slot is Slot.DESTINATION and value == "last":
        last = last_place(store, by)
        if last is None:
            raise Refusal(Reason.NOT_FOUND)
        values: dict[str, Any] = {"destination": last}
    else:
        values = reading.chosen(slot, value, today=today)
    filled = _filled(values)
    changed = replace(inquiry, **values, guessed=inquiry.guessed - set(filled), skipped=inquiry.skipped - set(filled))
    store.inquiries.save(changed)
    return changed, filled


def go_there(store: Store, inquiry: Inquiry, point: tuple[float, float]) -> tuple[Inquiry, tuple[Slot, ...]]:
    """The destination as a point on the map: the town there; nothing is filled far from any."""
    town = nearest_town(*point)
    if town is None:
        return inquiry, ()
    slot = Slot.DESTINATION
    changed = replace(inquiry, destination=town, guessed=inquiry.guessed - {slot}, skipped=inquiry.skipped - {slot})
    store.inquiries.save(changed)
    return changed, (slot,)


def skip(store: Store, inquiry: Inquiry, slot: Slot) -> Inquiry:
    """The buyer will not say."""
    changed = rules.skip(inquiry, slot)
    store.inquiries.save(changed)
    return changed


def attach(store: Store, inquiry: Inquiry, files: Sequence[Attachment]) -> Inquiry:
    """Photos or files are added, up to ten."""
    changed = replace(inquiry, attachments=(*inquiry.attachments, *files)[:MOST_FILES])
    store.inquiries.save(changed)
    return changed


def any_firm(store: Store, inquiry: int, *, by: Person) -> Inquiry:
    """Any firm may be asked: what was read of countries and kinds of firm is dropped."""
    changed = replace(draft(store, inquiry, by=by), whom=ANY_FIRM)
    store.inquiries.save(changed)
    return changed


def show_price(store: Store, inquiry: int, *, show: bool, by: Person) -> Inquiry:
    """Whether suppliers may see the target price."""
    changed = replace(draft(store, inquiry, by=by), show_price=show)
    store.inquiries.save(changed)
    return changed


def set_seats(store: Store, inquiry: int, seats: int, *, by: Person) -> Inquiry:
    """How many firms may be asked; 0: as many as usual."""
    most = store.house.seats
    changed = rules.fewer_seats(draft(store, inquiry, by=by), seats or most, most=most)
    store.inquiries.save(changed)
    return changed


def ask_more(store: Store, inquiry: int, *, by: Person, now: datetime) -> Inquiry:
    """Some more firms are asked at once; those that were asked before see the new seats."""
    more = rules.ask_more(store.inquiries.of_buyer(inquiry, by=by), by=by)
    store.inquiries.save(more)
    seating.plan(store, more, now=now)
    refresh_leads(store, more, now=now)
    return more


def send(store: Store, inquiry: int, *, by: Person, now: datetime) -> Inquiry:
    """Send it out: it is open from now on, and suppliers are searched for."""
    opened = rules.confirm(store.inquiries.of_buyer(inquiry, by=by), by=by, now=now, days=store.house.quote_days)
    known = courtesy.manners_of(store, by, now=now)
    if known.fishing:
        raise Refusal(Reason.ANSWERS_FIRST)
    opened = manners.with_seats(opened, known)
    store.inquiries.save(opened)
    seating.plan(store, opened, now=now)
    seating.plan_expiry(store, opened)
    return opened


def follow_up(store: Store, sent: Inquiry) -> Inquiry | None:
    """The next product of a message that named several becomes a draft of its own."""
    draft = rules.follow_up(sent)
    return None if draft is None else store.inquiries.add(draft)


def only_the_first(store: Store, inquiry: Inquiry) -> Inquiry:
    """The other products that were read in the message are none."""
    changed = replace(inquiry, further=())
    store.inquiries.save(changed)
    return changed


def drop(store: Store, inquiry: int, *, by: Person) -> None:
    """Throw a draft away."""
    store.inquiries.drop_draft(draft(store, inquiry, by=by).id)


def cancel(store: Store, inquiry: int, *, by: Person, now: datetime) -> Inquiry:
    """It is not needed any more; every supplier that was asked is told."""
    return _end(store, rules.cancel(store.inquiries.of_buyer(inquiry, by=by), by=by), Ending.CANCELLED, now=now)


def close(store: Store, inquiry: int, *, by: Person, now: datetime) -> Inquiry:
    """The buyer bought elsewhere; every supplier that was asked is told."""
    return _end(store, rules.close(store.inquiries.of_buyer(inquiry, by=by), by=by), Ending.BOUGHT_ELSEWHERE, now=now)


def _end(store: Store, ended: Inquiry, ending: Ending, *, now: datetime) -> Inquiry:
    store.inquiries.save(ended)
    waiting = [q for q in store.inquiries.quotes(ended.id) if q.status is QuoteStatus.SENT]
    store.inquiries.save_quotes(decline(waiting, now=now))
    seating.end_leads(store, ended, ending, now=now)
    courtesy.plan(store, ended, now=now)
    return ended


def last_place(store: Store, by: Person) -> Place | None:
    """Where this buyer's last inquiry went to."""
    return next((i.destination for i in store.inquiries.list_of_buyer(by.id) if i.destination), None)


def question_for(store: Store, question: int, *, by: Person) -> tuple[Question, Inquiry]:
    """A supplier's question, for the buyer who was asked."""
    asked = store.inquiries.question(question)
    return asked, store.inquiries.of_buyer(asked.inquiry, by=by)


def answer_question(store: Store, question: int, text: str, *, by: Person, now: datetime) -> None:
    """The buyer answers; the supplier that asked is told."""
    asked, inquiry = question_for(store, question, by=by)
    answered = replace(asked, answer=text[:MOST_TEXT])
    store.inquiries.answer(answered)
    lead = store.inquiries.lead(asked.lead)
    agent = store.suppliers.get(lead.supplier).agent
    tell(store, agent, QuestionAnswered(view_of(store, lead, inquiry), asked.text, text[:MOST_TEXT]), now=now)
