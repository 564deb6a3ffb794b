"""Taking several quotes together: every firm gets its part, or nothing happens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime

from bot.actions import comparing, courtesy, seating, signboard
from bot.actions.quotes import agent_of, contact_of, contact_of_firm
from bot.actions.tell import tell, view_of
from bot.domain import pool as rules
from bot.domain.inquiry import Inquiry
from bot.domain.notice import Contact, Ending, LeadChanged, QuoteAccepted, QuoteView
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.domain.pool import PoolView
from bot.domain.quote import Quote
from bot.store.store import Store


@dataclass(frozen=True)
class PoolDeal:
    """What the buyer gets to see when a pool is accepted: each firm with its part and its contact."""

    inquiry: Inquiry
    members: tuple[tuple[QuoteView, Contact], ...]


def find(store: Store, inquiry: int, name: str, *, by: Person, today: date) -> PoolView | None:
    """A pool that was shown, as it stands now; None if one of its quotes has changed or a better one took its place.

    Refuses where the pool has been accepted already.
    """
    mine = store.inquiries.of_buyer(inquiry, by=by)
    if any(rules.name_of(pool.parts) == name for pool in store.inquiries.pools(inquiry)):
        raise Refusal(Reason.ALREADY_DONE)
    return next((pool for pool in comparing.pools_of(store, mine, today=today) if pool.name == name), None)


def accept(store: Store, inquiry: int, name: str, *, by: Person, now: datetime) -> PoolDeal | None:
    """All firms of a pool get their parts, or none does. None if it does not stand any more as it was shown."""
    shown = find(store, inquiry, name, by=by, today=now.date())
    if shown is None:
        return None
    mine = store.inquiries.of_buyer(inquiry, by=by)
    award = rules.accept(mine, store.inquiries.quotes(inquiry), shown.cover.parts, by=by, now=now)
    pool = store.inquiries.add_pool(award.pool)
    accepted = [replace(quote, pool=pool.id) for quote in award.accepted]
    store.inquiries.save(award.inquiry)
    store.inquiries.save_quotes([*accepted, *award.declined])
    contacts = [_tell_member(store, award.inquiry, quote, len(accepted), by=by, now=now) for quote in accepted]
    ended = {quote.lead for quote in accepted}
    seating.end_leads(store, award.inquiry, Ending.AWARDED_ELSEWHERE, now=now, but=ended)
    courtesy.plan(store, award.inquiry, now=now)
    views = comparing.views(store, award.inquiry, accepted)
    return PoolDeal(award.inquiry, tuple(zip(views, contacts, strict=True)))


def _tell_member(store: Store, inquiry: Inquiry, quote: Quote, firms: int, *, by: Person, now: datetime) -> Contact:
    """One firm hears of its own part, and of the others only how many they are."""
    firm, lead = store.suppliers.get(quote.supplier), store.inquiries.lead(quote.lead)
    signboard.plan_after_win(store, firm.id, buyer=by.id, now=now)
    contact, view = contact_of_firm(firm, agent_of(store, firm)), view_of(store, lead, inquiry)
    notice = QuoteAccepted(view, contact_of(by), ask_contact=contact.empty, firms=firms)
    tell(store, firm.agent, notice, now=now, key=f"accepted:{quote.id}")
    tell(store, firm.agent, LeadChanged(view), now=now)
    return contact
