"""One answer to one question: the question is the context, so "2", "mañana" and "no limit" make sense here."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Literal

from bot.domain.goods import MEASURES, Incoterm, Money, Place, Quantity, Unit
from bot.language.understand.assemble import assemble
from bot.language.understand.certificates import certificates
from bot.language.understand.deadlines import parse_deadline
from bot.language.understand.finder import find
from bot.language.understand.lexicon import base
from bot.language.understand.money import parse_price
from bot.language.understand.numbers import read_number, read_range
from bot.language.understand.places import joined, mentions, parse_place
from bot.language.understand.spans import Label
from bot.language.understand.tokens import LIMIT, tokenise
from bot.language.understand.units import parse_unit, read_container, read_unit

_NEGATIVE = re.compile(r"(?:^|\s)[-−]\d")
Question = Literal["product", "quantity", "unit", "budget", "destination", "deadline", "certificates", "incoterm"]


def answer(
    slot: Question, text: str, *, today: date, language: str, expecting_unit: Unit | None = None
) -> str | Quantity | Unit | Money | Place | date | tuple[str, ...] | Incoterm | None:
    """The value of an answer to the question for one slot; None where it is not understood.

    `quantity` gives a Quantity, in `expecting_unit` (else pieces) where no unit is said; `certificates` a tuple.
    """
    text = text[:LIMIT].strip()
    if not text or (slot in ("quantity", "budget") and _NEGATIVE.search(text)):
        return None
    match slot:
        case "quantity":
            return _quantity(text, language, expecting_unit)
        case "unit":
            return parse_unit(text, language)
        case "budget":
            return _budget(text, language)
        case "destination":
            return _destination(text, language)
        case "deadline":
            return parse_deadline(text, language, today=today) or _found_deadline(text, language, today)
        case "certificates":
            return (
                tuple(dict.fromkeys(found.name for found in certificates(tokenise(text), language, asked=True))) or None
            )
        case "incoterm":
            words = [token.norm.upper() for token in tokenise(text)]
            return next((Incoterm(word) for word in words if word in Incoterm.__members__), None)
        case "product":
            return _product(text, language)


def _quantity(text: str, language: str, expecting_unit: Unit | None) -> Quantity | None:
    """The one number of the answer. Two different numbers are settled by the finder, or not at all."""
    if unit := _one_of(text, language):
        return Quantity(Decimal(1), unit)
    understood = assemble(text, find(text, language), today=date(2000, 1, 1), language=language)
    if understood.items and (item := understood.items[0]).quantity and item.quantity.value > 0:
        said = item.unit.value if item.unit and not item.unit.guessed else None
        unit, amount = said or expecting_unit or Unit.PIECE, item.quantity.value
        if said is None and unit not in MEASURES and amount != int(amount):
            return None  # half of what?
        return Quantity(amount, unit)
    tokens = tokenise(text)
    found: set[tuple[Decimal, Unit | None]] = set()
    place = 0
    while place < len(tokens):
        if container := read_container(tokens, place, language):
            return Quantity(Decimal(1), container[0])
        number = read_range(tokens, place, language) or read_number(tokens, place, language)
        if number and number.value > 0:
            read = read_unit(tokens, number.end, language)
            found.add((number.value, read[0] if read else None))
        place = number.end if number else place + 1
    if len(found) != 1:
        return None
    value, unit_said = found.pop()
    if unit_said is None and value != int(value):
        return None  # half of what?
    return Quantity(value, unit_said or expecting_unit or Unit.PIECE)


def _one_of(text: str, language: str) -> Unit | None:
    """Arabic says "one" behind the thing: "كيس واحد", "حاوية واحدة 20 قدما"; the unit that there is one of."""
    tokens = tokenise(text)
    others = [token for token in tokens if token.norm not in ("واحد", "واحده")]
    if base(language) != "ar" or len(others) + 1 != len(tokens) or not others or others[0] is not tokens[0]:
        return None
    found = read_container(others, 0, language) or read_unit(others, 0, language)
    return found[0] if found and found[1] == len(others) else None


def _budget(text: str, language: str) -> Money | None:
    price = parse_price(text, language)
    return price.money if price else None


def _destination(text: str, language: str) -> Place | None:
    place = parse_place(text, language)
    if place:
        return place
    named = list(mentions(tokenise(text), language, trusted=None))
    return joined(named) if named and len({mention.country for mention in named}) == 1 else None


def _found_deadline(text: str, language: str, today: date) -> date | None:
    understood = assemble(text, find(text, language), today=today, language=language)
    return understood.deadline.value if understood.deadline else None


def _product(text: str, language: str) -> str:
    spans = [span for span in find(text, language) if span.label is Label.PRODUCT]
    return text[spans[0].start : spans[0].end] if len(spans) == 1 else text
