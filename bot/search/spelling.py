"""Misspelt words of a query: one letter dropped, doubled, swapped, wrong or too many, against the words there are."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from bot.search.lexicon import is_word
from bot.search.words import is_dense

_LEAST, _MOST = 5, 24  # letters of a word that is looked at; in shorter ones too many are one letter apart
_ALPHABETS = {
    "latin": "abcdefghijklmnopqrstuvwxyz",
    "cyrillic": "абвгдежзиклмнопрстуфхцчшщъыьэюя",
    "arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنهويءئؤ",
}


def respelled(words: Sequence[str], language: str | None, known: Container[str]) -> dict[str, str]:
    """For each folded word that nobody uses, the one that was probably meant, where there is one.

    known: the words of the catalogue. A word of the lexicon is known too, in the query's language and in English.
    """
    found = {}
    for word in words:
        if _is_doubted(word, language, known):
            best = _meant(word, language, known)
            if best is not None:
                found[word] = best
    return found


def looked_up(words: Sequence[str], language: str | None, known: Container[str]) -> set[str]:
    """Every word that `respelled` may ask for; for a `known` that is better asked once for all."""
    strange = [w for w in words if _is_doubted(w, language, known)]
    return {other for word in strange for other in _slips(word)}


def _is_doubted(word: str, language: str | None, known: Container[str]) -> bool:
    if not (_LEAST <= len(word) <= _MOST and word.isalpha()) or is_dense(word):
        return False
    return word not in known and not is_word(word, language)


def _meant(word: str, language: str | None, known: Container[str]) -> str | None:
    """A word one slip away: of the lexicon before one of the catalogue."""
    in_catalogue = None
    for other in dict.fromkeys(_slips(word)):
        if is_word(other, language):
            return other
        if in_catalogue is None and other in known:
            in_catalogue = other
    return in_catalogue


def _slips(word: str) -> Iterator[str]:
    """What the word may have been, the commonest slips first."""
    for at in range(1, len(word) - 1):  # first letters are rarely wrong
        yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    for at in range(1, len(word)):
        yield word[:at] + word[at + 1 :]
    letters = next((a for a in _ALPHABETS.values() if word[0] in a), "")
    for at in range(1, len(word) + 1):
        for letter in letters:
            yield word[:at] + letter + word[at:]
    for at in range(1, len(word)):
        for letter in letters:
            yield word[:at] + letter + word[at + 1 :]
