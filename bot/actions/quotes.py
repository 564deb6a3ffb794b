"""Quotes: a supplier makes, sends and revises one; the buyer accepts one, and contacts change hands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from bot.actions import comparing, courtesy, portions, reading, seating, signboard
from bot.actions.tell import refresh_leads, tell, view_of
from bot.domain import lead as leads
from bot.domain import quote as rules
from bot.domain.goods import Attachment
from bot.domain.inquiry import Inquiry, InquiryStatus
from bot.domain.lead import LeadStatus
from bot.domain.milestones import Milestone
from bot.domain.notice import Contact, ContactGiven, Ending, LeadChanged, QuoteAccepted, QuoteArrived, QuoteView
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.domain.pool import PoolView
from bot.domain.quote import Quote, QuoteStatus, Term
from bot.domain.supplier import Supplier
from bot.store.store import Store

# What each term of a quote is called in a quote's fields.
FIELDS = {
    Term.UNIT_PRICE: "unit_price",
    Term.QUANTITY: "quantity",
    Term.LOT: "lot",
    Term.MOQ: "moq",
    Term.LEAD_TIME: "lead_time_days",
    Term.INCOTERM: "incoterm",
    Term.PLACE: "place",
    Term.VALID_UNTIL: "valid_until",
    Term.NOTE: "note",
    Term.PHOTO: "attachments",
}


def begin(store: Store, lead_id: int, *, by: Person) -> tuple[Quote, Inquiry]:
    """A supplier wants to quote: go on with the draft, or begin one, from the quote that stands if there is one."""
    lead, inquiry, firm = store.inquiries.lead_of(lead_id, by=by)
    leads.may_quote(inquiry, lead, store.inquiries.leads(inquiry.id))
    every = store.inquiries.quotes_of_lead(lead.id)
    if every and every[-1].status is QuoteStatus.DRAFT:
        return every[-1], inquiry
    if every:
        anew = replace(every[-1], sent_at=None, decided_at=None, awarded=None, pool=None)
        draft = replace(anew, revision=anew.revision + 1, status=QuoteStatus.DRAFT, done=frozenset(Term))
    else:
        draft = Quote(0, inquiry.id, lead.id, firm.id)
    return store.inquiries.add_quote(draft), inquiry


def draft(store: Store, quote: int, *, by: Person) -> tuple[Quote, Inquiry]:
    """A draft of the supplier's own; refuses one that has been sent already."""
    found, _, inquiry = store.inquiries.quote_of_supplier(quote, by=by)
    if found.status is not QuoteStatus.DRAFT:
        raise Refusal(Reason.ALREADY_DONE)
    return found, inquiry


def answer(
    store: Store, quote: Quote, inquiry: Inquiry, term: Term, text: str, *, by: Person, today: date
) -> tuple[Quote, tuple[Term, ...]]:
    """An answer to the question about one term; what it says of terms that were not asked yet is taken as well.

    Returns the quote and the terms that were filled; none if the answer was not understood.
    """
    values = reading.term(term, text, inquiry=inquiry, today=today, language=by.language or by.client_language)
    return fill(store, quote, values)


def fill(store: Store, quote: Quote, values: dict[str, Any]) -> tuple[Quote, tuple[Term, ...]]:
    """Take values into a draft."""
    filled = tuple(t for t in Term if FIELDS[t] in values)
    if not filled:
        return quote, ()
    changed = replace(quote, **values, done=quote.done | set(filled))
    store.inquiries.save_quote(changed)
    return changed, filled


def choose(store: Store, quote: Quote, term: Term, value: str, *, today: date) -> tuple[Quote, tuple[Term, ...]]:
    """An answer by button: one of the values that were offered."""
    if term is Term.LOT or (term is Term.QUANTITY and value == "all"):
        changed = portions.chosen_step(quote, value) if term is Term.LOT else _all_of_it(quote)
        store.inquiries.save_quote(changed)
        return changed, (term,)
    return fill(store, quote, reading.chosen_term(term, value, today=today))


def _all_of_it(quote: Quote) -> Quote:
    return replace(quote, quantity=None, lot=None, done=quote.done | {Term.QUANTITY})


def attach(store: Store, quote: Quote, files: tuple[Attachment, ...]) -> Quote:
    """A photo or file for the buyer."""
    changed = replace(quote, attachments=(*quote.attachments, *files)[:10], done=quote.done | {Term.PHOTO})
    store.inquiries.save_quote(changed)
    return changed


def skip(store: Store, quote: Quote, term: Term) -> Quote:
    """The supplier will not say; a value that stood there is taken out."""
    if term is Term.UNIT_PRICE:
        raise Refusal(Reason.PRICE_MISSING)
    empty: Any = () if term is Term.PHOTO else None
    changed = replace(quote, **{FIELDS[term]: empty}, done=quote.done | {term})
    store.inquiries.save_quote(changed)
    return changed


def finish(store: Store, quote: Quote) -> Quote:
    """Nothing more to say: every term that is still open stays unsaid."""
    if quote.unit_price is None:
        raise Refusal(Reason.PRICE_MISSING)
    changed = replace(quote, done=frozenset(Term))
    store.inquiries.save_quote(changed)
    return changed


