"""The tagger's stretches as spans of the seam, joined with what the rules are certain of."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.understand.page import Page
from bot.language.understand.spans import Label, Span
from bot.language.understand.tagger.model import Stretch

_SILENT = "other_number"  # a number that is none of ours; no span says it
_BETWEEN = frozenset(("(", "-", "x", "×", "х", ".", "~", "个"))  # may stand between a number and its unit


def as_spans(page: Page, stretches: Sequence[Stretch]) -> list[Span]:
    """Spans of the seam: a number and the unit beside it are one quantity."""
    spans: list[Span] = []
    place = 0
    while place < len(stretches):
        one = stretches[place]
        after = stretches[place + 1] if place + 1 < len(stretches) else None
        if after and {one.label, after.label} == {"quantity", "unit"} and _beside(page, one, after):
            further = stretches[place + 2] if place + 2 < len(stretches) else None
            waits = one.label == "unit" and further and further.label == "unit" and _beside(page, after, further)
            if not waits:
                chance = min(one.chance, after.chance)
                spans.append(_span(page, Label.QUANTITY, one.start, after.end, chance))
                place += 2
                continue
        if one.label != _SILENT:
            spans.append(_span(page, Label(one.label), one.start, one.end, one.chance))
        place += 1
    return spans


def _beside(page: Page, one: Stretch, other: Stretch) -> bool:
    between = page.tokens[one.end : other.start]
    return len(between) <= 1 and all(token.norm in _BETWEEN for token in between)


def _span(page: Page, label: Label, start: int, end: int, chance: float) -> Span:
    return Span(label, page.tokens[start].start, page.tokens[end - 1].end, round(chance, 4))
