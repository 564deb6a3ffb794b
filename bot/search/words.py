"""What a text is made of, for searching: folded letters, words, codes and sizes, and short pieces of words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

MAX_CHARS = 2_000
"""Longer texts are cut here before anything else is done with them."""

_BREAKING = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200b\u0964\u0965\ud800-\udfff]")
_INVISIBLE = re.compile(
    r"[\u00ad\u061c\u200c-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef]"
)

# Marks that may be left out in writing: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowel signs and
# tatweel, the Devanagari nukta. Vowel signs of Indic scripts and of Thai carry the word and stay.
_MARKS = re.compile(
    r"[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c]"
)
_LETTERS = str.maketrans(
    {"ı": "i", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h"}
    | {"ى": "ي", "ی": "ي", "ک": "ك", "ة": "ه", "ہ": "ه", "ھ": "ه", "ँ": "ं", "٫": ".", "٬": ",", "×": "x"}
)
_DIGITS = {ord(zero) + digit: str(digit) for zero in "٠۰०০੦૦୦௦౦೦൦๐၀០" for digit in range(10)}

# Scripts that write no spaces between words, or (Korean) glue endings to them: searched by pairs of characters.
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_DENSE = _HAN + "\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\uac00-\ud7a3\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_INDIC = "\u0900-\u0dff"  # named as a whole, because \w leaves out vowel signs
_PIECE = re.compile(rf"[{_DENSE}]+|(?:(?![{_DENSE}])[^\W_]|[{_INDIC}])+")
_STARTS_DENSE = re.compile(f"[{_DENSE}]")
_CHUNK = re.compile(rf"(?:[^\W_]|[{_INDIC}{_DENSE}])+(?:[-./+#'](?:[^\W_]|[{_INDIC}{_DENSE}])+)*")

_THOUSANDS = re.compile(r"(?<=\d)[.,](?=\d{3}(?!\d))")
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_TIMES = re.compile(r"(?<=\d) ?[x*х] ?(?=\d)")
_UNITS = (
    "ml|cl|dl|l|mg|kg|g|gsm|oz|lb|lbs|mm|cm|km|m|inch|in|ft|kw|w|mah|ah|a|kv|v|hz|pcs|bar"
    "|мл|л|мг|кг|г|мм|см|м|вт|квт|шт"
)
_SIZE = re.compile(rf"(?<![^\W_])(\d+(?:\.\d+)?) ?({_UNITS})(?![a-zа-я\d])")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_BETWEEN_WORDS = re.compile(r"\s|(?<!\d)\.|\.(?!\d)|(?<=\d)x(?=\d)")  # a point inside a number is none
_LETTERS_AND_DIGITS = re.compile(r"([^\W\d_]{2,})(\d{2,})|(\d{2,})([^\W\d_]{2,})")


def clean(text: str) -> str:
    """The text, cut to MAX_CHARS, with control characters and lone surrogates as spaces and without invisible ones."""
    return _INVISIBLE.sub("", _BREAKING.sub(" ", text[:MAX_CHARS]))


def fold(text: str) -> str:
    """The text as all its spellings meet: no case, no accents, no full-width forms, ASCII digits, single spaces."""
    text = clean(text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).casefold()
        text = _MARKS.sub("", unicodedata.normalize("NFD", text))
        text = unicodedata.normalize("NFC", text.translate(_LETTERS).translate(_DIGITS))
        text = clean(text)
    return " ".join(text.lower().split())


def _with_plain_numbers(text: str) -> str:
    """Folded text with one way to write numbers and measures: 1,000 as 1000; 1,5 as 1.5; 8 * 20 as 8x20."""
    return _TIMES.sub("x", _DECIMAL_COMMA.sub(".", _THOUSANDS.sub("", text)))


def is_dense(word: str) -> bool:
    """Is this a run of a script without spaces, which is compared by pairs of characters?"""
    return _STARTS_DENSE.match(word) is not None


def words(text: str) -> list[str]:
    """The words in their order: sizes and codes in parts (M8x20 as m8 and 20), a run of a dense script as one word."""
    text = _SIZE.sub(r"\1 \2", _with_plain_numbers(fold(text)))
    found: list[str] = []
    for piece in _BETWEEN_WORDS.split(text):
        found += [piece] if _NUMBER.fullmatch(piece) else _words_of(piece)
    return found


def _words_of(piece: str) -> list[str]:
    found: list[str] = []
    for match in _PIECE.finditer(piece):
        code = _LETTERS_AND_DIGITS.fullmatch(match.group())
        found += [part for part in code.groups() if part] if code else [match.group()]
    return found


def _codes(text: str) -> list[str]:
    """Codes and sizes as wholes: 6204-2rs, m8x20, sus304, 500ml."""
    text = _with_plain_numbers(fold(text))
    sizes = [number + unit for number, unit in _SIZE.findall(text)]
    chunks = [chunk for chunk in _CHUNK.findall(text) if any(c.isdigit() for c in chunk) and not chunk.isdigit()]
    return sizes + [chunk for chunk in chunks if not re.search(f"[{_DENSE}]", chunk)]


def _pairs(run: str, *, stored: bool) -> list[str]:
    """Pairs of neighbours; a character alone; for what is stored also each Han character, which may be a whole word."""
    pairs = [run[i : i + 2] for i in range(len(run) - 1)] or [run]
    return pairs + re.findall(f"[{_HAN}]", run) if stored and len(run) > 1 else pairs


def tokens(text: str, *, stored: bool = False) -> list[str]:
    """Terms for a full-text index, each once: words, codes both whole and split, dense scripts as character pairs.

    With `stored`, as they are put into the index; without, as they are asked for.
    """
    found: list[str] = []
    for word in words(text):
        found += _pairs(word, stored=stored) if is_dense(word) else [word]
    return list(dict.fromkeys(found + _codes(text)))


def terms(text: str, *, stored: bool = False) -> list[str]:
    """The words by which two texts are compared, each once; dense scripts as pairs of characters.

    With `stored`, as they are put into the index; without, as they are asked for.
    """
    return terms_of(words(text), stored=stored)


def terms_of(words: Iterable[str], *, stored: bool = False) -> list[str]:
    """As `terms`, from the words of a text."""
    found: list[str] = []
    for word in words:
        found += _pairs(word, stored=stored) if is_dense(word) else [word]
    return list(dict.fromkeys(found))


def windows(word: str) -> list[str]:
    """The pieces by which forms of a word are known: windows of four letters over `^word`; a short word is one."""
    marked = "^" + word
    return list(dict.fromkeys(marked[i : i + 4] for i in range(max(1, len(marked) - 3))))
