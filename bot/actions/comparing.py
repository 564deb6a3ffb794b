"""Comparing quotes: conversions beside prices, and the pools in which quotes for parts fill the whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal

from bot import rates as sources
from bot.domain import pool as rules
from bot.domain.inquiry import Inquiry
from bot.domain.notice import Firm, QuoteView
from bot.domain.pool import PoolView
from bot.domain.pooling import Cover, covers
from bot.domain.quote import Quote, QuoteStatus
from bot.domain.rates import Rates, beside
from bot.store.store import Store

# Prices are weighed with so many digits; the rates themselves have six.
WEIGHED = Decimal("0.00000001")
STANDING = (QuoteStatus.SENT, QuoteStatus.ACCEPTED)


def rates(store: Store) -> Rates:
    """The newest rates that are known: those that were fetched, or those that came with us."""
    fetched, bundled = store.rates.newest(), sources.bundled()
    return fetched if fetched is not None and fetched.day > bundled.day else bundled


def currency_of(inquiry: Inquiry) -> str | None:
    """The buyer's currency: that of the target price, else that of the country where the goods go."""
    if inquiry.target_price is not None:
        return inquiry.target_price.currency
    return sources.currency_of(inquiry.destination.country) if inquiry.destination else None


def views(store: Store, inquiry: Inquiry, quotes: Sequence[Quote]) -> list[QuoteView]:
    """Quotes as the buyer sees them: each with its firm, and its price in the buyer's currency beside it."""
    firms = store.suppliers.many(q.supplier for q in quotes)
    currency, newest = currency_of(inquiry), rates(store)
    return [
        QuoteView(
            q,
            inquiry,
            Firm.of(firms[q.supplier]),
            beside(newest, q.unit_price, q.total(inquiry.quantity), currency),
        )
        for q in quotes
    ]


def quotes_of(store: Store, inquiry: Inquiry) -> list[QuoteView]:
    """The quotes that stand, in the order in which they came."""
    return views(store, inquiry, [q for q in store.inquiries.quotes(inquiry.id) if q.status in STANDING])


def pools_of(store: Store, inquiry: Inquiry, *, today: date) -> list[PoolView]:
    """The best pools that the waiting quotes make."""
    every = store.inquiries.quotes(inquiry.id)
    need = rules.open_need(inquiry, every)
    waiting = [q for q in every if q.status is QuoteStatus.SENT and q.unit_price]
    if need is None or len(waiting) < 2:
        return []
    known, newest = {v.quote.id: v for v in views(store, inquiry, waiting)}, rates(store)
    currency = compared_in(waiting, currency_of(inquiry), newest)
    sizes = {v.quote.supplier: v.firm.size for v in known.values()}
    prices = _prices(waiting, currency, newest)
    found = covers(need, rules.offers(inquiry, every, prices=prices, sizes=sizes, today=today))
    return [_view(cover, known, currency, newest) for cover in found]


def compared_in(quotes: Iterable[Quote], buyers: str | None, newest: Rates) -> str:
    """The currency in which prices are compared: their own if it is one, else the buyer's, else the most usual one."""
    used = Counter(q.unit_price.currency for q in quotes if q.unit_price)
    if len(used) == 1:
        return next(iter(used))
    known = [currency for currency, _ in used.most_common() if newest.knows(currency)]
    return buyers if buyers is not None and newest.knows(buyers) else next(iter(known), "EUR")


def _prices(quotes: Iterable[Quote], currency: str, newest: Rates) -> dict[int, Decimal]:
    exchanged = {q.id: newest.exchange(q.unit_price, currency) for q in quotes if q.unit_price}
    converted = {q.id: q.unit_price.currency != currency for q in quotes if q.unit_price}
    return {
        quote: amount.quantize(WEIGHED) if converted[quote] else amount
        for quote, amount in exchanged.items()
        if amount is not None
    }


def _view(cover: Cover, known: dict[int, QuoteView], currency: str, newest: Rates) -> PoolView:
    members = tuple(known[part.quote] for part in cover.parts)
    foreign = any(v.quote.unit_price and v.quote.unit_price.currency != currency for v in members)
    return PoolView(cover, members, currency, newest.day if foreign else None)
