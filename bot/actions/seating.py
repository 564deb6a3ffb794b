"""Handing an inquiry to the firms that fit: chores that search, fill seats, let them lapse, close in time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from bot.actions import courtesy, signboard
from bot.actions.tell import tell, tell_admins, view_of
from bot.domain import floor
from bot.domain import inquiry as inquiries
from bot.domain import lead as leads
from bot.domain.inquiry import Inquiry, InquiryStatus
from bot.domain.lead import HOLDS_A_SEAT, WAITING, DeclineReason, Fact, Lead, LeadStatus, Why, for_buyers
from bot.domain.matching import Candidate, choose, fitting, meeting
from bot.domain.milestones import Milestone
from bot.domain.notice import (
    Asked,
    Ending,
    Firm,
    FirmsToInvite,
    InquiryExpired,
    LeadChanged,
    LeadEnded,
    LeadOffered,
    SeatEnds,
    SuppliersAsked,
)
from bot.domain.outcome import Refusal
from bot.domain.pool import parts_are_welcome, welcoming_parts
from bot.domain.quote import QuoteStatus
from bot.domain.supplier import Supplier
from bot.domain.wishes import wishes_of
from bot.domain.worktime import SEAT_TIME, remind_at, seat_until
from bot.language.work_weeks import work_week
from bot.store.database import Database
from bot.store.store import Store

if TYPE_CHECKING:
    from bot.actions.finding import Finder

# How many firms a search looks at for an inquiry.
LOOK_AT = 60
# Seats that stay free while a firm that fits has no room are looked at again after this long: its room comes back as a
# day goes by, or by what becomes of its other leads, and neither is an event of this inquiry.
LOOK_AGAIN = timedelta(hours=1)


def plan(store: Store, inquiry: Inquiry, *, now: datetime) -> None:
    """An inquiry was sent or a seat became free: search and fill seats, as soon as a worker is free after `now`."""
    store.inbox.add_chore(
        "seat", {"inquiry": inquiry.id}, lane=f"inquiry:{inquiry.id}", due=now, key=f"seat:{inquiry.id}"
    )


def plan_expiry(store: Store, inquiry: Inquiry) -> None:
    """When the time for quotes is over, it is closed."""
    if inquiry.quotes_until is not None:
        due = inquiry.quotes_until
        store.inbox.add_chore(
            "expire", {"inquiry": inquiry.id}, lane=f"inquiry:{inquiry.id}", due=due, key=f"expire:{inquiry.id}"
        )


def search(database: Database, payload: dict[str, Any], now: datetime, *, finder: Finder) -> list[Candidate]:
    """Outside any write: who could fit? Slow things happen here."""
    with database.reading() as store:
        try:
            inquiry = store.inquiries.get(payload["inquiry"])
        except Refusal:
            return []
    if not inquiry.live:
        return []
    # The product alone: sizes would draw everything of that size near, whatever it is.
    found = finder.find(database, inquiry.product or inquiry.text, language=inquiry.language, limit=LOOK_AT)
    return fitting([f.candidate() for f in found])


def seat(store: Store, payload: dict[str, Any], candidates: list[Candidate], now: datetime) -> None:
    """Inside one write: check again what must still be true, fill the free seats, tell everyone concerned."""
    inquiry = store.inquiries.get(payload["inquiry"])
    standing = store.inquiries.leads(inquiry.id)
    if not inquiry.live:
        return
    current = meeting(_current(store, candidates), wishes_of(inquiry))
    chosen = _choose(store, inquiry, standing, current, now=now)
    welcoming = _welcoming_parts(store, inquiry, [*_reasons(standing), *(why for _, why in chosen)])
    for candidate, why in chosen:
        _offer(store, welcoming, candidate.supplier, why, now=now)
    if welcoming.seats > inquiry.seats:
        for candidate, why in _choose(store, welcoming, store.inquiries.leads(inquiry.id), current, now=now):
            _offer(store, welcoming, candidate.supplier, why, now=now)
    inquiry = welcoming
    not_here = [c for c in current if c.supplier.agent is None]
    if not standing:
        _invite(store, inquiry, not_here, now=now)
    if chosen or not standing:
        tell_buyer_who_was_asked(store, inquiry, not_here=len(not_here), now=now)


def _choose(
    store: Store, inquiry: Inquiry, standing: Sequence[Lead], current: Sequence[Candidate], *, now: datetime
) -> Sequence[tuple[Candidate, Why]]:
    """Whose turn it is, entered in the books: what a firm got, and what others are owed for it."""
    seats = leads.seats_to_fill(inquiry, standing)
    if not seats:
        return ()
    asked = {lead.supplier for lead in standing}
    sitting = store.suppliers.many(lead.supplier for lead in standing if lead.status in HOLDS_A_SEAT)
    books = store.books.about({c.supplier.id for c in current} | sitting.keys(), buyer=inquiry.buyer, now=now)
    books = replace(books, leaning=signboard.leaning(store, {c.supplier.id for c in current} - asked, now=now))
    while True:
        choice = choose(current, inquiry, seats=seats, asked=asked, sitting=list(sitting.values()), books=books)
        below = [(c, why) for c, why in choice.asked if floor.declines(c.supplier, c.product, inquiry)]
        if not below:
            store.books.owe(choice.debts)
            if choice.busy and len(choice.asked) < seats:
                plan(store, inquiry, now=now + LOOK_AGAIN)
            return choice.asked
        asked |= {_decline_by_floor(store, inquiry, c.supplier, why, now=now) for c, why in below}


def _decline_by_floor(store: Store, inquiry: Inquiry, firm: Supplier, why: Why, *, now: datetime) -> int:
    """It was this firm's turn, and the price is below its floor: it finds the lead in its list, and is not bothered."""
    why = replace(why, facts=(*why.facts, Fact.BELOW_FLOOR))
    lead = Lead(0, inquiry.id, firm.id, why, LeadStatus.DECLINED, now, now, DeclineReason.OUT_OF_RANGE)
    store.inquiries.add_lead(lead)
    return firm.id


