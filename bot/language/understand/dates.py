"""Deadlines: "before end of January", "15 марта", "12月20日前", "in 3 weeks", "şubat ortası" to one day.

No year means the next time that day comes. "End of" is the last day, "middle of" the 15th, "beginning of" the 7th;
"next week" is its Sunday, a month its last day. A day that is gone, or does not exist, is None.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from bot.language.understand.calendar_words import DAYS, calendar_words
from bot.language.understand.days import coming_weekday, day_of, months_on, next_time, relative_day
from bot.language.understand.holidays import holiday
from bot.language.understand.lexicon import base, lexicon
from bot.language.understand.numbers import read_number
from bot.language.understand.tokens import Token

_PARTS: dict[str, int | None] = {"date:end": None, "date:mid": 15, "date:begin": 7}  # None is the last day
_MAX_DAYS = 1100  # further away than three years is not a deadline
_MAX_COUNT = 400  # nor is "in 500 days"
_LINKS = frozenset(("de", "of", "del", "do", "da", "di", "du", "des", "la", "le", "el", "the", "st", "nd", "rd", "th"))
_LINKS |= frozenset(("er", ".", ",", "-", "º", "°", "hb", "му", "го", "е", "ого"))
_ORDINALS = frozenset("oºª")  # "1º de fevereiro"; folded, the sign is a small letter
_OF_BEHIND = frozenset(("के", "ke", "ki", "का", "의", "の", "'"))
_EAST_ASIAN = frozenset(("zh", "ja", "ko"))  # month before day
_COUNT_LAST = frozenset(("sw",))  # "weeks 2"

Here = Mapping[str, tuple[int, str]]


@dataclass(frozen=True)
class Moment:
    """A day found in tokens: what it covers, whether it is clear without a cue beside it, whether it was a length."""

    day: date
    start: int
    end: int
    clear: bool = True
    span: bool = False
    weekday: bool = False


def read_moment(tokens: Sequence[Token], place: int, language: str, *, today: date) -> Moment | None:
    """The day whose description starts at a place, longest reading first."""
    token = tokens[place]
    if token.kind == "date":
        day = written_day(token.text, language, today=today)
        return Moment(day, place, place + 1) if day else None
    here = calendar_words(language).at(tokens, place)
    exact = (
        _named(here, place, today),
        _part_of_month(tokens, place, here, language, today),
        _day_of_month(tokens, place, language, today),
    )
    rough = (_length(tokens, place, here, language, today), _whole_month(tokens, place, language, today))
    found = [moment for moment in exact if moment] or [moment for moment in rough if moment]
    return max(found, key=lambda moment: moment.end, default=None)


def written_day(text: str, language: str, *, today: date) -> date | None:
    """A day in digits: year first, else day first; month first only where the day could not be a month."""
    numbers = [int(part) for part in re.findall(r"\d+", text)]
    if len(numbers) == 2:
        first, second = numbers
        if base(language) in _EAST_ASIAN or second > 12 >= first:
            first, second = second, first
        return next_time(first, second, today=today)
    if numbers[0] > 31:
        year, month, day = numbers
    else:
        day, month, year = numbers
        if month > 12 >= day:
            day, month = month, day
        year += 2000 if year < 100 else 0
    return _near(year, month, day, today)


def _near(year: int, month: int, day: int | None, today: date) -> date | None:
    """That day, if it exists and lies ahead within reach."""
    found = day_of(year, month, day) if 1 <= month <= 12 and 2000 <= year <= 2100 else None
    return found if found and 0 <= (found - today).days <= _MAX_DAYS else None


def _named(here: Here, place: int, today: date) -> Moment | None:
    """Tomorrow, next week, Friday, Christmas, the end of this month."""
    named = [
        Moment(day, place, end, span=kind.startswith("date:two_"), weekday=kind.removeprefix("date:") in DAYS)
        for kind, (end, _) in here.items()
        if (
            day := relative_day(kind, today)
            or holiday(kind.removeprefix("date:"), today)
            or coming_weekday(kind, today)
        )
    ]
    return max(named, key=lambda moment: moment.end, default=None)


def _month_at(tokens: Sequence[Token], place: int, language: str) -> tuple[int, int] | None:
    """The month named at a place and where it ends: a name, or "3月", "三月", "3월"."""
    if place >= len(tokens):
        return None
    found = calendar_words(language).at(tokens, place).get("month")
    if found:
        return int(found[1]), found[0]
    if base(language) == "ar" and tokens[place].norm == "شهر":  # "شهر 1" is January
        number = read_number(tokens, place + 1, language)
        if number and number.value in range(1, 13):
            return int(number.value), number.end
    if base(language) in _EAST_ASIAN:
        number = read_number(tokens, place, language)
        if number and number.end < len(tokens) and tokens[number.end].norm in ("月", "월") and number.value <= 12:
            return (int(number.value), number.end + 1) if number.value == int(number.value) else None
    return None


def _skip(tokens: Sequence[Token], place: int) -> int:
    for _ in range(3):
        ordinal = place < len(tokens) and tokens[place].text in _ORDINALS and tokens[place].glued
        if ordinal or (place < len(tokens) and tokens[place].norm in _LINKS):
            place += 1
    return place


def _dated(day: int | None, month: int, tokens: Sequence[Token], place: int, end: int, today: date) -> Moment | None:
    """That day of that month, in the year that follows if one does."""
    if before := _year_before(tokens, place):
        found = _near(before, month, day, today)
        return Moment(found, place, end) if found else None
    after = _skip(tokens, end)
    year = tokens[after].norm if after < len(tokens) and tokens[after].kind == "num" else ""
    if re.fullmatch(r"20[2-4]\d", year):
        found = _near(int(year), month, day, today)
        return Moment(found, place, after + 1) if found else None
    upcoming = next_time(day, month, today=today)
    return Moment(upcoming, place, end) if upcoming else None


def _year_before(tokens: Sequence[Token], place: int) -> int | None:
    """The year of "2027年3月15日", where the month stands at `place`."""
    if place < 2 or tokens[place - 1].norm not in ("年", "년"):
        return None
    year = tokens[place - 2].norm
    return int(year) if re.fullmatch(r"20[2-4]\d", year) else None


def _part_of_month(tokens: Sequence[Token], place: int, here: Here, language: str, today: date) -> Moment | None:
    """Such as "end of January", "mid January", "ocak sonu", "1月底", "giữa tháng 2", "end of next month"."""
    words = calendar_words(language)
    for part, day in _PARTS.items():
        if part in here:
            after = _skip(tokens, here[part][0])
            if month := _month_at(tokens, after, language):
                return _dated(day, month[0], tokens, place, month[1], today)
            if after < len(tokens) and (named := words.at(tokens, after).get("date:next_month")):
                ahead = months_on(today.replace(day=1), 1)
                found = day_of(ahead.year, ahead.month, day)
                return Moment(found, place, named[0]) if found else None
    month = _month_at(tokens, place, language)
    if month is None:
        return None
    after = month[1] + (month[1] < len(tokens) and tokens[month[1]].norm in _OF_BEHIND)
    behind = words.at(tokens, after) if after < len(tokens) else {}
    for part, day in _PARTS.items():
        if part in behind and (found_part := _dated(day, month[0], tokens, place, behind[part][0], today)):
            return found_part
    return None


def _day_of_month(tokens: Sequence[Token], place: int, language: str, today: date) -> Moment | None:
    """Such as "15 March 2027", "March 15th", "3月15日", "15 tháng 3", "dez de janeiro"."""
    month = _month_at(tokens, place, language)
    if month and (found := _day_behind(tokens, place, month, language, today)):
        return found
    number = read_number(tokens, place, language)
    if number is None or number.article or number.value != int(number.value) or not 1 <= number.value <= 31:
        return None
    month = _month_at(tokens, number.end, language) or _month_at(tokens, _skip(tokens, number.end), language)
    return _dated(int(number.value), month[0], tokens, place, month[1], today) if month else None


def _day_behind(
    tokens: Sequence[Token], place: int, month: tuple[int, int], language: str, today: date
) -> Moment | None:
    after = _skip(tokens, month[1])
    east_asian = tokens[month[1] - 1].norm in ("月", "월")
    if east_asian and after < len(tokens) and tokens[after].kind == "word":
        return _han_day(tokens, place, month[0], after, language, today)
    if after >= len(tokens) or not re.fullmatch(r"\d{1,2}", tokens[after].norm):
        return None
    counted = after + 1 < len(tokens) and "unit" in lexicon(language).at(tokens, after + 1)
    day = int(tokens[after].norm)
    if not 1 <= day <= 31 or (counted and not east_asian):
        return None
    endings = ("日", "号", "일") if east_asian else ("st", "nd", "rd", "th")
    end = after + 1
    end += end < len(tokens) and tokens[end].norm in endings
    return _dated(day, month[0], tokens, place, end, today)


def _han_day(tokens: Sequence[Token], place: int, month: int, after: int, language: str, today: date) -> Moment | None:
    """The day of "四月五号" and "十二月十九"; without 日 or 号 it must end the text: it may be a count."""
    number = read_number(tokens, after, language)
    if number is None or number.value not in range(1, 32):
        return None
    named = number.end < len(tokens) and tokens[number.end].norm in ("日", "号")
    if not named and number.end < len(tokens) and tokens[number.end].kind in ("word", "num"):
        return None
    return _dated(int(number.value), month, tokens, place, number.end + named, today)


def _length(tokens: Sequence[Token], place: int, here: Here, language: str, today: date) -> Moment | None:
    """So long from today: "in 3 weeks", "45天内", "10 hari", "within a month", "wiki 2"."""
    words = calendar_words(language)
    within = here.get("date:within")
    if within and base(language) not in _COUNT_LAST:
        bare_unit = words.at(tokens, within[0]) if within[0] < len(tokens) else {}
        ahead = _ahead(1, bare_unit, today)
        return Moment(ahead[0], place, ahead[1], span=True) if ahead and ahead[1] > within[0] else None
    if base(language) in _COUNT_LAST and (unit := next((here[k] for k in _LENGTHS if k in here), None)):
        count = read_number(tokens, unit[0], language)
        ahead = _ahead(int(count.value), here, today) if count and 1 <= count.value <= _MAX_COUNT else None
        return Moment(ahead[0], place, count.end, span=True) if ahead and count else None
    number = read_number(tokens, place, language)
    if number is None or number.value != int(number.value) or not 1 <= number.value <= _MAX_COUNT:
        return None
    after = number.end + (number.end < len(tokens) and tokens[number.end].norm == "-")
    ahead = _ahead(int(number.value), words.at(tokens, after) if after < len(tokens) else {}, today)
    return Moment(ahead[0], place, ahead[1], clear=not number.article, span=True) if ahead else None


_LENGTHS = ("date:month", "date:week", "date:day")


def _ahead(count: int, unit: Here, today: date) -> tuple[date, int] | None:
    """So many of the unit from today, and where the unit's name ends."""
    if "date:month" in unit and count <= 24:
        return months_on(today, count), unit["date:month"][0]
    if "date:hour" in unit:
        return today + timedelta(-(-count // 24)), unit["date:hour"][0]
    for kind, days in (("date:week", 7), ("date:day", 1)):
        if kind in unit and count * days <= _MAX_DAYS:
            return today + timedelta(count * days), unit[kind][0]
    return None


def _whole_month(tokens: Sequence[Token], place: int, language: str, today: date) -> Moment | None:
    if place and (
        tokens[place - 1].kind == "num"
        or (tokens[place - 1].norm in _LINKS and place > 1 and tokens[place - 2].kind == "num")
    ):
        return None  # of a day that does not exist nothing is left
    month = _month_at(tokens, place, language)
    moment = _dated(None, month[0], tokens, place, month[1], today) if month else None
    return Moment(moment.day, place, moment.end, clear=False) if moment else None
