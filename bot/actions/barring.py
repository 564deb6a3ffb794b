"""Who shall not meet again: a firm bars a buyer, a buyer reports a firm."""

from __future__ import annotations

from datetime import datetime

from bot.actions import leads, seating
from bot.actions.tell import tell_admins, view_of
from bot.domain.bar import Bar, BarredBy, ReportReason
from bot.domain.inquiry import Inquiry
from bot.domain.lead import WAITING, DeclineReason
from bot.domain.notice import Firm, FirmReported, LeadView
from bot.domain.people import Person
from bot.store.store import Store


def bar_buyer(store: Store, lead_id: int, *, by: Person, now: datetime) -> LeadView:
    """The firm wants nothing more from the buyer of this lead. The buyer is not told; the seat passes on."""
    lead, inquiry, firm = store.inquiries.lead_of(lead_id, by=by)
    store.books.bar(Bar(firm.id, inquiry.buyer, BarredBy.SUPPLIER, DeclineReason.SUSPICIOUS, now))
    if lead.status in WAITING and inquiry.live:
        return leads.decline(store, lead_id, DeclineReason.SUSPICIOUS, by=by, now=now)
    return view_of(store, lead, inquiry)


def unbar_buyer(store: Store, lead_id: int, *, by: Person) -> None:
    """The firm takes it back."""
    _, inquiry, firm = store.inquiries.lead_of(lead_id, by=by)
    store.books.unbar(firm.id, inquiry.buyer, by=BarredBy.SUPPLIER)


def reportable(store: Store, inquiry_id: int, *, by: Person) -> tuple[Inquiry, list[tuple[int, Firm]]]:
    """The firms that a buyer's inquiry was handed to, each with its lead."""
    inquiry = store.inquiries.of_buyer(inquiry_id, by=by)
    every = store.inquiries.leads(inquiry.id)
    firms = store.suppliers.many(lead.supplier for lead in every)
    return inquiry, [(lead.id, Firm.of(firms[lead.supplier])) for lead in every]


def firm_of(store: Store, lead_id: int, *, by: Person) -> Firm:
    """The firm of a lead, for the buyer whose inquiry it is."""
    lead = store.inquiries.lead(lead_id)
    store.inquiries.of_buyer(lead.inquiry, by=by)
    return Firm.of(store.suppliers.get(lead.supplier))


def report(store: Store, lead_id: int, reason: ReportReason, *, by: Person, now: datetime) -> Firm:
    """The buyer says what is wrong with a firm: the admins are told, and it gets no more inquiries of this buyer."""
    firm = firm_of(store, lead_id, by=by)
    if store.books.bar(Bar(firm.id, by.id, BarredBy.BUYER, reason, now)):
        lead = store.inquiries.lead(lead_id)
        inquiry = store.inquiries.of_buyer(lead.inquiry, by=by)
        tell_admins(store, FirmReported(firm, inquiry.id, reason), now=now)
        if inquiry.live:
            seating.withdraw(store, lead, inquiry, now=now)
    return firm
