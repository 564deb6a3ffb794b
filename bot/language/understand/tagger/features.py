"""What the tagger looks at: for every token of a message, short names of what is true of it.

Three circles: `own` names count for their token only, `near` ones for its neighbours too, `far` ones up to three tokens
away. The word lists, the strict readers and the rules speak here too, so what they know need not be learnt again.
"""

from __future__ import annotations

import functools
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from bot.language.understand.calendar_words import calendar_words
from bot.language.understand.certificates import certificates
from bot.language.understand.dates import read_moment
from bot.language.understand.gazetteer import COUNTRY
from bot.language.understand.lexicon import base, fillers
from bot.language.understand.numbers import digits_value, read_number
from bot.language.understand.page import Page
from bot.language.understand.places import mentions
from bot.language.understand.spans import Span
from bot.language.understand.tokens import Token, bare

ANY_DAY = date(2026, 12, 1)  # only whether a stretch is a day matters here, not which
_AFFIX = 4  # letters of a beginning or an ending that are looked at
_SIZES = (1, 2, 4, 8, 16, 32, 64, 128)


@dataclass(frozen=True, slots=True)
class Seen:
    """The names for each token, by how far they reach."""

    own: list[list[str]]
    near: list[list[str]]
    far: list[list[str]]


def see(page: Page, spans: Sequence[Span]) -> Seen:
    """Everything that the tagger looks at, given what the rules found."""
    tokens = page.tokens
    seen = Seen([], [], [])
    for token in tokens:
        own, near, far = _spelling(token.text, token.norm, token.kind)
        seen.own.append([*own])
        seen.near.append([*near])
        seen.far.append([*far])
    _add_lists(page, seen)
    _add_readers(page, seen)
    labels = rule_labels(tokens, spans)
    for place, label in enumerate(labels):
        seen.far[place].append(f"r{label}")
    _add_company(page, labels, seen)
    return seen


