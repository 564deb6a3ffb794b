"""How a firm's wins are spread over its buyers, and when one buyer is much of its business. For the firm's own eyes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

from bot.domain.goods import Money

# Wins are looked at so far back.
LOOK_BACK = timedelta(days=365)
# Shares, in per cent, above which a firm is told: of its largest buyer, and of its five largest together.
LEVELS = (10, 25, 30)
LARGEST, FIVE_LARGEST = 1, 5
# Above this share with its largest buyer a firm is handed the inquiries of others first.
LEANS_ABOVE = 25
# The least number of wins from which on that can be said: see `_passed`.
WINS_TO_LEAN = 8
# How many leads more or less a firm that leans on one buyer counts as owed, among those that fit alike.
OTHERS_FIRST, ANOTHER_COUNTRY = 2.0, 1.0
# A buyer is told once that all its orders are with one firm, from so many orders on.
ORDERS_WITH_ONE_FIRM = 5


@dataclass(frozen=True)
class Sale:
    """A quote that was accepted. country: where the goods go (ISO 3166-1 alpha-2); worth: its total, where known."""

    buyer: int
    country: str | None = None
    worth: Money | None = None


@dataclass(frozen=True)
class Spread:
    """Shares (0 to 1) of all wins: of the largest buyer, of the five largest together, of each country, largest first.

    by_value: they are shares of the quoted value; else of the number of wins, because not every value can be compared.
    """

    wins: int
    buyers: int
    main_buyer: int
    largest: Fraction
    five: Fraction
    countries: tuple[tuple[str | None, Fraction], ...]
    by_value: bool


@dataclass(frozen=True)
class Level:
    """A share that was passed: more than `percent` of everything is with so many buyers (1 or 5)."""

    buyers: int
    percent: int

    @property
    def name(self) -> str:
        """By which it is remembered that the firm was told."""
        return f"depends_{self.buyers}_{self.percent}"


@dataclass(frozen=True)
class Leaning:
    """A firm leans on this buyer, and most of what it sells goes to this country."""

    buyer: int
    country: str | None


Exchange = Callable[[Money, str], Decimal | None]


def same_currency(money: Money, currency: str) -> Decimal | None:
    """The exchange where no rates are known: amounts of one currency only."""
    return money.amount if money.currency == currency else None


def spread(sales: Sequence[Sale], *, exchange: Exchange = same_currency) -> Spread | None:
    """How these wins are spread; None where there are none."""
    if not sales:
        return None
    values = _values(sales, exchange)
    weights = values or [Fraction(1)] * len(sales)
    total = sum(weights, Fraction(0))
    buyers: defaultdict[int, Fraction] = defaultdict(Fraction)
    countries: defaultdict[str | None, Fraction] = defaultdict(Fraction)
    for sale, weight in zip(sales, weights, strict=True):
        buyers[sale.buyer] += weight / total
        countries[sale.country] += weight / total
    order = sorted(buyers.items(), key=lambda one: (-one[1], one[0]))
    shares = [share for _, share in order]
    return Spread(
        len(sales),
        len(buyers),
        order[0][0],
        shares[0],
        sum(shares[:FIVE_LARGEST], Fraction(0)),
        tuple(sorted(countries.items(), key=lambda one: (-one[1], one[0] or "~"))),
        by_value=values is not None,
    )


def _values(sales: Sequence[Sale], exchange: Exchange) -> list[Fraction] | None:
    """What each win is worth in one currency; None unless all are known and can be compared."""
    known = [sale.worth for sale in sales if sale.worth is not None]
    if len(known) < len(sales):
        return None
    amounts = [exchange(worth, known[0].currency) for worth in known]
    values = [Fraction(amount) for amount in amounts if amount is not None and amount > 0]
    return values if len(values) == len(sales) else None


def levels(spread: Spread) -> tuple[Level, ...]:
    """The levels that are passed, the weightiest first."""
    shares = ((LARGEST, spread.largest), (FIVE_LARGEST, spread.five))
    every = [
        Level(of, percent) for of, share in shares for percent in LEVELS if _passed(spread.wins, of, share, percent)
    ]
    return tuple(sorted(every, key=lambda level: (level.buyers, -level.percent)))


def _passed(wins: int, buyers: int, share: Fraction, percent: int) -> bool:
    """Only from so many wins on that equal buyers would have half of it: 20 wins for 10 %, 8 for 25 %, 7 for 30 %.

    With fewer, a firm with nothing but different buyers would be told that it depends on them. Five buyers need five
    times as many wins.
    """
    return share * 100 > percent and wins * percent >= 200 * buyers


def newly_passed(spread: Spread, told: Collection[str]) -> tuple[Level, ...]:
    """The levels that are passed and that the firm was not told of, the weightiest first."""
    return tuple(level for level in levels(spread) if level.name not in told)


def leaning(spread: Spread) -> Leaning | None:
    """On whom the firm leans, if one buyer has more than LEANS_ABOVE per cent."""
    if not _passed(spread.wins, LARGEST, spread.largest, LEANS_ABOVE):
        return None
    return Leaning(spread.main_buyer, spread.countries[0][0])


def owed(leaning: Leaning | None, *, buyer: int, country: str | None) -> float:
    """How many leads more (or fewer) the firm counts as owed for this buyer's inquiry, which goes to this country.

    It gets no more leads for that in the end, since its debt falls with each: only others than it would have got.
    """
    if leaning is None:
        return 0.0
    if leaning.buyer == buyer:
        return -OTHERS_FIRST
    elsewhere = country is not None and country != leaning.country
    return OTHERS_FIRST + (ANOTHER_COUNTRY if elsewhere else 0.0)
