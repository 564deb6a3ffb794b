"""Exchange rates of one day, and what they make of a price. A conversion stands beside a price, never in its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from bot.domain.goods import Money

# As many digits of a conversion are shown; more would promise what a rate of one day cannot keep.
DIGITS = 5


@dataclass(frozen=True)
class Rates:
    """How much of each currency (ISO 4217) one euro was worth on a day."""

    day: date
    per_euro: Mapping[str, Decimal]

    def knows(self, currency: str) -> bool:
        """Is there a rate for it?"""
        return currency == "EUR" or currency in self.per_euro

    def exchange(self, money: Money, currency: str) -> Decimal | None:
        """The amount in another currency, unrounded; the same amount in the same one; None where there is no rate."""
        if money.currency == currency:
            return money.amount
        if not (self.knows(money.currency) and self.knows(currency)):
            return None
        return money.amount / self._rate(money.currency) * self._rate(currency)

    def _rate(self, currency: str) -> Decimal:
        return Decimal(1) if currency == "EUR" else self.per_euro[currency]


@dataclass(frozen=True)
class Beside:
    """What stands beside a price in the reader's currency. price and total: None where there is no rate.

    day: of the rates.
    """

    currency: str
    day: date
    price: Money | None = None
    total: Money | None = None


def beside(rates: Rates, price: Money | None, total: Money | None, currency: str | None) -> Beside | None:
    """The conversion of a price and its total; None where the price is in that currency already, or none is known."""
    if currency is None or price is None or price.currency == currency or not rates.knows(currency):
        return None
    amounts = [None if money is None else rates.exchange(money, currency) for money in (price, total)]
    shown = [None if amount is None else Money(shortened(amount), currency) for amount in amounts]
    return Beside(currency, rates.day, *shown)


def shortened(amount: Decimal) -> Decimal:
    """With DIGITS digits; from a thousand on without decimals."""
    if not amount:
        return amount
    decimals = max(0, DIGITS - 1 - amount.adjusted())
    return amount.quantize(Decimal(1).scaleb(-decimals if decimals != 1 else 0))
