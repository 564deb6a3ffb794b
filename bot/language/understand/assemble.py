"""Labelled stretches to values: what a message was understood to say, each slot with where it was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import TypeVar

from bot.domain.goods import Incoterm, Money, Place, Unit
from bot.language.understand.certificates import parse_certificate
from bot.language.understand.deadlines import parse_deadline
from bot.language.understand.each import by_size, says_each
from bot.language.understand.lexicon import lexicon
from bot.language.understand.money import parse_price
from bot.language.understand.numbers import read_number, read_range
from bot.language.understand.places import Mention, joined, mentions, only_home
from bot.language.understand.spans import Label, Span
from bot.language.understand.tagger.model import load_model
from bot.language.understand.tagger.per_unit import likely_each, signs
from bot.language.understand.tokens import LIMIT, Token, tokenise
from bot.language.understand.understood import Item, Slot, Understood
from bot.language.understand.units import read_container, read_unit

T = TypeVar("T")
_MOST_ITEMS = 60
_NEAR = 60  # characters between a city and its country for them to be one place
_IN_BASE = {Unit.TONNE: 1000, Unit.QUINTAL: 100, Unit.DOZEN: 12}  # prices are said per kilogram or piece


def assemble(text: str, spans: Sequence[Span], *, today: date, language: str) -> Understood:
    """The values of labelled stretches. A stretch whose value cannot be read is dropped, never guessed."""
    text = text[:LIMIT]
    destination = _destination(text, spans, language)
    items, budget = items_and_budget(text, spans, language)
    return Understood(
        language=language,
        items=items,
        budget=budget,
        per_unit=_per_unit(text, budget, items, spans, language) if budget else None,
        destination=destination,
        deadline=_deadline(text, spans, language, today),
        certificates=_certificates(text, spans),
        incoterm=_incoterm(text, spans),
        specs=tuple(_slot(text[span.start : span.end], span) for span in _of(spans, Label.SPEC)),
    )


def items_and_budget(text: str, spans: Sequence[Span], language: str) -> tuple[tuple[Item, ...], Slot[Money] | None]:
    """What is wanted, and the money said; where the goods go may settle the currency."""
    destination = _destination(text, spans, language)
    country = destination.value.country if destination else None
    return _items(text, spans, language), _budget(text, spans, language, country)


def _of(spans: Sequence[Span], label: Label) -> list[Span]:
    return [span for span in spans if span.label is label]


def _surest(spans: Sequence[Span], label: Label) -> list[Span]:
    return sorted(_of(spans, label), key=lambda span: -span.score)


def _slot(value: T, span: Span, *, guessed: bool = False) -> Slot[T]:
    return Slot(value, span.start, span.end, span.score, guessed)


def _items(text: str, spans: Sequence[Span], language: str) -> tuple[Item, ...]:
    """Each quantity with the product nearest to it; a product alone where no quantity was said."""
    products = _of(spans, Label.PRODUCT)
    items = []
    for span in _of(spans, Label.QUANTITY)[:_MOST_ITEMS]:
        item = _amount(text, span, spans, language)
        if item is None:
            continue
        nearest = min(products, key=lambda product: _distance(text, product, span), default=None)
        if nearest:
            products.remove(nearest)
            item = replace(item, product=_slot(text[nearest.start : nearest.end], nearest))
        items.append(item)
    if not items:
        return tuple(Item(product=_slot(text[span.start : span.end], span)) for span in products[:1])
    return tuple(items)


def _distance(text: str, one: Span, other: Span) -> int:
    """Characters between two stretches; another line is far away."""
    between = text[one.end : other.start] if one.end <= other.start else text[other.end : one.start]
    return len(between) + 1000 * ("\n" in between)


def _amount(text: str, span: Span, spans: Sequence[Span], language: str) -> Item | None:
    """The number and the unit of a quantity. Things counted without a unit word are pieces, and that is a guess."""
    tokens = tokenise(text[span.start : span.end])
    for place in range(len(tokens)):
        if alone := read_container(tokens, place, language):
            return Item(None, _slot(Decimal(1), span, guessed=True), _slot(alone[0], span))
        number = read_range(tokens, place, language) or read_number(tokens, place, language)
        if number is None:
            continue
        container = read_container(tokens, _after_count(tokens, number.end, language), language)
        beside = (*range(number.end, len(tokens)), *range(place))
        unit, end = next((found for at in beside if (found := read_unit(tokens, at, language))), (None, 0))
        if unit is Unit.PIECE and (more := read_unit(tokens, end, language)):
            unit, end = more  # "3个托盘"
        if unit is None and tokens[place].norm in ("полтонны", "півтонни"):
            unit = Unit.TONNE
        if container or unit:
            value = number.value + _half_behind(tokens, end, language)
            return Item(None, _slot(value, span), _slot(container[0] if container else unit or Unit.PIECE, span))
        apart = next((slot for other in _of(spans, Label.UNIT) if (slot := _apart(text, other, language))), None)
        return Item(None, _slot(number.value, span), apart or _slot(Unit.PIECE, span, guessed=True))
    return None


def _half_behind(tokens: Sequence[Token], end: int, language: str) -> Decimal:
    """What is added behind the unit: "four dozen and a half"."""
    said = lexicon(language).at(tokens, end).get("number", (0, ""))[1] if 0 < end < len(tokens) else ""
    return Decimal(said[1:]) if said.startswith("+") else Decimal(0)


def _after_count(tokens: Sequence[Token], place: int, language: str) -> int:
    """Past "x", "个" and a word for pieces between a count and "40ft container"."""
    while place < len(tokens) - 1:
        unit = read_unit(tokens, place, language)
        if tokens[place].norm not in ("x", "×", "*", "х", "de") and not (unit and unit[0] is Unit.PIECE):
            break
        place += 1
    return place


def _apart(text: str, span: Span, language: str) -> Slot[Unit] | None:
    tokens = tokenise(text[span.start : span.end])
    found = next((unit for at in range(len(tokens)) if (unit := read_container(tokens, at, language))), None)
    found = found or read_unit(tokens, 0, language)
    return _slot(found[0], span) if found else None


def _destination(text: str, spans: Sequence[Span], language: str) -> Slot[Place] | None:
    """The surest place; a country and its city side by side are one place."""
    found = [(span, mention) for span in _of(spans, Label.DESTINATION) for mention in _named(text, span, language)]
    if not found:
        return _unknown_town(text, spans, language)
    best, main = max(found, key=lambda pair: (pair[0].score, -pair[0].start))
    partners = [pair for pair in found if _belong(main, pair[1])]
    partner, other = min(partners, key=lambda pair: abs(pair[0].start - best.start), default=(None, main))
    place = joined([main, other])
    if partner is None or max(partner.start - best.end, best.start - partner.end) > _NEAR:
        return _slot(place, best)
    return Slot(place, min(best.start, partner.start), max(best.end, partner.end), best.score)


def _unknown_town(text: str, spans: Sequence[Span], language: str) -> Slot[Place] | None:
    """A name that no list has, where the language is spoken in one country: most likely it lies there."""
    home = only_home(language)
    for span in _surest(spans, Label.DESTINATION) if home else ():
        if text[span.start : span.end].strip():
            return Slot(Place(home, text[span.start : span.end]), span.start, span.end, span.score / 2, guessed=True)
    return None


def _named(text: str, span: Span, language: str) -> list[Mention]:
    return list(mentions(tokenise(text[span.start : span.end]), language, certain=True))


def _belong(one: Mention, other: Mention) -> bool:
    """Is one of them a city and the other its country?"""
    if (one.city is None) == (other.city is None):
        return False
    city, country = (one, other) if one.city else (other, one)
    return country.country in city.others


def _budget(text: str, spans: Sequence[Span], language: str, country: str | None) -> Slot[Money] | None:
    for span in _surest(spans, Label.BUDGET):
        price = parse_price(text[span.start : span.end], language, country=country)
        if price:
            return _slot(price.money, span, guessed=price.guessed)
    return None


def _per_unit(
    text: str, budget: Slot[Money], items: Sequence[Item], spans: Sequence[Span], language: str
) -> bool | None:
    found = price_signs(text, budget, items, spans, language)
    return likely_each(found, load_model().each) > 0.5 if found else None


def price_signs(
    text: str, budget: Slot[Money], items: Sequence[Item], spans: Sequence[Span], language: str
) -> list[str]:
    """What speaks for a price being for one piece or for everything."""
    tokens = tokenise(text)
    inside = [place for place, token in enumerate(tokens) if budget.start <= token.start < budget.end]
    if not inside:
        return []
    walls = [span for span in spans if span.label in (Label.QUANTITY, Label.DESTINATION, Label.PRODUCT)]
    walled = {place for wall in walls for place in range(wall.start, wall.end)}
    free = [token.start not in walled for token in tokens]
    words = lexicon(language)
    near = range(max(0, inside[0] - 4), inside[0])
    budget_word = any("cue:budget" in words.at(tokens, place) for place in near)
    amount, count = budget.value, _count(items)
    return signs(
        tokens,
        inside[0],
        inside[-1],
        language,
        amount=amount.amount,
        currency=amount.currency,
        count=count,
        said=says_each(tokens, inside[0], inside[-1], free, language),
        by_size=by_size(amount.amount, count, budget=budget_word),
    )


def _count(items: Sequence[Item]) -> Decimal | None:
    for item in items:
        if item.quantity:
            return item.quantity.value * (_IN_BASE.get(item.unit.value, 1) if item.unit else 1)
    return None


def _deadline(text: str, spans: Sequence[Span], language: str, today: date) -> Slot[date] | None:
    for span in _surest(spans, Label.DEADLINE):
        day = parse_deadline(text[span.start : span.end], language, today=today)
        if day:
            return _slot(day, span)
    return None


def _certificates(text: str, spans: Sequence[Span]) -> tuple[Slot[str], ...]:
    """Each certificate once; a name that we do not know is kept as it was written."""
    found: dict[str, Slot[str]] = {}
    for span in _of(spans, Label.CERTIFICATE):
        piece = text[span.start : span.end]
        name = parse_certificate(piece) or piece
        found.setdefault(name, _slot(name, span))
    return tuple(found.values())


def _incoterm(text: str, spans: Sequence[Span]) -> Slot[Incoterm] | None:
    for span in _surest(spans, Label.INCOTERM):
        name = text[span.start : span.end].upper()
        if name in Incoterm.__members__:
            return _slot(Incoterm(name), span)
    return None
