"""Which goods a text names, in seventeen languages: from the word lists in lexicon/, whatever the words around them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from bot.search.stems import stem
from bot.search.words import clean, fold, words

_FOLDER = Path(__file__).parent / "lexicon"
LANGUAGES = ("en", "zh", "es", "pt", "fr", "de", "ru", "ar", "hi", "id", "vi", "tr", "it", "pl", "ja", "ko", "th")
"""The languages (ISO 639-1) in the order of the columns after the first."""

_DENSE = frozenset({"zh", "ja", "ko", "th"})
# Where the word that says what a thing is comes last: a "bottle cap" is a cap.
_HEAD_LAST = frozenset({"en", "de", "zh", "ja", "ko", "tr", "hi"})
_LEAST_HEAD = 4  # letters of a word that may end a German compound
_LONGEST = 400  # characters of a text that are looked at


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of goods that buyers would not take for another kind. number: its line, from 0 through all files."""

    id: str
    number: int


@dataclass(frozen=True, slots=True)
class _Match:
    """Words of a text (or, in a dense script, its characters) from start to before end that name these families."""

    start: int
    end: int
    parts: int  # words matched; fewer than it spans where others stand between
    letters: int
    families: tuple[int, ...]


@dataclass
class _Tongue:
    """The words of one language. phrases: by the first of their stems; whole: a dense script's words as they are."""

    language: str
    phrases: dict[str, list[tuple[tuple[str, ...], tuple[int, ...]]]] = field(default_factory=dict)
    stems: set[str] = field(default_factory=set)
    whole: dict[str, tuple[int, ...]] = field(default_factory=dict)
    heads: set[str] = field(default_factory=set)  # the first two characters of each of those
    longest: int = 0


def families(text: str, language: str | None = None) -> tuple[Family, ...]:
    """The families of goods that a text names, the clearest first.

    language: of the text, if it is known (ISO 639-1). Its own words count first, English ones beside them. Without it,
    or where it is none of ours, the language that explains most of the text is taken.
    """
    every = all_families()
    return tuple(every[number] for number in explained(text, language)[0])


def explained(
    text: str, language: str | None = None, *, parts: Sequence[str] | None = None
) -> tuple[tuple[int, ...], str | None]:
    """The numbers of the families that a text names, and the language whose words told; None where none did.

    parts: the words of the text (see `words.words`), where somebody has them already.
    """
    text = clean(text[:_LONGEST])
    folded = fold(text)
    if not folded:
        return (), None
    own, others = _likely(folded, language)
    parts = _parts(folded) if parts is None else parts[:_LONGEST]
    if own is None:  # only languages that know one of the words can explain any
        heard = {tongue for part in parts for tongue in _knowing(part)}
        others = ("en", *(tongue for tongue in others if tongue in heard and tongue != "en"))
    found = {tongue: _matches(folded, parts, text, tongue) for tongue in (own, *others) if tongue}
    best = own if own and found[own] else max(found, key=lambda tongue: (_letters(found[tongue]), tongue == "en"))
    chosen = found[best] if best == "en" or best in _DENSE else _apart([*found[best], *found.get("en", ())], best)
    chosen = sorted(chosen, key=lambda match: -match.letters)
    return tuple(dict.fromkeys(number for match in chosen for number in match.families)), best if chosen else None


def names(family: Family, language: str) -> tuple[str, ...]:
    """What people call these goods in a language, the most usual first; nothing where nobody has written it yet."""
    if language not in LANGUAGES:
        return ()
    cell = _lines()[family.number][1 + LANGUAGES.index(language)]
    return tuple(cell.split("|")) if cell else ()


def is_word(word: str, language: str | None) -> bool:
    """Is this folded word part of what goods are called in this language, or in English?"""
    for tongue in dict.fromkeys((language, "en")):
        if tongue in LANGUAGES and tongue not in _DENSE and stem(word, tongue) in _tongue(tongue).stems:
            return True
    return False


@cache
def all_families() -> tuple[Family, ...]:
    """Every family, in the order of their numbers."""
    return tuple(Family(line[0], number) for number, line in enumerate(_lines()))


@cache
def _lines() -> tuple[tuple[str, ...], ...]:
    # By position: `id` heads both the first column and the Indonesian one.
    texts = ((_FOLDER / name).read_text("utf-8") for name in ("a.tsv", "b.tsv", "c.tsv"))
    return tuple(tuple(line.split("\t")) for text in texts for line in text.splitlines()[1:] if line)


@cache
def _tongue(language: str) -> _Tongue:
    """The words of a language, read at the first need."""
    tongue, column = _Tongue(language), 1 + LANGUAGES.index(language)
    for number, line in enumerate(_lines()):
        cell = line[column]
        toned = _toned(cell).split("|") if language == "vi" else []
        for spelling in dict.fromkeys([*fold(cell).split("|"), *toned]):
            _note(tongue, spelling, number)
    for phrases in tongue.phrases.values():
        phrases.sort(key=lambda phrase: -len(phrase[0]))
    return tongue


def _note(tongue: _Tongue, spelling: str, number: int) -> None:
    if tongue.language in _DENSE:
        squeezed = _squeezed(spelling)
        tongue.whole[squeezed] = _with(tongue.whole.get(squeezed, ()), number)
        tongue.heads.add(squeezed[:2])
        tongue.longest = max(tongue.longest, len(squeezed))
        return
    parts = tuple(stem(part, tongue.language) for part in _parts(spelling))
    if not parts:
        return
    tongue.stems.update(parts)
    phrases = tongue.phrases.setdefault(parts[0], [])
    for at, (known, numbers) in enumerate(phrases):
        if known == parts:
            phrases[at] = (known, _with(numbers, number))
            return
    phrases.append((parts, (number,)))


