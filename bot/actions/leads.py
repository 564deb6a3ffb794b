"""What a supplier can do with a lead: look at it, pass with a reason, ask the buyer."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.actions import seating
from bot.actions.tell import tell, view_of
from bot.domain import lead as rules
from bot.domain.lead import DeclineReason, LeadStatus
from bot.domain.notice import Firm, LeadView, QuestionAsked
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.store.inquiries import Question
from bot.store.store import Store

MOST_TEXT = 2000


def look(store: Store, lead_id: int, *, by: Person) -> LeadView:
    """A lead for the one who speaks for its firm; looking at a new one marks it as seen."""
    lead, inquiry, _ = store.inquiries.lead_of(lead_id, by=by)
    if lead.status is LeadStatus.OFFERED:
        lead = replace(lead, status=LeadStatus.SEEN)
        store.inquiries.save_lead(lead)
    return view_of(store, lead, inquiry)


def every(store: Store, *, by: Person) -> list[LeadView]:
    """A firm's leads, newest first."""
    firm = store.suppliers.of_agent(by.id)
    if firm is None:
        return []
    return [
        view_of(store, lead, store.inquiries.get(lead.inquiry)) for lead in store.inquiries.leads_of_supplier(firm.id)
    ]


def decline(store: Store, lead_id: int, reason: DeclineReason, *, by: Person, now: datetime) -> LeadView:
    """The supplier passes; the seat goes to the next firm at once."""
    lead, inquiry, _ = store.inquiries.lead_of(lead_id, by=by)
    declined = rules.decline(lead, reason)
    store.inquiries.save_lead(declined)
    if inquiry.live:
        seating.plan(store, inquiry, now=now)
    return view_of(store, declined, inquiry)


def ask_buyer(store: Store, lead_id: int, text: str, *, by: Person, now: datetime) -> None:
    """The supplier asks; the buyer is told, without the supplier's contact."""
    lead, inquiry, firm = store.inquiries.lead_of(lead_id, by=by)
    if not inquiry.live:
        raise Refusal(Reason.INQUIRY_CLOSED)
    question = store.inquiries.ask(Question(0, inquiry.id, lead.id, text[:MOST_TEXT]))
    tell(store, inquiry.buyer, QuestionAsked(question.id, Firm.of(firm), inquiry, question.text), now=now)
