"""Puts right what the tagger and the rules leave undone together: names in descriptions, second amounts, places.

The bounds on how likely something must be were chosen by cross-validation on the messages that training may see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.language.understand.find_quantities import JOINTS
from bot.language.understand.goods_words import is_goods
from bot.language.understand.page import Page
from bot.language.understand.places import mentions
from bot.language.understand.spans import Label, Span
from bot.language.understand.tagger.crf import Chances
from bot.language.understand.units import read_unit

LIKELY_PLACE = 0.15  # how likely a place on our list must be to be the destination where none is found
LIKELY_COUNT = 0.35  # how likely words must be to count something where no count is found
LISTED = 0.3  # how likely a further counted product of a list must be
_COUNTED = 0.8  # the rules are so sure of a number before a noun, and surer of one with a unit
LIKELY_NAME = 0.1  # how likely a word must be to name goods
RULED_NAME = 0.1  # the same for what the rules call a product
_NEARLY = 0.4
_SHORT = 8  # tokens; such a message names goods or nothing


def freed_nouns(page: Page, spans: list[Span], rules: Sequence[Span]) -> list[Span]:
    """Where no product is named, what the rules call one is not part of a description: "M8 bolts"."""
    if any(span.label is Label.PRODUCT for span in spans):
        return spans
    counts = [span for span in spans if span.label is Label.QUANTITY]
    for product in (span for span in rules if span.label is Label.PRODUCT):
        if any(_overlap(count, product) for count in counts):
            continue
        for spec in (span for span in spans if span.label is Label.SPEC and _overlap(span, product)):
            start, end = max(spec.start, product.start), min(spec.end, product.end)
            if start == spec.start and end == spec.end:
                return [one for one in spans if one is not spec] + [replace(product, score=spec.score)]
            before = [token.end for token in page.tokens if spec.start < token.end <= start]
            after = [token.start for token in page.tokens if end <= token.start < spec.end]
            rest = [replace(spec, end=before[-1])] if before else [replace(spec, start=after[0])] if after else []
            return [one for one in spans if one is not spec] + [*rest, Span(Label.PRODUCT, start, end, 0.5)]
    return spans


def with_listed(page: Page, spans: list[Span], rules: Sequence[Span], belief: Callable[[Span], float]) -> list[Span]:
    """The products of a list, where the rules count each of several and the tagger lost some of them."""
    counts = [span for span in rules if span.label is Label.QUANTITY and span.score >= _COUNTED]
    names = [span for span in rules if span.label is Label.PRODUCT]
    found = [span for span in spans if span.label is Label.QUANTITY]
    if len(counts) < 2 or len(names) < len(counts) or not found:
        return spans
    for count in counts:
        taken = [span for span in spans if _overlap(span, count)]
        if all(span.label in (Label.SPEC, Label.PRODUCT, Label.NEGATED) for span in taken) and belief(count) >= LISTED:
            name = min(names, key=lambda one: max(one.start - count.end, count.start - one.end))
            if any(span.label is not Label.SPEC and _overlap(span, name) for span in spans):
                continue
            others = (*counts, *names)
            if not any(_only_joint(page, one, other) for one in (name, count) for other in others):
                continue
            spans = [one for one in spans if not (_overlap(one, count) or _overlap(one, name))]
            spans += [replace(count, score=0.5), replace(name, score=0.5)]
    return spans


def _only_joint(page: Page, one: Span, other: Span) -> bool:
    """Does nothing but "and" stand between two stretches?"""
    first, last = sorted((one, other), key=lambda span: span.start)
    between = [token.norm for token in page.tokens if first.end <= token.start < last.start]
    return len(between) == 1 and between[0] in JOINTS


def one_amount_each(page: Page, spans: list[Span]) -> list[Span]:
    """A bare number beside a counted amount of the same goods says nothing more: the counted one wins."""
    counts = [span for span in spans if span.label is Label.QUANTITY]
    names = [span for span in spans if span.label is Label.PRODUCT]
    counted = [span for span in counts if _counted(page, span)]
    if not counted or len(names) >= len(counts):
        return spans
    if any(token.kind == "line" and counts[0].end <= token.start < counts[-1].start for token in page.tokens):
        return spans
    spare = [span for span in counts if span not in counted][: len(counts) - max(1, len(names))]
    return [one for one in spans if one not in spare]


def _counted(page: Page, span: Span) -> bool:
    """Has this amount a unit?"""
    inside = [token for token in page.tokens if span.start <= token.start < span.end]
    return any(read_unit(inside, place, page.language) for place in range(len(inside)))


def with_likely_place(page: Page, spans: list[Span], chances: Chances, rules: Sequence[Span]) -> list[Span]:
    """Where no destination is found, the likeliest place that our list knows."""
    if any(span.label is Label.DESTINATION for span in spans):
        return spans
    best, most = None, LIKELY_PLACE
    origins = [span for span in (*spans, *rules) if span.label is Label.ORIGIN]
    for mention in mentions(page.tokens, page.language, trusted=None):
        places = range(mention.start, mention.end)
        share = sum(chances.share("destination", place) for place in places) / len(places)
        start, end = page.tokens[mention.start].start, page.tokens[mention.end - 1].end
        if share >= most and not any(span.start < end and start < span.end for span in origins):
            best, most = mention, share
    if best is None:
        return spans
    place = Span(Label.DESTINATION, page.tokens[best.start].start, page.tokens[best.end - 1].end, round(most, 4))
    return [one for one in spans if not _overlap(one, place)] + [place]


def with_likely_count(page: Page, spans: list[Span], chances: Chances) -> list[Span]:
    """Where no count is found, the free words likeliest to be one: it may be sure, and only its end in doubt."""
    if any(span.label is Label.QUANTITY for span in spans):
        return spans
    likely = {
        place: chances.share("quantity", place)
        for place, token in enumerate(page.tokens)
        if not any(span.start < token.end and token.start < span.end for span in spans)
    }
    likely = {place: share for place, share in likely.items() if share >= LIKELY_COUNT}
    if not likely:
        return spans
    start = end = max(likely, key=lambda place: likely[place])
    while start - 1 in likely:
        start -= 1
    while end + 1 in likely:
        end += 1
    tokens = page.tokens
    return [*spans, Span(Label.QUANTITY, tokens[start].start, tokens[end].end, round(max(likely.values()), 4))]


def with_likely_names(page: Page, spans: list[Span], chances: Chances, rules: Sequence[Span]) -> list[Span]:
    """Where products are fewer than amounts, the words that are likeliest to name goods; else those of the rules."""
    names = [span for span in rules if span.label is Label.PRODUCT]
    counts = sum(span.label is Label.QUANTITY for span in spans)
    missing = max(1, counts) - sum(span.label is Label.PRODUCT for span in spans)
    shares = [chances.share("product", place) for place in range(len(page.tokens))]
    while missing > 0 and (name := _likeliest(page, spans, shares)):
        spans = [*spans, name]
        missing -= 1
    short = len(page.tokens) <= _SHORT
    least = 0.0 if short and counts else RULED_NAME
    for name in names if counts or short else ():
        if missing > 0 and not any(_overlap(span, name) for span in spans) and _share(page, name, shares) >= least:
            spans = [*spans, replace(name, score=0.3)]
            missing -= 1
    return spans


def _likeliest(page: Page, spans: Sequence[Span], shares: Sequence[float]) -> Span | None:
    """The free word likeliest to name goods, with its neighbours that are nearly as likely."""
    free = [
        token.kind in ("word", "num") and not any(span.start < token.end and token.start < span.end for span in spans)
        for token in page.tokens
    ]
    words = [place for place, token in enumerate(page.tokens) if free[place] and token.kind == "word"]
    seed = max(words, key=lambda place: shares[place], default=None)
    if seed is None or shares[seed] < LIKELY_NAME:
        return None
    start, end, least = seed, seed + 1, shares[seed] * _NEARLY
    while start and free[start - 1] and shares[start - 1] >= least:
        start -= 1
    while end < len(page.tokens) and free[end] and shares[end] >= least:
        end += 1
    return Span(Label.PRODUCT, page.tokens[start].start, page.tokens[end - 1].end, round(shares[seed], 4))


def _share(page: Page, span: Span, shares: Sequence[float]) -> float:
    inside = [shares[place] for place, token in enumerate(page.tokens) if span.start <= token.start < span.end]
    return max(inside, default=0.0)


def with_packages(page: Page, spans: list[Span]) -> list[Span]:
    """A package word in front of what it is made of belongs to the goods: "2000 bags of cloth" in Arabic."""
    starts = {token.start: place for place, token in enumerate(page.tokens)}
    for name in [span for span in spans if span.label is Label.PRODUCT]:
        place = starts.get(name.start, 0)
        if not place or not is_goods(page, place - 1):
            continue
        start = page.tokens[place - 1].start
        spans = [one for one in spans if one is not name and not (one.label is Label.UNIT and one.start == start)]
        spans = [
            replace(one, end=page.tokens[place - 2].end)
            if one.label is Label.QUANTITY and one.start < start < one.end
            else one
            for one in spans
        ]
        spans.append(replace(name, start=start))
    return spans


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
