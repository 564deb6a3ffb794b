"""What is wanted: the words that are left when everything else in a message has a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language.understand.lexicon import fillers
from bot.language.understand.spans import Label
from bot.language.understand.tokens import bare

if TYPE_CHECKING:
    from bot.language.understand.finder_rules import Page

_BREAKS = frozenset(',;:.!?()[]{}|•·…\n،؛؟，。；：！？、（）【】—"“”*<>=@~')
_LONGEST = 12  # words; longer runs are stories, not names of goods
_NOT_GOODS = (
    "unit",
    "currency",
    "cue:cert",
    "cue:total",
    "cue:budget",
    "cue:price",
    "cue:price_after",
    "cue:qty",
    "cue:own",
    "cue:supplier",
    "cue:about",
)
_NOT_GOODS += (
    "cue:correct",
    "cue:not",
    "date:within",
    "date:by",
    "date:by_after",
    "cue:container",
    "cue:pay",
    "date:week",
    "date:day",
)


def find_products(page: Page) -> None:
    """Label one product for each quantity, or the likeliest one of the message."""
    runs = [run for run in _runs(page) if run]
    quantities = [
        place
        for place, label in enumerate(page.taken)
        if label is Label.QUANTITY and page.taken[place - 1 : place] != [Label.QUANTITY]
    ]
    chosen: list[tuple[int, int]] = []
    for quantity in quantities or [None]:
        left = [run for run in runs if run not in chosen]
        if left:
            chosen.append(max(left, key=lambda run: _liking(page, run, quantity)))
    for start, end in chosen:
        page.take(Label.PRODUCT, start, end, 0.8 if quantities else 0.6)


def _runs(page: Page) -> list[tuple[int, int]]:
    """Stretches of free words, cut at punctuation and at what has a label; small words trimmed from the edges."""
    small = fillers(page.language)
    runs: list[tuple[int, int]] = []
    start = 0
    while start < len(page.tokens):
        end = start
        while end < len(page.tokens) and _inside(page, end, small, opening=end == start):
            end += 1
        if end > start:
            runs.append(_trimmed(page, start, min(end, start + _limit(page, start)), small))
        start = max(end, start + 1)
    return [run for run in runs if run[1] > run[0]]


def _limit(page: Page, start: int) -> int:
    return _LONGEST * 3 if page.tokens[start].text >= "\u0e00" else _LONGEST


def _inside(page: Page, place: int, small: frozenset[str], *, opening: bool) -> bool:
    token = page.tokens[place]
    if token.kind == "line" or token.norm in _BREAKS:
        return False
    if page.taken[place] is Label.SPEC:
        return not opening and token.kind != "skip"
    if page.taken[place] is not None:
        return False
    if token.kind == "word" and not opening and _stop(token.norm, small):
        following = page.tokens[place + 1] if place + 1 < len(page.tokens) else None
        return (
            token.norm in _LINKS
            and following is not None
            and following.kind == "word"
            and page.taken[place + 1] is None
            and not _stop(following.norm, small)
        )
    return (token.kind == "word" and not (opening and _stop(token.norm, small))) or (
        not opening and token.norm in "-/&+'"
    )


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
        "à",
        "a",
    ]
)


def _stop(norm: str, small: frozenset[str]) -> bool:
    return norm in small or bare(norm) in small


def _trimmed(page: Page, start: int, end: int, small: frozenset[str]) -> tuple[int, int]:
    """Without small words, signs and cue words at either edge."""

    def loose(place: int) -> bool:
        token = page.tokens[place]
        return page.taken[place] is None and (
            token.kind != "word"
            or _stop(token.norm, small)
            or (any(kind in page.cues[place] for kind in _NOT_GOODS) and len(token.norm) > 1)
        )

    while start < end and loose(start):
        start += 1
    while end > start and loose(end - 1):
        end -= 1
    return start, end


def _liking(page: Page, run: tuple[int, int], quantity: int | None) -> float:
    """Near its quantity, early, and of some length."""
    start, end = run
    letters = sum(len(token.text) for token in page.tokens[start:end] if token.kind == "word")
    heavy = 2.5 if page.tokens[start].text >= "\u3000" else 1.0
    liking = min(letters * heavy, 24) / 24 - start * 0.02
    if quantity is None:
        return liking
    last = quantity
    while last + 1 < len(page.tokens) and page.taken[last + 1] is Label.QUANTITY:
        last += 1
    gap = start - last - 1 if start > last else quantity - end
    crossed = any(token.kind == "line" for token in page.tokens[min(last, end) : max(start, quantity)])
    return liking - 0.12 * min(gap, 10) - 0.9 * crossed - (0.05 if start < quantity else 0)
