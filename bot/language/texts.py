"""Catalogues to sentences: translation, plurals, numbers, dates, money and names, for one reader's language.

Values are put into sentences by plain replacement, never by formatting: what a person typed may hold braces, tags and
control characters. In HTML each value is escaped; everywhere it is isolated (U+2068 … U+2069), so that a value written
in the other direction cannot scramble the sentence around it.
"""

from __future__ import annotations

import gettext
import html
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cached_property
from pathlib import Path

from babel import Locale
from babel.dates import format_date, format_datetime, format_skeleton, format_timedelta, get_datetime_format
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from bot.domain.goods import Money
from bot.language.tags import DEFAULT, RTL, catalogue

LOCALES = Path(__file__).resolve().parents[2] / "locales"
_HOLE = re.compile(r"\{(\w+)\}")
_CONTROLS = re.compile(
    "[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff\ufffe\uffff]|[\ud800-\udfff]"
)

log = logging.getLogger(__name__)


class Html(str):
    """Text that is HTML already, made by a screen; everything else is escaped."""


def clean(text: str) -> str:
    """What a person typed, without characters that steer the display or break a database."""
    return _CONTROLS.sub("", text)


def typed(text: str) -> Html:
    """What a person typed, to stand on its own in a message: escaped, line breaks kept."""
    return Html(html.escape(clean(text), quote=False))


@dataclass(frozen=True)
class _Sentences:
    """One compiled catalogue."""

    single: Mapping[str, str]
    plural: Mapping[tuple[str, str], tuple[str, ...]]
    form: Callable[[int], int]


class Words:
    """One language's words. Every sentence is asked for by its English text."""

    def __init__(self, language: str, sentences: _Sentences) -> None:
        self.language = language
        self.rtl = language in RTL
        self._sentences = sentences
        self._locale = Locale.parse(language.replace("-", "_"))

    def say(self, english: str, **values: object) -> Html:
        """A sentence as HTML; values are escaped (unless they are Html) and isolated."""
        return Html(self._fill(self._sentences.single.get(english) or english, english, values, _as_html))

    def label(self, english: str, **values: object) -> str:
        """A sentence as plain text: buttons, toasts, commands."""
        return self._fill(self._sentences.single.get(english) or english, english, values, clean)

    def own(self, value: object) -> Html:
        """A value on its own, as HTML: escaped and isolated."""
        return Html(self._isolated(_as_html, value))

    def count(self, one: str, many: str, n: int, *, shown: str | None = None, **values: object) -> Html:
        """A sentence that depends on a number; `{n}` in it is the number in the reader's form (or `shown`)."""
        values["n"] = shown or self.number(n)
        return Html(self._fill(self._plural(one, many, n), many, values, _as_html))

    def count_label(self, one: str, many: str, n: int, **values: object) -> str:
        """The same as plain text."""
        values["n"] = self.number(n)
        return self._fill(self._plural(one, many, n), many, values, clean)

    def number(self, n: Decimal | int) -> str:
        """A number with the reader's separators; as many decimals as it was said with, none added, none dropped."""
        exponent = Decimal(n).normalize().as_tuple().exponent if n == n // 1 else Decimal(n).as_tuple().exponent
        decimals = max(0, -exponent) if isinstance(exponent, int) else 0
        pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
        return format_decimal(n, pattern, locale=self._locale, decimal_quantization=False)

    def percent(self, n: int) -> str:
        """So many per cent, as the reader writes it."""
        return format_percent(Decimal(n) / 100, locale=self._locale)

    def money(self, money: Money) -> str:
        """An amount with its decimals as said, then the ISO 4217 code: no symbol is the same everywhere."""
        exponent = money.amount.as_tuple().exponent
        decimals = max(0, -exponent) if isinstance(exponent, int) else 0
        pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
        amount = format_decimal(money.amount, pattern, locale=self._locale, decimal_quantization=False)
        return f"{amount}\u00a0{money.currency}"

    def date(self, day: date) -> str:
        """A day, with the month's name so that nobody swaps day and month."""
        return format_date(day, "medium" if self.language.startswith("zh") else "d MMM y", locale=self._locale)

    def moment(self, when: datetime) -> str:
        """A moment, with its zone named."""
        east = self.language.partition("-")[0] in ("zh", "ja", "ko")
        day = format_skeleton("MMMd", when, locale=self._locale) if east else format_date(when, "d MMM", self._locale)
        clock = format_datetime(when, "HH:mm", locale=self._locale)
        both = str(get_datetime_format("medium", locale=self._locale))
        return both.replace("{1}", day).replace("{0}", f"{clock} UTC")

    def span(self, seconds: float) -> str:
        """A length of time in its largest fitting unit: `2 days`, `5 hours`."""
        return format_timedelta(timedelta(seconds=max(60, seconds)), threshold=1.2, locale=self._locale)

    def country(self, code: str | None) -> str:
        """A country's name (ISO 3166-1 alpha-2)."""
        return (self._locale.territories.get(code) if code else None) or code or ""

    def language_name(self, tag: str) -> str:
        """A language's name, in the reader's words."""
        return Locale.parse(tag.replace("-", "_")).get_display_name(self._locale) or tag

    def both(self, parts: list[str]) -> str:
        """Several things in one row: `a, b and c`."""
        return format_list(parts, locale=self._locale)

    def _plural(self, one: str, many: str, n: int) -> str:
        forms = self._sentences.plural.get((one, many))
        if forms and all(forms):
            return forms[self._sentences.form(n)]
        return one if n == 1 else many

    def _fill(self, template: str, english: str, values: Mapping[str, object], put: Callable[[str], str]) -> str:
        if set(_HOLE.findall(template)) - values.keys():
            log.error("a translation into %s has a hole that nothing fills: %r", self.language, english)
            template = english
        return _HOLE.sub(lambda hole: self._isolated(put, values.get(hole[1], "")), template)

    def _isolated(self, put: Callable[[str], str], value: object) -> str:
        text = put(value) if isinstance(value, Html) else put(str(value))
        if isinstance(value, Html) or (not self.rtl and text.isascii()):
            return text
        return f"\u2068{text}\u2069"


