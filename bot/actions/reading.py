"""What was written, as values of the trade: whole messages, answers to one question, and answers by button."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from bot.actions import portions
from bot.actions.offers import MOST_AMOUNT, days_from_today, delivery, offer
from bot.actions.wishing import firms_asked_for, with_musts
from bot.domain.goods import Incoterm, Money, Place, Quantity, Unit
from bot.domain.inquiry import ANY_FIRM, Further, Inquiry, Slot, knows
from bot.domain.outcome import Reason, Refusal
from bot.domain.quote import Term
from bot.language.detect import detect
from bot.language.understand import Understood, understand
from bot.language.understand import answer as read_answer
from bot.language.understand.answers import Question
from bot.language.understand.numbers import parse_number
from bot.language.understand.places import country_of

# Below this, a slot is marked on the card as a guess.
SURE = 0.75
LONGEST_PRODUCT = 200
MOST_SPECS = 8
MOST_FURTHER = 6


@dataclass(frozen=True)
class Heard:
    """Fields of an inquiry that a message filled, and those of them that are guesses."""

    values: dict[str, Any]
    guessed: frozenset[Slot]


def need(text: str, *, today: date, client_language: str | None) -> Heard:
    """Everything a buyer's message says."""
    spoken = detect(text, client=client_language).language
    asked = firms_asked_for(text, spoken)
    said = understand(asked.rest, today=today, language=spoken)
    values, guessed = _slots(said)
    whom = with_musts(asked.whom, text, said)
    return Heard({"language": said.language, "further": _further(said), **values, "whom": whom}, guessed)


def _further(said: Understood) -> tuple[Further, ...]:
    """The products that were named beside the first, each with its own quantity."""
    return tuple(
        Further(
            " ".join(item.product.value.split())[:LONGEST_PRODUCT],
            item.quantity.value if item.quantity else None,
            item.unit.value if item.quantity and item.unit else None,
        )
        for item in said.items[1:MOST_FURTHER]
        if item.product
    )


def _slots(said: Understood) -> tuple[dict[str, Any], frozenset[Slot]]:
    item = said.items[0] if said.items else None
    found = {
        Slot.PRODUCT: ("product", item and item.product),
        Slot.QUANTITY: ("amount", item and item.quantity),
        Slot.UNIT: ("unit", item and item.quantity and item.unit),
        Slot.DESTINATION: ("destination", said.destination),
        Slot.NEEDED_BY: ("needed_by", said.deadline),
        Slot.TARGET_PRICE: ("target_price", said.budget),
    }
    values: dict[str, Any] = {name: slot.value for name, slot in found.values() if slot}
    guessed = {which for which, (_, slot) in found.items() if slot and (slot.guessed or slot.confidence < SURE)}
    if "product" in values:
        values["product"] = " ".join(values["product"].split())[:LONGEST_PRODUCT]
    if said.budget:
        values["per_unit"] = said.per_unit
    if "product" in values and said.specs:
        values["specs"] = tuple(dict.fromkeys(" ".join(s.value.split())[:80] for s in said.specs))[:MOST_SPECS]
    if said.certificates:
        values["certificates"] = tuple(dict.fromkeys(c.value for c in said.certificates))
    if said.incoterm:
        values["incoterm"] = said.incoterm.value
    return values, frozenset(guessed - {Slot.UNIT})


def slot(which: Slot, text: str, *, inquiry: Inquiry, today: date, language: str | None) -> dict[str, Any]:
    """An answer to the question about one slot; {} if it is none.

    An answer that says something of slots that are still open fills them too. One that does not answer the question but
    plainly fills another open slot (because a tap overtook it) goes there.
    """
    spoken = inquiry.language or language or "en"
    if which is Slot.PRODUCT:
        return _product(text, today, spoken)
    own = _answered(which, text, inquiry, today, spoken, language)
    beside, _ = _slots(understand(text, today=today, language=spoken))
    for name in ("product", "specs", *(("unit",) if "amount" in own else ())):
        beside.pop(name, None)
    open_ones = {name: value for name, value in beside.items() if name not in own and not _known(inquiry, name)}
    if own or any(name in open_ones for name in ("amount", "destination", "needed_by", "target_price")):
        return {**open_ones, **own}
    return {}


def _product(text: str, today: date, spoken: str) -> dict[str, Any]:
    """The answer to what is needed. One that says nothing else is the product as it stands, with its sizes."""
    values, _ = _slots(understand(text, today=today, language=spoken))
    if not any(name in values for name in ("amount", "destination", "needed_by", "target_price")):
        values["product"], values["specs"] = " ".join(text.split())[:LONGEST_PRODUCT], ()
    return values if values.get("product") else {}


def _answered(
    which: Slot, text: str, inquiry: Inquiry, today: date, spoken: str, language: str | None
) -> dict[str, Any]:
    """The value for the slot that was asked, in the language of the message or, failing that, of the person."""
    names: dict[Slot, Question] = {
        Slot.PRODUCT: "product",
        Slot.QUANTITY: "quantity",
        Slot.UNIT: "unit",
        Slot.DESTINATION: "destination",
        Slot.NEEDED_BY: "deadline",
        Slot.TARGET_PRICE: "budget",
        Slot.CERTIFICATES: "certificates",
    }
    for tongue in dict.fromkeys([spoken, language or spoken, "en"]):
        value = read_answer(names[which], text, today=today, language=tongue, expecting_unit=inquiry.unit)
        if value is not None and value != ():
            return _as_fields(which, value, text, today, tongue)
    return {}


