"""The words of the calendar in each language: months, weekdays, lengths of time, parts of months, holidays."""

from __future__ import annotations

import functools

from babel.dates import get_day_names, get_month_names

from bot.language.understand.lexicon import Phrases, base, rows
from bot.language.understand.tokens import bare

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT = 3  # letters; shorter weekday names are other words ("sun", "mar", "lun")


@functools.cache
def calendar_words(language: str) -> Phrases:
    """Kinds: "month" with its number, and "date:" with a name from our list or the English name of a weekday."""
    phrases = Phrases()
    own = base(language)
    for wanted in dict.fromkeys((own, "en")):
        for value, named, words in rows("date_words.tsv"):
            if named == wanted:
                kind = "month" if value.isdigit() else f"date:{value}"
                for word in words.split("|"):
                    if word and (wanted == own or len(word) > _SHORT):
                        phrases.add(word, kind, value)
        _add_names(phrases, wanted)
    return phrases


def _add_names(phrases: Phrases, language: str) -> None:
    locale = {"zh": "zh_Hans"}.get(language, language)
    for width in ("wide", "abbreviated"):
        for context in ("format", "stand-alone"):
            for number, name in get_month_names(width, context, locale).items():
                if not name[0].isdigit():
                    phrases.add(name.rstrip("."), "month", str(number))
                    if language == "he":
                        phrases.add(f"ב{name}", "month", str(number))  # "in January" is one word
            for number, name in get_day_names(width, context, locale).items():
                if len(bare(name)) > (_SHORT if width == "abbreviated" else 1):
                    phrases.add(name.rstrip("."), f"date:{DAYS[number]}", "")