def _as_html(value: str) -> str:
    return value if isinstance(value, Html) else html.escape(clean(value), quote=False)


class Texts:
    """Every language the bot speaks, read once from the catalogues in `folder`/<language>/LC_MESSAGES/*.po."""

    def __init__(self, folder: Path = LOCALES) -> None:
        self._folder = folder
        self.languages: tuple[str, ...] = tuple(
            sorted(
                {DEFAULT, *(p.name.replace("_", "-") for p in folder.iterdir() if p.is_dir() and any(p.rglob("*.po")))}
            )
        )
        self._words = {language: Words(language, self._read(language)) for language in self.languages}

    def words(self, tag: str | None) -> Words:
        """The words for a reader who speaks this (any tag an app may send); English where we do not speak it."""
        return self._words[catalogue(tag, self._words)]

    @cached_property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Each language with its own name for itself, for the language buttons."""
        return tuple((tag, _own_name(tag)) for tag in self.languages)

    def _read(self, language: str) -> _Sentences:
        single: dict[str, str] = {}
        plural: dict[tuple[str, str], tuple[str, ...]] = {}
        form: Callable[[int], int] = _english_form
        for path in sorted((self._folder / language.replace("-", "_")).rglob("*.po")):
            with path.open("rb") as file:
                entries = read_po(file, locale=language.replace("-", "_"))
            form = _form(entries.plural_expr)
            _collect(entries, single, plural)
        return _Sentences(single, plural, form)


def _english_form(n: int) -> int:
    return int(n != 1)


def _form(rule: str) -> Callable[[int], int]:
    """A plural rule as catalogues write it (`n != 1`), by the standard library's own reader of them."""
    compiled: Callable[[int], int] = vars(gettext)["c2py"](rule)
    return compiled


def _collect(entries: Catalog, single: dict[str, str], plural: dict[tuple[str, str], tuple[str, ...]]) -> None:
    for entry in entries:
        if not entry.id or entry.fuzzy:
            continue
        if isinstance(entry.id, str):
            single[entry.id] = str(entry.string or "")
        else:
            plural[(entry.id[0], entry.id[1])] = tuple(entry.string or ())


def _own_name(tag: str) -> str:
    locale = Locale.parse(tag.replace("-", "_"))
    name = locale.language_name if tag != "zh-Hans" else "简体中文"
    return (name or tag)[:1].upper() + (name or tag)[1:]
