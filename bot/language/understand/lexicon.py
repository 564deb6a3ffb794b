"""Our word lists as phrases that can be looked up in a row of tokens, language by language.

Every list is a text file in bot/language/data: kind or value, language, words. A phrase is found in its accented
spelling first and in its bare spelling second; hyphens and dots inside a phrase do not matter.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bot.language.understand.tokens import DATA, Token, Tokens, bare, tokenise

_SHORT_NUMBER = 2  # letters
_LOOSE = frozenset("-.")  # signs that may stand inside a phrase unnoticed


@dataclass(eq=False)  # each is itself and no other, and may be a key
class Phrases:
    """Phrases by their first word; each carries a kind and a value."""

    by_first: dict[str, list[tuple[tuple[str, ...], str, str]]] = field(default_factory=dict)
    _seen: set[tuple[tuple[str, ...], str]] = field(default_factory=set)

    def add(self, phrase: str, kind: str, value: str) -> None:
        """Remember a phrase; the first value given to a spelling and kind stays."""
        exact = _key(phrase)
        if not exact:
            return
        plain = tuple(bare(word) for word in exact)
        short = kind == "number" and len(phrase) <= _SHORT_NUMBER  # "tỷ" is a billion, "ty" a syllable
        for key in dict.fromkeys((exact, exact if short else plain)):
            if (key, kind) not in self._seen:
                self._seen.add((key, kind))
                self.by_first.setdefault(key[0], []).append((key[1:], kind, value))

    def at(self, tokens: Sequence[Token], place: int) -> dict[str, tuple[int, str]]:
        """For every kind with a phrase starting at this place: where its longest phrase ends, and its value."""
        if not isinstance(tokens, Tokens):
            return self._at(tokens, place)
        key = (self, place)
        if key not in tokens.seen:
            tokens.seen[key] = self._at(tokens, place)
        known: dict[str, tuple[int, str]] = tokens.seen[key]
        return known

    def _at(self, tokens: Sequence[Token], place: int) -> dict[str, tuple[int, str]]:
        found: dict[str, tuple[int, str]] = {}
        for rest, kind, value in self.by_first.get(tokens[place].norm, ()):
            end = _matches(tokens, place + 1, rest)
            if end and (kind not in found or end > found[kind][0]):
                found[kind] = (end, value)
        return found


@functools.lru_cache(maxsize=32_768)
def _key(phrase: str) -> tuple[str, ...]:
    tokens = [token.norm for token in tokenise(phrase)]
    return tuple(norm for norm in tokens if norm not in _LOOSE) or tuple(tokens)


def _matches(tokens: Sequence[Token], place: int, rest: tuple[str, ...]) -> int | None:
    for word in rest:
        while place < len(tokens) and tokens[place].norm in _LOOSE:
            place += 1
        if place >= len(tokens) or tokens[place].norm != word:
            return None
        place += 1
    return place


def base(language: str) -> str:
    """The name under which our lists keep a language."""
    return "zh" if language.startswith("zh") else language


@functools.cache
def rows(name: str) -> tuple[list[str], ...]:
    """The rows of a data file, cut at tabs."""
    lines = (DATA / name).read_text("utf-8").splitlines()
    return tuple(line.split("\t") for line in lines if line and not line.startswith("#"))


# Short English words mean something else elsewhere ("on" is ten in Turkish, "a" is to in Spanish).
_SHORT_ENGLISH = 4
_FILES = {"cue": "cues.tsv", "date": "date_words.tsv"}


@functools.cache
def lexicon(language: str) -> Phrases:
    """Units, currencies, number words, time words and cues of a language, with the safe English ones."""
    phrases = Phrases()
    own = base(language)
    for wanted in dict.fromkeys((own, "*", "en")):
        _fill(phrases, wanted, foreign=wanted == "en" != own)
    return phrases


def _fill(phrases: Phrases, wanted: str, *, foreign: bool) -> None:
    for kind, value, words in _entries(wanted):
        if foreign and kind == "number":
            continue
        for word in words.split("|"):
            if word and not (foreign and kind.startswith(("cue", "date")) and len(word) < _SHORT_ENGLISH):
                phrases.add(word, kind, value)


def _entries(wanted: str) -> Iterator[tuple[str, str, str]]:
    for value, language, words in rows("units.tsv"):
        if language == wanted:
            yield "unit", value, words
    for value, language, words in rows("currencies.tsv"):
        if language == wanted:
            yield "currency", value, words
    for language, value, words in rows("number_words.tsv"):
        if language == wanted:
            yield "number", value, words
    for name, file in _FILES.items():
        for value, language, words in rows(file):
            if language == wanted:
                yield f"{name}:{value}", value, words


@functools.cache
def fillers(language: str) -> frozenset[str]:
    """Words that do not belong at the edges of a product's name; the English ones of some length are always there."""
    own = base(language)
    words: set[str] = set()
    for name, text in rows("fillers.tsv"):
        if name == own:
            words.update(word for part in text.split() for word in _key(part))
        elif name == "en":
            words.update(word for word in text.split() if len(word) >= _SHORT_ENGLISH)
    return frozenset(words | {bare(word) for word in words})
