"""When holidays are: fixed days, those that follow Easter, and those of the moon as forecast for the next years."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

# Astronomical forecasts; where a moon must be seen the day may differ by one.
_MOON = {
    "chinese_new_year": ("2026-02-17", "2027-02-06", "2028-01-26", "2029-02-13", "2030-02-03", "2031-01-23"),
    "ramadan": ("2026-02-18", "2027-02-08", "2028-01-28", "2029-01-16", "2030-01-05", "2030-12-26"),
    "eid": ("2026-03-20", "2027-03-10", "2028-02-27", "2029-02-15", "2030-02-05", "2031-01-25"),
    "eid_adha": ("2026-05-27", "2027-05-16", "2028-05-05", "2029-04-24", "2030-04-13"),
    "mid_autumn": ("2026-09-25", "2027-09-15", "2028-10-03", "2029-09-22", "2030-09-12"),
    "dragon_boat": ("2026-06-19", "2027-06-09", "2028-05-28", "2029-06-16", "2030-06-05"),
    "diwali": ("2026-11-08", "2027-10-29", "2028-10-17", "2029-11-05", "2030-10-26"),
    "dussehra": ("2026-10-20", "2027-10-09", "2028-09-27", "2029-10-16", "2030-10-06"),
    "holi": ("2026-03-04", "2027-03-22", "2028-03-11", "2029-03-01", "2030-03-20"),
    "rakhi": ("2026-08-28", "2027-08-17", "2028-08-05", "2029-08-23", "2030-08-13"),
    "shivratri": ("2026-02-15", "2027-03-06", "2028-02-23", "2029-02-11", "2030-03-02"),
    "basant": ("2026-01-23", "2027-02-11", "2028-01-31", "2029-01-19", "2030-02-07"),
    "nyepi": ("2026-03-19", "2027-03-08", "2028-03-26", "2029-03-15", "2030-03-05"),
    "waisak": ("2026-05-31", "2027-05-20", "2028-05-09", "2029-05-27", "2030-05-16"),
}
_AFTER_EASTER = {
    "easter": 0,
    "good_friday": -2,
    "rose_monday": -48,
    "carnival": -47,
    "ascension": 39,
    "pentecost": 49,
}
_AFTER_MOON = {"chinese_eve": ("chinese_new_year", -1), "lantern": ("chinese_new_year", 14)}
_SUNDAY = 6


def holiday(name: str, today: date) -> date | None:
    """The next time that a holiday comes: a name of our list of time words, or "12-25"; None for another name."""
    if name in _MOON:
        return next((day for written in _MOON[name] if (day := date.fromisoformat(written)) >= today), None)
    if name in _AFTER_MOON:
        other, days = _AFTER_MOON[name]
        return next(
            (day for written in _MOON[other] if (day := date.fromisoformat(written) + timedelta(days)) >= today), None
        )
    if fixed := re.fullmatch(r"(\d\d)-(\d\d)", name):
        return _next(lambda year: date(year, int(fixed[1]), int(fixed[2])), today)
    if name in _AFTER_EASTER:
        return _next(lambda year: easter(year) + timedelta(_AFTER_EASTER[name]), today)
    if name in ("orthodox_easter", "maslenitsa"):
        return _next(lambda year: orthodox_easter(year) - timedelta(55 if name == "maslenitsa" else 0), today)
    if name == "mothers_day":
        return _next(lambda year: _second_sunday(year, 5), today)
    return None


def _next(day_in: Callable[[int], date], today: date) -> date:
    this_year = day_in(today.year)
    return this_year if this_year >= today else day_in(today.year + 1)


def _second_sunday(year: int, month: int) -> date:
    first = date(year, month, 1)
    return first + timedelta((_SUNDAY - first.weekday()) % 7 + 7)


def easter(year: int) -> date:
    """Easter Sunday by the Gregorian calendar (Butcher's rule)."""
    golden, century = year % 19, year // 100
    skipped = century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15
    moon = skipped % 30
    moon -= moon // 28 * (1 - 29 // (moon + 1) * ((21 - golden) // 11))
    weekday = (year + year // 4 + moon + 2 - century + century // 4) % 7
    ahead = moon - weekday
    month = 3 + (ahead + 40) // 44
    return date(year, month, ahead + 28 - 31 * (month // 4))


def orthodox_easter(year: int) -> date:
    """Easter Sunday of the Eastern churches, as a day of the Gregorian calendar (Meeus' rule; 1900 to 2099)."""
    moon = (19 * (year % 19) + 15) % 30
    weekday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
    march = moon + weekday + 114
    return date(year, march // 31, march % 31 + 1) + timedelta(13)
