"""Deadlines: "before end of January", "15 марта", "12月20日前", "in 3 weeks", "şubat ortası" to one day.

No year means the next time that day comes. "End of" is the last day, "middle of" the 15th, "beginning of" the 7th;
"next week" is its Sunday. A day that is gone, or does not exist, is None.
"""

from __future__ import annotations

import calendar
import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from babel.dates import get_day_names, get_month_names

from bot.language.understand.lexicon import Phrases, base, lexicon, rows
from bot.language.understand.numbers import read_number
from bot.language.understand.tokens import Token, bare, tokenise

# First day of the lunar new year and of Ramadan (astronomical forecast; the sighting may differ by a day).
_MOVING = {
    "chinese_new_year": ((2026, 2, 17), (2027, 2, 6), (2028, 1, 26), (2029, 2, 13), (2030, 2, 3), (2031, 1, 23)),
    "ramadan": ((2026, 2, 18), (2027, 2, 8), (2028, 1, 28), (2029, 1, 16), (2030, 1, 5), (2030, 12, 26)),
}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_PART = {"end": 31, "mid": 15, "begin": 7}
_MAX_DAYS = 1100  # further away than three years is not a deadline
_LINKS = frozenset(
    (
        "de",
        "of",
        "del",
        "do",
        "da",
        "di",
        "du",
        "des",
        "la",
        "le",
        "el",
        "the",
        "st",
        "nd",
        "rd",
        "th",
        "er",
        ".",
        ",",
        "-",
        "º",
        "°",
    )
)
_ENGLISH_STYLE = frozenset(("en",))


@dataclass(frozen=True)
class Moment:
    """A day found in tokens: the tokens it covers, and whether it stands on its own (else it needs a cue beside it)."""

    day: date
    start: int
    end: int
    clear: bool = True
    span: bool = False  # a length of time ("10 days") rather than a point


def parse_deadline(text: str, language: str = "en", *, today: date) -> date | None:
    """The day that a text names, with or without "before", "until", "in"; None where it names none."""
    tokens = tokenise(text)
    words = calendar_words(language)
    cues = lexicon(language)
    place = 0
    while place < len(tokens):
        found = read_moment(tokens, place, language, today=today)
        if found:
            return found.day
        place += 1
        if (
            any(token.kind == "num" for token in tokens[:place])
            and not words.at(tokens, place - 1)
            and not cues.at(tokens, place - 1)
        ):
            return None
    return None


def read_moment(tokens: Sequence[Token], place: int, language: str, *, today: date) -> Moment | None:
    """The day whose description starts at a place, longest reading first."""
    token = tokens[place]
    if token.kind == "date":
        day = written_day(token.text, language, today=today)
        return Moment(day, place, place + 1) if day else None
    here = calendar_words(language).at(tokens, place)
    readings = (
        _named(here, today, place),
        _part_of_month(tokens, place, here, language, today),
        _day_of_month(tokens, place, language, today),
    )
    found = [reading for reading in readings if reading]
    if not found:
        length = _length(tokens, place, here, language, today)
        month = _whole_month(tokens, place, here, language, today)
        found = [reading for reading in (length, month) if reading]
    return max(found, key=lambda moment: moment.end, default=None)


def written_day(text: str, language: str, *, today: date) -> date | None:
    """A day in digits: year first, else day first; month first only where the day could not be a month."""
    numbers = [int(part) for part in re.findall(r"\d+", text)]
    if len(numbers) == 2:
        first, second = numbers
        if base(language) in ("zh", "ja", "ko") or (second > 12 >= first):
            first, second = second, first
        return next_time(first, second, today=today)
    if numbers[0] > 31:
        year, month, day = numbers
    else:
        day, month, year = numbers
        if month > 12 >= day:
            day, month = month, day
        year += 2000 if year < 100 else 0
    return _checked(year, month, day, today)


def next_time(day: int, month: int, *, today: date) -> date | None:
    """The next time that this day of this month comes; day 31 means the last day of a shorter month."""
    if not 1 <= month <= 12 or not 1 <= day <= 31:
        return None
    year = today.year + ((month, _within(today.year, month, day)) < (today.month, today.day))
    return date(year, month, _within(year, month, day))


def _within(year: int, month: int, day: int) -> int:
    return min(day, calendar.monthrange(year, month)[1])


def _checked(year: int, month: int, day: int, today: date) -> date | None:
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return found if 0 <= (found - today).days <= _MAX_DAYS else None


