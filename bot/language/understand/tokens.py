"""A text cut into words, numbers and signs that know where they stood, with spellings folded together.

Writing without spaces (Han, kana, Thai) and Korean, which glues its particles on, are cut into single characters.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"
LIMIT = 4_000  # characters of a message that are read; the rest is ignored
MOST = 2_000  # tokens that are read: Han text has one for each character

_SINGLE = "\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
_MARKS = "".join(
    char
    for point in range(0x300, 0x10000)
    if unicodedata.category(char := chr(point)) in ("Mn", "Mc") and not 0xE00 <= point < 0xE80
)
_TOKEN = re.compile(
    rf"""
    (?P<skip>\d{{1,30}}(?:[.,]\d{{1,30}})?[eE][+-]?\d{{1,30}}(?![^\W\d_])
        |https?://\S{{1,2000}}|www\.\S{{1,2000}}|[\w.+-]{{1,64}}@[\w.-]{{1,128}}|\+\d[\d\s().-]{{6,18}}\d)
    |(?P<date>\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}(?!\d)|\d{{1,2}}(?P<sep>[./-])\d{{1,2}}(?P=sep)\d{{2,4}}(?!\d)|\d{{1,2}}/\d{{1,2}}(?![\d/]))
    |(?P<num>
        (?<![^\W\d_])\d{{1,3}}(?:[\ \u00a0\u202f\u2009]\d{{3}})+(?!\d)(?:[.,\u066b]\d{{1,3}}(?!\d))?
        |\d+(?:(?:[.,'’\u066b\u066c]|،(?=\d{{3}}(?!\d)))\d+)*)
    |(?P<single>[{_SINGLE}])
    |(?P<word>(?:(?![{_SINGLE}])[^\W\d_]|[{_MARKS}\u200c\u200d])+)
    |(?P<space>\s+)
    |(?P<sym>.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of a text: `norm` is its folded spelling; `glued` if nothing separates it from the one before."""

    text: str
    start: int
    end: int
    norm: str
    kind: str  # num, date, word, sym, skip (addresses, phone numbers, powers of ten), line (a line break)
    glued: bool


class Tokens(list[Token]):
    """The tokens of one text, which stay as they are, and what was read at each place: many readers ask the same."""

    __slots__ = ("seen",)

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[tuple[object, ...], Any] = {}


def tokenise(text: str) -> Tokens:
    """The tokens of the first LIMIT characters; linear in the length."""
    found = Tokens()
    glued = False
    for match in _TOKEN.finditer(text[:LIMIT]):
        if len(found) == MOST:
            break
        kind = match.lastgroup or "sym"
        piece = match.group()
        if kind == "space":
            glued = False
            if "\n" in piece:
                found.append(Token(piece, match.start(), match.end(), "\n", "line", False))
            continue
        kind = {"single": "word"}.get(kind, kind)
        found.append(Token(piece, match.start(), match.end(), fold(piece), kind, glued))
        glued = True
    return found


_NASAL = re.compile("[ङञणनम]\u094d(?=[क-म])")  # Hindi writes a nasal before a consonant in two ways
_TOLD_APART = frozenset(("عمّان",))  # Amman with its doubling sign; without it the same letters are Oman


@functools.lru_cache(maxsize=16_384)
def fold(piece: str) -> str:
    """Lower case, compatible forms, one spelling for letters that people use for each other; accents are kept."""
    if piece in _TOLD_APART:
        return piece
    plain = unicodedata.normalize("NFKC", piece.replace("İ", "i")).casefold().translate(_folding())
    return _NASAL.sub("\u0902", unicodedata.normalize("NFC", plain))


@functools.lru_cache(maxsize=16_384)
def bare(folded: str) -> str:
    """A folded spelling without accents (Latin, Greek, Cyrillic), as hurried people type it."""
    if folded.isascii():
        return folded
    parts = unicodedata.normalize("NFKD", folded.translate(_BARE))
    return unicodedata.normalize("NFC", "".join(char for char in parts if not "\u0300" <= char <= "\u036f"))


_BARE = str.maketrans({"đ": "d", "ð": "d", "ı": "i", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "ß": "ss"})


_HAN = ("han_folds.txt", "han_pairs.txt")


@functools.cache
def _folding() -> dict[int, str]:
    table = str.maketrans(
        {
            "ё": "е",
            "’": "'",
            "‘": "'",
            "ʼ": "'",
            "`": "'",
            "´": "'",
            "′": "'",
            "أ": "ا",
            "إ": "ا",
            "آ": "ا",
            "ٱ": "ا",
            "ى": "ي",
        }
        | {
            "ی": "ي",
            "ک": "ك",
            "ة": "ه",
            "ۀ": "ه",
            "‐": "-",
            "‑": "-",
            "–": "-",
            "—": "-",
            "－": "-",
            "\u0640": "",
            "隻": "只",
            "臺": "台",
            "\u0901": "\u0902",
        }
        | dict.fromkeys("\u093c\u09bc\u200c\u200d\u200e\u200f\u0670\u0307", "")
        | {chr(point): "" for point in range(0x064B, 0x0660)}
        | {chr(point): "" for point in range(0x0591, 0x05C8)},
    )
    lines = [line for name in _HAN for line in (DATA / name).read_text("utf-8").split("\n")]
    pairs = "".join(line for line in lines if not line.startswith("#"))
    table.update({ord(old): new for new, old in zip(pairs[::2], pairs[1::2], strict=True)})
    return table
