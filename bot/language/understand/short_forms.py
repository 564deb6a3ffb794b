"""How people shorten numbers: digits said one by one, units left out, and a little more than a round number."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from bot.language.understand.digits import MAX_DIGITS
from bot.language.understand.lexicon import Phrases, base, lexicon
from bot.language.understand.number_parts import Parts
from bot.language.understand.tokens import Token

MYRIADS = frozenset(("zh", "ja", "ko"))  # languages that count in ten thousands and mix digits with words freely
INVERTING = frozenset(("ru", "uk"))  # languages that turn a number around to say "about"
_TURNED = {"тысяч": 1000, "тыщ": 1000, "сотен": 100, "сотни": 100, "миллионов": 10**6, "тисяч": 1000}
_ROUGHLY = frozenset("多余餘几幾数數")  # "十多万", "500余万": a little more; the round number counts
_HUNDRED = 100
COUNTING = frozenset("两兩俩")  # two of something, never a digit
_SHORT_FORM = {"百": 10, "佰": 10, "千": 100, "仟": 100, "万": 1000}


def digit_by_digit(tokens: Sequence[Token], place: int, language: str) -> tuple[Decimal, int] | None:
    """Three or more Han digits in a row read like written ones: "二五〇"; "三四个" are three or four."""
    words, said, end = lexicon(language), "", place
    while end < len(tokens) and (end == place or tokens[end].glued) and tokens[end].kind == "word":
        found = words.at(tokens, end).get("number")
        if found is None or len(found[1]) != 1 or not found[1].isdigit() or tokens[end].norm in COUNTING:
            if found and found[1].startswith("x"):
                return None
            break
        said, end = said + found[1], found[0]
    return (Decimal(said), end) if 3 <= len(said) <= MAX_DIGITS else None


def finish_short_form(tokens: Sequence[Token], end: int, sum_: Parts) -> None:
    """Chinese leaves out the last unit: "四百五" is 450, "一万三" is 13,000, but "四百零五" is 405."""
    scale = _SHORT_FORM.get(tokens[end - 2].norm) if end >= 2 else None
    last = tokens[end - 1]
    short = last.kind == "word" or (last.glued and len(last.text) == 1)
    if scale and len(sum_.parts) > 1 and 0 < sum_.parts[-1] < 10 and short:
        sum_.parts[-1] *= scale


def one_of_them(tokens: Sequence[Token], end: int, sum_: Parts, words: Phrases) -> bool:
    """Is the "one" at the end of a price the one thing it buys: "一百一张", "一千二一口"?"""
    counted = end < len(tokens) and "unit" in words.at(tokens, end)
    return counted and len(sum_.parts) > 1 and sum_.parts[-1] == 1 and tokens[end - 1].norm == "一"


def tens_unsaid(token: Token, value: str, sum_: Parts) -> bool:
    """Vietnamese leaves out the tens before the forms that only follow tens: "hai lăm" is 25, "bảy lăm" 75."""
    if token.norm not in ("lăm", "lam", "nhăm", "mốt") or not sum_.parts or not 1 < sum_.parts[-1] < 10 or sum_.scale:
        return False
    sum_.parts[-1] = sum_.parts[-1] * 10 + Decimal(value)
    return True


def short_digit(
    tokens: Sequence[Token], end: int, digit: Decimal, said: str, words: Phrases, sum_: Parts
) -> int | None:
    """Vietnamese leaves out the last unit too: "trăm hai" is 120, "2k5" 2,500; but "năm ngàn một cái" is for one."""
    follow = words.at(tokens, end).get("number") if end < len(tokens) else None
    if follow and follow[1].startswith("x"):
        return end if sum_.add(digit, joined=False, french=False) else None
    if said in ("một", "mot") or not digit:
        return None
    sum_.parts.append(digit * sum_.scale / 10)
    sum_.scale = Decimal(0)
    return end


def roughly(tokens: Sequence[Token], place: int, words: Phrases, language: str, sum_: Parts) -> int | None:
    """The place after "a little more" inside a number, where a multiplier follows."""
    if (
        base(language) not in MYRIADS
        or tokens[place].norm not in _ROUGHLY
        or not sum_.parts
        or place + 1 >= len(tokens)
    ):
        return None
    end = place + 2 if tokens[place + 1].norm == "り" else place + 1
    follow = words.at(tokens, end).get("number") if end < len(tokens) else None
    return end if follow and follow[1].startswith("x") else None


def inverted(tokens: Sequence[Token], place: int, language: str) -> tuple[Decimal, int] | None:
    """The multiplier said first is a Russian "about": "тысяч пять" is five thousand, "сотни три" three hundred."""
    scale = _TURNED.get(tokens[place].norm)
    after = place + 2 if place + 1 < len(tokens) and tokens[place + 1].norm == "на" else place + 1
    if scale is None or after >= len(tokens):
        return None
    words = lexicon(language)
    end, said = words.at(tokens, after).get("number", (0, ""))
    written = tokens[after].text
    if tokens[after].kind == "num" and written.isdecimal() and len(written) < 3:
        return Decimal(scale * int(written)), after + 1
    if not said.isdigit() or not 1 < int(said) < _HUNDRED or tokens[after].kind != "word":
        return None
    more, digit = words.at(tokens, end).get("number", (0, "")) if end < len(tokens) else (0, "")
    if digit.startswith("x"):
        return None
    if digit.isdigit() and int(digit) < 10 <= int(said):
        return Decimal(scale * (int(said) + int(digit))), more
    return Decimal(scale * int(said)), end
