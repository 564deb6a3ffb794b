"""Certificates and standards: which ones we know, and the one spelling that each is kept in."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.language.understand.lexicon import Phrases, lexicon, rows
from bot.language.understand.tokens import Token, tokenise

# Standards that are a name with a number, and the fewest digits that make one ("EN 1" is not a standard).
_NUMBERED = {"iso": 3, "en": 2, "astm": 2, "un": 2, "iec": 4, "sa": 4, "ohsas": 4, "bs": 3, "as": 4, "jis": 1, "gb": 3}
_NUMBERED |= {"api": 1, "is": 3, "ais": 3, "fssc": 5, "din": 3, "ansi": 1, "ece": 2, "sni": 3}
_ALSO = {"исо": "iso", "ايزو": "iso", "آيزو": "iso", "आईएसओ": "iso"}  # names as they are said elsewhere
_WORDS_TOO = frozenset(
    ("en", "un", "as", "sa", "bs", "gb", "is", "api", "din", "ece")
)  # these also mean other things in small letters
_UN_TEST = "38.3"  # of "UN" numbers only the battery transport test is a certificate
_LONGEST_NAME = 10


@dataclass(frozen=True)
class Certificate:
    """A certificate found in tokens: its one spelling, and the tokens it covers."""

    name: str
    start: int
    end: int


def parse_certificate(text: str) -> str | None:
    """The one spelling of a certificate that a text names; None where it names none or several."""
    for spelling in dict.fromkeys((text, _AFFIXES.sub("", text.strip()))):
        found = list(certificates(tokenise(spelling), "en", asked=True))
        if len(found) == 1 and (found[0].name != spelling.strip() or spelling == text):
            return found[0].name
    return None


# Little words that are written onto a name: Arabic "and", "for", "with"; Indonesian "its"; Turkish "with".
_AFFIXES = re.compile(r"^(?:و|ل|ب)\u0640?(?=[\w])|(?:nya|l[iıuü])$")


def certificates(tokens: Sequence[Token], language: str, *, asked: bool = False) -> Iterator[Certificate]:
    """All certificates named in tokens, left to right. `asked`: the whole text is about certificates."""
    place = 0
    while place < len(tokens):
        found = _at(tokens, place, language, asked)
        if found:
            yield found
        place = found.end if found else place + 1


def _at(tokens: Sequence[Token], place: int, language: str, asked: bool) -> Certificate | None:
    token = tokens[place]
    if token.kind != "word" and token.norm != "3":
        return None
    if numbered := _numbered(tokens, place):
        return numbered
    known = _known().at(tokens, place)
    if "plain" in known:
        return Certificate(known["plain"][1], place, known["plain"][0])
    if _goes_on(tokens, place + 1):
        return None
    if "capitals" in known and token.text.isupper():
        return Certificate(known["capitals"][1], place, known["capitals"][0])
    if not asked and not _beside_the_word(tokens, place, language):
        return None
    for kind in ("organic", "capitals"):
        if kind in known:
            return Certificate(known[kind][1], place, known[kind][0])
    unknown = token.text.isascii() and token.text.isupper() and 2 <= len(token.text) <= _LONGEST_NAME
    return Certificate(token.text, place, place + 1) if unknown else None


def _goes_on(tokens: Sequence[Token], place: int) -> bool:
    """Do digits follow without a gap, so that the letters are part of a code?"""
    return place < len(tokens) and tokens[place].glued and tokens[place].kind == "num"


def _numbered(tokens: Sequence[Token], place: int) -> Certificate | None:
    """Such as "ISO 9001:2015", "EN ISO 20471", "EN71", "UN38.3"."""
    token, after = tokens[place], place + 1
    name = _ALSO.get(token.norm, token.norm)
    if name not in _NUMBERED or (name in _WORDS_TOO and not token.text.isupper()):
        return None
    if name == "en" and after < len(tokens) and tokens[after].norm == "iso":
        inner = _numbered(tokens, after)
        return Certificate(inner.name, place, inner.end) if inner else None
    while after < len(tokens) and tokens[after].norm in ("-", "/"):
        after += 1
    letter = ""
    if (
        after + 1 < len(tokens)
        and len(tokens[after].norm) == 1
        and tokens[after].text.isupper()
        and tokens[after + 1].glued
    ):
        letter, after = tokens[after].text, after + 1  # "ECE R43", "ASTM F2236"
    if after >= len(tokens) or tokens[after].kind != "num" or not re.fullmatch(r"\d[\d.-]*", tokens[after].norm):
        return None
    number = tokens[after].norm
    known = number == _UN_TEST if name == "un" else len(number) >= _NUMBERED[name]
    return Certificate(f"{name.upper()}{letter}{number}", place, after + 1) if known else None


def _beside_the_word(tokens: Sequence[Token], place: int, language: str) -> bool:
    """Does a word for "certificate" stand within two tokens before, or right behind?"""
    words = lexicon(language)
    near = (place - 2, place - 1, place + 1)
    return any("cue:cert" in words.at(tokens, at) for at in near if 0 <= at < len(tokens))


@functools.cache
def _known() -> Phrases:
    phrases = Phrases()
    for kind, name, spellings in rows("certificates.tsv"):
        for spelling in spellings.split("|"):
            phrases.add(spelling, kind, name)
    return phrases
