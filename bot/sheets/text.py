"""Text of a cell: cleaned of what nobody typed, folded for comparing, cut for showing."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

Cell = str | Decimal  # numbers stay numbers where the file itself says that they are

LONGEST_CELL = 2000
_EXCERPT = 80

# Squares and question diamonds stand for letters that an earlier program could not show; the rest is invisible or
# turns text around.
_NEVER_TYPED = set(
    "\u25a1\ufffd\ufffc\u200b\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})


def clean(raw: str) -> str:
    """The cell without control bytes, replacement squares and stray spaces, cut to 2,000 characters; line breaks
    stay.
    """
    if raw.isascii() and raw.isprintable() and "  " not in raw:  # nearly every cell; the rest of this is slow
        return raw[:LONGEST_CELL].strip()
    text = raw[: 2 * LONGEST_CELL].replace("\r\n", "\n").replace("\r", "\n")
    kept = (" " if c != "\n" and c.isspace() else c for c in text if c == "\n" or c.isspace() or _is_text(c))
    lines = (" ".join(line.split(" ")).strip() for line in "".join(kept).split("\n"))
    return re.sub(r" +", " ", "\n".join(line for line in lines if line))[:LONGEST_CELL].rstrip()


def _is_text(char: str) -> bool:
    return char not in _NEVER_TYPED and unicodedata.category(char) not in ("Cc", "Cs", "Co")


def one_line(cell: Cell) -> str:
    """The cell as one line of text; a number is written plainly, without exponent or needless zeros."""
    if isinstance(cell, Decimal):
        whole = cell == cell.to_integral_value()
        return format(cell.to_integral_value() if whole else cell.normalize(), "f")
    return cell.replace("\n", " ")


def excerpt(text: str) -> str:
    """The beginning of a text, on one line, at most 80 characters."""
    line = " ".join(clean(text).split())
    return line if len(line) <= _EXCERPT else line[: _EXCERPT - 1] + "…"


def fold(text: str) -> str:
    """For comparing only: without capitals, accents, widths and punctuation; words one space apart.

    Only accents on Latin, Greek and Cyrillic letters and Arabic vowel points are dropped: in Indic scripts and in
    kana a mark makes another letter.
    """
    small = unicodedata.normalize("NFKD", text).casefold().translate(_LETTERS)
    plain = unicodedata.normalize("NFKD", small)
    letters = (c if unicodedata.category(c)[0] in "LNM" else " " for c in plain if not _is_accent(c))
    return " ".join(unicodedata.normalize("NFC", "".join(letters)).split())


def _is_accent(char: str) -> bool:
    return "\u0300" <= char <= "\u036f" or "\u064b" <= char <= "\u0652" or char == "\u0640"


def key(text: str) -> str:
    """`fold` without spaces: for column names and fixed words, where people write "e-mail", "E Mail" and "EMAIL"."""
    return fold(text).replace(" ", "")
