"""What a supplier offers in one line: a price, and whatever else stands beside it."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Any

from bot.domain.goods import Incoterm, Money
from bot.language.understand import answer as read_answer
from bot.language.understand import understand
from bot.language.understand.numbers import parse_number

MOST_AMOUNT = Decimal(10) ** 12


def bare_amount(text: str, *, language: str | None) -> Decimal | None:
    """A number and nothing else; None for anything more, and for what is no price."""
    number = None if _RANGE.match(text) else parse_number(text, language or "en")
    return number if number is not None and 0 < number < MOST_AMOUNT else None


def offer(text: str, today: date, tongue: str) -> dict[str, Any]:
    """`1.80 USD FOB Mersin, 21 days`: the price, and whatever else stands beside it."""
    said = understand(text, today=today, language=tongue)
    price = said.budget.value if said.budget else read_answer("budget", text, today=today, language=tongue)
    if not isinstance(price, Money) or not 0 < price.amount < MOST_AMOUNT or _NO_PRICE.match(text):
        return {}
    if _lower_end(text, tongue) == price.amount:
        return {}  # `10-12 USD`: neither of the two may be taken for the price
    rest = {} if said.incoterm is None else delivery(text[said.incoterm.start :], today, tongue)
    days = _days_beside_a_price(text, today, tongue)
    return {"unit_price": price, **rest, **({} if days is None else {"lead_time_days": days})}


_CURRENCY = re.compile(r"\b[A-Z]{3}\b|[$€£¥₹]|(?i:euros?\b|dollar)|元|دولار|يورو")
_RANGE = re.compile(r"\W*(?:[A-Za-z]{3}\b)?\s*(\d[\d.,]*)\s*[-–—~～]\s*\d")
_NO_PRICE = re.compile(r"\s*(?:[A-Za-z]{3}\b|[$€£¥₹])?\s*[-−–]\s*\d|.*\d_\d")


def _lower_end(text: str, tongue: str) -> Decimal | None:
    """Of a range at the very beginning, its lower end."""
    found = _RANGE.match(text)
    return None if found is None else parse_number(found[1], tongue)


_TERM = re.compile(rf"\b({'|'.join(Incoterm)})\b[\s:,，،-]*([^,;，；、،؛。\n0-9]*)", re.IGNORECASE)


def delivery(text: str, today: date, tongue: str) -> dict[str, Any]:
    """`FOB Mersin`: the term, and its place if it is named. Older terms are not taken for new ones."""
    found = _TERM.search(text)
    if found is None:
        return {}
    place = found[2].strip(" .")[:100]
    return {"incoterm": Incoterm(found[1].upper()), **({"place": place} if place else {})}


def _days_beside_a_price(text: str, today: date, tongue: str) -> int | None:
    """The `21 days` of `1.80 USD, 21 days`: behind the last comma, in words. A price alone (2.3 USD) is no date."""
    part = _last_part(text)
    in_words = any(c.isalpha() for c in part) and not _CURRENCY.search(part)
    return days_from_today(part, today, tongue) if part != text and in_words else None


def days_from_today(text: str, today: date, tongue: str) -> int | None:
    """`21`, `3 weeks`, `一个月`: a number of days from today."""
    plain = parse_number(text, tongue)
    if plain is not None and plain == plain // 1 and 0 <= plain <= 730:
        return int(plain)
    day = read_answer("deadline", text, today=today, language=tongue)
    days = (day - today).days if isinstance(day, date) else -1
    return days if 0 <= days <= 730 else None


def _last_part(text: str) -> str:
    """What stands behind the last comma: where people put the lead time when they say everything at once."""
    return re.split(r"[,;，；、،\n]", text)[-1]