def _with(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    return numbers if number in numbers else (*numbers, number)


def _parts(folded: str) -> list[str]:
    return folded.split() if folded.replace(" ", "").isalpha() else words(folded)


def _toned(text: str) -> str:
    """A Vietnamese text with its tones, which folding takes away: small letters and single spaces only."""
    return " ".join(unicodedata.normalize("NFC", text).lower().split())


def _squeezed(folded: str) -> str:
    """Without the spaces that dense scripts do not need: those beside one of their letters."""
    return _SPACES.sub("", folded)


_DENSE_LETTER = "\u0e00-\u0eff\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
_SPACES = re.compile(rf"(?<=[{_DENSE_LETTER}])\s|\s(?=[{_DENSE_LETTER}])")
_VIETNAMESE = re.compile("[ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ]", re.IGNORECASE)
_SCRIPTS = (
    ("ja", re.compile("[\u3041-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7a3]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("zh", re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")),
    ("hi", re.compile("[\u0900-\u097f]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
)
_LATIN = ("en", "es", "pt", "fr", "de", "it", "id", "vi", "tr", "pl")


def _likely(folded: str, language: str | None) -> tuple[str | None, tuple[str, ...]]:
    """The language to look into first, if it is known, and others. The script says more surely than what is told."""
    if not folded.isascii():
        for first, letters in _SCRIPTS:
            if letters.search(folded):
                return "ja" if first == "zh" and language == "ja" else first, ("en",)
    if language in _LATIN or language == "hi":
        return language, ("en",)
    return None, _LATIN


@lru_cache(maxsize=200_000)
def _knowing(word: str) -> tuple[str, ...]:
    """The languages of Latin letters in which a folded word may be part of what goods are called."""
    known = [tongue for tongue in _LATIN if stem(word, tongue) in _tongue(tongue).stems]
    compound = "de" not in known and any(_head(stem(word, "de"), 0, _tongue("de")))
    return (*known, "de") if compound else tuple(known)


def _letters(matches: Iterable[_Match]) -> int:
    return sum(match.letters for match in matches)


def _matches(folded: str, parts: Sequence[str], text: str, language: str) -> list[_Match]:
    """Words of this language in the text that do not overlap, longer ones before shorter ones."""
    tongue = _tongue(language)
    if language in _DENSE:
        return _apart(_inside(_squeezed(folded), tongue), language)
    if language == "vi" and _VIETNAMESE.search(text):
        return _apart(_among(_toned_parts(text), tongue), language)
    stems = [stem(part, language) for part in parts]
    return _apart(_among(stems, tongue), language)


def _apart(matches: Iterable[_Match], language: str) -> list[_Match]:
    """Those that do not overlap, longer ones before shorter ones; of equals the one where heads stand."""
    every = list(matches)
    if len(every) < 2:
        return every
    late = language in _HEAD_LAST
    every.sort(key=lambda m: (-m.parts, m.end - m.start, -m.letters, -m.end if late else m.start))
    taken: set[int] = set()
    kept = []
    for match in every:
        places = range(match.start, match.end)
        if taken.isdisjoint(places):
            taken.update(places)
            kept.append(match)
    return kept


def _toned_parts(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", _toned(text))


def _inside(text: str, tongue: _Tongue) -> Iterable[_Match]:
    """Words of a script without spaces that stand in the text, wherever they begin."""
    for start in range(len(text)):
        if text[start : start + 2] not in tongue.heads and text != text[start]:
            continue
        if start and _joined(text[start - 1], text[start]):
            continue
        for end in range(min(len(text), start + tongue.longest), start, -1):
            numbers = tongue.whole.get(text[start:end])
            if numbers is None or (end < len(text) and _joined(text[end - 1], text[end])):
                continue
            if end - start == 1 and len(text) > 1:
                continue  # of one character only where it is all that is said
            yield _Match(start, end, end - start, end - start, numbers)
            break


def _joined(one: str, other: str) -> bool:
    """Are these neighbours within one word of a script that writes spaces?"""
    return one < "\u0e00" > other and one.isalnum() and other.isalnum()


def _among(parts: Sequence[str], tongue: _Tongue) -> Iterable[_Match]:
    """Phrases among the words: as they stand, or with up to two words between or in another order."""
    present = set(parts)
    for at, part in enumerate(parts):
        for phrase, numbers in tongue.phrases.get(part, ()):
            places = _places(phrase, parts, at) if present.issuperset(phrase) else ()
            if places:
                letters = sum(map(len, phrase))
                yield _Match(min(places), max(places) + 1, len(phrase), letters, numbers)
        if tongue.language == "de" and part not in tongue.stems:
            yield from _head(part, at, tongue)


def _places(phrase: tuple[str, ...], parts: Sequence[str], at: int) -> tuple[int, ...]:
    """Where the words of the phrase stand around its first; nothing where they are too far apart."""
    if len(phrase) == 1:
        return (at,)
    low, high = max(0, at - 2), min(len(parts), at + len(phrase) + 2)
    places = []
    for word in phrase:
        ahead = [place for place in (*range(at, high), *range(low, at)) if parts[place] == word and place not in places]
        if not ahead:
            return ()
        places.append(ahead[0])
    return tuple(places)


def _head(compound: str, at: int, tongue: _Tongue) -> Iterable[_Match]:
    """A German compound is what its last part is: Baumwolltasche is a Tasche."""
    for start in range(3, len(compound) - _LEAST_HEAD + 1):
        for phrase, numbers in tongue.phrases.get(compound[start:], ()):
            if len(phrase) == 1:
                yield _Match(at, at + 1, 1, len(compound) - start, numbers)
                return
