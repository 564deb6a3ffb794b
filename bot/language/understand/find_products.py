"""What is wanted: the words that are left when everything else in a message has a label."""

from __future__ import annotations

from bot.language.understand.goods_words import is_goods
from bot.language.understand.lexicon import fillers
from bot.language.understand.page import Page
from bot.language.understand.spans import Label
from bot.language.understand.tokens import bare

_BREAKS = frozenset(',;:.!?()[]{}|•·…\n،؛؟，。；：！？、（）【】"“”*<>=@~')
_LINKS = frozenset(
    [
        "de",
        "di",
        "du",
        "of",
        "d",
        "da",
        "do",
        "des",
        "en",
        "con",
        "para",
        "pour",
        "for",
        "für",
        "aus",
        "из",
        "для",
        "من",
        "का",
        "की",
        "के",
        "cho",
        "bằng",
        "的",
        "و",
        "e",
        "et",
        "y",
        "und",
        "and",
        "with",
    ]
)
_MOST = 60  # stretches that are compared
_LONGEST = 12  # words; longer runs are stories, not names of goods
_LONGEST_UNSPACED = 36  # characters, where words are not set apart
# Words that stand at the edge of a name without being part of it.
_NEIGHBOURS = frozenset(
    (
        *("unit", "currency", "date:within", "date:by", "date:by_after", "date:week", "date:day"),
        *(f"cue:{kind}" for kind in ("cert", "total", "budget", "price", "price_after", "qty", "own", "supplier")),
        *(f"cue:{kind}" for kind in ("about", "correct", "not", "container", "pay")),
    ),
)


def find_products(page: Page) -> None:
    """Label one product for each quantity, or the likeliest one of the message."""
    runs = _runs(page)[:_MOST]
    quantities = [place for place in range(len(page.taken)) if _starts(page, place, Label.QUANTITY)]
    chosen: list[tuple[int, int]] = []
    places: list[int | None] = [*quantities] or [None]
    for quantity in places:
        left = [run for run in runs if run not in chosen]
        if left:
            chosen.append(max(left, key=lambda run: _liking(page, run, quantity)))
    for start, end in chosen:
        page.take(Label.PRODUCT, start, end, 0.8 if quantities else 0.6)


def _starts(page: Page, place: int, label: Label) -> bool:
    return page.taken[place] is label and (place == 0 or page.taken[place - 1] is not label)


def _runs(page: Page) -> list[tuple[int, int]]:
    """Stretches of free words, cut at punctuation and labels; small words trimmed from the edges."""
    small = fillers(page.language)
    runs = []
    start = 0
    while start < len(page.tokens):
        end = start
        while end < len(page.tokens) and _belongs(page, end, small, opening=end == start):
            end += 1
        if end > start:
            longest = _LONGEST_UNSPACED if page.tokens[start].text >= "\u0e00" else _LONGEST
            runs.append(_trimmed(page, start, min(end, start + longest), small))
        start = max(end, start + 1)
    return [run for run in runs if run[1] > run[0]]


def _belongs(page: Page, place: int, small: frozenset[str], *, opening: bool) -> bool:
    token = page.tokens[place]
    if token.kind in ("line", "skip") or token.norm in _BREAKS:
        return False
    if page.taken[place] is not None:
        return page.taken[place] is Label.SPEC and not opening
    if token.kind != "word":
        return not opening and token.norm in "-/&+'"
    if not _is_small(token.norm, small):
        return True
    return not opening and token.norm in _LINKS and _free_noun(page, place + 1, small)


def _free_noun(page: Page, place: int, small: frozenset[str]) -> bool:
    return page.kind(place) == "word" and page.taken[place] is None and not _is_small(page.norm(place), small)


def _is_small(norm: str, small: frozenset[str]) -> bool:
    return norm in small or bare(norm) in small


def _trimmed(page: Page, start: int, end: int, small: frozenset[str]) -> tuple[int, int]:
    while start < end and _loose(page, start, small):
        start += 1
    while end > start and _loose(page, end - 1, small):
        end -= 1
    return start, end


def _loose(page: Page, place: int, small: frozenset[str]) -> bool:
    """Is this only beside the name: a small word, a sign, a cue?"""
    token = page.tokens[place]
    if page.taken[place] is not None:
        return False
    if token.kind != "word" or _is_small(token.norm, small):
        return True
    if is_goods(page, place):
        return False
    return len(token.norm) > 1 and not _NEIGHBOURS.isdisjoint(page.at(place))


def _liking(page: Page, run: tuple[int, int], quantity: int | None) -> float:
    """Near its quantity, early, and of some length."""
    start, end = run
    letters = sum(len(token.text) for token in page.tokens[start:end] if token.kind == "word")
    weight = 2.5 if page.tokens[start].text >= "\u3000" else 1.0
    liking = min(letters * weight, 24) / 24 - start * 0.02
    if quantity is None:
        return liking
    last = quantity
    while last + 1 < len(page.tokens) and page.taken[last + 1] is Label.QUANTITY:
        last += 1
    gap = start - last - 1 if start > last else quantity - end
    crossed = any(page.kind(place) == "line" for place in range(min(last, end), max(start, quantity)))
    return liking - 0.12 * min(gap, 10) - 0.9 * crossed - (0.05 if start < quantity else 0)
