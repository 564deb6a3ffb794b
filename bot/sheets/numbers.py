"""Numbers as people write them: thousands and decimals by every habit, and no guess where two readings are possible."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal

_ARABIC_MARKS = str.maketrans({"٫": ",", "٬": "'", "’": "'", "\u202f": " ", "\u00a0": " "})
_TIMES = {"k": 1000, "тыс": 1000, "тыс.": 1000, "lakh": 100_000, "万": 10_000, "萬": 10_000, "만": 10_000}
_DIGITS = r"\d+(?:[.,]\d+|['_ ]\d{3}(?!\d))*"
_ONE = re.compile(rf"(?P<digits>{_DIGITS})(?:\s?(?P<times>k(?![^\W\d_])|тыс\.?|lakh|万|萬|만))?", re.IGNORECASE)
_GROUPS = re.compile(r"\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}")  # 1,500,000 and the Indian 15,00,000
_LONGEST = 24


def plain(text: str) -> str:
    """The text with Western digits and half-width letters."""
    folded = unicodedata.normalize("NFKC", text).translate(_ARABIC_MARKS)
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in folded).strip()


def first(text: str, *, mark: str | None) -> tuple[str, Decimal | None, str] | None:
    """What stands before the first number, the number (None if negative or of two readings), what stands after it; None
    without a number.

    `text` is `plain`. `mark` is the sheet's decimal mark, "." or ",", if its other numbers show it.
    """
    found = _ONE.search(text)
    if found is None:
        return None
    before = text[: found.start()]
    value = None if re.search(r"(?:^|\s)[-−]$", before) else _value(found["digits"], mark)  # nothing here is below zero
    if value is not None and found["times"]:
        value *= _TIMES[found["times"].casefold()]
    return before.strip(), value, text[found.end() :].strip()


def _value(digits: str, mark: str | None) -> Decimal | None:
    if len(digits) > _LONGEST:
        return None
    marks = [c for c in digits if not c.isdigit()]
    last = marks[-1] if marks else ""
    if last not in (".", ","):
        return _grouped(digits)
    head, _, tail = digits.rpartition(last)
    if marks.count(last) > 1:  # nobody writes two decimal marks
        return _grouped(digits)
    if len(marks) > 1 or len(tail) != 3 or head.strip("0") == "" or len(head) > 3:
        whole = _grouped(head)
        return None if whole is None else Decimal(f"{whole}.{tail}")
    if mark is None and last == ".":  # 1.500 is one and a half here and fifteen hundred there
        return None
    return Decimal(f"{head}.{tail}") if mark == last else Decimal(head + tail)


def _grouped(digits: str) -> Decimal | None:
    even = re.sub(r"[.'_ ]", ",", digits)
    if even.isdigit() or _GROUPS.fullmatch(even):
        return Decimal(even.replace(",", ""))
    return None


def decimal_mark(texts: Iterable[str]) -> str | None:
    """The decimal mark that these figures have in common, where some of them leave no doubt; None if they differ or
    do not show it.
    """
    seen: set[str] = set()
    for text in texts:
        for found in _ONE.finditer(plain(text)):
            seen |= _shown(found["digits"])
    return seen.pop() if len(seen) == 1 else None


def _shown(digits: str) -> set[str]:
    marks = [c for c in digits if c in ".,"]
    if len(set(marks)) == 2:
        return {marks[-1]}
    if len(marks) > 1:
        return {"." if marks[0] == "," else ","}
    if len(marks) == 1 and len(digits.rpartition(marks[0])[2]) != 3:
        return {marks[0]}
    return set()
