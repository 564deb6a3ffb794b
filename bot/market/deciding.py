"""What a buyer makes of the quotes: the best whole one, or the cheapest pool that fills the order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.domain.goods import Quantity, Unit
from bot.domain.pooling import Aim, Offer, covers
from bot.market.firms import Firms
from bot.market.inquiries import Occasion

# A usual order is a thousand pieces; they are sold by the fifty.
USUAL, LOT = 1_000, 50


@dataclass(frozen=True)
class Quote:
    """at: the firm's position among those found. amount: how much it can make, in usual orders."""

    at: int
    firm: int
    amount: float


@dataclass(frozen=True)
class Best:
    """The best that a buyer can have. parts: from which firm how much."""

    value: float = 0.0
    fit: float = 0.0
    parts: tuple[tuple[int, float], ...] = ()


NOTHING = Best()


def decide(found: Occasion, quotes: Sequence[Quote], firms: Firms, bother: float) -> Best:
    """The best whole quote, or the cheapest pool where that is better. A part alone is not what the buyer needs."""
    best = NOTHING
    for q in quotes:
        if q.amount >= found.quantity:
            value = worth_to_buyer(found, q, firms)
            if value > best.value:
                best = Best(value, float(found.fit[q.at]), ((q.firm, found.quantity),))
    if len(quotes) > 1 and any(q.amount < found.quantity for q in quotes):
        pool = _pool(found, quotes, firms, bother)
        best = max(best, pool, key=lambda b: b.value)
    return best


def worth_to_buyer(found: Occasion, quote: Quote, firms: Firms) -> float:
    """Of 1 at best, for perfect goods at the usual price: how well they fit, how good they are, what they cost."""
    quality = 0.6 + 0.4 * float(firms.quality[quote.firm])
    dearer = math.pow(float(found.price[quote.at]), found.thrift)
    return float(found.fit[quote.at]) * quality / dearer


def _pool(found: Occasion, quotes: Sequence[Quote], firms: Firms, bother: float) -> Best:
    need = _pieces(found.quantity)
    offers = [
        Offer(n, some, moq=_pieces(float(firms.moq[q.firm])), lot=Quantity(Decimal(LOT), Unit.PIECE), price=price)
        for n, q in enumerate(quotes)
        if (some := _pieces(min(q.amount, found.quantity), down=True)).amount > 0
        for price in (Decimal(round(100 * float(found.price[q.at]))),)
    ]
    for cover in covers(need, offers):
        if Aim.CHEAPEST in cover.aims:
            parts = [(quotes[p.quote], float(p.quantity.amount) / USUAL) for p in cover.parts]
            whole = sum(amount for _, amount in parts)
            value = sum(worth_to_buyer(found, q, firms) * amount for q, amount in parts) / whole
            fit = sum(float(found.fit[q.at]) * amount for q, amount in parts) / whole
            return Best((1 - bother) * value, fit, tuple((q.firm, amount) for q, amount in parts))
    return NOTHING


def _pieces(amount: float, *, down: bool = False) -> Quantity:
    lots = amount * USUAL / LOT
    return Quantity(Decimal((int(lots) if down else max(1, -int(-lots // 1))) * LOT), Unit.PIECE)
