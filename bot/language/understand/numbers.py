"""Numbers as people write them: digits of any script, any separators, multipliers and number words.

"1.000,50" and "1,000.50", "1,20,000", "５０００", "٥٠٠٠", "10k", "5 mil", "3 lakh", "1.5万", "тыща двести", "साढ़े बारह".
What is not understood is None, never a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.language.understand.digits import MAX_DIGITS, bare_decimals, digits_value, simple_fraction
from bot.language.understand.glued_numbers import GLUING, glued_value
from bot.language.understand.lexicon import Phrases, base, lexicon
from bot.language.understand.number_parts import Parts, place_value
from bot.language.understand.short_forms import (
    COUNTING,
    INVERTING,
    MYRIADS,
    digit_by_digit,
    finish_short_form,
    inverted,
    one_of_them,
    roughly,
    short_digit,
    tens_unsaid,
)
from bot.language.understand.tokens import Token, Tokens, tokenise

__all__ = ["Number", "digits_value", "parse_number", "read_number", "read_range"]

_LONGEST = 32  # tokens of one number; Han writing has one for each character
_SAY_ZERO = frozenset(("zh", "ja"))
_HUNDRED, _THOUSAND = 100, 1000


@dataclass(frozen=True)
class Number:
    """A number found in tokens: its value, where it ends, and whether it is only an article ("a", "une")."""

    value: Decimal
    end: int
    article: bool = False
    spelled: bool = False


def parse_number(text: str, language: str = "en") -> Decimal | None:
    """The value of a text that is one number or a range (then its lower bound); None for anything else."""
    tokens = [token for token in tokenise(text) if token.kind != "line"]
    words = lexicon(language)
    place = 0
    while place < len(tokens) and ("cue:about" in (here := words.at(tokens, place)) or "cue:from_to" in here):
        place = max(end for kind, (end, _) in here.items() if kind in ("cue:about", "cue:from_to"))
    found = read_range(tokens, place, language) or read_number(tokens, place, language)
    if found is None or any(token.norm != "." for token in tokens[found.end :]):
        return None
    return found.value


def read_range(tokens: Sequence[Token], place: int, language: str) -> Number | None:
    """A range such as "8 to 10" or "8-10" starting at a place; its value is the lower bound."""
    first = read_number(tokens, place, language)
    if first is None or first.article or first.end >= len(tokens) - 1:
        return None
    joint = lexicon(language).at(tokens, first.end).get("cue:range")
    if joint is None or joint[0] >= len(tokens):
        return None
    second = read_number(tokens, joint[0], language)
    if second is None or second.article:
        return None
    low = first.value
    if (
        low < second.value
        and second.value >= _THOUSAND > low
        and tokens[joint[0]].kind == "num"
        and second.end > joint[0] + 1
    ):
        low = _shared_scale(low, second.value, tokens[joint[0]])
    return Number(low, second.end) if low < second.value else None


def _shared_scale(low: Decimal, high: Decimal, digits: Token) -> Decimal:
    """In "5-6 thousand" the multiplier counts for both."""
    written = digits_value(digits.text)
    return low * (high / written) if written and low < written else low


def read_number(tokens: Sequence[Token], place: int, language: str) -> Number | None:
    """The longest number starting at a place: digits with or without multiplier words, or number words alone."""
    if not isinstance(tokens, Tokens):
        return _read_number(tokens, place, language)
    key = ("number", place, language)
    if key not in tokens.seen:
        tokens.seen[key] = _read_number(tokens, place, language)
    found: Number | None = tokens.seen[key]
    return found


def _read_number(tokens: Sequence[Token], place: int, language: str) -> Number | None:
    if place >= len(tokens):
        return None
    if base(language) in _SAY_ZERO and (said := digit_by_digit(tokens, place, language)):
        return Number(*said, spelled=True)
    if base(language) in INVERTING and (turned := inverted(tokens, place, language)):
        return Number(*turned, spelled=True)
    sum_ = Parts()
    sum_.units_first = base(language) == "ar"
    words = lexicon(language)
    end = place
    start = tokens[place]
    if start.kind == "num":
        value = digits_value(start.text)
        if value is None:
            return None
        sum_.parts.append(value)
        sum_.digits = True
        end = place + 1
        if end < len(tokens) and tokens[end].kind == "date" and (part := simple_fraction(tokens[end].text)):
            return Number(value + part, end + 1)  # "3 1/2"
    elif start.kind == "date" and (half := simple_fraction(start.text)):
        return Number(half, place + 1)
    elif start.kind != "word":
        small = bare_decimals(tokens, place)
        return None if small is None else Number(small, place + 2)
    spelled = start.kind == "word"
    while end < min(len(tokens), place + _LONGEST):
        step = _step(tokens, end, words, language, sum_)
        if step is None:
            break
        end = step
    if not sum_.parts:
        return None
    if base(language) == "zh" and one_of_them(tokens, end, sum_, words):
        sum_.parts.pop()  # "一百一张" is a hundred for one
        end -= 1
    elif base(language) == "zh":
        finish_short_form(tokens, end, sum_)
    return Number(sum(sum_.parts, Decimal(0)), end, sum_.article and len(sum_.parts) == 1 and end == place + 1, spelled)


def _step(tokens: Sequence[Token], place: int, words: Phrases, language: str, sum_: Parts) -> int | None:
    """Take one number word into the sum; the place after it, or None where the number ends."""
    token = tokens[place]
    if token.norm == "-" and sum_.parts and 0 < place < len(tokens) - 1 and token.glued and tokens[place + 1].glued:
        place += 1
        token = tokens[place]
    if token.kind == "num":
        return _more_digits(tokens, place, language, sum_)
    found = words.at(tokens, place).get("number")
    if found is None:
        return _joined_word(token, place, language, sum_) or roughly(tokens, place, words, language, sum_)
    end, value = found
    if value == "point":
        return _say_decimals(tokens, place, end, language, sum_)
    if base(language) == "zh" and token.norm == "千" and end < len(tokens) and tokens[end].norm == "克":
        return None  # the kilogram
    if base(language) == "vi" and (tens := tens_unsaid(token, value, sum_)):
        return end if tens else None
    if base(language) == "vi" and sum_.scale >= _HUNDRED and len(value) == 1 and value.isdigit():
        return short_digit(tokens, end, Decimal(value), token.norm, words, sum_)
    if value == "and":
        if end < len(tokens) and tokens[end].kind == "num":
            return _more_digits(tokens, end, language, sum_, joined=True)
        follow = words.at(tokens, end).get("number") if end < len(tokens) and sum_.parts else None
        joined = "1" if follow and follow[1] == "one" else follow[1] if follow else ""  # "vingt et un"
        if follow is None or not joined.replace(".", "").isdigit():
            return None
        return follow[0] if sum_.add(Decimal(joined), joined=True, french=language == "fr") else None
    if value == "x1000" and token.norm in ("k", "к", "w") and not token.glued and tokens[place].text.islower():
        more = place + 1 < len(tokens) and tokens[place + 1].kind in ("word", "num")
        if more or token.norm == "w":
            return None  # "10 к марту", "500 k" with more behind it: a little word, not thousands
    return end if _take(value, sum_, language) else None


def _take(value: str, sum_: Parts, language: str) -> bool:
    if value == "one":
        if sum_.parts:
            return False
        sum_.article = True
        return sum_.add(Decimal(1), joined=False, french=False)
    if value == "x100" and language == "fr" and (sum_.digits or sum(p for p in sum_.parts if p < _HUNDRED) >= 20):
        return False  # French counts hundreds to nineteen, and in words: "50 cents" are coins
    if value.startswith("x") and base(language) in MYRIADS and sum_.say_one(Decimal(value[1:])):
        return True
    if value.startswith("x"):
        return bool(sum_.parts or value != "x10" or base(language) in ("zh", "ja", "ko", "th")) and sum_.multiply(
            Decimal(value[1:]),
        )
    if value.startswith("pre"):
        if sum_.parts:
            return False
        sum_.extra = Decimal(value[3:])
        return True
    if value.startswith("+"):
        return _add_to_last(Decimal(value[1:]), sum_, least=_HUNDRED if base(language) == "vi" else _THOUSAND)
    if value == "0.5" and sum_.scale >= _THOUSAND:
        return _add_to_last(Decimal(value), sum_, least=_THOUSAND)
    if value == "0" and sum_.parts:
        return base(language) in _SAY_ZERO  # it marks a missing place: "一千零一"
    if base(language) == "zh" and sum_.parts and sum_.parts[-1] + 1 == Decimal(value) < 10:
        return True  # "两三百" is two or three hundred
    if sum_.article or (sum_.digits and Decimal(value) < _HUNDRED):
        return False
    return sum_.add(Decimal(value), joined=False, french=language == "fr")


def _add_to_last(value: Decimal, sum_: Parts, *, least: int) -> bool:
    if not sum_.parts:
        return False
    last = sum_.parts[-1]
    scale = place_value(last) if value < 1 and last >= least else Decimal(1)
    sum_.parts[-1] = last + value * scale
    return True


def _more_digits(
    tokens: Sequence[Token], place: int, language: str, sum_: Parts, *, joined: bool = False
) -> int | None:
    """Digits behind a multiplier: "2 lakh 50 hazar", "3 hundred and 21", "4천 820만", "2万5"."""
    value = digits_value(tokens[place].text)
    if value is None or not sum_.scale:
        return None
    follow = lexicon(language).at(tokens, place + 1).get("number") if place + 1 < len(tokens) else None
    if (
        base(language) == "vi"
        and (tokens[place].glued or place + 1 == len(tokens))
        and 0 < value < 10
        and sum_.scale >= _HUNDRED
    ):
        return short_digit(tokens, place + 1, value, "", lexicon(language), sum_)
    mixed = base(language) in MYRIADS
    if follow and follow[1].startswith("x") and not mixed:
        factor = Decimal(follow[1][1:])
        if sum_.parts[-1] < _THOUSAND or value * factor >= sum_.parts[-1]:
            return None
        sum_.parts.append(value * factor)
        sum_.scale = factor
        return follow[0]
    fills = tokens[place].glued or value * 10 >= sum_.scale or (follow and follow[1].startswith("x"))
    if not (0 < value < sum_.scale and (joined or (mixed and fills))):
        return None
    sum_.parts.append(value)
    sum_.scale = Decimal(0)
    return place + 1


def _say_decimals(tokens: Sequence[Token], place: int, end: int, language: str, sum_: Parts) -> int | None:
    """Take in what stands behind a spoken decimal point: "two point zero five", "zwei Komma drei", "三点五"."""
    if not sum_.parts or end >= len(tokens) or sum_.parts[-1] % 1:
        return None
    glued = tokens[place].glued and tokens[end].glued
    if tokens[place - 1].kind == "num" and not glued:
        return None  # "3 point 5" may be a list; nobody needs the word between digits
    found = _decimals(tokens, end, language)
    if found is None:
        return None
    if base(language) == "zh":
        finish_short_form(tokens, place, sum_)
    sum_.parts[-1] += Decimal(f"0.{found[0]}")
    sum_.scale = Decimal(0)
    return found[1]


def _decimals(tokens: Sequence[Token], place: int, language: str) -> tuple[str, int] | None:
    """Decimals as digits, and the place after them: "zero five" is 05, "seventy-one" is 71."""
    if tokens[place].kind == "num":
        written = tokens[place].text
        return (written, place + 1) if written.isdecimal() else None
    words, said, end = lexicon(language), "", place
    while end < len(tokens) and len(said) < MAX_DIGITS and (found := words.at(tokens, end).get("number")):
        if len(found[1]) != 1 or not found[1].isdigit() or tokens[end].norm in COUNTING:
            break
        said, end = said + found[1], found[0]
    if said:
        tens = words.at(tokens, end).get("number") if end < len(tokens) else None
        return None if tens and tens[1] in ("x10", "x100") else (said, end)  # "三点二十" is a time of day
    number = read_number(tokens, place, language) if tokens[place].norm not in COUNTING else None
    whole = number is not None and not number.article and number.value == number.value.to_integral_value()
    return (f"{number.value:f}", number.end) if number is not None and whole else None


def _joined_word(token: Token, place: int, language: str, sum_: Parts) -> int | None:
    """A number written as one word ("zweihundertfünfzig"), or with a particle in front ("وعشرون")."""
    own = base(language)
    if token.kind != "word":
        return None
    if own == "ar" and sum_.parts and token.norm.startswith("و"):
        rest = lexicon("ar").at([*tokenise(token.norm[1:])], 0).get("number") if len(token.norm) > 2 else None
        if rest and rest[1].isdigit():
            return place + 1 if sum_.add(Decimal(rest[1]), joined=True, french=False) else None
    if own in GLUING and not sum_.digits and (value := glued_value(token.norm, own)) is not None:
        return place + 1 if sum_.add(value, joined=False, french=False) else None
    return None
