"""Names of countries, cities and ports in a text, inflected or with a particle glued on, to places.

`country_of` also serves imported files, where a cell holds a name or a code.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from babel.core import get_global

from bot.domain.goods import Place
from bot.language.understand.gazetteer import (
    ALIAS,
    COUNTRY,
    REGION,
    Entries,
    country_codes,
    everyday_words,
    gazetteer,
)
from bot.language.understand.lexicon import base, fillers, lexicon, rows
from bot.language.understand.tokens import Token, fold, tokenise

_LONGEST = 9  # tokens in the longest name (Han characters count one each)
_LONGEST_INFLECTED = 3  # tokens in the longest name whose first word has an ending or a prefix
# Thousands of people from which a name in small letters is believed: anywhere in a message, where words say that a
# place comes, and in an answer to "where to?". With a capital less is enough.
_LARGE, _CITIES, _ALL = 250, 120, 0
_CERTAIN = -1  # all of the text is known to name a place
_CAPITAL_SIZE = 60
_REGION_SIZE = 50  # thousands of people that a region counts for
_TOWN_SIZE = 15  # with a capital, where words say that a place comes
_HOME_BONUS = 60  # a town at home is meant before a foreign one up to so many times its size
_KNOWN_BONUS, _KNOWN_SIZE = 10, 400  # but before a foreign town that everybody knows, only up to so many times
_SHORT = 3  # letters up to which a name needs capitals
_SHORT_BUT_CLEAR = frozenset(("uk", "usa", "uae", "ksa", "abd", "bae", "eau", "eua", "nyc", "vae"))


@dataclass(frozen=True)
class Mention:
    """A place named in tokens. `others` are all countries with a place of this name; `role` is what an affix says."""

    start: int
    end: int
    country: str
    city: str | None
    others: frozenset[str]
    role: str | None = None  # to, from, at
    size: int = COUNTRY  # thousands of people


@functools.cache
def homes(language: str) -> tuple[str, ...]:
    """The countries where a language is at home: a name that several countries share is first looked for there."""
    own = base(language)
    return next((tuple(codes.split()) for named, codes in rows("homes.tsv") if named == own), ())


def only_home(language: str) -> str | None:
    """The one country where nearly everybody who writes a language lives; None where there are several."""
    own = base(language)
    return homes(own)[0] if own in _ONE_HOME else None


_ONE_HOME = frozenset(("hi", "id", "vi", "tr", "th", "pl"))


def country_of(text: str) -> str | None:
    """ISO 3166-1 alpha-2 code of a country written as a name in any of our languages, or as a code."""
    name = text.strip()[:80]
    tokens = tokenise(name)
    entries = gazetteer().get(_key(tokens, 0, len(tokens)))
    named = next((code for code, size in entries if size == COUNTRY), None)
    coded = _by_code(name.upper()) if name.isascii() and name.isalpha() else None
    return coded or named if name.isupper() else named or coded


def _by_code(code: str) -> str | None:
    """The country of an alpha-2 or alpha-3 code."""
    if len(code) == 2:
        return "GB" if code == "UK" else code if code in country_codes() else None
    alias = get_global("territory_aliases").get(code, ()) if len(code) == 3 else ()
    return next((str(found) for found in alias if found in country_codes()), None)


def parse_place(text: str, language: str = "en") -> Place | None:
    """The place that a text names: a country, a city, or both; None where it says something else as well."""
    tokens = tokenise(text)
    found = list(mentions(tokens, language, trusted=None))
    covered = {place for mention in found for place in range(mention.start, mention.end)}
    words = lexicon(language)
    for place, token in enumerate(tokens):
        if token.kind == "word" and place not in covered and _BESIDE.isdisjoint(words.at(tokens, place)):
            return None
    if found:
        return joined(found)
    code = country_of(text)
    return Place(code) if code else None


_BESIDE = frozenset(("cue:to", "cue:at", "cue:to_after", "cue:at_after"))


def joined(found: Sequence[Mention]) -> Place:
    """One place from its mentions side by side: the country decides which city of that name is meant."""
    country = next((mention.country for mention in found if mention.city is None), None)
    city = next((mention for mention in found if mention.city is not None), None)
    if city is None or (country and country not in city.others):
        return Place(country)
    return Place(country or city.country, city.city)


def mentions(
    tokens: Sequence[Token], language: str, *, trusted: frozenset[int] | None = frozenset(), certain: bool = False
) -> Iterator[Mention]:
    """Every place named in tokens, the longest name at each point, never overlapping.

    Smaller cities are believed at `trusted` tokens only; every town anywhere if that is None, for an answer to the
    question "where to?". `certain`: all the tokens are known to name places, so even short and everyday names count.
    """
    place = 0
    while place < len(tokens):
        least = _ALL if trusted is None else _CITIES if place in trusted else _LARGE
        found = _at(tokens, place, language, _CERTAIN if certain else least)
        if found:
            yield found
        place = found.end if found else place + 1


def _at(tokens: Sequence[Token], place: int, language: str, least: int) -> Mention | None:
    token = tokens[place]
    if token.kind != "word":
        return None
    if gazetteer().starts(token.norm):
        for end in range(min(len(tokens), place + _LONGEST), place, -1):
            entries = gazetteer().get(_key(tokens, place, end))
            if entries and _believable(tokens, place, end, entries, language, least):
                return _mention(tokens, place, end, entries, language)
    for stem, role in _stems(token.norm, base(language)):
        if len(stem) < 2 or stem in everyday_words() or not gazetteer().starts(stem):
            continue
        for end in range(min(len(tokens), place + _LONGEST_INFLECTED), place, -1):
            rest = _key(tokens, place + 1, end)
            known = gazetteer().get(f"{stem} {rest}" if rest else stem)
            if (
                known
                and len(stem) + len(rest) > 2
                and (known[0][1] if known[0][1] != REGION else _REGION_SIZE) >= least
            ):
                return _mention(tokens, place, end, known, language, role=role, stem=stem)
    return None


def _key(tokens: Sequence[Token], start: int, end: int) -> str:
    return " ".join(token.norm for token in tokens[start:end] if token.norm not in ("-", "."))


def _mention(
    tokens: Sequence[Token],
    start: int,
    end: int,
    entries: Entries,
    language: str,
    *,
    role: str | None = None,
    stem: str = "",
) -> Mention:
    best = entries[0]
    if best[1] < ALIAS:
        bonus = _KNOWN_BONUS if best[1] >= _KNOWN_SIZE else _HOME_BONUS
        best = next((e for e in entries if e[0] in homes(language) and e[1] * bonus > best[1]), best)
    city = None
    if best[1] != COUNTRY:
        said = tokens[start].text
        glued_on = len(tokens[start].norm) - len(stem) if stem and role and tokens[start].norm.endswith(stem) else 0
        city = said[glued_on:] if glued_on else _said(tokens, start, end)
    return Mention(start, end, best[0], city, frozenset(code for code, _ in entries), role, best[1])


def _said(tokens: Sequence[Token], start: int, end: int) -> str:
    """The words as they stood, set apart as they were."""
    text = ""
    for token in tokens[start:end]:
        text += token.text if token.glued or not text else f" {token.text}"
    return text


def _believable(tokens: Sequence[Token], start: int, end: int, entries: Entries, language: str, least: int) -> bool:
    """Is this really meant as a place? Short names and everyday words need capitals or more."""
    first, size = tokens[start], entries[0][1]
    size = _REGION_SIZE if size == REGION else size
    if end - start == 1 and size < _REGION_SIZE and _small_word(tokens, start, language):
        return False
    if least == _CERTAIN:
        return end - start > 1 or len(first.text) > 1
    if first.norm[0] >= "\u0530":  # scripts without capitals
        word = end - start > 1 or not (len(first.text) == 1 and first.text >= "\u0e00")
        return word and (size >= _CAPITAL_SIZE or least == _ALL or (least == _CITIES and size >= _TOWN_SIZE))
    name = "".join(token.norm for token in tokens[start:end])
    capital = first.text[0].isupper()
    if len(name) <= _SHORT and name.isascii() and name not in _SHORT_BUT_CLEAR:
        return first.text.isupper() or (len(name) == _SHORT and size == COUNTRY and capital)
    if end - start == 1 and size != COUNTRY:
        if name in everyday_words() and not (capital and size >= least):
            return False
        if least == _LARGE and (name in fillers(language) or not lexicon(language).at(tokens, start).keys() <= _BESIDE):
            return False
    return (
        size >= least
        or (capital and size >= (_CAPITAL_SIZE if least == _LARGE else _TOWN_SIZE if least == _CITIES else 0))
        or (end - start > 1 and size >= _TOWN_SIZE)
    )


def _small_word(tokens: Sequence[Token], place: int, language: str) -> bool:
    """Is this a preposition or the like, whatever hamlet has its name?"""
    return tokens[place].norm in fillers(language) or not _BESIDE.isdisjoint(lexicon(language).at(tokens, place))


_SLAVIC = (
    ("ию", "ия"),
    ("ии", "ия"),
    ("ой", "а"),
    ("ом", ""),
    ("ем", "ь"),
    ("у", "а"),
    ("ю", "я"),
    ("е", "а"),
    ("е", ""),
)
_SLAVIC_MORE = (
    ("е", "ь"),
    ("и", "а"),
    ("и", "я"),
    ("и", "ь"),
    ("ы", "а"),
    ("а", ""),
    ("я", "ь"),
    ("я", "й"),
    ("ю", "ь"),
)
_SLAVIC_LAST = (("у", ""), ("ові", "ів"), ("ова", "ів"), ("єва", "їв"), ("єві", "їв"))
_POLISH = (("u", ""), ("ie", "a"), ("ie", ""), ("y", "a"), ("i", "a"), ("a", ""), ("ę", "a"), ("ii", "ia"), ("iu", ""))
_TURKISH = (
    *(("to", ending) for ending in ("ya", "ye", "na", "ne", "a", "e")),
    *(("from", ending) for ending in ("ndan", "nden", "dan", "den", "tan", "ten")),
    *(("at", ending) for ending in ("nda", "nde", "da", "de", "ta", "te")),
)
_ARABIC = (("لل", "to"), ("ل", "to"), ("وال", None), ("بال", "at"), ("ب", "at"), ("و", None), ("ف", None))
_HEBREW = {"ל": "to", "ב": "at", "מ": "from", "ו": None}


def _stems(norm: str, language: str) -> Iterator[tuple[str, str | None]]:
    """Names that this word may be a form of, with what the ending or prefix says."""
    if language in ("ru", "uk") and len(norm) > 3:
        yield from _endings(norm, (*_SLAVIC, *_SLAVIC_MORE, *_SLAVIC_LAST))
    elif language == "pl" and len(norm) > 3:
        yield from _endings(norm, _POLISH)
    elif language == "tr":
        for role, ending in _TURKISH:
            if norm.endswith(ending) and len(norm) > len(ending) + 2:
                yield norm[: -len(ending)], role
    elif language in ("ar", "fa"):
        for prefix, meaning in _ARABIC:
            if norm.startswith(prefix) and len(norm) > len(prefix) + 2:
                yield norm[len(prefix) :], meaning
                yield "ال" + norm[len(prefix) :], meaning
    elif language == "he" and len(norm) > 2 and norm[0] in _HEBREW:
        yield norm[1:], _HEBREW[norm[0]]
    elif language == "bn" and len(norm) > 3:
        yield from ((norm[: -len(fold(end))], "to") for end in ("য়", "তে", "ে", "র") if norm.endswith(fold(end)))


def _endings(norm: str, pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, None]]:
    for old, new in pairs:
        if norm.endswith(old):
            yield norm[: len(norm) - len(old)] + new, None
