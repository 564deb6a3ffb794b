"""Numbers as people write them: digits of any script, any separators, multipliers and number words.

"1.000,50" and "1,000.50", "1,20,000", "５０００", "٥٠٠٠", "10k", "5 mil", "3 lakh", "1.5万", "тыща двести", "साढ़े बारह".
What is not understood is None, never a guess.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.language.understand.lexicon import Phrases, base, lexicon, rows
from bot.language.understand.number_parts import Parts, place_value
from bot.language.understand.tokens import Token, bare, tokenise

MAX_DIGITS = 15  # longer runs of digits are account or card numbers, not amounts
_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+|\d{1,2}(?:,\d{2})*,\d{3}")
_GLUING = frozenset(("de", "nl", "it", "tr"))  # languages that write a number as one word
_LONGEST = 14  # tokens of one number
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


def read_number(tokens: Sequence[Token], place: int, language: str) -> Number | None:
    """The longest number starting at a place: digits with or without multiplier words, or number words alone."""
    if place >= len(tokens):
        return None
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
    elif start.kind == "date" and (half := _fraction(start.text)):
        return Number(half, place + 1)
    elif start.kind != "word":
        return None
    spelled = start.kind == "word"
    while end < min(len(tokens), place + _LONGEST):
        step = _step(tokens, end, words, language, sum_)
        if step is None:
            break
        end = step
    if not sum_.parts:
        return None
    if base(language) == "zh":
        _finish_short_form(tokens, end, sum_)
    return Number(sum(sum_.parts, Decimal(0)), end, sum_.article and len(sum_.parts) == 1 and end == place + 1, spelled)


def _finish_short_form(tokens: Sequence[Token], end: int, sum_: Parts) -> None:
    """Chinese leaves out the last unit: "四百五" is 450, "一万三" is 13,000, but "四百零五" is 405."""
    scale = _SHORT_FORM.get(tokens[end - 2].norm) if end >= 2 else None
    if scale and len(sum_.parts) > 1 and 0 < sum_.parts[-1] < 10 and tokens[end - 1].kind == "word":
        sum_.parts[-1] *= scale


_SHORT_FORM = {"百": 10, "佰": 10, "千": 100, "仟": 100, "万": 1000}


def _fraction(written: str) -> Decimal | None:
    return {"1/2": Decimal("0.5"), "1/4": Decimal("0.25"), "3/4": Decimal("0.75")}.get(written)


def _step(tokens: Sequence[Token], place: int, words: Phrases, language: str, sum_: Parts) -> int | None:
    """Take one number word into the sum; the place after it, or None where the number ends."""
    token = tokens[place]
    if token.norm == "-" and sum_.parts and 0 < place < len(tokens) - 1 and token.glued and tokens[place + 1].glued:
        place += 1
        token = tokens[place]
    if token.kind == "num":
        return _more_digits(tokens, place, words, sum_)
    found = words.at(tokens, place).get("number")
    if found is None:
        return _joined_word(token, place, language, sum_)
    end, value = found
    if value == "and":
        follow = words.at(tokens, end).get("number") if end < len(tokens) and sum_.parts else None
        joined = "1" if follow and follow[1] == "one" else follow[1] if follow else ""  # "vingt et un"
        if follow is None or not joined.replace(".", "").isdigit():
            return None
        return follow[0] if sum_.add(Decimal(joined), joined=True, french=language == "fr") else None
    if value == "x1000" and token.norm in ("k", "к", "w") and not token.glued and tokens[place].text.islower():
        return None
    return end if _take(value, sum_, language) else None


def _take(value: str, sum_: Parts, language: str) -> bool:
    if value == "one":
        if sum_.parts:
            return False
        sum_.article = True
        return sum_.add(Decimal(1), joined=False, french=False)
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
        return _add_to_last(Decimal(value[1:]), sum_)
    if value == "0" and sum_.parts:
        return base(language) in _SAY_ZERO  # it marks a missing place: "一千零一"
    if sum_.article or (sum_.digits and Decimal(value) < _HUNDRED):
        return False
    return sum_.add(Decimal(value), joined=False, french=language == "fr")


def _add_to_last(value: Decimal, sum_: Parts) -> bool:
    if not sum_.parts:
        return False
    last = sum_.parts[-1]
    scale = place_value(last) if value < 1 and last >= _THOUSAND else Decimal(1)
    sum_.parts[-1] = last + value * scale
    return True


def _more_digits(tokens: Sequence[Token], place: int, words: Phrases, sum_: Parts) -> int | None:
    """Digits inside a number: "2 lakh 50 hazar". Only where a smaller multiplier follows."""
    if not sum_.parts or sum_.parts[-1] < _THOUSAND or place + 1 >= len(tokens):
        return None
    follow = words.at(tokens, place + 1).get("number")
    value = digits_value(tokens[place].text)
    if (
        follow is None
        or not follow[1].startswith("x")
        or value is None
        or value * Decimal(follow[1][1:]) >= sum_.parts[-1]
    ):
        return None
    sum_.parts.append(value * Decimal(follow[1][1:]))
    return follow[0]


def _joined_word(token: Token, place: int, language: str, sum_: Parts) -> int | None:
    """A number written as one word ("zweihundertfünfzig"), or with a particle in front ("وعشرون")."""
    own = base(language)
    if token.kind != "word":
        return None
    if own == "ar" and sum_.parts and token.norm.startswith("و"):
        rest = lexicon("ar").at([*tokenise(token.norm[1:])], 0).get("number") if len(token.norm) > 2 else None
        if rest and rest[1].isdigit():
            return place + 1 if sum_.add(Decimal(rest[1]), joined=True, french=False) else None
    if own in _GLUING and not sum_.digits and (value := _glued_value(token.norm, own)) is not None:
        return place + 1 if sum_.add(value, joined=False, french=False) else None
    return None


@functools.lru_cache(maxsize=2048)
def _glued_value(word: str, language: str) -> Decimal | None:
    """The value of a number written as one word; None where the word is not made of number words only."""
    morphemes = _morphemes(language)
    rest, parts = bare(word), []
    while rest and len(rest) <= 60:
        piece = next((rest[:size] for size in range(min(14, len(rest)), 1, -1) if rest[:size] in morphemes), None)
        if piece is None:
            return None
        parts.append(morphemes[piece])
        rest = rest[len(piece) :]
    sum_, joined = Parts(), False
    for value in parts if len(parts) > 1 and not rest else ():
        if value == "and":
            joined = True
            continue
        taken = (
            sum_.multiply(Decimal(value[1:]))
            if value.startswith("x")
            else sum_.add(Decimal(value), joined=joined, french=False)
        )
        if not taken:
            return None
        joined = False
    return sum(sum_.parts, Decimal(0)) if sum_.parts else None


@functools.cache
def _morphemes(language: str) -> dict[str, str]:
    table = {"ein": "1", "een": "1"} if language in ("de", "nl") else {}
    for own, value, words in rows("number_words.tsv"):
        if own == language and (value == "and" or value[0] in "x0123456789") and "." not in value:
            table.update({bare("".join(t.norm for t in tokenise(word))): value for word in words.split("|") if word})
    if language == "it":  # "trentotto": the last vowel goes before uno and otto
        table |= {"uno": "1", "un": "1"}
        table |= {word[:-1]: value for word, value in table.items() if len(value) == 2 and value.endswith("0")}
    return {word: value for word, value in table.items() if (len(word) > 1 and word != "on") or language == "tr"}
