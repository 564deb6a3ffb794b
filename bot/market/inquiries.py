"""The inquiries of an invented market, one after the other, each with the firms that a search finds for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.domain.lead import Fact
from bot.domain.matching import SILENCE_WEIGHS, WEIGHS
from bot.market.assumptions import DAY, LOOK_AT, Assumptions
from bot.market.firms import DIMENSIONS, Firms, Floats, Whole, shares

# Firms whose fit differs by less than this are taken to fit alike, whatever the policy thinks of it.
ALIKE = 0.1


@dataclass(frozen=True, eq=False)
class Occasion:
    """An inquiry, the firms that were found for it, best score first, and everybody's luck with it.

    quantity: in usual orders. big: more than nine firms of ten can make in a month. thrift: how much the price counts.
    reserve: what the best quote must be worth. score: what the search says; fit: what is true; merit: the
    true fit less what does not fit, as `matching` weighs it, for a firm whose answering is known. The luck of each firm
    (mood, passing, hours, price) is the same under every policy.
    """

    opened: float
    quantity: float
    big: bool
    thrift: float
    reserve: float
    firms: Whole
    score: Floats
    fit: Floats
    merit: Floats
    mood: Floats
    passing: Floats
    hours: Floats
    price: Floats


@dataclass(frozen=True, eq=False)
class Merit:
    """How well each firm fits on the average the inquiries of its family while it is there: sum and number."""

    fit: Floats
    seen: Floats

    @classmethod
    def none_yet(cls, firms: int) -> Merit:
        """Before the first inquiry."""
        return cls(np.zeros(firms), np.zeros(firms))

    @property
    def average_fit(self) -> Floats:
        """0 for a firm that was there for no inquiry."""
        return self.fit / np.maximum(self.seen, 1)


@dataclass(frozen=True, eq=False)
class _Orders:
    """What all buyers will want, as columns, by time."""

    opened: Floats
    family: Whole
    quantity: Floats
    place: Floats
    thrift: Floats
    reserve: Floats


def occasions(how: Assumptions, firms: Firms, merit: Merit, chance: np.random.Generator) -> Iterator[Occasion]:
    """All inquiries in the order of time; merit grows by the way."""
    orders = _orders(how, chance)
    big = float(np.quantile(firms.capacity, 0.9))
    for n in range(how.inquiries):
        opened = float(orders.opened[n])
        family = firms.by_family.get(int(orders.family[n]), np.empty(0, np.int64))
        there = family[(firms.joined[family] <= opened) & (opened < firms.left[family])]
        away = firms.place[there] - orders.place[n]
        fit = np.clip(how.best_fit - how.fit_by_distance * np.sqrt((away * away).sum(axis=1)), 0, 1)
        wanted = float(orders.quantity[n])
        true = weighed(fit, wanted, capacity=firms.capacity[there], moq=firms.moq[there], answers=firms.answers[there])
        merit.fit[there] += true
        merit.seen[there] += 1
        score = fit + firms.title[there] + chance.normal(0, how.search_luck, len(there))
        found = np.argsort(-score, kind="stable")[:LOOK_AT]
        luck = chance.random((2, len(found)))
        normal = chance.normal(0, 1, (2, len(found)))
        found_firms = there[found]
        yield Occasion(
            opened=opened,
            quantity=wanted,
            big=wanted > big,
            thrift=float(orders.thrift[n]),
            reserve=float(orders.reserve[n]),
            firms=found_firms,
            score=score[found],
            fit=fit[found],
            merit=true[found],
            mood=luck[0],
            passing=luck[1],
            hours=how.hours * firms.slow[found_firms] * np.exp(how.hours_spread * normal[0]),
            price=firms.price[found_firms] * np.exp(0.05 * normal[1]),
        )


def weighed(fit: Floats, wanted: float, *, capacity: Floats, moq: Floats, answers: Floats) -> Floats:
    """How well firms fit, less what does not, as `matching` weighs it. answers: the share of leads that each does."""
    worth: Floats = (
        fit
        - WEIGHS[Fact.CAPACITY_BELOW] * (capacity < wanted)
        - WEIGHS[Fact.MOQ_ABOVE] * (moq > wanted)
        - SILENCE_WEIGHS * (1 - answers)
    )
    return worth


def deserved(merit: Floats, seats: int) -> Floats:
    """The share of so many seats that each merit deserves: whole tenths below the best one stand behind each other."""
    if not len(merit):
        return merit
    bands = ((merit.max() - merit) / ALIKE).astype(np.int64)
    many = np.bincount(bands)
    before = np.cumsum(many) - many
    share = np.clip((seats - before) / np.maximum(many, 1), 0, 1)
    deserves: Floats = share[bands]
    return deserves


def _orders(how: Assumptions, chance: np.random.Generator) -> _Orders:
    """Buyers differ in how often they buy; most of the time they want again what they wanted before."""
    n, popular = how.inquiries, shares(how.families, how.inquiries_by_family)
    often = np.exp(chance.normal(0, 1.2, how.buyers))
    who = chance.choice(how.buyers, n, p=often / often.sum())
    again = chance.random(n) < how.again
    family = np.where(
        again, chance.choice(how.families, how.buyers, p=popular)[who], chance.choice(how.families, n, p=popular)
    )
    home = chance.normal(0, 0.6, (how.buyers, DIMENSIONS))[who]
    other = chance.normal(0, 0.6, (n, DIMENSIONS))
    return _Orders(
        opened=_working_days(np.sort(chance.random(n)) * how.days * DAY),
        family=family,
        quantity=_quantities(how, n, chance),
        place=np.where(again[:, None], home + other / 3, other),
        thrift=chance.uniform(0.5, 1.5, n),
        reserve=chance.uniform(0.2, 0.7, n),
    )


def _quantities(how: Assumptions, n: int, chance: np.random.Generator) -> Floats:
    """Lognormal, with a heavy tail (Pareto) of big orders."""
    usual = np.exp(chance.normal(-0.7, 0.8, n))
    big = how.big_from * (1 + chance.pareto(how.big_tail, n))
    return np.minimum(np.where(chance.random(n) < how.big_share, big, usual), 500.0)


def _working_days(opened: Floats) -> Floats:
    """Weekends bring a third of the inquiries of other days: two thirds of theirs come on the Monday after."""
    week, rest = np.divmod(opened, 7 * DAY)
    moved: NDArray[np.bool_] = (rest >= 5 * DAY) & (np.arange(len(opened)) % 3 > 0)
    return np.sort(np.where(moved, week * 7 * DAY + 7 * DAY + (rest - 5 * DAY) / 2, opened))
