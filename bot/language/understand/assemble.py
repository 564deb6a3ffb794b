"""Labelled stretches to values: what a message was understood to say, each slot with where it was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Generic, TypeVar

from bot.domain.goods import Incoterm, Money, Place, Unit
from bot.language.understand.certificates import parse_certificate
from bot.language.understand.dates import parse_deadline
from bot.language.understand.lexicon import lexicon
from bot.language.understand.money import Price, parse_price
from bot.language.understand.numbers import read_number, read_range
from bot.language.understand.places import Mention, joined, mentions
from bot.language.understand.spans import Label, Span
from bot.language.understand.tokens import LIMIT, Token, tokenise
from bot.language.understand.units import read_container, read_unit

T = TypeVar("T")
_CONTEXT = 4  # tokens on either side of a price that may say "each" or "in total"
_TOTAL_RATIO = Decimal("0.5")  # a price above this share of the count is rather for everything than for one
_IN_BASE = {Unit.TONNE: 1000, Unit.QUINTAL: 100, Unit.DOZEN: 12}


@dataclass(frozen=True)
class Slot(Generic[T]):
    """A value, the code points of the original text that say it, how sure we are, and whether part of it is guessed."""

    value: T
    start: int
    end: int
    confidence: float
    guessed: bool = False


@dataclass(frozen=True)
class Item:
    """One product that is wanted, with how much of it; parts that were not said are None."""

    product: Slot[str] | None = None
    quantity: Slot[Decimal] | None = None
    unit: Slot[Unit] | None = None


@dataclass(frozen=True)
class Understood:
    """What a message was understood to say. The first item is the main one; a slot that was not said is None."""

    language: str
    items: tuple[Item, ...] = ()
    budget: Slot[Money] | None = None
    per_unit: bool | None = None
    destination: Slot[Place] | None = None
    deadline: Slot[date] | None = None
    certificates: tuple[Slot[str], ...] = ()
    incoterm: Slot[Incoterm] | None = None
    specs: tuple[Slot[str], ...] = ()


def assemble(text: str, spans: Sequence[Span], *, today: date, language: str) -> Understood:
    """The values of labelled stretches. A stretch whose value cannot be read is dropped, never guessed."""
    text = text[:LIMIT]
    items = _items(text, spans, language)
    destination = _destination(text, spans, language)
    country = destination.value.country if destination else None
    budget = _budget(text, spans, language, country)
    per_unit = _per_unit(text, budget, items, spans, language) if budget else None
    return Understood(
        language=language,
        items=items,
        budget=budget,
        per_unit=per_unit,
        destination=destination,
        deadline=_deadline(text, spans, language, today),
        certificates=_certificates(text, spans, language),
        incoterm=next(
            (
                _slot(Incoterm(text[s.start : s.end].upper()), s)
                for s in _of(spans, Label.INCOTERM)
                if text[s.start : s.end].upper() in Incoterm.__members__
            ),
            None,
        ),
        specs=tuple(_slot(text[s.start : s.end], s) for s in _of(spans, Label.SPEC)),
    )


def _of(spans: Sequence[Span], label: Label) -> list[Span]:
    return [span for span in spans if span.label is label]


def _slot(value: T, span: Span, *, guessed: bool = False) -> Slot[T]:
    return Slot(value, span.start, span.end, span.score, guessed)


def _items(text: str, spans: Sequence[Span], language: str) -> tuple[Item, ...]:
    """Each quantity with the product nearest to it; products alone where no quantity was said."""
    amounts = [item for span in _of(spans, Label.QUANTITY) if (item := _amount(text, span, spans, language))]
    products = _of(spans, Label.PRODUCT)
    if not amounts:
        return tuple(Item(product=_slot(text[span.start : span.end], span)) for span in products[:1])
    items = []
    for item in amounts:
        assert item.quantity is not None
        nearest = min(products, key=lambda span: _distance(text, span, item.quantity), default=None)
        if nearest:
            products.remove(nearest)
            item = replace(item, product=_slot(text[nearest.start : nearest.end], nearest))
        items.append(item)
    return tuple(items)


def _distance(text: str, span: Span, slot: Slot[Decimal] | None) -> int:
    if slot is None:
        return 0
    between = text[span.end : slot.start] if span.end <= slot.start else text[slot.end : span.start]
    return len(between) + 1000 * ("\n" in between)


def _amount(text: str, span: Span, spans: Sequence[Span], language: str) -> Item | None:
    """The number and the unit of a quantity. Counted things without a unit word are pieces, and that is a guess."""
    tokens = tokenise(text[span.start : span.end])
    for place in range(len(tokens)):
        container = read_container(tokens, place, language)
        if container:
            count = read_number(tokens, 0, language) if place else None
            return Item(
                None,
                _slot(count.value if count else Decimal(1), span, guessed=count is None),
                _slot(container[0], span),
            )
        number = read_range(tokens, place, language) or read_number(tokens, place, language)
        if number is None:
            continue
        container = read_container(tokens, _after_count(tokens, number.end, language), language)
        if container:
            return Item(None, _slot(number.value, span), _slot(container[0], span))
        unit = next(
            (found[0] for at in range(number.end, len(tokens)) if (found := read_unit(tokens, at, language))), None
        )
        if unit is None and number.spelled and "тонн" in tokens[place].norm:
            unit = Unit.TONNE
        apart = next((found for s in _of(spans, Label.UNIT) if (found := _apart(text, s, language))), None)
        if unit:
            return Item(None, _slot(number.value, span), _slot(unit, span))
        return Item(None, _slot(number.value, span), apart or _slot(Unit.PIECE, span, guessed=True))
    return None


def _after_count(tokens: Sequence[Token], place: int, language: str) -> int:
    """Past "x", "个" and a word for pieces between a count and "40ft container"."""
    while place < len(tokens) and (
        tokens[place].norm in ("x", "×", "*", "х", "de")
        or ((found := read_unit(tokens, place, language)) and found[0] is Unit.PIECE)
    ):
        place += 1
    return min(place, len(tokens))


def _apart(text: str, span: Span, language: str) -> Slot[Unit] | None:
    found = read_unit(tokenise(text[span.start : span.end]), 0, language)
    return _slot(found[0], span) if found else None


def _destination(text: str, spans: Sequence[Span], language: str) -> Slot[Place] | None:
    """The surest place; a country and its city side by side are one place."""
    wanted = _of(spans, Label.DESTINATION)
    found = [(span, mention) for span in wanted for mention in _mentioned(text, span, language)]
    if not found:
        return None
    best, main = max(found, key=lambda pair: (pair[0].score, -pair[0].start))
    partners = [
        (span, mention)
        for span, mention in found
        if (mention.city is None) != (main.city is None) and _belong(main, mention)
    ]
    partner = min(partners, key=lambda pair: abs(pair[0].start - best.start), default=None)
    place = joined([main, *([partner[1]] if partner else [])], language)
    start, end = best.start, best.end
    if partner and abs(partner[0].start - end) + abs(start - partner[0].end) < 60:
        start, end = min(start, partner[0].start), max(end, partner[0].end)
    return Slot(place, start, end, best.score)


def _mentioned(text: str, span: Span, language: str) -> list[Mention]:
    return list(mentions(tokenise(text[span.start : span.end]), language, trusting=True))


def _belong(one: Mention, other: Mention) -> bool:
    city, country = (one, other) if one.city else (other, one)
    return country.country in city.others


def _budget(text: str, spans: Sequence[Span], language: str, country: str | None) -> Slot[Money] | None:
    for span in sorted(_of(spans, Label.BUDGET), key=lambda span: -span.score):
        price: Price | None = parse_price(text[span.start : span.end], language, country=country)
        if price:
            return _slot(price.money, span, guessed=price.guessed)
    return None


def _per_unit(
    text: str, budget: Slot[Money], items: Sequence[Item], spans: Sequence[Span], language: str
) -> bool | None:
    """Is the money for one piece (True) or for everything (False)? By the words beside it, else by its size."""
    tokens = tokenise(text)
    inside = [place for place, token in enumerate(tokens) if token.start >= budget.start and token.end <= budget.end]
    if not inside:
        return None
    words = lexicon(language)
    first, last = inside[0], inside[-1]
    covered = {label for label in (Label.QUANTITY, Label.DESTINATION, Label.PRODUCT)}
    walls = [(span.start, span.end) for span in spans if span.label in covered]

    def near(place: int) -> bool:
        return 0 <= place < len(tokens) and not any(start <= tokens[place].start < end for start, end in walls)

    before = [p for p in range(max(0, first - _CONTEXT), first) if near(p)]
    after = [p for p in range(last + 1, min(len(tokens), last + 1 + _CONTEXT)) if near(p)]
    here = [*before, *inside, *after]
    if any("cue:total" in words.at(tokens, p) for p in here):
        return False
    if _says_each(tokens, before, after, inside, language):
        return True
    quantity = next(
        (
            item.quantity.value * _IN_BASE.get(item.unit.value, 1) if item.unit else item.quantity.value
            for item in items
            if item.quantity
        ),
        None,
    )
    said_budget = any("cue:budget" in words.at(tokens, p) for p in before)
    if quantity is None:
        return True if budget.value.amount < 20 else (False if said_budget else None)
    if budget.value.amount <= quantity * _TOTAL_RATIO:
        return True
    return False if said_budget or budget.value.amount >= quantity * 100 else budget.value.amount < quantity * 20


_ARTICLES = frozenset(("a", "an", "el", "la", "o", "das", "die", "der", "le", "l", "un", "one", "một", "mot"))


def _says_each(
    tokens: Sequence[Token], before: Sequence[int], after: Sequence[int], inside: Sequence[int], language: str
) -> bool:
    words = lexicon(language)
    for place in (*before, *after, *inside):
        found = words.at(tokens, place).get("cue:per")
        if found is None:
            continue
        word = tokens[place].norm
        if len(word) > 3 or word in (
            "/",
            "c",
            "je",
            "pro",
            "per",
            "ea",
            "pu",
            "par",
            "kwa",
            "每",
            "单",
            "당",
            "ต",
            "ละ",
            "فی",
            "हर",
            "har",
            "her",
        ):
            return True
        if (
            place > inside[-1]
            and place == inside[-1] + 1
            and found[0] < len(tokens)
            and tokens[found[0]].kind == "word"
        ):
            return True  # "за шт", "el rollo", "o copo"
        if place < inside[0] and word in ("по", "за"):
            return True
    follow = inside[-1] + 1
    if follow in after:
        if (
            tokens[follow].norm in _ARTICLES
            and follow + 1 < len(tokens)
            and (tokens[follow + 1].kind == "word" or tokens[follow + 1].norm == "'")
        ):
            return True
        if "unit" in words.at(tokens, follow):
            return True  # "2.1 dollars kilo", "85 rs meter"
    return any(
        "unit" in words.at(tokens, place)
        and tokens[place].norm.endswith(("si", "sı", "su", "sü", "u", "ı", "i"))
        and language == "tr"
        for place in before
    )


def _deadline(text: str, spans: Sequence[Span], language: str, today: date) -> Slot[date] | None:
    for span in sorted(_of(spans, Label.DEADLINE), key=lambda span: -span.score):
        day = parse_deadline(text[span.start : span.end], language, today=today)
        if day:
            return _slot(day, span)
    return None


def _certificates(text: str, spans: Sequence[Span], language: str) -> tuple[Slot[str], ...]:
    found: dict[str, Slot[str]] = {}
    for span in _of(spans, Label.CERTIFICATE):
        piece = text[span.start : span.end]
        name = parse_certificate(piece, language) or piece.upper()
        found.setdefault(name, _slot(name, span))
    return tuple(found.values())
