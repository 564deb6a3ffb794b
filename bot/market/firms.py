"""The firms of an invented market, as columns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bot.market.assumptions import BEGINNING, DAY, Assumptions
from bot.market.clock import clock

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
MICRO, SMALL, MEDIUM, LARGE = range(4)
DIMENSIONS = 3


@dataclass(frozen=True, eq=False)
class Firms:
    """One line for each firm. Hours since the beginning, amounts in usual orders.

    place: what it makes, as a point. title: how much better or worse its title sounds than its goods fit. tier: what it
    would pay for, 0 to 2; only a policy that sells ranks looks there.
    """

    family: Whole
    size: Whole
    capacity: Floats
    moq: Floats
    quality: Floats
    price: Floats
    place: Floats
    title: Floats
    answers: Floats
    slow: Floats
    takes_parts: NDArray[np.bool_]
    tier: Whole
    clock: Floats
    joined: Floats
    left: Floats

    def __len__(self) -> int:
        return len(self.family)

    @cached_property
    def joined_at(self) -> list[datetime]:
        """When each one joined, as the rules of the house want to know it."""
        return [BEGINNING + timedelta(hours=hours) for hours in self.joined.tolist()]

    @cached_property
    def by_family(self) -> dict[int, Whole]:
        """Which firms are in each family."""
        order = np.argsort(self.family, kind="stable")
        names, starts = np.unique(self.family[order], return_index=True)
        return {int(n): part for n, part in zip(names, np.split(order, starts[1:]), strict=True)}


def shares(of: int, power: float) -> Floats:
    """The share of each of so many families, most popular first."""
    weights = np.arange(1, of + 1, dtype=np.float64) ** -power
    share: Floats = weights / weights.sum()
    return share


def firms(how: Assumptions, chance: np.random.Generator) -> Firms:
    """Invent them."""
    n = how.firms
    size = chance.choice(4, n, p=how.sizes)
    capacity = np.asarray(how.capacity)[size] * np.exp(chance.normal(0, how.capacity_spread, n))
    horizon = how.days * DAY
    there = chance.random(n) < how.there_at_first
    joined = np.where(there, -365 * DAY, chance.random(n) * horizon)
    stays = chance.exponential(365 * DAY / how.leaving_a_year, n)
    pays = np.asarray(how.pays)[size]
    luck = chance.random(n)
    return Firms(
        family=chance.choice(how.families, n, p=shares(how.families, how.firms_by_family)),
        size=size,
        capacity=capacity,
        moq=capacity * how.moq_share * np.exp(chance.normal(0, 0.5, n)),
        quality=chance.beta(*how.quality, n),
        price=np.exp(chance.normal(0, how.price_spread, n)),
        place=chance.normal(0, 1, (n, DIMENSIONS)),
        title=chance.normal(0, how.title_luck, n),
        answers=chance.beta(*how.answers, n),
        slow=np.exp(chance.normal(0, 0.5, n)),
        takes_parts=chance.random(n) < how.takes_parts,
        tier=(luck < pays).astype(np.int64) + (luck < pays / 3),
        clock=_clocks(n, chance),
        joined=joined,
        left=np.maximum(joined, 0) + stays,
    )


def _clocks(n: int, chance: np.random.Generator) -> Floats:
    """Zones from Mexico to Korea; where it is two to five hours ahead of UTC, some rest on Friday and Saturday."""
    ahead = chance.integers(-6, 10, n)
    friday = (ahead >= 2) & (ahead <= 5) & (chance.random(n) < 0.5)
    return np.array([clock(float(h), rests_on_friday=bool(f)) for h, f in zip(ahead, friday, strict=True)])