def drop(store: Store, quote: int, *, by: Person) -> None:
    """Throw a draft away; a quote that was sent before stands."""
    store.inquiries.drop_quote(draft(store, quote, by=by)[0].id)


def send(store: Store, quote_id: int, *, by: Person, now: datetime) -> tuple[Quote, Inquiry]:
    """Send it to the buyer. A first quote takes its seat; a revision takes the place of the one before."""
    quote, lead, inquiry = store.inquiries.quote_of_supplier(quote_id, by=by)
    leads.may_quote(inquiry, lead, store.inquiries.leads(inquiry.id))
    sent = rules.send(quote, now=now)
    for old in store.inquiries.quotes_of_lead(lead.id):
        if old.status is QuoteStatus.SENT:
            store.inquiries.save_quote(replace(old, status=QuoteStatus.REVISED))
    store.inquiries.save_quote(sent)
    if lead.status is not LeadStatus.QUOTED:
        store.inquiries.save_lead(replace(lead, status=LeadStatus.QUOTED))
        signboard.plan_first(store, sent.supplier, Milestone.FIRST_QUOTE, now=now)
        inquiry = seating.fill_up(store, inquiry, now=now)
    others = sum(q.status is QuoteStatus.SENT for q in store.inquiries.quotes(inquiry.id)) - 1
    (view,) = comparing.views(store, inquiry, [sent])
    pools = any(sent.id in [p.quote for p in pool.cover.parts] for pool in _pools(store, inquiry, now))
    tell(store, inquiry.buyer, QuoteArrived(view, others, pools), now=now, key=f"quote:{sent.id}")
    seating.tell_buyer_who_was_asked(store, inquiry, now=now)
    refresh_leads(store, inquiry, now=now)
    return sent, inquiry


def _pools(store: Store, inquiry: Inquiry, now: datetime) -> list[PoolView]:
    return comparing.pools_of(store, inquiry, today=now.date())


def seen_by_buyer(store: Store, quote: int, *, by: Person) -> QuoteView:
    """A quote for the buyer who asked for it."""
    found, inquiry = store.inquiries.quote_of_buyer(quote, by=by)
    return comparing.views(store, inquiry, [found])[0]


@dataclass(frozen=True)
class Deal:
    """What the buyer gets to see when a quote is accepted."""

    view: QuoteView
    contact: Contact


def accept(store: Store, quote_id: int, *, by: Person, now: datetime) -> Deal:
    """The buyer takes a quote: both sides get each other's contact, all others are told."""
    _, inquiry = store.inquiries.quote_of_buyer(quote_id, by=by)
    award = rules.accept(inquiry, store.inquiries.quotes(inquiry.id), quote_id, by=by, now=now)
    store.inquiries.save(award.inquiry)
    store.inquiries.save_quotes([award.accepted, *award.declined])
    firm = store.suppliers.get(award.accepted.supplier)
    signboard.plan_after_win(store, firm.id, buyer=by.id, now=now)
    lead = store.inquiries.lead(award.accepted.lead)
    contact = contact_of_firm(firm, agent_of(store, firm))
    notice = QuoteAccepted(view_of(store, lead, award.inquiry), contact_of(by), ask_contact=contact.empty)
    tell(store, firm.agent, notice, now=now, key=f"accepted:{quote_id}")
    if award.inquiry.status is InquiryStatus.AWARDED:
        seating.end_leads(store, award.inquiry, Ending.AWARDED_ELSEWHERE, now=now, but={lead.id})
    tell(store, firm.agent, LeadChanged(view_of(store, lead, award.inquiry)), now=now)
    courtesy.plan(store, award.inquiry, now=now)
    return Deal(comparing.views(store, award.inquiry, [award.accepted])[0], contact)


def contact_of(person: Person) -> Contact:
    """A person's contact details, for the other side of a deal."""
    return Contact(person.name, username=person.username, phone=person.phone)


def contact_of_firm(firm: Supplier, agent: Person | None) -> Contact:
    """A firm's contact details, for the other side of a deal."""
    return Contact(
        firm.name,
        username=agent.username if agent else None,
        phone=(agent.phone if agent else None) or firm.phone,
        email=firm.email,
        website=firm.website,
    )


def pass_contact_on(store: Store, *, by: Person, now: datetime) -> int:
    """Somebody shared their number: the other sides of their deals, who had none, get it. Returns how many."""
    told = 0
    firm = store.suppliers.of_agent(by.id)
    for quote, inquiry in store.inquiries.deals_of(by.id, firm.id if firm else None):
        if inquiry.buyer == by.id:
            tell(store, store.suppliers.get(quote.supplier).agent, ContactGiven(inquiry, contact_of(by)), now=now)
        elif firm is not None:
            tell(store, inquiry.buyer, ContactGiven(inquiry, contact_of_firm(firm, by)), now=now)
        told += 1
    return told


def agent_of(store: Store, firm: Supplier) -> Person | None:
    """The person who speaks for a firm."""
    return None if firm.agent is None else store.people.get(firm.agent)
