"""A word to the firms that were not chosen: asked of the buyer once, told to each firm once, noted where none came."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from bot.actions import comparing
from bot.actions.tell import tell, view_of
from bot.domain import courtesy as rules
from bot.domain.courtesy import Band, Manners
from bot.domain.inquiry import Inquiry
from bot.domain.notice import Firm, QuoteLost, QuoteView, ReasonsAsked
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.domain.quote import LossReason, Quote, QuoteStatus
from bot.store.store import Store


def plan(store: Store, inquiry: Inquiry, *, now: datetime) -> None:
    """An inquiry is over: if firms wait for a word, the buyer is reminded once; later it is noted that none came."""
    if rules.owed(inquiry, store.inquiries.quotes(inquiry.id)):
        for kind, due in (("reasons", now + rules.REMIND_AFTER), ("reasons_end", now + rules.ENDS_AFTER)):
            key = f"{kind}:{inquiry.id}"
            store.inbox.add_chore(kind, {"inquiry": inquiry.id}, lane=f"inquiry:{inquiry.id}", due=due, key=key)


def remind(store: Store, payload: dict[str, Any], _prepared: None, now: datetime) -> None:
    """Not a word was said so far: the buyer is asked once more."""
    inquiry = store.inquiries.get(payload["inquiry"])
    passed_over = rules.beside(inquiry, store.inquiries.quotes(inquiry.id))
    if passed_over and all(q.loss_reason is None for q in passed_over):
        tell(store, inquiry.buyer, asked(store, inquiry), now=now, key=f"reasons:{inquiry.id}")


def end(store: Store, payload: dict[str, Any], _prepared: None, now: datetime) -> None:
    """The time for a word is over: firms that still wait hear that the buyer gave no reason."""
    _say_nothing(store, store.inquiries.get(payload["inquiry"]), now=now)


def asked(store: Store, inquiry: Inquiry) -> ReasonsAsked:
    """The quotes of an inquiry that were not chosen, each with what was said of it."""
    quotes = rules.beside(inquiry, store.inquiries.quotes(inquiry.id))
    firms = store.suppliers.many(q.supplier for q in quotes)
    return ReasonsAsked(inquiry, tuple(QuoteView(q, inquiry, Firm.of(firms[q.supplier])) for q in quotes))


def after(store: Store, inquiry: Inquiry) -> ReasonsAsked | None:
    """What to ask a buyer who has just decided; None where no firm waits for a word."""
    return asked(store, inquiry) if rules.owed(inquiry, store.inquiries.quotes(inquiry.id)) else None


def look(store: Store, inquiry: int, *, by: Person) -> ReasonsAsked:
    """The buyer wants to say why not."""
    found = asked(store, store.inquiries.of_buyer(inquiry, by=by))
    if not found.views:
        raise Refusal(Reason.ALREADY_DONE)
    return found


def give(store: Store, quote_id: int, reason: LossReason, *, by: Person, now: datetime) -> ReasonsAsked:
    """The buyer says why not; the firm is told."""
    quote, inquiry = store.inquiries.quote_of_buyer(quote_id, by=by)
    said = rules.give_reason(inquiry, quote, reason, now=now)
    store.inquiries.save_quote(said)
    _tell(store, inquiry, said, late=quote.loss_reason is LossReason.UNSAID, now=now)
    return asked(store, inquiry)


def skip(store: Store, inquiry: int, *, by: Person, now: datetime) -> ReasonsAsked:
    """The buyer does not want to say."""
    found = store.inquiries.of_buyer(inquiry, by=by)
    _say_nothing(store, found, now=now)
    return asked(store, found)


def _say_nothing(store: Store, inquiry: Inquiry, *, now: datetime) -> None:
    for quote in rules.owed(inquiry, store.inquiries.quotes(inquiry.id)):
        unsaid = rules.say_nothing(quote)
        store.inquiries.save_quote(unsaid)
        _tell(store, inquiry, unsaid, late=False, now=now)


def _tell(store: Store, inquiry: Inquiry, quote: Quote, *, late: bool, now: datetime) -> None:
    """Once; a reason that comes late is told as well, but the band is not told again.

    That prices were converted is not said: it would tell in which currency the chosen one was.
    """
    assert quote.loss_reason is not None
    agent, lead = store.suppliers.get(quote.supplier).agent, store.inquiries.lead(quote.lead)
    band = None if late else _band(store, inquiry, quote)
    notice = QuoteLost(view_of(store, lead, inquiry), quote.loss_reason, band, late)
    tell(store, agent, notice, now=now, key=f"lost:{quote.id}:{'late' if late else 'once'}")


def _band(store: Store, inquiry: Inquiry, quote: Quote) -> Band | None:
    chosen = [q for q in store.inquiries.quotes(inquiry.id) if q.status is QuoteStatus.ACCEPTED]
    if quote.unit_price is None or not rules.is_comparable(quote, chosen):
        return None
    newest, currency = comparing.rates(store), quote.unit_price.currency
    prices = {q.id: newest.exchange(q.unit_price, currency) if q.unit_price else None for q in chosen}
    price = rules.price_of(inquiry, chosen, prices)
    return None if price is None else rules.band(quote.unit_price, price)


def manners_of(store: Store, buyer: Person, *, now: datetime) -> Manners:
    """How this buyer answers."""
    return store.buyers.manners(buyer.id, now=now)


def first(store: Store, *, by: Person, now: datetime) -> ReasonsAsked | None:
    """What has to be answered before another inquiry goes out."""
    waiting = still_silent(store, by=by, now=now) if manners_of(store, by, now=now).fishing else None
    return None if waiting is None else look(store, waiting, by=by)


def still_silent(store: Store, *, by: Person, now: datetime) -> int | None:
    """The newest inquiry of theirs of which firms heard no word."""
    return store.buyers.newest_silent(by.id, now=now)


def silent_buyers(store: Store, *, now: datetime) -> list[tuple[Person, Manners]]:
    """For admins: the buyers who never answer."""
    return [(store.people.get(buyer), manners) for buyer, manners in store.buyers.silent(now=now)]
