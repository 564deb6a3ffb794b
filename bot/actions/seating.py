"""Handing an inquiry to the firms that fit: chores that search, fill seats, let them lapse, close in time."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from bot.actions.finding import Finder
from bot.actions.tell import tell, tell_admins, view_of
from bot.domain import inquiry as inquiries
from bot.domain import lead as leads
from bot.domain.inquiry import Inquiry
from bot.domain.lead import HOLDS_A_SEAT, Lead, LeadStatus
from bot.domain.matching import Candidate, choose, fitting, meeting
from bot.domain.notice import (
    Asked,
    Ending,
    Firm,
    FirmsToInvite,
    InquiryExpired,
    LeadChanged,
    LeadEnded,
    LeadOffered,
    SuppliersAsked,
)
from bot.domain.outcome import Refusal
from bot.domain.quote import QuoteStatus
from bot.domain.wishes import wishes_of
from bot.store.database import Database
from bot.store.store import Store

# How many firms a search looks at for an inquiry.
LOOK_AT = 60
SEAT_TIME = timedelta(hours=24)


def plan(store: Store, inquiry: Inquiry, *, now: datetime) -> None:
    """An inquiry was sent or a seat became free: search and fill seats, as soon as a worker is free."""
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
    free = leads.seats_to_fill(inquiry, standing)
    current = meeting(_current(store, candidates), wishes_of(inquiry))
    chosen = choose(current, inquiry, seats=free, asked={lead.supplier for lead in standing})
    until = min(now + SEAT_TIME, inquiry.quotes_until or now + SEAT_TIME)
    for candidate, why in chosen:
        lead = Lead(0, inquiry.id, candidate.supplier.id, why, LeadStatus.OFFERED, offered_at=now, seat_until=until)
        lead = store.inquiries.add_lead(lead)
        notice = LeadOffered(view_of(store, lead, inquiry))
        tell(store, candidate.supplier.agent, notice, now=now, key=f"lead:{lead.id}")
        _plan_lapse(store, lead)
    if not inquiry.live:
        return
    not_here = [c for c in current if c.supplier.agent is None]
    if not standing:
        _invite(store, inquiry, not_here, now=now)
    if chosen or not standing:
        tell_buyer_who_was_asked(store, inquiry, not_here=len(not_here), now=now)


def tell_buyer_who_was_asked(store: Store, inquiry: Inquiry, *, not_here: int = 0, now: datetime) -> None:
    """The buyer's overview: who was asked and why, and how many seats are taken."""
    tell(store, inquiry.buyer, asked_view(store, inquiry, not_here=not_here), now=now)


def asked_view(store: Store, inquiry: Inquiry, *, not_here: int = 0) -> SuppliersAsked:
    """Who was asked and why, and how many seats are taken."""
    every = store.inquiries.leads(inquiry.id)
    firms = store.suppliers.many(lead.supplier for lead in every)
    asked = tuple(Asked(Firm.of(firms[lead.supplier]), lead.why) for lead in every if lead.status in HOLDS_A_SEAT)
    return SuppliersAsked(inquiry, asked, leads.seats_taken(every), not_here)


def lapse(store: Store, payload: dict[str, Any], _prepared: None, now: datetime) -> None:
    """A firm stayed silent past its time: its seat passes on."""
    lead = store.inquiries.lead(payload["lead"])
    inquiry = store.inquiries.get(lead.inquiry)
    lapsed = leads.lapse(lead, now=now)
    if lapsed == lead or not inquiry.live:
        return
    store.inquiries.save_lead(lapsed)
    agent = store.suppliers.get(lead.supplier).agent
    tell(store, agent, LeadEnded(view_of(store, lapsed, inquiry), Ending.LAPSED, quoted=False), now=now)
    plan(store, inquiry, now=now)


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


def end_leads(
    store: Store, inquiry: Inquiry, ending: Ending, *, now: datetime, keep_quoted: bool = False, but: int | None = None
) -> None:
    """The inquiry is over: every firm that holds a seat is told kindly. but: a lead that ended otherwise."""
    for lead in store.inquiries.leads(inquiry.id):
        if lead.status not in HOLDS_A_SEAT or lead.id == but:
            continue
        quoted = lead.status is LeadStatus.QUOTED
        if not quoted:
            lead = replace(lead, status=LeadStatus.WITHDRAWN)
            store.inquiries.save_lead(lead)
        agent, view = store.suppliers.get(lead.supplier).agent, view_of(store, lead, inquiry)
        tell(store, agent, LeadChanged(view), now=now)
        if not (quoted and keep_quoted):
            tell(store, agent, LeadEnded(view, ending, quoted), now=now)


def _current(store: Store, candidates: list[Candidate]) -> list[Candidate]:
    """The candidates as their firms stand now: a search may be seconds old."""
    firms = store.suppliers.many(c.supplier.id for c in candidates)
    return [replace(c, supplier=firms[c.supplier.id]) for c in candidates if c.supplier.id in firms]


def _plan_lapse(store: Store, lead: Lead) -> None:
    store.inbox.add_chore(
        "lapse", {"lead": lead.id}, lane=f"inquiry:{lead.inquiry}", due=lead.seat_until, key=f"lapse:{lead.id}"
    )


def _invite(store: Store, inquiry: Inquiry, not_here: list[Candidate], *, now: datetime) -> None:
    if not_here:
        firms = tuple((c.supplier.name, store.suppliers.invite(c.supplier.id)) for c in not_here[:5])
        tell_admins(store, FirmsToInvite(inquiry.id, inquiry.product or "", firms), now=now)