@functools.lru_cache(maxsize=16_384)
def _spelling(text: str, norm: str, kind: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Names that a token's letters alone give."""
    if kind == "num":
        return _number(text)
    if kind != "word":
        return (), (), (f"w{norm}" if len(norm) < 3 else "w@", f"k{kind}")
    plain = bare(norm)
    size = len(plain)
    affixes = [f"p{plain[:n]}" for n in range(1, min(_AFFIX, size - 1) + 1)]
    endings = [f"s{plain[-n:]}" for n in range(1, min(_AFFIX, size - 1) + 1)]
    shape = "X" if size > 1 and text.isupper() else "x" if text[:1].islower() else "Xx"
    script = _script(text[0])
    inner = [f"g{plain[n : n + 3]}" for n in range(1, min(size - 3, 8))]
    return (
        (*affixes, *inner, f"z{min(size, 12)}{script}"),
        (*endings, f"h{shape}{script}", f"w{plain}"),
        (f"w{norm}", "kw"),
    )


def _number(text: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    value = digits_value(text)
    plain = "".join("0" if char.isdecimal() else char for char in text)
    if value is None:
        return (f"w{plain[:12]}",), (), ("kn", "n?")
    whole = value == value.to_integral_value()
    size = next((n for n, limit in enumerate(_LIMITS) if value <= limit), len(_LIMITS))
    round_ = whole and value >= 10 and value % 10 == 0
    own = (f"w{plain[:12]}", f"v{text[:6]}", f"n{size}{round_}{plain.isdigit()}")
    year = whole and 2020 <= value <= 2035 and len(text) == 4
    return own, (f"d{size}{whole}", f"e{plain[:6]}"), ("kn", f"n{size}", *(("ny",) if year else ()))


_PLACES = (5, 15, 60, 250, COUNTRY)  # thousands of people
_LIMITS = tuple(map(Decimal, ("0.99", "1", "4", "12", "31", "99", "365", "999", "9999", "99999", "999999")))


@functools.lru_cache(maxsize=4096)
def _script(char: str) -> str:
    return unicodedata.name(char, "?").split(" ")[0][:3]


def _add_lists(page: Page, seen: Seen) -> None:
    """What our word lists call the phrases that start here or go on here."""
    small = fillers(page.language)
    calendar = calendar_words(page.language)
    for place, token in enumerate(page.tokens):
        for kind, (end, value) in _known(page.cues[place], calendar.at(page.tokens, place)):
            named = f"{kind}{value}" if kind in ("unit", "currency", "number") else kind
            seen.far[place].append(f"c{kind}")
            seen.near[place].append(f"c{named}")
            for inside in range(place + 1, end):
                seen.far[inside].append(f"i{kind}")
        if token.norm in small:
            seen.near[place].append("f")


def _known(*found: Mapping[str, tuple[int, str]]) -> Iterator[tuple[str, tuple[int, str]]]:
    kinds: dict[str, tuple[int, str]] = {}
    for mapping in found:
        kinds.update(mapping)
    yield from kinds.items()


def _add_readers(page: Page, seen: Seen) -> None:
    """Where the strict readers see a number of several tokens, a day, a place, a certificate."""
    tokens, language = page.tokens, page.language
    for place, token in enumerate(tokens):
        if token.kind not in ("num", "word", "date"):
            continue
        number = read_number(tokens, place, language)
        if number and (number.spelled or number.end > place + 1):
            _spread(seen, place, number.end, "a" if number.article else "N")
        moment = read_moment(tokens, place, language, today=ANY_DAY)
        if moment:
            _spread(seen, place, moment.end, f"D{moment.clear:d}{moment.span:d}")
    for mention in mentions(tokens, language, trusted=None):
        large = sum(mention.size >= least for least in _PLACES)
        _spread(seen, mention.start, mention.end, f"G{large}{mention.role or ''}")
    for found in certificates(tokens, language, asked=True):
        _spread(seen, found.start, found.end, "Q")


def _spread(seen: Seen, start: int, end: int, name: str) -> None:
    seen.far[start].append(f"{name}(")
    for place in range(start + 1, end):
        seen.far[place].append(f"{name}-")
    seen.near[end - 1].append(f"{name})")


def covered(starts: Sequence[int], span: Span) -> range:
    """The tokens, known by where they start, that a span covers."""
    return range(bisect_left(starts, span.start), bisect_left(starts, span.end))


def rule_labels(tokens: Sequence[Token], spans: Sequence[Span]) -> list[str]:
    """The rules' own label of each token, with B where a stretch begins and I where it goes on."""
    labels = ["O"] * len(tokens)
    starts = [token.start for token in tokens]
    for span in spans:
        for nth, place in enumerate(covered(starts, span)):
            labels[place] = f"{'I' if nth else 'B'}{span.label.value}"
    return labels


def _add_company(page: Page, labels: Sequence[str], seen: Seen) -> None:
    """Names that a token has from its neighbours and its place in the message."""
    tokens = page.tokens
    language = base(page.language)
    count = len(tokens)
    size = next((n for n, limit in enumerate(_SIZES) if count <= limit), len(_SIZES))
    numbers = sum(token.kind == "num" for token in tokens)
    kinds = {label[1:] for label in labels}
    lines = any(token.kind == "line" for token in tokens)
    at_line, nth = 0, 0
    for place, token in enumerate(tokens):
        own = seen.own[place]
        before = tokens[place - 1].norm if place else "^"
        after = tokens[place + 1].norm if place + 1 < count else "$"
        own.append(f"[{before} {token.norm}" if token.kind != "num" else f"[{before} 0")
        own.append(f"]{token.norm} {after}" if token.kind != "num" else f"]0 {after}")
        own.append(f"={before} {after}")
        if place > 1:
            own.append(f"<{tokens[place - 2].norm} {before}")
        if place + 2 < count:
            own.append(f">{after} {tokens[place + 2].norm}")
        previous, following = labels[place - 1] if place else "^", labels[place + 1] if place + 1 < count else "$"
        own.append(f"R{previous} {labels[place]} {following}")
        own.append(f"L{language}{labels[place]}")
        own.append(f"l{language}{token.norm if token.kind != 'num' else '0'}")
        own.append(f"u{token.glued:d}{tokens[place + 1].glued if place + 1 < count else 0:d}{token.kind}")
        own.append(f"m{size}{min(place, 3)}{min(count - place, 3)}")
        at_line = 0 if place and tokens[place - 1].kind == "line" else at_line + (place > 0)
        own.append(f"o{min(at_line, 4)}{lines:d}")
        if token.kind == "num":
            nth += 1
            own.append(f"t{min(nth, 4)}{min(numbers, 5)}")
            own.append(f"q{'quantity' in kinds:d}{'budget' in kinds:d}{min(numbers, 3)}{labels[place]}")
            own.append(f"y{language}{min(numbers, 2)}{size}")
