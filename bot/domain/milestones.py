"""What a firm reaches here for the first time: leads, wins, buyers abroad. Each is told once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from statistics import median

A_YEAR = timedelta(days=365)


class Milestone(StrEnum):
    """In the order of their weight: of several at once the last one is told, and the others count as told."""

    FIRST_LEAD = "first_lead"
    FIRST_QUOTE = "first_quote"
    FIRST_WIN = "first_win"
    FIRST_FOREIGN_BUYER = "first_foreign_buyer"
    COUNTRIES_3 = "countries_3"
    BUYERS_5 = "buyers_5"
    COUNTRIES_5 = "countries_5"
    BUYERS_10 = "buyers_10"
    ONE_YEAR = "one_year"
    COUNTRIES_10 = "countries_10"
    BUYERS_25 = "buyers_25"
    BUYERS_50 = "buyers_50"
    BUYERS_100 = "buyers_100"


BUYERS = {
    5: Milestone.BUYERS_5,
    10: Milestone.BUYERS_10,
    25: Milestone.BUYERS_25,
    50: Milestone.BUYERS_50,
    100: Milestone.BUYERS_100,
}
COUNTRIES = {3: Milestone.COUNTRIES_3, 5: Milestone.COUNTRIES_5, 10: Milestone.COUNTRIES_10}


@dataclass(frozen=True)
class Story:
    """A firm's time here in numbers, from its first day: leads, quotes, buyers who ordered, where they are.

    countries: of destination, where said; abroad: buyers whose goods go to another country than the firm's.
    """

    leads: int = 0
    quotes: int = 0
    buyers: int = 0
    countries: int = 0
    abroad: int = 0
    joined_at: datetime | None = None


def reached(story: Story, *, now: datetime) -> tuple[Milestone, ...]:
    """Every milestone behind the firm by now, in the order of their weight. A year counts once there was a buyer."""
    year = story.joined_at is not None and now - story.joined_at >= A_YEAR and story.buyers > 0
    found = {
        Milestone.FIRST_LEAD: story.leads > 0,
        Milestone.FIRST_QUOTE: story.quotes > 0,
        Milestone.FIRST_WIN: story.buyers > 0,
        Milestone.FIRST_FOREIGN_BUYER: story.abroad > 0,
        Milestone.ONE_YEAR: year,
        **{m: story.buyers >= n for n, m in BUYERS.items()},
        **{m: story.countries >= n for n, m in COUNTRIES.items()},
    }
    return tuple(m for m in Milestone if found[m])


def to_tell(story: Story, told: Collection[str], *, now: datetime) -> tuple[Milestone, ...]:
    """What was reached and not told yet, in the order of their weight; the last one is worth a message."""
    return tuple(m for m in reached(story, now=now) if m not in told)


# Newcomers are counted for so long.
NEWCOMERS_OF = timedelta(days=90)


@dataclass(frozen=True)
class Newcomer:
    """A firm that joined lately, and when it got its first lead and won its first order, if it has."""

    joined_at: datetime
    first_lead: datetime | None = None
    first_win: datetime | None = None


@dataclass(frozen=True)
class Beginnings:
    """How soon newcomers get anywhere: how many firms joined, how many of them have a first lead and a first win.

    lead_after and win_after: the median time of those that have one.
    """

    joined: int = 0
    with_lead: int = 0
    with_win: int = 0
    lead_after: timedelta | None = None
    win_after: timedelta | None = None


def beginnings(newcomers: Sequence[Newcomer]) -> Beginnings:
    """The numbers of these newcomers. A lead that came before the firm joined counts as one at once."""
    leads = [max(timedelta(0), n.first_lead - n.joined_at) for n in newcomers if n.first_lead]
    wins = [max(timedelta(0), n.first_win - n.joined_at) for n in newcomers if n.first_win]
    return Beginnings(len(newcomers), len(leads), len(wins), _median(leads), _median(wins))


def _median(times: Sequence[timedelta]) -> timedelta | None:
    return timedelta(seconds=median(t.total_seconds() for t in times)) if times else None