def _as_fields(which: Slot, value: Any, text: str, today: date, tongue: str) -> dict[str, Any]:
    if which is Slot.QUANTITY:
        # A bare number is a number without a unit: the unit is asked for, unless the message says what it counts.
        bare = parse_number(text, tongue) is not None
        return {"amount": value.amount} if bare else {"amount": value.amount, "unit": value.unit}
    if which is Slot.TARGET_PRICE:
        return {"target_price": value, "per_unit": understand(text, today=today, language=tongue).per_unit}
    if isinstance(value, Place):
        value = with_town(value, text)
    return {which.value: value}


def with_town(place: Place, text: str) -> Place:
    """`Barcelos, Portugal`: a town that no list knows is kept in the person's words where a country follows it."""
    town, comma, rest = re.sub(r"\s+", " ", text).strip(" .").partition(",")
    if place.city or not comma or country_of(rest.strip()) != place.country or not 1 < len(town) <= 60:
        return place
    return Place(place.country, town.strip())


def _known(inquiry: Inquiry, name: str) -> bool:
    if name in ("amount", "unit", "per_unit", "incoterm"):
        return getattr(inquiry, name) is not None
    return name in set(Slot) and knows(inquiry, Slot(name))


def correction(text: str, *, inquiry: Inquiry, today: date, language: str | None) -> dict[str, Any]:
    """What a message says anew of an inquiry that is complete; its product stays, a tap changes that."""
    spoken = inquiry.language or language or "en"
    asked = firms_asked_for(text, spoken)
    said = understand(asked.rest, today=today, language=spoken)
    values, _ = _slots(said)
    if (whom := with_musts(asked.whom, text, said)) != ANY_FIRM:
        values["whom"] = whom
    values.pop("product", None)
    values.pop("specs", None)
    if "amount" in values and "unit" in values and values["unit"] is Unit.PIECE and inquiry.unit is not None:
        values["unit"] = inquiry.unit
    return values


def chosen(which: Slot, value: str, *, today: date) -> dict[str, Any]:
    """An answer by button. What no button of ours says is refused."""
    try:
        match which:
            case Slot.QUANTITY:
                return {"amount": _amount(value)}
            case Slot.UNIT:
                return {"unit": Unit(value)}
            case Slot.NEEDED_BY:
                return {"needed_by": _day(value, today)}
    except ValueError:
        pass
    raise Refusal(Reason.NOT_FOUND)


def term(which: Term, text: str, *, inquiry: Inquiry, today: date, language: str | None) -> dict[str, Any]:
    """An answer to the question about one term of a quote; {} if it is none. A price may say everything at once."""
    tongue = language or "en"
    match which:
        case Term.UNIT_PRICE:
            return offer(text, today, tongue)
        case Term.QUANTITY:
            return portions.read(text, inquiry=inquiry, today=today, language=tongue)
        case Term.LOT:
            return portions.read_step(text, inquiry=inquiry, today=today, language=tongue)
        case Term.MOQ:
            quantity = read_answer("quantity", text, today=today, language=tongue, expecting_unit=inquiry.unit)
            return {which.value: quantity} if isinstance(quantity, Quantity) else {}
        case Term.LEAD_TIME:
            days = days_from_today(text, today, tongue)
            return {} if days is None else {"lead_time_days": days}
        case Term.INCOTERM:
            return delivery(text, today, tongue)
        case Term.VALID_UNTIL:
            day = read_answer("deadline", text, today=today, language=tongue)
            return {"valid_until": day} if isinstance(day, date) else {}
        case Term.PLACE | Term.NOTE:
            return {which.value: text.strip()[: 100 if which is Term.PLACE else 1000]} if text.strip() else {}
        case _:
            return {}


def chosen_term(which: Term, value: str, *, today: date) -> dict[str, Any]:
    """An answer by button. What no button of ours says is refused."""
    try:
        match which:
            case Term.UNIT_PRICE:
                amount, _, currency = value.partition(" ")
                if len(currency) == 3 and currency.isascii() and currency.isupper():
                    return {"unit_price": Money(_amount(amount), currency)}
            case Term.LEAD_TIME:
                return {"lead_time_days": int(_amount(value))}
            case Term.INCOTERM:
                return {"incoterm": Incoterm(value)}
            case Term.VALID_UNTIL:
                return {"valid_until": _day(value, today)}
    except ValueError:
        pass
    raise Refusal(Reason.NOT_FOUND)


def _amount(value: str) -> Decimal:
    amount = parse_number(value, "en") if len(value) <= 20 else None
    if amount is None or not 0 < amount < MOST_AMOUNT:
        raise ValueError("no amount")
    return amount


def _day(value: str, today: date) -> date:
    day = date.fromisoformat(value)
    if day < today:
        raise ValueError("in the past")
    return day
