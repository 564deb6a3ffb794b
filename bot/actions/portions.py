"""What a supplier says of a part: how much of it, and in which steps."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from bot.domain.goods import Quantity
from bot.domain.inquiry import Inquiry
from bot.domain.outcome import Reason, Refusal
from bot.domain.quote import Quote, Term
from bot.language.understand import answer as read_answer

# Behind one of these stands the step: `3,000 in steps of 500`, `3000个，每批500`, `3000 قطعة بدفعات 500`.
_STEPS = re.compile(
    r"\b(?:steps?|lots?|batch(?:es)?|multiples?|increments?|packs?)\s+of\b"
    r"|\b(?:em|en|de)\s+(?:lotes?|passos|pasos|múltiplos)\s+de\b|\bpar\s+(?:lots?|multiples?|tranches?)\s+de\b"
    r"|\bin\s+(?:schritten|losen|chargen)\s+(?:von|zu)\b"
    r"|每批次?|每次|按|步长为?|以(?=\s*\d)"
    r"|بدفعات|دفعات|خطوات|مضاعفات|بمضاعفات",
    re.IGNORECASE,
)


# `3,000 of 10,000`: the number behind one of these is the whole, if it is what the buyer needs.
_OF_THE_WHOLE = re.compile(
    r"\b(?:out\s+of|of|von|de|des|sur|di|из|من|dari|trong)\s+(?:(?:the|los|les|den|os)\s+)?(\d[\d.,'\u00a0\u202f]*)",
    re.IGNORECASE,
)


def read(text: str, *, inquiry: Inquiry, today: date, language: str) -> dict[str, Any]:
    """`3,000 in steps of 500`: the quantity and, if it is said, the step; {} if there is no quantity."""
    step = _STEPS.search(text)
    amount = _quantity(_without_whole(text[: step.start()] if step else text, inquiry), inquiry, today, language)
    lot = _quantity(text[step.end() :], inquiry, today, language) if step else None
    if amount is None:
        return {}
    return {"quantity": amount, **({"lot": lot} if lot is not None and _may_be_step(lot, amount) else {})}


def read_step(text: str, *, inquiry: Inquiry, today: date, language: str) -> dict[str, Any]:
    """The answer to the question in which steps."""
    step = _STEPS.search(text)
    lot = _quantity(text[step.end() :] if step else text, inquiry, today, language)
    return {} if lot is None else {"lot": lot}


def chosen_step(quote: Quote, value: str) -> Quote:
    """The answer by button: any amount, only all of it, or one of the steps that were offered."""
    if value == "any":
        return replace(quote, lot=None, done=quote.done | {Term.LOT})
    if quote.quantity is None:
        raise Refusal(Reason.NOT_FOUND)
    if value == "whole":
        return replace(quote, lot=None, moq=quote.quantity, done=quote.done | {Term.LOT, Term.MOQ})
    if not (value.isascii() and value.isdigit() and 0 < Decimal(value) <= quote.quantity.amount):
        raise Refusal(Reason.NOT_FOUND)
    return replace(quote, lot=Quantity(Decimal(value), quote.quantity.unit), done=quote.done | {Term.LOT})


def _without_whole(text: str, inquiry: Inquiry) -> str:
    whole = _OF_THE_WHOLE.search(text)
    if whole is None or inquiry.amount is None:
        return text
    said = "".join(digit for digit in whole[1] if digit.isdigit())
    return text[: whole.start()] + text[whole.end() :] if Decimal(said) == inquiry.amount else text


def _may_be_step(lot: Quantity, amount: Quantity) -> bool:
    return amount.covers(lot) is True


def _quantity(text: str, inquiry: Inquiry, today: date, language: str) -> Quantity | None:
    found = read_answer("quantity", text, today=today, language=language, expecting_unit=inquiry.unit)
    return found if isinstance(found, Quantity) and found.amount > 0 else None
