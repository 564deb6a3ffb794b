"""Covering one order with the quotes of thirty firms, in markets from kind to cruel."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

from bot.domain.goods import Quantity, Unit
from bot.domain.pooling import Aim, Cover, Offer, covers
from bot.domain.supplier import Size
from tests.bench.report import Bench, Line
from tests.bench.tables import Table

FIRMS, MARKETS = 30, 40
Shape = tuple[int, int, int | None, int | None]  # need, most, MOQ, step


def _round(chance: random.Random) -> Shape:
    return 10_000, 500 * chance.randint(1, 8), chance.choice([None, 100, 500]), chance.choice([None, 100, 500])


def _uneven(chance: random.Random) -> Shape:
    most = chance.randint(300, 4000)
    return 10_000, most, chance.randint(1, most), None


def _odd_steps(chance: random.Random) -> Shape:
    step = chance.randint(7, 997)
    return 10_000, step * chance.randint(1, 6), None, step


def _all_or_nothing(chance: random.Random) -> Shape:
    most = chance.randint(300, 3000)
    return 10_000, most, most, None


def _a_million(chance: random.Random) -> Shape:
    most = chance.randint(30_000, 400_000)
    return 1_000_000, most, chance.randint(1, most), None


SHAPES: dict[str, Callable[[random.Random], Shape]] = {
    "round numbers, some with minimum or steps": _round,
    "uneven numbers, each with a minimum": _uneven,
    "a different odd step each": _odd_steps,
    "all or nothing": _all_or_nothing,
    "a million pieces, uneven": _a_million,
}


def market(shape: Callable[[random.Random], Shape], seed: int) -> tuple[Quantity, list[Offer]]:
    """A need and thirty offers for parts of it."""
    chance, need, offers = random.Random(seed), 0, []
    for quote in range(1, FIRMS + 1):
        need, *amounts = shape(chance)
        most, moq, lot = (None if n is None else Quantity(Decimal(n), Unit.PIECE) for n in amounts)
        assert most is not None
        price, days = Decimal(chance.randint(150, 220)) / 100, chance.choice([None, 7, 14, 21, 30, 45])
        offers.append(Offer(quote, most, moq, lot, price, days, chance.choice([None, *Size])))
    return Quantity(Decimal(need), Unit.PIECE), offers


def _timed(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1000


def _greedy(need: Quantity, offers: list[Offer]) -> list[tuple[int, Decimal]]:
    """Take from the cheapest, then from the next, and mind nothing."""
    left, taken = need.amount, []
    for offer in sorted(offers, key=lambda o: o.price or 0):
        taken.append((offer.quote, min(left, offer.quantity.amount)))
        left -= taken[-1][1]
    return taken


async def measure(_folder: Path) -> Bench:
    """Processor time of all four aims together."""
    lines = []
    for name, shape in SHAPES.items():
        markets = [market(shape, seed) for seed in range(MARKETS)]
        bare = statistics.median(_timed(lambda m=m: _greedy(*m)) for m in markets)
        ours = sorted(_timed(lambda m=m: covers(*m)) for m in markets)
        lines.append(Line(f"{name}: typical", statistics.median(ours), bare, "ms"))
        lines.append(Line(f"{name}: worst", ours[-1], bare, "ms", "< 50 ms"))
    how = (
        f"All four aims for a need and {FIRMS} quotes for parts of it, {MARKETS} invented markets of each kind; "
        "processor time. Baseline: filling the need from the cheapest on, minding neither minimums nor steps."
    )
    return Bench("Pools", how, tuple(lines))


def tables() -> list[Table]:
    """How often it is certain that no cover that is as good at its aim is cheaper."""
    rows = []
    for name, shape in SHAPES.items():
        found = [c for seed in range(MARKETS) for c in covers(*market(shape, seed))]
        rows.append([name, *(_certain(found, aim) for aim in Aim)])
    notes = (
        "The number of firms, of small firms and of days is always the best there is; of covers that are equal in it "
        "the cheapest is searched for in a bounded number of steps."
    )
    return [(f"Certain to be the cheapest, of {MARKETS} markets", ["market", *Aim], rows, notes)]


def _certain(found: list[Cover], aim: Aim) -> str:
    of_aim = [cover for cover in found if aim in cover.aims]
    return f"{sum(cover.proven for cover in of_aim)} of {len(of_aim)}"
