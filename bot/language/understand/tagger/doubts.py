"""Takes back what the tagger found and the words beside it deny: counts that count nothing, places on a wrong side."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.domain.goods import Incoterm
from bot.language.understand.page import Page
from bot.language.understand.spans import Label, Span

# The place behind these is where the seller hands the goods over; behind the others, where they arrive.
_AT_SELLER = frozenset((Incoterm.EXW, Incoterm.FCA, Incoterm.FAS, Incoterm.FOB))
_SHARES = frozenset("%٪％‰")
_NUMBER_SIGNS = frozenset("#№_")
_POSTCODE = re.compile(r"\d{5}")
_TIMES = ("date:day", "date:week", "date:month", "date:year")
_BESIDE = 2  # tokens; "FCA station Liski"
SURE_COUNT = 0.8  # beside a count that is so likely, one that is less likely counts nothing


def doubted(page: Page, spans: list[Span]) -> list[Span]:
    """The spans that stand up to the words beside them."""
    towns = {span.start for span in spans if span.label is Label.DESTINATION}
    counted = [_counted(page, span, towns) if span.label is Label.QUANTITY else span for span in spans]
    return _sided_places(page, _likely_counts(counted))


def _counted(page: Page, span: Span, towns: set[int]) -> Span:
    """A percentage, a length of time, the number of an order and a postcode are no counts; "200 t-shirts" no tonnes."""
    inside = [place for place, token in enumerate(page.tokens) if span.start <= token.start < span.end]
    if not inside:
        return span
    first, last, after = inside[0], inside[-1], inside[-1] + 1
    if page.kind(last) == "word" and len(inside) > 1 and page.norm(after) == "-" and page.tokens[after].glued:
        return replace(span, end=page.tokens[last - 1].end)
    if page.kind(last) != "num":
        return span
    lasts = "unit" not in page.at(after) and any(kind in page.at(after) for kind in _TIMES)
    posted = len(inside) == 1 and _POSTCODE.fullmatch(page.norm(first)) and page.kind(after) == "word"
    at_town = posted and page.tokens[after].start in towns
    if page.norm(after) in _SHARES or page.norm(first - 1) in _NUMBER_SIGNS or lasts or at_town:
        return replace(span, label=Label.SPEC)
    return span


def _likely_counts(spans: list[Span]) -> list[Span]:
    """Beside a sure count, unlikely ones that no product waits for are other numbers."""
    scores = [span.score for span in spans if span.label is Label.QUANTITY]
    names = sum(span.label is Label.PRODUCT for span in spans)
    if max(scores, default=0.0) < SURE_COUNT or names >= len(scores):
        return spans
    return [span for span in spans if span.label is not Label.QUANTITY or span.score >= SURE_COUNT]


def _sided_places(page: Page, spans: list[Span]) -> list[Span]:
    """A place right behind a term of delivery is on the side that the term names: "FOB Santos", "CIF Hamburg"."""
    places = (Label.DESTINATION, Label.ORIGIN)
    sides: dict[Span, Label] = {}
    for term in (span for span in spans if span.label is Label.INCOTERM):
        behind = [token.start for token in page.tokens if token.start >= term.end][:_BESIDE]
        for place in (span for span in spans if span.label in places and span.start in behind):
            name = "".join(token.text for token in page.tokens if term.start <= token.start < term.end).upper()
            if name in Incoterm.__members__:
                sides[place] = Label.ORIGIN if Incoterm[name] in _AT_SELLER else Label.DESTINATION
    return [replace(span, label=sides.get(span, span.label)) for span in spans]
