"""Who comes first among those that fit: fit, then patience, with a seat kept for the smallest and one for the newest.

Plain values in, plain values out: the house seats firms with these functions, and a simulation can do the same with
many thousands. Nothing that a firm could pay for is among the values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

# Firms whose fit differs by less than this from the best one's count as equally good, and so on, band by band.
BAND = 0.1
# A firm is a newcomer for this long, and until it was asked for the first time.
NEW_FOR = timedelta(days=60)
# What a debt loses with each seating that a firm has a part in, and how far it can go.
KEEPS = 0.99
LEAST_DEBT, MOST_DEBT = -5.0, 10.0
# How many leads a firm has at a time and gets in a day at most, where it sets no limits of its own.
MOST_OPEN, MOST_DAILY = 20, 10
# A firm of which little is known is taken to answer as a usual one does: so many leads, of which so many answered.
USUAL_LEADS, USUAL_ANSWERED = 5, 4


@dataclass(frozen=True)
class Record:
    """What became of a firm's leads: ever handed to it, waiting, handed to it in the last day, answered, and over."""

    leads: int = 0
    waiting: int = 0
    today: int = 0
    answered: int = 0
    over: int = 0

    @property
    def reliability(self) -> float:
        """The share of its leads that a firm answers, by a quote or by passing: 0 to 1."""
        return (self.answered + USUAL_ANSWERED) / (self.over + USUAL_LEADS)


NO_RECORD = Record()


@dataclass(frozen=True, slots=True)
class Contender:
    """A firm that fits and may be asked. worth: its fit, higher is better; debt: leads that it is owed.

    pull: leads that it counts as owed beside that, for this one inquiry (see `dependence.owed`).
    """

    firm: int
    worth: float
    debt: float = 0.0
    micro: bool = False
    large: bool = False
    newcomer: bool = False
    pull: float = 0.0


@dataclass(frozen=True)
class Kept:
    """Seats that are kept, and not taken yet by one they are for."""

    micro: bool = False
    newcomer: bool = False


@dataclass(frozen=True)
class Seated:
    """A firm that gets a seat. By its fit and its debt alone unless one of these says otherwise."""

    firm: int
    micro_seat: bool = False
    newcomer_seat: bool = False
    waited_longer: bool = False
    other_buyer: bool = False


def is_newcomer(joined_at: datetime | None, leads: int, *, now: datetime) -> bool:
    """Has it joined lately, or never been asked?"""
    return leads == 0 or (joined_at is not None and now - joined_at < NEW_FOR)


def has_room(record: Record, *, most_open: int | None, most_daily: int | None) -> bool:
    """May the firm get another lead by its own limits, or by those of the house where it has none?"""
    open_, daily = (MOST_OPEN if most_open is None else most_open), (MOST_DAILY if most_daily is None else most_daily)
    return record.waiting < open_ and record.today < daily


def kept_seats(seats: int, *, micro_sits: bool, newcomer_sits: bool) -> Kept:
    """Which seats of an inquiry are still kept. A single one goes to the best; of two, one is kept; of more, two."""
    return Kept(micro=seats > 1 and not micro_sits, newcomer=seats > 2 and not newcomer_sits)


def in_order(contenders: Iterable[Contender]) -> list[Contender]:
    """Who is asked before whom: large firms after all others, then band by band of fit, in a band by debt, then fit."""
    every = list(contenders)
    best = max((c.worth for c in every), default=0.0)
    return sorted(every, key=lambda c: (*_group(c, best), -(c.debt + c.pull), -c.worth, c.firm))


def seat(contenders: Iterable[Contender], seats: int, *, kept: Kept) -> list[Seated]:
    """Fill so many seats, in order; kept seats go to those they are for, where one is among the contenders."""
    order, free = in_order(contenders), max(0, seats)
    micro = next((c.firm for c in order if c.micro), None) if kept.micro and free else None
    newcomer = next((c.firm for c in order if c.newcomer and not c.large), None) if kept.newcomer else None
    if newcomer is not None and (free <= (micro is not None) or any(c.firm == micro and c.newcomer for c in order)):
        newcomer = None  # there is no second seat, or the first one is a newcomer as well
    held = {firm for firm in (micro, newcomer) if firm is not None}
    others = [c.firm for c in order if c.firm not in held]
    taken = held | set(others[: free - len(held)])
    plain, by_fit = {c.firm for c in order[:free]}, _best_by_fit(order, free)
    unpulled = {c.firm for c in in_order(replace(c, pull=0.0) for c in order)[:free]}
    pulled = {c.firm for c in order[:free] if c.pull > 0} - unpulled
    return [
        Seated(
            c.firm,
            micro_seat=c.firm == micro and c.firm not in plain,
            newcomer_seat=c.firm == newcomer and c.firm not in plain,
            waited_longer=c.firm in plain and c.firm not in by_fit | pulled,
            other_buyer=c.firm in pulled,
        )
        for c in order
        if c.firm in taken
    ]


def changes_of_debt(contenders: Iterable[Contender], seated: Sequence[Seated]) -> dict[int, float]:
    """What a seating adds to each firm's debt: the share of a lead that its fit deserved, less the one it got.

    Of the seats that were filled, those of better bands deserve one each; the last band that a seat reaches shares
    what is left evenly. The sum of all changes is nothing: what one gains another has got.
    """
    every = list(contenders)
    best = max((c.worth for c in every), default=0.0)
    groups: dict[tuple[bool, int], list[int]] = {}
    for contender in every:
        groups.setdefault(_group(contender, best), []).append(contender.firm)
    changes = {s.firm: -1.0 for s in seated}
    left = len(seated)
    for group in sorted(groups):
        firms = groups[group]
        for firm in firms if left > 0 else ():
            changes[firm] = changes.get(firm, 0.0) + min(1.0, left / len(firms))
        left -= len(firms)
    return {firm: change for firm, change in changes.items() if change}


def debt_after(debt: float, change: float) -> float:
    """A firm's debt after a seating: old debts fade, and it never grows or sinks without end."""
    return min(MOST_DEBT, max(LEAST_DEBT, debt * KEEPS + change))


def _group(contender: Contender, best: float) -> tuple[bool, int]:
    return contender.large, int((best - contender.worth) / BAND)


def _best_by_fit(order: Sequence[Contender], seats: int) -> set[int]:
    """Whose turn it would be if nobody were owed anything."""
    best = max((c.worth for c in order), default=0.0)
    return {c.firm for c in sorted(order, key=lambda c: (*_group(c, best), -c.worth, c.firm))[:seats]}
