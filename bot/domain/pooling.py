"""Pools: several firms that fill one order together, and the best ways in which they can.

A cover takes from each firm nothing, or a part between its minimum and what it offers, in whole steps; the parts make
the need exactly, or, where the steps do not allow that, the least that is possible above it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor, gcd

from bot.domain.filling import MOST_STEPS as FULL_STEPS
from bot.domain.filling import Filling, Lot, fewest, fill, most_counted, reachable
from bot.domain.goods import MEASURES, Quantity, Unit
from bot.domain.supplier import Size

MOST_OFFERS = 30
# Amounts are counted in at most so many steps. A need of more steps is counted in coarser ones that still divide it.
MOST_STEPS = 1 << 14
# What the number of firms decides already is searched less long for the cheapest.
STEPS_FOR_TIES = 2_000
SMALL = frozenset({Size.MICRO, Size.SMALL})


class Aim(StrEnum):
    """What a cover is the best at, in the order in which covers are shown."""

    CHEAPEST = "cheapest"
    FEWEST = "fewest"
    FASTEST = "fastest"
    SMALLEST = "smallest"


@dataclass(frozen=True)
class Offer:
    """What a quote lets a pool take: at most `quantity`, at least `moq`, in steps of `lot` (None: any).

    price: for one of the unit that is needed, in the one currency of the comparison; None where there is no rate.
    """

    quote: int
    quantity: Quantity
    moq: Quantity | None = None
    lot: Quantity | None = None
    price: Decimal | None = None
    lead_time_days: int | None = None
    size: Size | None = None


@dataclass(frozen=True)
class Part:
    """How much a quote gives to a pool, in the unit that is needed."""

    quote: int
    quantity: Quantity


@dataclass(frozen=True)
class Cover:
    """A way to fill the need.

    aims: what it is the best at. parts: in the order of the quotes' ids. total: in the currency of the comparison, None
    where a part has no price in it. lead_time_days: the longest one, None where one is unknown. over: how much more
    than is needed. proven: False where the search ended early and a better one may exist.
    """

    aims: tuple[Aim, ...]
    parts: tuple[Part, ...]
    total: Decimal | None
    lead_time_days: int | None
    over: Quantity
    proven: bool = True

    @property
    def quantity(self) -> Quantity:
        """All parts together."""
        unit = self.over.unit
        return Quantity(sum((p.quantity.amount for p in self.parts), Decimal(0)), unit)

    @property
    def price(self) -> Decimal | None:
        """The blended price of one unit, to the digit to which division is carried (28)."""
        return None if self.total is None else self.total / self.quantity.amount


def covers(need: Quantity, offers: Sequence[Offer]) -> tuple[Cover, ...]:
    """The best pools of two firms or more, at most one for each aim; a cover that is best at several comes once.

    Ties: the cheaper one, then the one with fewer firms, then the one that takes more from the cheapest firm (of
    equally cheap ones from the earlier quote), then from the next. Beyond MOST_OFFERS the earliest quotes count.
    """
    board = _board(need, sorted(offers, key=lambda o: o.quote)[:MOST_OFFERS])
    if board is None:
        return ()
    found: dict[tuple[Part, ...], Cover] = {}
    for aim in Aim:
        cover = board.best(aim)
        if cover is not None and len(cover.parts) > 1:
            known = found.setdefault(cover.parts, replace(cover, aims=(), proven=True))
            both = known.proven and cover.proven
            found[cover.parts] = replace(known, aims=(*known.aims, aim), proven=both)
    return tuple(found.values())


@dataclass(frozen=True)
class _Board:
    """The offers counted in whole steps, cheapest first. target: the steps to reach; one: how much a step is."""

    offers: tuple[Offer, ...]
    lots: tuple[Lot, ...]
    target: int
    need: Quantity
    one: Fraction

    def best(self, aim: Aim) -> Cover | None:
        """The best cover for one aim."""
        if aim is Aim.CHEAPEST:
            cover = self._filled(lambda _: True)
            return cover if cover and cover.total is not None else None
        if aim is Aim.FEWEST:
            return self._filled(lambda _: True, lambda _: True, fewest(self.lots, self.target) or 0)
        if aim is Aim.FASTEST:
            longest = self._shortest_time()
            return None if longest is None else self._filled(lambda o: _within(o, longest))
        counted = tuple(replace(lot, counts=_is_small(o)) for o, lot in zip(self.offers, self.lots, strict=True))
        most = most_counted(counted, self.target)
        return self._filled(lambda _: True, _is_small, most) if most else None

    def _filled(
        self, among: Callable[[Offer], bool], counts: Callable[[Offer], bool] = lambda _: False, count: int = 0
    ) -> Cover | None:
        """The cheapest cover among these offers, with so many of those that count."""
        chosen = [
            (o, replace(lot, counts=counts(o))) for o, lot in zip(self.offers, self.lots, strict=True) if among(o)
        ]
        steps = STEPS_FOR_TIES if count else FULL_STEPS
        filling = fill([lot for _, lot in chosen], self.target, count=count, steps=steps)
        return None if filling is None else self._cover([o for o, _ in chosen], filling)

    def _shortest_time(self) -> int | None:
        """The smallest number of days within which the need can be filled."""
        for days in sorted({o.lead_time_days for o in self.offers if o.lead_time_days is not None}):
            ready = [lot for o, lot in zip(self.offers, self.lots, strict=True) if _within(o, days)]
            if reachable(ready, self.target) >> self.target & 1:
                return days
        return None

    def _cover(self, offers: Sequence[Offer], filling: Filling) -> Cover:
        taken = sorted(
            ((o, n * self.one) for o, n in zip(offers, filling.amounts, strict=True) if n), key=lambda t: t[0].quote
        )
        parts = tuple(Part(o.quote, Quantity(_decimal(n), self.need.unit)) for o, n in taken)
        prices = [o.price and o.price * p.quantity.amount for (o, _), p in zip(taken, parts, strict=True)]
        times = [o.lead_time_days for o, _ in taken]
        return Cover(
            aims=(),
            parts=parts,
            total=None if None in prices else sum((p for p in prices if p is not None), Decimal(0)),
            lead_time_days=None if None in times else max(t for t in times if t is not None),
            over=Quantity(_decimal(self.target * self.one) - self.need.amount, self.need.unit),
            proven=filling.proven,
        )


def _within(offer: Offer, days: int) -> bool:
    return offer.lead_time_days is not None and offer.lead_time_days <= days


def _is_small(offer: Offer) -> bool:
    return offer.size in SMALL


def _board(need: Quantity, offers: Sequence[Offer]) -> _Board | None:
    """Count everything in the coarsest step that leaves nothing out; None if the need cannot be filled."""
    finest = Fraction(1, 1000) if need.unit in MEASURES else Fraction(1)
    whole = Fraction(need.amount) / finest
    if whole <= 0 or whole.denominator != 1:
        return None
    counted = [(o, steps) for o in offers if (steps := _steps(o, need.unit, finest))]
    exact = gcd(int(whole), *(n for _, steps in counted for n in steps if n))
    step = _coarser(int(whole), exact)
    if step is None:
        return None
    scaled = [(o, lot) for o, steps in counted if (lot := _scaled(steps, step))]
    target = _target([lot for _, lot in scaled], int(whole) // step)
    if target is None:
        return None
    prices = _whole_prices([o for o, _ in scaled], most=sum(lot.most for _, lot in scaled))
    priced = sorted(
        ((o, replace(lot, price=prices[o.quote])) for o, lot in scaled), key=lambda t: (t[1].price, t[0].quote)
    )
    return _Board(tuple(o for o, _ in priced), tuple(lot for _, lot in priced), target, need, finest * step)


def _steps(offer: Offer, unit: Unit, finest: Fraction) -> tuple[int, int, int] | None:
    """Least, most and lot (0: any amount) in finest steps; None where the units or the lot cannot be compared.

    What is offered by the dozen is given by the dozen.
    """
    lot = offer.lot
    if lot is None and offer.quantity.unit is not unit and unit not in MEASURES:
        lot = Quantity(Decimal(1), offer.quantity.unit)
    most = offer.quantity.exactly_in(unit)
    least = Fraction(0) if offer.moq is None else offer.moq.exactly_in(unit)
    by = Fraction(0) if lot is None else lot.exactly_in(unit)
    if most is None or least is None or by is None or (by / finest).denominator != 1:
        return None
    return ceil(least / finest), floor(most / finest), int(by / finest)


def _coarser(whole: int, exact: int) -> int | None:
    """The exact step, or, if there would be too many of it, the next one that divides the need."""
    for step in range(max(exact, whole // MOST_STEPS), max(exact, whole // MOST_STEPS * 4) + 1):
        if whole % step == 0 and whole // step <= MOST_STEPS:
            return step
    return None


def _scaled(steps: tuple[int, int, int], step: int) -> Lot | None:
    """An offer in whole steps; None if nothing of it can be taken in them."""
    least, most, lot = steps
    if lot % step:
        return None
    by = lot // step or 1
    least, most = max(1, -(-least // (step * by))) * by, most // (step * by) * by
    return Lot(least, most, by, 0) if least <= most else None


def _target(lots: Sequence[Lot], needed: int) -> int | None:
    """The need, or the least that can be reached above it. Without the last lot at its least it would be below."""
    most = needed + max((max(lot.least, lot.step) for lot in lots), default=0)
    above = reachable(lots, most) >> needed
    return needed + (above & -above).bit_length() - 1 if above else None


def _whole_prices(offers: Sequence[Offer], *, most: int) -> dict[int, int]:
    """Prices as whole numbers in the same proportion; what has no price counts as dearer than everything together."""
    digits = max((max(0, -int(o.price.as_tuple().exponent)) for o in offers if o.price is not None), default=0)
    whole = {o.quote: int(o.price.scaleb(digits)) for o in offers if o.price is not None}
    unknown = (max(whole.values(), default=0) + 1) * (most + 1)
    return {o.quote: whole.get(o.quote, unknown) for o in offers}


def _decimal(n: Fraction) -> Decimal:
    """A whole number of finest steps, which are decimals."""
    return Decimal(n.numerator) / Decimal(n.denominator)
