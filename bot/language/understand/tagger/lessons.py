"""What the marks of a message say, as spans of the seam and as lessons on prices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.language.understand.assemble import items_and_budget, price_signs
from bot.language.understand.page import open_page
from bot.language.understand.spans import Span
from bot.language.understand.tagger.corpus import Marked
from bot.language.understand.tagger.join import as_spans
from bot.language.understand.tagger.model import Stretch


def marked_spans(marked: Marked) -> list[Span]:
    """The marks as a perfect finder would give them."""
    page = open_page(marked.text, marked.language)
    stretches = []
    for mark in marked.marks:
        inside = [at for at, token in enumerate(page.tokens) if token.start < mark.end and token.end > mark.start]
        if inside:
            stretches.append(Stretch(mark.label, inside[0], inside[-1] + 1, 0.9))
    return as_spans(page, stretches)


def each_lessons(messages: Iterable[Marked]) -> Iterator[tuple[list[str], bool]]:
    """For each marked budget: what speaks for "each" or "in total", and which it is."""
    for marked in messages:
        spans = marked_spans(marked)
        for mark in marked.of("budget")[:1]:
            items, budget = items_and_budget(marked.text, spans, marked.language)
            if budget and mark.value.endswith(("each", "total")):
                found = price_signs(marked.text, budget, items, spans, marked.language)
                yield found, mark.value.endswith("each")