def _named(here: Mapping[str, tuple[int, str]], today: date, place: int) -> Moment | None:
    """Tomorrow, next week, Friday, Christmas, the end of this month."""
    days = {
        "date:today": today,
        "date:tomorrow": today + timedelta(1),
        "date:this_week": today + timedelta(6 - today.weekday()),
        "date:next_week": today + timedelta(13 - today.weekday()),
        "date:this_month": _month_end(today.year, today.month),
        "date:end_month": _month_end(today.year, today.month),
        "date:next_month": _month_end(today.year + today.month // 12, today.month % 12 + 1),
        "date:end_year": date(today.year, 12, 31),
        "date:two_days": today + timedelta(2),
        "date:two_weeks": today + timedelta(14),
        "date:two_months": _months_on(today, 2),
    }
    best: Moment | None = None
    for kind, (end, _) in here.items():
        day = days.get(kind) or _holiday(kind, today) or _weekday(kind, today)
        if day and (best is None or end > best.end):
            best = Moment(day, place, end, clear=kind != "date:today", span=kind.startswith("date:two_"))
    return best


def _holiday(kind: str, today: date) -> date | None:
    name = kind.removeprefix("date:")
    if name in _MOVING:
        return next((day for parts in _MOVING[name] if (day := date(*parts)) >= today), None)
    if fixed := re.fullmatch(r"(\d\d)-(\d\d)", name):
        return next_time(int(fixed[2]), int(fixed[1]), today=today)
    return None


def _weekday(kind: str, today: date) -> date | None:
    name = kind.removeprefix("date:")
    return today + timedelta((_DAYS.index(name) - today.weekday() - 1) % 7 + 1) if name in _DAYS else None


def _month_end(year: int, month: int) -> date:
    return date(year, month, calendar.monthrange(year, month)[1])


def _months_on(today: date, months: int) -> date:
    month = today.month - 1 + months
    year, month = today.year + month // 12, month % 12 + 1
    return date(year, month, _within(year, month, today.day))


def _month_at(tokens: Sequence[Token], place: int, language: str) -> tuple[int, int] | None:
    """The month named at a place and where it ends: a name, or "3月", "tháng 3"."""
    if place >= len(tokens):
        return None
    found = calendar_words(language).at(tokens, place).get("month")
    if found:
        return int(found[1]), found[0]
    if (
        tokens[place].kind == "num"
        and place + 1 < len(tokens)
        and tokens[place + 1].norm in ("月", "월")
        and (n := _small(tokens[place]))
    ):
        return (n, place + 2) if n <= 12 else None
    return None


def _small(token: Token) -> int | None:
    """The value of one or two digits."""
    return int(token.text) if token.kind == "num" and len(token.text) <= 2 and token.text.isdecimal() else None


def _year_after(tokens: Sequence[Token], place: int) -> tuple[int, int] | None:
    after = _skip(tokens, place)
    if after < len(tokens) and tokens[after].kind == "num" and re.fullmatch(r"20[2-4]\d", tokens[after].text):
        return int(tokens[after].text), after + 1
    return None


def _skip(tokens: Sequence[Token], place: int) -> int:
    for _ in range(2):
        if place < len(tokens) and tokens[place].norm in _LINKS:
            place += 1
    return place


def _dated(day: int, month: int, tokens: Sequence[Token], end: int, today: date) -> tuple[date, int] | None:
    if year := _year_after(tokens, end):
        found = _checked(year[0], month, _within(year[0], month, day), today)
        return (found, year[1]) if found else None
    upcoming = next_time(day, month, today=today)
    return (upcoming, end) if upcoming else None


def _part_of_month(
    tokens: Sequence[Token], place: int, here: Mapping[str, tuple[int, str]], language: str, today: date
) -> Moment | None:
    """ "end of January", "mid January", "ocak sonu", "1月底", "giữa tháng 2", "end of next month"."""
    words = calendar_words(language)
    for part, day in _PART.items():
        if f"date:{part}" in here:
            after = _skip(tokens, here[f"date:{part}"][0])
            month = _month_at(tokens, after, language)
            if month and (dated := _dated(day, month[0], tokens, month[1], today)):
                return Moment(dated[0], place, dated[1])
            for kind in ("date:this_month", "date:next_month"):
                if after < len(tokens) and (named := words.at(tokens, after).get(kind)):
                    last = today if kind == "date:this_month" else _months_on(today.replace(day=1), 1)
                    return Moment(date(last.year, last.month, _within(last.year, last.month, day)), place, named[0])
    month = _month_at(tokens, place, language)
    if month:
        after = month[1] + (month[1] < len(tokens) and tokens[month[1]].norm in ("के", "'", "ke", "ki", "의", "の"))
        for part, day in _PART.items():
            found = words.at(tokens, after).get(f"date:{part}") if after < len(tokens) else None
            if found and (upcoming := next_time(day, month[0], today=today)):
                return Moment(upcoming, place, found[0])
    return None


def _day_of_month(tokens: Sequence[Token], place: int, language: str, today: date) -> Moment | None:
    """ "15 March 2027", "March 15th", "3月15日", "15 tháng 3", "dez de janeiro"."""
    month = _month_at(tokens, place, language)
    if month:
        after = _skip(tokens, month[1])
        day = _small(tokens[after]) if after < len(tokens) else None
        cjk = tokens[month[1] - 1].norm in ("月", "월")
        if day and 1 <= day <= 31 and (cjk or not _a_unit(tokens, after + 1, language)):
            end = after + 1 + (cjk and after + 1 < len(tokens) and tokens[after + 1].norm in ("日", "号", "일"))
            end += end < len(tokens) and tokens[end].norm in ("st", "nd", "rd", "th") and tokens[end].glued
            dated = _dated(day, month[0], tokens, end, today)
            return Moment(dated[0], place, dated[1]) if dated else None
    number = read_number(tokens, place, language)
    if (
        number is None
        or number.article
        or number.value != number.value.to_integral_value()
        or not 1 <= number.value <= 31
    ):
        return None
    month = _month_at(tokens, _skip(tokens, number.end), language)
    dated = _dated(int(number.value), month[0], tokens, month[1], today) if month else None
    return Moment(dated[0], place, dated[1]) if dated else None


def _a_unit(tokens: Sequence[Token], place: int, language: str) -> bool:
    return place < len(tokens) and "unit" in lexicon(language).at(tokens, place)


def _length(
    tokens: Sequence[Token], place: int, here: Mapping[str, tuple[int, str]], language: str, today: date
) -> Moment | None:
    """ "in 3 weeks", "45天内", "10 hari": so long from today."""
    del here
    number = read_number(tokens, place, language)
    if (
        number is None
        or number.value != number.value.to_integral_value()
        or not 1 <= number.value <= 400
        or number.end >= len(tokens)
    ):
        return None
    words = calendar_words(language)
    found = words.at(tokens, _skip(tokens, number.end) if tokens[number.end].norm == "-" else number.end)
    count = int(number.value)
    for kind, days in (("date:week", 7), ("date:day", 1)):
        if kind in found and count * days <= _MAX_DAYS:
            return Moment(today + timedelta(count * days), place, found[kind][0], clear=not number.article, span=True)
    if "date:month" in found and count <= 24:
        return Moment(_months_on(today, count), place, found["date:month"][0], clear=not number.article, span=True)
    return None


def _whole_month(
    tokens: Sequence[Token], place: int, here: Mapping[str, tuple[int, str]], language: str, today: date
) -> Moment | None:
    del here
    month = _month_at(tokens, place, language)
    dated = _dated(31, month[0], tokens, month[1], today) if month else None
    return Moment(dated[0], place, dated[1], clear=False) if dated else None


@functools.cache
def calendar_words(language: str) -> Phrases:
    """Month and weekday names of a language from CLDR, with the shorter and inflected forms of our own list."""
    phrases = Phrases()
    own = base(language)
    for wanted in dict.fromkeys((own, "en")):
        for value, named, words in rows("date_words.tsv"):
            if named == wanted:
                kind = ("month", value) if value.isdigit() else (f"date:{value}", value)
                for word in words.split("|"):
                    if wanted == own or len(word) > 3:
                        phrases.add(word, *kind)
        _cldr(phrases, wanted)
    return phrases


def _cldr(phrases: Phrases, language: str) -> None:
    locale = {"zh": "zh_Hans"}.get(language, language)
    for width in ("wide", "abbreviated"):
        for context in ("format", "stand-alone"):
            for number, name in get_month_names(width, context, locale).items():
                if not name[0].isdigit():
                    phrases.add(name.rstrip("."), "month", str(number))
            for number, name in get_day_names(width, context, locale).items():
                if len(bare(name)) > (3 if width == "abbreviated" else 1) or (
                    width == "abbreviated" and language == "en" and len(name) > 3
                ):
                    phrases.add(name.rstrip("."), f"date:{_DAYS[number]}", "")
