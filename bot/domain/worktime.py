"""Working time: the hours in which a firm can be expected to answer, in its own time zone and week."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo

OPENS, CLOSES = time(9), time(18)
# How much working time a firm has for an answer, and what it has at least where the need is urgent.
SEAT_TIME = timedelta(hours=24)
LEAST_SEAT_TIME = timedelta(hours=2)
# The part of a seat's time after which a silent firm is reminded; a seat shorter than this is not worth a reminder.
REMIND_AT = 0.8
WORTH_REMINDING = timedelta(hours=4)


@dataclass(frozen=True)
class WorkWeek:
    """Where and on which days a firm works. weekend: days off, Monday is 0; they are never all seven."""

    zone: tzinfo = UTC
    weekend: frozenset[int] = frozenset({5, 6})


def shifts(start: datetime, week: WorkWeek) -> Iterator[tuple[datetime, datetime]]:
    """The stretches of working time from `start` on, in UTC, without end: each day's hours, whatever the clocks do."""
    day = start.astimezone(week.zone).date()
    while True:
        if day.weekday() not in week.weekend:
            opens = datetime.combine(day, OPENS, week.zone).astimezone(UTC)
            closes = datetime.combine(day, CLOSES, week.zone).astimezone(UTC)
            if closes > start:
                yield max(opens, start), closes
                start = closes  # a day that a country skips falls together with its neighbour
        day += timedelta(days=1)


def after(start: datetime, length: timedelta, week: WorkWeek) -> datetime:
    """The moment at which so much working time has gone by."""
    left = length
    for opens, closes in shifts(start.astimezone(UTC), week):
        if closes - opens >= left:
            return opens + left
        left -= closes - opens
    raise AssertionError("shifts never end")


def between(start: datetime, end: datetime, week: WorkWeek) -> timedelta:
    """How much working time lies between two moments."""
    worked = timedelta()
    for opens, closes in shifts(start.astimezone(UTC), week):
        if opens >= end:
            break
        worked += min(closes, end) - opens
    return worked


def seat_until(now: datetime, quotes_until: datetime, week: WorkWeek) -> datetime:
    """Until when a seat is kept for a silent firm.

    One that is asked has a day of working time, at most half of the working time that is left for quotes (so that
    another can be asked after it), and never longer than quotes may come.
    """
    half = between(now, quotes_until, week) / 2
    return min(after(now, max(LEAST_SEAT_TIME, min(SEAT_TIME, half)), week), quotes_until)


def remind_at(now: datetime, until: datetime, week: WorkWeek) -> datetime | None:
    """When a firm that is silent is reminded of its seat, once; None where the seat is too short for it."""
    length = between(now, until, week)
    return None if length < WORTH_REMINDING else after(now, length * REMIND_AT, week)
