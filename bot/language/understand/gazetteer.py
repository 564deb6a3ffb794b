"""The names of countries and cities that we know, folded, with the countries that have a place of each name."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from babel import Locale

from bot.language.understand.lexicon import rows
from bot.language.understand.tokens import DATA, bare, fold, tokenise

COUNTRY = 1_000_000  # stands for the size of a country beside cities, in thousands of people
ALIAS = 30_000  # our own word on which place a name means outweighs size
_LOCALES = [
    "en",
    "zh_Hans",
    "zh_Hant",
    "es",
    "pt",
    "fr",
    "de",
    "it",
    "nl",
    "pl",
    "ru",
    "uk",
    "ar",
    "fa",
    "he",
    "hi",
    "bn",
    "ur",
    "id",
    "vi",
    "th",
    "tr",
    "ja",
    "ko",
    "sw",
]
_NOT_COUNTRIES = frozenset(("JE", "IM", "AC", "CP", "DG", "EA", "IC", "TA", "XA", "XB", "ZZ", "QO", "EZ", "UN"))
_LOOSE = frozenset("-.")

Entries = tuple[tuple[str, int], ...]  # countries with a size in thousands of people, largest first


@functools.cache
def gazetteer() -> dict[str, Entries]:
    """Folded name, words set apart by single spaces, to the countries that have a place of that name."""
    table: dict[str, dict[str, int]] = {}
    for code, name, size in _names():
        folded = _folded(name)
        keys = [folded, bare(folded)] if not folded.isascii() and len(folded) > 3 else [folded]
        for key in keys:
            known = table.setdefault(key, {})
            if size != COUNTRY or COUNTRY not in known.values():
                known[code] = max(known.get(code, 0), size)
    return {key: tuple(sorted(known.items(), key=lambda entry: -entry[1])) for key, known in table.items() if key}


@functools.cache
def first_words() -> frozenset[str]:
    """Every word with which a known name starts."""
    return frozenset(key.split(" ")[0] for key in gazetteer())


@functools.cache
def country_codes() -> frozenset[str]:
    """The ISO 3166-1 alpha-2 codes of countries and territories that goods go to."""
    return frozenset(
        code
        for code in map(str, Locale("en").territories)
        if len(code) == 2 and code.isalpha() and code not in _NOT_COUNTRIES
    )


@functools.cache
def everyday_words() -> frozenset[str]:
    """Names of places that are more often ordinary words."""
    lines = (DATA / "everyday_places.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def _folded(name: str) -> str:
    if name.isalpha() and all(char < "\u0e00" for char in name):
        return fold(name)  # one plain word: the quick way, thousands of times
    return " ".join(token.norm for token in tokenise(name) if token.norm not in _LOOSE)


def _names() -> Iterator[tuple[str, str, int]]:
    for code, names in rows("country_aliases.tsv"):
        yield from ((code, name, COUNTRY) for name in names.split("|"))
    for locale in _LOCALES:
        for code, name in Locale.parse(locale).territories.items():
            if code in country_codes():
                yield str(code), str(name), COUNTRY
    for code, names in rows("city_aliases.tsv"):
        yield from ((code, name, ALIAS) for name in names.split("|"))
    for code, size, names in rows("cities.tsv"):
        main, *others = names.split("|")
        yield code, main, int(size)
        yield from ((code, name, int(size) // 2) for name in others)  # a second name says less
