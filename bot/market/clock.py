"""Working time by arithmetic: what `bot.domain.worktime` says, for zones that never change, many times quicker.

Hours are counted from a Monday, 0:00 UTC. A firm's clock is one number: the hours its Monday (or, where Friday and
Saturday are off, its Sunday) begins before that.
"""

from __future__ import annotations

from bot.domain import worktime

HOUR = 3600
OPENS, CLOSES = worktime.OPENS.hour, worktime.CLOSES.hour
DAILY = CLOSES - OPENS
WEEKLY = 5.0 * DAILY
SEAT_TIME = worktime.SEAT_TIME.total_seconds() / HOUR
LEAST_SEAT_TIME = worktime.LEAST_SEAT_TIME.total_seconds() / HOUR


def clock(hours_ahead: float, *, rests_on_friday: bool) -> float:
    """The one number, of a zone so many hours ahead of UTC."""
    return hours_ahead + (24.0 if rests_on_friday else 0.0)


def worked(t: float, its: float) -> float:
    """Working hours that have gone by until then."""
    weeks, rest = divmod(t + its, 168.0)
    days, hour = divmod(rest, 24.0)
    return WEEKLY * weeks + (WEEKLY if days >= 5 else DAILY * days + min(max(hour - OPENS, 0.0), DAILY))


def moment(work: float, its: float) -> float:
    """The first moment at which so many working hours have gone by."""
    weeks, rest = divmod(work, WEEKLY)
    days, hour = divmod(rest, float(DAILY))
    if hour == 0.0:  # the end of the working day before, not the beginning of this one
        weeks, days = (weeks, days - 1) if days else (weeks - 1, 4.0)
        hour = DAILY
    return 168.0 * weeks + 24.0 * days + OPENS + hour - its


def after(t: float, hours: float, its: float) -> float:
    """The moment at which so many more working hours have gone by."""
    return moment(worked(t, its) + hours, its)


def seat_until(t: float, quotes_until: float, its: float) -> float:
    """Until when a seat is kept for a silent firm: see `worktime.seat_until`."""
    half = (worked(quotes_until, its) - worked(t, its)) / 2
    return min(after(t, max(LEAST_SEAT_TIME, min(SEAT_TIME, half)), its), quotes_until)
