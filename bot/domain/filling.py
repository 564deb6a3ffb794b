"""Filling a whole number exactly from lots: which of them, and how many of each, at the least price.

Everything here is a whole number. Which sums can be reached is kept in the bits of one long integer: bit n is set where
n can be reached, and taking another lot is a shift. With that a search never enters a branch that cannot end well, and
what it has to weigh is only the price.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

# Steps after which a search stops with the best it has; one takes some three microseconds.
MOST_STEPS = 6_000


@dataclass(frozen=True)
class Lot:
    """Nothing, or least, least + step, … most. price: of one. counts: is it among those that are counted?"""

    least: int
    most: int
    step: int
    price: int
    counts: bool = False


@dataclass(frozen=True)
class Filling:
    """How much of each lot, in their order. proven: no other filling is cheaper."""

    amounts: tuple[int, ...]
    proven: bool


def reachable(lots: Sequence[Lot], most: int) -> int:
    """Every sum up to `most` that some of the lots make, as bits."""
    bits, mask = 1, (2 << most) - 1
    for lot in lots:
        bits |= _with(bits, lot, mask)
    return bits


def _with(bits: int, lot: Lot, mask: int) -> int:
    """What can be reached by taking some of this lot as well."""
    bits = bits << lot.least & mask
    further, done = (lot.most - lot.least) // lot.step, 0
    while done < further:
        more = min(done + 1, further - done)
        bits |= bits << more * lot.step & mask
        done += more
    return bits


def _with_ends(bits: int, lot: Lot, mask: int) -> int:
    """The same, but of a lot in steps of one only the least or the most."""
    if lot.step > 1:
        return _with(bits, lot, mask)
    return (bits << lot.least | bits << lot.most) & mask


Layer = list[int]


def layers(lots: Sequence[Lot], target: int, *, ends: bool = False, most: int | None = None) -> list[Layer]:
    """For each number of counted lots: what the lots from the i-th on reach with exactly so many of them.

    ends: of lots in steps of one only the least or the most is taken. most: no layer beyond this number.
    """
    add, mask = _with_ends if ends else _with, (2 << target) - 1
    last = sum(lot.counts for lot in lots) if most is None else most
    found: list[Layer] = []
    for n in range(last + 1):
        layer = [0] * len(lots) + [int(n == 0)]
        for i in reversed(range(len(lots))):
            lot = lots[i]
            before = layer[i + 1] if not lot.counts else found[n - 1][i + 1] if n else 0
            layer[i] = layer[i + 1] | (add(before, lot, mask) if before else 0)
        found.append(layer)
    return found


def fewest(lots: Sequence[Lot], target: int) -> int | None:
    """The smallest number of lots that make the target."""
    column, mask = [1] * (len(lots) + 1), (2 << target) - 1
    for n in range(1, len(lots) + 1):
        layer = [0] * (len(lots) + 1)
        for i in reversed(range(len(lots))):
            layer[i] = layer[i + 1] | (_with(column[i + 1], lots[i], mask) if column[i + 1] else 0)
        if layer[0] >> target & 1:
            return n
        column = layer
    return None


def most_counted(lots: Sequence[Lot], target: int) -> int:
    """The greatest number of counted lots with which the target can be made."""
    return max((n for n, layer in enumerate(layers(lots, target)) if layer[0] >> target & 1), default=0)


def fill(lots: Sequence[Lot], target: int, *, count: int = 0, steps: int = MOST_STEPS) -> Filling | None:
    """The cheapest way to make the target with exactly `count` of the counted lots.

    Of equally cheap ones the one with fewer lots; of those the one that takes more of the first lot, then of the
    second, and so on. The lots must come in the order of their prices.
    """
    return _Search(lots, target, count, steps).found()


class _Search:
    """Depth first, most of the cheapest first, never deeper than the best found allows.

    Of two lots in steps of one, both neither at their least nor at their most, a step can move from the dearer to the
    cheaper (at the same price: from the later to the earlier). So the best filling holds at most one such lot in
    between; once it is placed (`loose` no more) the others take an end.
    """

    def __init__(self, lots: Sequence[Lot], target: int, count: int, most: int) -> None:
        self.lots = lots
        self.reach = layers(lots, target, most=count)
        self.ends = layers(lots, target, ends=True, most=count)
        self.target, self.count, self.most = target, count, most
        self.best: tuple[int, int] | None = None
        self.amounts: tuple[int, ...] = ()
        self.taken = [0] * len(lots)
        self.seen: dict[tuple[int, int, int, bool], tuple[int, int]] = {}
        self.steps = 0
        self.room = [0, *accumulate(lot.most for lot in lots)]
        self.spent = [0, *accumulate(lot.most * lot.price for lot in lots)]
        self.combs = [sum(1 << n for n in range(0, x.most - x.least + 1, x.step)) if x.step > 1 else 0 for x in lots]
        self.widest = [list(accumulate(sorted((x.most for x in lots[i:]), reverse=True))) for i in range(len(lots))]

    def found(self) -> Filling | None:
        """Search."""
        if not self.reach[self.count][0] >> self.target & 1:
            return None
        self._from(0, self.target, self.count, (0, 0), loose=True)
        if self.best is None:
            return None
        proven = self.steps < self.most or self.best[0] == self._least_price(0, self.target)
        return Filling(self.amounts, proven)

    def _from(self, i: int, rest: int, count: int, spent: tuple[int, int], *, loose: bool) -> None:
        """Go on with the i-th lot. rest: still to fill; spent: the price and the number of lots until here."""
        if not rest:
            if not count and (self.best is None or spent < self.best):
                self.best, self.amounts = spent, tuple(self.taken)
            return
        known = self.seen.get((i, rest, count, loose))
        if (known and known <= spent) or self._tired() or not self._may_be_better(i, rest, spent):
            return
        self.seen[i, rest, count, loose] = spent
        left = count - self.lots[i].counts
        if left >= 0:
            self._take(i, rest, left, spent, loose=loose)
        if (self.reach if loose else self.ends)[count][i + 1] >> rest & 1:
            self._from(i + 1, rest, count, spent, loose=loose)

    def _take(self, i: int, rest: int, left: int, spent: tuple[int, int], *, loose: bool) -> None:
        """Some of the i-th lot, from the most down to the least."""
        lot, later, ends = self.lots[i], self.reach[left][i + 1], self.ends[left][i + 1]
        if lot.step > 1:
            amounts = _amounts(lot, rest, (later if loose else ends), self.combs[i])
        else:
            amounts = _of_single_steps(lot, rest, later if loose else ends, ends if loose else 0)
        for amount in amounts:
            between = lot.step == 1 and lot.least < amount < lot.most
            so_far = (spent[0] + amount * lot.price, spent[1] + 1)
            if self._tired() or (rest > amount and not self._may_be_better(i + 1, rest - amount, so_far)):
                break
            self.taken[i] = amount
            self._from(i + 1, rest - amount, left, so_far, loose=loose and not between)
            self.taken[i] = 0

    def _tired(self) -> bool:
        """Has it gone on for long enough, with something to show?"""
        self.steps += 1
        return self.steps >= self.most and self.best is not None

    def _may_be_better(self, i: int, rest: int, spent: tuple[int, int]) -> bool:
        """Is there hope, if the rest were taken from the cheapest without minding what is least, and in the widest?"""
        if i == len(self.lots) or self.room[-1] - self.room[i] < rest:
            return False
        if self.best is None:
            return True
        price = spent[0] + self._least_price(i, rest)
        return (price, spent[1] + bisect_left(self.widest[i], rest) + 1) < self.best

    def _least_price(self, i: int, rest: int) -> int:
        """The price of so much from the i-th lot on, if any amount of each could be had."""
        end = self.room[i] + rest
        j = bisect_left(self.room, end) - 1
        return self.spent[j] - self.spent[i] + (end - self.room[j]) * self.lots[j].price


def _amounts(lot: Lot, rest: int, reached: int, comb: int) -> Iterator[int]:
    """What may be taken of a lot, the most first, so that the others reach what is left. comb: a bit for every step."""
    most = min(lot.most, lot.least + (rest - lot.least) // lot.step * lot.step)
    if most >= lot.least:
        window = reached >> rest - most & comb & (2 << most - lot.least) - 1
        while window:
            low = window & -window
            window ^= low
            yield most - low.bit_length() + 1


def _of_single_steps(lot: Lot, rest: int, reached: int, between: int) -> Iterator[int]:
    """The same of a lot in steps of one: an end where the others reach the rest, and what lies between where they may.

    between: what the others reach when this one takes neither end; 0 where it must take one.
    """
    if rest >= lot.most and reached >> rest - lot.most & 1:
        yield lot.most
    for amount in _amounts(lot, rest, between, -1):
        if lot.least < amount < lot.most:
            yield amount
    if lot.least < lot.most and rest >= lot.least and reached >> rest - lot.least & 1:
        yield lot.least