def _offer(store: Store, inquiry: Inquiry, firm: Supplier, why: Why, *, now: datetime) -> None:
    """Hand the inquiry to a firm. Its seat is kept while it can be expected to answer, then passes on."""
    week = work_week(firm.country, firm.time_zone)
    until = seat_until(now, inquiry.quotes_until or now + SEAT_TIME, week)
    lead = Lead(0, inquiry.id, firm.id, why, LeadStatus.OFFERED, offered_at=now, seat_until=until)
    lead = store.inquiries.add_lead(lead)
    tell(store, firm.agent, LeadOffered(view_of(store, lead, inquiry)), now=now, key=f"lead:{lead.id}")
    _plan(store, "lapse", lead, until)
    signboard.plan_first(store, firm.id, Milestone.FIRST_LEAD, now=now)
    remind = remind_at(now, until, week)
    if remind is not None:
        _plan(store, "seat_ends", lead, remind)


def tell_buyer_who_was_asked(store: Store, inquiry: Inquiry, *, not_here: int = 0, now: datetime) -> None:
    """The buyer's overview: who was asked and why, and how many seats are taken."""
    tell(store, inquiry.buyer, asked_view(store, inquiry, not_here=not_here), now=now)


def asked_view(store: Store, inquiry: Inquiry, *, not_here: int = 0) -> SuppliersAsked:
    """Who was asked and why, and how many seats are taken."""
    every = store.inquiries.leads(inquiry.id)
    firms = store.suppliers.many(lead.supplier for lead in every)
    asked = tuple(
        Asked(Firm.of(firms[lead.supplier]), for_buyers(lead.why)) for lead in every if lead.status in HOLDS_A_SEAT
    )
    return SuppliersAsked(inquiry, asked, leads.seats_taken(every), not_here)


def lapse(store: Store, payload: dict[str, Any], _prepared: None, now: datetime) -> None:
    """A firm stayed silent past its time: its seat passes on."""
    lead = store.inquiries.lead(payload["lead"])
    inquiry = store.inquiries.get(lead.inquiry)
    lapsed = leads.lapse(lead, now=now)
    if lapsed == lead or not inquiry.live:
        return
    store.inquiries.save_lead(lapsed)
    _give_seat_up(store, lapsed, inquiry, Ending.LAPSED, now=now)
    plan(store, inquiry, now=now)


def remind(store: Store, payload: dict[str, Any], _prepared: None, now: datetime) -> None:
    """A firm has not answered and its seat is kept only a little longer: it is told so, once."""
    lead = store.inquiries.lead(payload["lead"])
    inquiry = store.inquiries.get(lead.inquiry)
    if inquiry.live and lead.status in WAITING and now < lead.seat_until:
        tell(store, store.suppliers.get(lead.supplier).agent, SeatEnds(view_of(store, lead, inquiry)), now=now)


