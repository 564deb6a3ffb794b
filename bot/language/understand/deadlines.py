"""Reads a stretch that is known to name a day: shorter and vaguer forms count here than in a whole message.

"18.", "the 23rd", "5号" are the next such day of a month; "Friday next week", "week 3", "the 10th of next month" too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from bot.language.understand.calendar_words import DAYS, calendar_words
from bot.language.understand.dates import Moment, read_moment, written_day
from bot.language.understand.days import next_time
from bot.language.understand.numbers import digits_value, read_number
from bot.language.understand.tokens import Token, tokenise

_SHORT_DATE = re.compile(r"(?<![\d./-])\d{1,2}\s?[./-]\s?\d{1,2}(?![\d/-]|\.\d)")
_HAN_DAYS = dict(zip("一二三四五六日天", (*range(7), 6), strict=True))
_WEEK_NUMBER = re.compile(r"(?:kw|week|wk|cw|semaine|semana|settimana|неделя|неделю)\s?(\d{1,2})")
_MOST_WEEKS = 53

Kinds = dict[str, tuple[int, int]]  # a time word to its first token and the token behind its last


def parse_deadline(text: str, language: str = "en", *, today: date) -> date | None:
    """The day that a text names, with or without "before", "until", "in"; None where it names none."""
    tokens = tokenise(text)
    kinds = _kinds(tokens, language)
    moments = _moments(tokens, language, today)
    quarter = next((int(kind[-1]) for kind in kinds if kind[:-1] == "quarter"), 0)
    if quarter and "end_quarter" in kinds:
        return next_time(None, 3 * quarter, today=today)
    if shifted := _of_week(tokens, kinds, today) or _of_month(tokens, kinds, language, today):
        return shifted
    exact = next((moment for moment in moments if not moment.weekday), None)
    if exact:
        return exact.day
    named = {place for moment in moments for place in range(moment.start, moment.end)}  # "thứ 6" is Friday
    digits = any(token.kind == "num" and place not in named for place, token in enumerate(tokens))
    short = _short(text, tokens, kinds, language, today) if digits or not moments else None
    return short or (moments[0].day if moments else None)


def _moments(tokens: Sequence[Token], language: str, today: date) -> list[Moment]:
    found: list[Moment] = []
    place = 0
    while place < len(tokens):
        moment = read_moment(tokens, place, language, today=today)
        if moment:
            found.append(moment)
        place = moment.end if moment else place + 1
    return found


def _kinds(tokens: Sequence[Token], language: str) -> Kinds:
    """Every time word with where it stands."""
    words = calendar_words(language)
    kinds: Kinds = {}
    for place in range(len(tokens)):
        for kind, (end, _) in words.at(tokens, place).items():
            kinds.setdefault(kind.removeprefix("date:"), (place, end))
    return kinds


def _of_week(tokens: Sequence[Token], kinds: Kinds, today: date) -> date | None:
    """A weekday of this or the next week: "Friday next week", "下周五"."""
    for kind, weeks in (("next_week", 1), ("this_week", 0)):
        if kind not in kinds:
            continue
        monday = today + timedelta(7 * weeks - today.weekday())
        end = kinds[kind][1]
        if end < len(tokens) and tokens[end].norm in _HAN_DAYS:
            return monday + timedelta(_HAN_DAYS[tokens[end].norm])
        named = next((nth for nth, day in enumerate(DAYS) if day in kinds), None)
        if named is not None:
            day = monday + timedelta(named)
            return day if day >= today else None
        if "begin" in kinds:
            return monday
    return None


def _of_month(tokens: Sequence[Token], kinds: Kinds, language: str, today: date) -> date | None:
    """A day of this or the next month: "tgl 22 bulan ini", "the 10th of next month"."""
    for kind, months in (("next_month", 1), ("this_month", 0)):
        number = _day_number(tokens, language) if kind in kinds else None
        if number:
            month = today.month - 1 + months
            try:
                return date(today.year + month // 12, month % 12 + 1, number)
            except ValueError:
                return None
    return None


def _day_number(tokens: Sequence[Token], language: str) -> int | None:
    """The only number of a text, if it can be a day of a month."""
    numbers = [value for token in tokens if token.kind == "num" and (value := digits_value(token.text)) is not None]
    if not numbers:
        found = [read_number(tokens, place, language) for place in range(len(tokens))]
        numbers = [number.value for number in found if number and not number.article][:1]
    if len(numbers) != 1 or numbers[0] != int(numbers[0]) or not 1 <= numbers[0] <= 31:
        return None
    return int(numbers[0])


def _short(text: str, tokens: Sequence[Token], kinds: Kinds, language: str, today: date) -> date | None:
    """Such as "18.1.", "23.02", "KW 3", "dia 13"."""
    if found := _SHORT_DATE.search(text):
        return written_day("/".join(re.findall(r"\d+", found.group())), language, today=today)
    if week := _WEEK_NUMBER.search(text.casefold()):
        return _end_of_week(int(week[1]), today)
    day = _day_number(tokens, language)
    if day is None or "month" in kinds:
        return None
    for ahead in range(2):
        month = (today.month - 1 + ahead) % 12 + 1
        found_day = next_time(day, month, today=today)
        if found_day and (found_day - today).days < 62:
            return found_day
    return None


def _end_of_week(week: int, today: date) -> date | None:
    if not 1 <= week <= _MOST_WEEKS:
        return None
    for year in (today.year, today.year + 1):
        try:
            sunday = date.fromisocalendar(year, week, 7)
        except ValueError:
            continue
        if sunday >= today:
            return sunday
    return None
