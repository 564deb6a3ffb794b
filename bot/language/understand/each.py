"""Is an amount of money for one piece or for everything? By the words beside it, else by its size."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from bot.language.understand.lexicon import lexicon
from bot.language.understand.tokens import Token

_CONTEXT = 4  # tokens on either side of a price that may say "each" or "in total"
_TOTAL_RATIO = Decimal("0.5")  # a price above this share of the count is rather for everything
_SURELY_TOTAL = 100  # times the count
_PERHAPS_EACH = 20  # times the count, where nothing speaks of a budget
_SMALL_CHANGE = 20  # an amount below this, without any count, is for one
_ARTICLES = frozenset(("a", "an", "el", "la", "o", "das", "die", "der", "le", "l", "un", "one", "một", "mot"))
_SHORT_EACH = frozenset(
    ("/", "c", "je", "pro", "per", "ea", "pu", "par", "kwa", "每", "당", "ต", "ละ", "فی", "हर", "har", "her")
)
_TURKISH_EACH = ("si", "sı", "su", "sü", "u", "ı", "i")  # "metresi": its metre


def says_each(tokens: Sequence[Token], first: int, last: int, free: Sequence[bool], language: str) -> bool | None:
    """True for one piece, False for everything, None where the words around tokens first..last do not say.

    `free` tells which tokens belong to no other slot.
    """
    before = [place for place in range(max(0, first - _CONTEXT), first) if free[place]]
    after = [place for place in range(last + 1, min(len(tokens), last + 1 + _CONTEXT)) if free[place]]
    words = lexicon(language)
    around = (*before, *range(first, last + 1), *after)
    if any("cue:total" in words.at(tokens, place) for place in around):
        return False
    if any(_each_word(tokens, place, first, last, language) for place in around) or _each_unit(
        tokens, last, after, language
    ):
        return True
    turkish = language == "tr" and any(
        "unit" in words.at(tokens, place) and tokens[place].norm.endswith(_TURKISH_EACH) for place in before
    )
    return True if turkish else None


def _each_word(tokens: Sequence[Token], place: int, first: int, last: int, language: str) -> bool:
    found = lexicon(language).at(tokens, place).get("cue:per")
    if found is None:
        return False
    word = tokens[place].norm
    if len(word) > 3 or word in _SHORT_EACH:
        return True
    if place == last + 1:
        return found[0] < len(tokens) and tokens[found[0]].kind == "word"  # "за шт", "el rollo"
    return place < first and word in ("по", "за")


def _each_unit(tokens: Sequence[Token], last: int, after: Sequence[int], language: str) -> bool:
    """Such as "4 bucks a yard", "0,06 o copo", "2.1 dollars kilo"."""
    follow = last + 1
    if follow not in after:
        return False
    if tokens[follow].norm in _ARTICLES and follow + 1 < len(tokens):
        return tokens[follow + 1].kind == "word" or tokens[follow + 1].norm == "'"
    return "unit" in lexicon(language).at(tokens, follow)


def by_size(amount: Decimal, count: Decimal | None, *, budget: bool) -> bool | None:
    """What the size of an amount suggests against a count of pieces or kilograms; `budget`: such a word was said."""
    if count is None:
        return True if amount < _SMALL_CHANGE else (False if budget else None)
    if amount <= count * _TOTAL_RATIO:
        return True
    if budget or amount >= count * _SURELY_TOTAL:
        return False
    return amount < count * _PERHAPS_EACH
