"""Numbers written in digits, of any script and with any separators."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal

from bot.language.understand.tokens import Token

MAX_DIGITS = 15  # longer runs of digits are account or card numbers, not amounts
_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+|\d{1,2}(?:,\d{2})*,\d{3}")


def digits_value(written: str) -> Decimal | None:
    """The value of digits with separators. Both kinds present: the last is the decimal sign; one alone before three
    digits separates thousands, unless a lone zero stands before it.
    """
    plain = "".join(str(unicodedata.digit(char)) if char.isdecimal() else char for char in written)
    plain = plain.replace("\u066b", ".").replace("\u066c", "'").replace("،", "'")
    plain = re.sub(r"['’\s]", "", plain)
    if sum(char.isdigit() for char in plain) > MAX_DIGITS or not re.fullmatch(r"\d+(?:[.,]\d+)*", plain):
        return None
    last = max(plain.rfind("."), plain.rfind(","))
    if last < 0:
        return Decimal(plain)
    sign, other = plain[last], "," if plain[last] == "." else "."
    whole, fraction = plain[:last], plain[last + 1 :]
    if other in whole:
        if sign in whole or not _GROUPED.fullmatch(whole):
            return None
        return Decimal(whole.replace(other, "") + "." + fraction)
    if sign in whole or (len(fraction) == 3 and whole.lstrip("0") and "\u066b" not in written):
        return Decimal(plain.replace(sign, "")) if _GROUPED.fullmatch(plain) else None
    return Decimal(f"{whole}.{fraction}")


def bare_decimals(tokens: Sequence[Token], place: int) -> Decimal | None:
    """Decimals without a whole part: ".08", "$.50"; ",08" only where nothing stands before it. Two tokens."""
    if place + 1 >= len(tokens) or tokens[place + 1].kind != "num" or not tokens[place + 1].glued:
        return None
    sign, follow = tokens[place], tokens[place + 1].text
    alone = not sign.glued or (tokens[place - 1].kind == "sym" and tokens[place - 1].norm not in ".,")
    if (
        not follow.isdecimal()
        or len(follow) > MAX_DIGITS
        or not ((sign.norm == "." and alone) or (sign.norm, place) == (",", 0))
    ):
        return None
    return Decimal(f"0.{follow}")


def simple_fraction(written: str) -> Decimal | None:
    """Half and quarters; other fractions are dates or sizes more often than amounts."""
    return {"1/2": Decimal("0.5"), "1/4": Decimal("0.25"), "3/4": Decimal("0.75")}.get(written)