def fill_up(store: Store, inquiry: Inquiry, *, now: datetime) -> Inquiry:
    """Once every seat is taken by a quote the inquiry is full; firms that still think it over are told."""
    every = store.inquiries.leads(inquiry.id)
    if inquiry.status is not InquiryStatus.OPEN or leads.seats_taken(every) < inquiry.seats:
        return inquiry
    full = replace(inquiry, status=InquiryStatus.FULL)
    store.inquiries.save(full)
    for lead in every:
        if lead.status in WAITING:
            lapsed = replace(lead, status=LeadStatus.LAPSED)
            store.inquiries.save_lead(lapsed)
            _give_seat_up(store, lapsed, full, Ending.FULL, now=now)
    return full


def withdraw(store: Store, lead: Lead, inquiry: Inquiry, *, now: datetime) -> None:
    """The buyer wants nothing from this firm: a seat that it has not used goes to another."""
    if lead.status not in WAITING:
        return
    gone = replace(lead, status=LeadStatus.WITHDRAWN)
    store.inquiries.save_lead(gone)
    _give_seat_up(store, gone, inquiry, Ending.OTHERS, now=now)
    plan(store, inquiry, now=now)


def _give_seat_up(store: Store, lead: Lead, inquiry: Inquiry, ending: Ending, *, now: datetime) -> None:
    agent, view = store.suppliers.get(lead.supplier).agent, view_of(store, lead, inquiry)
    tell(store, agent, LeadChanged(view), now=now)
    tell(store, agent, LeadEnded(view, ending, quoted=False), now=now)


def expire(store: Store, payload: dict[str, Any], _prepared: None, now: datetime) -> None:
    """The time for quotes is over: the buyer is reminded of what waits, firms that did not quote are told."""
    inquiry = store.inquiries.get(payload["inquiry"])
    expired = inquiries.expire(inquiry, now=now)
    if expired == inquiry:
        return
    store.inquiries.save(expired)
    waiting = [q for q in store.inquiries.quotes(inquiry.id) if q.status is QuoteStatus.SENT]
    tell(store, inquiry.buyer, InquiryExpired(expired, len(waiting)), now=now)
    end_leads(store, expired, Ending.EXPIRED, now=now, keep_quoted=True)
    courtesy.plan(store, expired, now=now)


def end_leads(
    store: Store,
    inquiry: Inquiry,
    ending: Ending,
    *,
    now: datetime,
    keep_quoted: bool = False,
    but: Collection[int] = (),
) -> None:
    """The inquiry is over: every firm that holds a seat is told kindly. but: leads that ended otherwise."""
    for lead in store.inquiries.leads(inquiry.id):
        if lead.status not in HOLDS_A_SEAT or lead.id in but:
            continue
        quoted = lead.status is LeadStatus.QUOTED
        if not quoted:
            lead = replace(lead, status=LeadStatus.WITHDRAWN)
            store.inquiries.save_lead(lead)
        agent, view = store.suppliers.get(lead.supplier).agent, view_of(store, lead, inquiry)
        tell(store, agent, LeadChanged(view), now=now)
        if not (quoted and keep_quoted):
            tell(store, agent, LeadEnded(view, ending, quoted), now=now)


def _reasons(standing: list[Lead]) -> list[Why]:
    return [lead.why for lead in standing if lead.status in HOLDS_A_SEAT]


def _welcoming_parts(store: Store, inquiry: Inquiry, reasons: list[Why]) -> Inquiry:
    """Where the need is more than any firm that is asked can make, each hears from the start that a part is welcome."""
    if inquiry.parts_welcome or not parts_are_welcome(reasons):
        return inquiry
    welcoming = welcoming_parts(inquiry, usual=store.house.seats)
    store.inquiries.save(welcoming)
    return welcoming


def _current(store: Store, candidates: list[Candidate]) -> list[Candidate]:
    """The candidates as their firms stand now: a search may be seconds old."""
    firms = store.suppliers.hold(c.supplier.id for c in candidates)
    return [replace(c, supplier=firms[c.supplier.id]) for c in candidates if c.supplier.id in firms]


def _plan(store: Store, kind: str, lead: Lead, due: datetime) -> None:
    store.inbox.add_chore(kind, {"lead": lead.id}, lane=f"inquiry:{lead.inquiry}", due=due, key=f"{kind}:{lead.id}")


def _invite(store: Store, inquiry: Inquiry, not_here: list[Candidate], *, now: datetime) -> None:
    if not_here:
        firms = tuple((c.supplier.name, store.suppliers.invite(c.supplier.id)) for c in not_here[:5])
        tell_admins(store, FirmsToInvite(inquiry.id, inquiry.product or "", firms), now=now)
