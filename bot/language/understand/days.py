"""Days counted from a day: the next 15th, the end of the quarter, Friday, two months on."""

from __future__ import annotations

import calendar
from datetime import date, timedelta

from bot.language.understand.calendar_words import DAYS


def next_time(day: int | None, month: int, *, today: date) -> date | None:
    """The next time that this day of this month comes (None: its last day); None where there is no such day."""
    if not 1 <= month <= 12:
        return None
    for year in (today.year, today.year + 1):
        found = day_of(year, month, day)
        if found and found >= today:
            return found
    return None


def day_of(year: int, month: int, day: int | None) -> date | None:
    """That day (None: the last of the month); None where there is no such day."""
    try:
        return date(year, month, day or calendar.monthrange(year, month)[1])
    except ValueError:
        return None


def relative_day(kind: str, today: date) -> date | None:
    """The day that a word such as `date:next_week` means, seen from today."""
    match kind.removeprefix("date:"):
        case "today":
            return today
        case "tomorrow":
            return today + timedelta(1)
        case "this_week":
            return today + timedelta(6 - today.weekday())
        case "next_week":
            return today + timedelta(13 - today.weekday())
        case "this_month" | "end_month":
            return day_of(today.year, today.month, None)
        case "next_month":
            return day_of(today.year + today.month // 12, today.month % 12 + 1, None)
        case "end_year":
            return date(today.year, 12, 31)
        case "quarter1" | "quarter2" | "quarter3" | "quarter4":
            return next_time(None, 3 * int(kind[-1]), today=today)
        case "end_quarter":
            return day_of(today.year, (today.month + 2) // 3 * 3, None)
        case "two_days":
            return today + timedelta(2)
        case "two_weeks":
            return today + timedelta(14)
        case "two_months":
            return months_on(today, 2)
    return None


def coming_weekday(kind: str, today: date) -> date | None:
    """The next such day of the week after today."""
    name = kind.removeprefix("date:")
    return today + timedelta((DAYS.index(name) - today.weekday() - 1) % 7 + 1) if name in DAYS else None


def months_on(today: date, months: int) -> date:
    """So many months later, on the same day where the month has it."""
    month = today.month - 1 + months
    year, month = today.year + month // 12, month % 12 + 1
    return date(year, month, min(today.day, calendar.monthrange(year, month)[1]))
