"""The tagger's stretches as spans of the seam, joined with what the rules are certain of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.language.understand.find_specs import GRADE
from bot.language.understand.page import Page
from bot.language.understand.spans import Label, Span
from bot.language.understand.tagger.amend import (
    freed_nouns,
    one_amount_each,
    with_likely_count,
    with_likely_names,
    with_likely_place,
    with_listed,
    with_packages,
)
from bot.language.understand.tagger.crf import Chances
from bot.language.understand.tagger.doubts import doubted
from bot.language.understand.tagger.features import covered
from bot.language.understand.tagger.model import Stretch
from bot.language.understand.units import read_container, read_unit

_SILENT = "other_number"  # a number that is none of ours; no span says it
_BETWEEN = frozenset(("(", "-", "x", "×", "х", ".", "~", "个"))  # may stand between a number and its unit
_SOFT = (Label.PRODUCT, Label.SPEC)  # these give way to anything that is worth more
# Where the tagger finds none, the rules' stretch counts if the tagger believes in it at least so much.
BELIEF = {
    Label.QUANTITY: 0.3,
    Label.BUDGET: 0.15,
    Label.DESTINATION: 0.1,
    Label.DEADLINE: 0.2,
    Label.INCOTERM: 0.05,
}
CERTIFICATE = 0.05  # the same for a certificate that our list knows, beside others
DOUBT = 0.3  # how likely what the tagger finds must be
SURE_OF_ORIGIN = 0.9  # how likely a destination must be where the rules say that goods come from there
FIRM = 0.8  # how sure the rules must be of that
SURE_OF_COUNT = 0.9995  # how likely a second quantity must be where the rules say that the number describes


def joined(page: Page, stretches: Sequence[Stretch], chances: Chances, rules: Sequence[Span]) -> tuple[Span, ...]:
    """Spans of both finders, in the order in which they stand."""
    starts = [token.start for token in page.tokens]

    def belief(span: Span) -> float:
        names = (span.label.value, "unit") if span.label is Label.QUANTITY else (span.label.value,)
        places = covered(starts, span)
        return sum(chances.share(name, place) for name in names for place in places) / max(1, len(places))

    spans = [span for span in as_spans(page, stretches) if span.label in _SOFT or span.score >= DOUBT]
    spans = _vetoed(widened(page, _trimmed(spans, rules), rules), rules)
    for span in rules:
        if span.label is Label.CERTIFICATE and (share := belief(span)) >= CERTIFICATE:
            spans = [one for one in spans if not (one.label is span.label and _overlap(one, span))]
            spans.append(replace(span, score=max(share, 0.5)))
    for label, least in BELIEF.items():
        if any(span.label is label for span in spans):
            continue
        found = [(belief(span), span) for span in rules if span.label is label]
        share, best = max(found, key=lambda pair: pair[0], default=(0.0, None))
        if best and share >= least:
            spans = [one for one in spans if not _overlap(one, best)]
            spans.append(replace(best, score=share))
    spans = with_likely_count(page, with_listed(page, spans, rules, belief), chances)
    spans = freed_nouns(page, spans, rules)
    spans = with_likely_place(page, doubted(page, spans), chances, rules)
    spans = one_amount_each(page, with_packages(page, with_likely_names(page, spans, chances, rules)))
    return tuple(sorted(spans, key=lambda span: (span.start, span.end)))


def _trimmed(spans: list[Span], rules: Sequence[Span]) -> list[Span]:
    """A price or number that runs into a place: both end where the rules say."""
    for place in (span for span in rules if span.label is Label.DESTINATION):
        for span in _touching(spans, place):
            if span.label is Label.BUDGET and span.start < place.start and span.end == place.end:
                spans = [one for one in spans if one is not span]
                spans += [replace(span, end=place.start), replace(place, score=min(place.score, 0.7))]
    return spans


def widened(page: Page, spans: list[Span], rules: Sequence[Span]) -> list[Span]:
    """A part of a name that the rules know whole: "República" of "República Dominicana"; a count without its unit."""
    for known in (span for span in rules if span.label in (Label.DESTINATION, Label.QUANTITY) and span.score >= FIRM):
        part = next((span for span in _touching(spans, known) if span.label is known.label), None)
        others = [span for span in _touching(spans, known) if span is not part]
        if not part or part.start < known.start or part.end >= known.end or any(one.end <= known.end for one in others):
            continue
        if known.label is Label.DESTINATION and others:
            continue
        if all(one.label is Label.PRODUCT for one in others):
            kept = [one for one in spans if one is not part and one not in others]
            after = next((token.start for token in page.tokens if token.start >= known.end), known.end)
            spans = [*kept, replace(part, end=known.end), *(replace(one, start=after) for one in others)]
    return spans


def _vetoed(spans: list[Span], rules: Sequence[Span]) -> list[Span]:
    """What the rules deny must be likely: a destination that is an origin, a second number that describes."""
    origins = [span for span in rules if span.label is Label.ORIGIN]
    specs = [span for span in rules if span.label is Label.SPEC and span.score >= FIRM]
    grades = [span for span in specs if span.score >= GRADE]
    counts = sum(span.label is Label.QUANTITY for span in spans)
    kept = []
    for span in spans:
        if span.label is Label.DESTINATION and span.score < SURE_OF_ORIGIN and _touching(origins, span):
            span = replace(span, label=Label.ORIGIN)
        elif span.label in (Label.QUANTITY, Label.NEGATED) and _touching(grades, span):
            counts -= span.label is Label.QUANTITY
            span = replace(span, label=Label.SPEC)
        elif span.label is Label.QUANTITY and counts > 1 and span.score < SURE_OF_COUNT and _touching(specs, span):
            span = replace(span, label=Label.SPEC)
            counts -= 1
        kept.append(span)
    return kept


def _touching(spans: Sequence[Span], other: Span) -> list[Span]:
    return [span for span in spans if _overlap(span, other)]


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def as_spans(page: Page, stretches: Sequence[Stretch]) -> list[Span]:
    """Spans of the seam: a number and the unit beside it are one quantity.

    A word that counts but that no list of units knows is the product where none is named for it: "300 mugs".
    """
    spans: list[Span] = []
    labels = [stretch.label for stretch in stretches]
    named = labels.count("product") >= max(1, labels.count("quantity"))
    place = 0
    while place < len(stretches):
        one = stretches[place]
        after = stretches[place + 1] if place + 1 < len(stretches) else None
        if after and {one.label, after.label} == {"quantity", "unit"} and _beside(page, one, after):
            further = stretches[place + 2] if place + 2 < len(stretches) else None
            waits = one.label == "unit" and further and further.label == "unit" and _beside(page, after, further)
            if not waits and (named or _known_unit(page, after if after.label == "unit" else one)):
                spans.append(_span(page, Label.QUANTITY, one.start, after.end, min(one.chance, after.chance)))
                place += 2
                continue
        if one.label == "unit" and not named and not _known_unit(page, one):
            spans.append(_span(page, Label.PRODUCT, one.start, one.end, one.chance))
        elif one.label != _SILENT:
            spans.append(_span(page, Label(one.label), one.start, one.end, one.chance))
        place += 1
    return spans


def _known_unit(page: Page, unit: Stretch) -> bool:
    tokens = page.tokens[unit.start : unit.end]
    return any(read_unit(tokens, at, page.language) for at in range(len(tokens))) or bool(
        read_container(tokens, 0, page.language)
    )


def _beside(page: Page, one: Stretch, other: Stretch) -> bool:
    between = page.tokens[one.end : other.start]
    return len(between) <= 1 and all(token.norm in _BETWEEN for token in between)


def _span(page: Page, label: Label, start: int, end: int, chance: float) -> Span:
    return Span(label, page.tokens[start].start, page.tokens[end - 1].end, round(chance, 4))
