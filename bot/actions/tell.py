"""Posting what somebody must be told, in the same transaction in which it became true."""

from __future__ import annotations

from datetime import datetime

from bot.domain.inquiry import Inquiry
from bot.domain.lead import Lead, seats_taken
from bot.domain.notice import LeadChanged, LeadView, Notice, for_suppliers
from bot.domain.quote import QuoteStatus
from bot.store.notices import pack
from bot.store.outbox import NOTICE
from bot.store.store import Store


def tell(
    store: Store, person: int | None, notice: Notice, *, now: datetime, priority: int = NOTICE, key: str | None = None
) -> None:
    """Post a notice to a person; nobody is told where there is nobody. With a key it is said once."""
    if person is not None:
        store.outbox.post(person=person, kind="notice", payload=pack(notice), priority=priority, now=now, key=key)


def tell_admins(store: Store, notice: Notice, *, now: datetime) -> None:
    """Post a notice to every admin who has opened the bot."""
    for admin in store.people.admins():
        tell(store, admin.id, notice, now=now)


def view_of(store: Store, lead: Lead, inquiry: Inquiry) -> LeadView:
    """A lead as its supplier sees it now: no secret price, the seats left, the quote that stands, the buyer's rate."""
    taken = seats_taken(store.inquiries.leads(inquiry.id))
    standing = [
        q for q in store.inquiries.quotes_of_lead(lead.id) if q.status in (QuoteStatus.SENT, QuoteStatus.ACCEPTED)
    ]
    left, quote = max(0, inquiry.seats - taken), standing[-1] if standing else None
    return LeadView(lead, for_suppliers(inquiry), left, quote, _answers(store, inquiry))


def _answers(store: Store, inquiry: Inquiry) -> int | None:
    """How the buyer answers; once the inquiry is over it does not matter any more."""
    if not inquiry.live or inquiry.opened_at is None:
        return None
    return store.buyers.manners(inquiry.buyer, now=inquiry.opened_at).of_ten


def refresh_leads(store: Store, inquiry: Inquiry, *, now: datetime, but: int | None = None) -> None:
    """Something about the seats changed: every card of this inquiry that still matters shows it."""
    for lead in store.inquiries.leads(inquiry.id):
        if lead.id != but and lead.status in ("offered", "seen", "quoted"):
            agent = store.suppliers.get(lead.supplier).agent
            tell(store, agent, LeadChanged(view_of(store, lead, inquiry)), now=now)
