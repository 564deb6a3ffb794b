"""What somebody says about their firm, as values of the trade: where it is, its smallest order, its size."""

from __future__ import annotations

from datetime import date
from typing import Any

from bot.actions.reading import with_town
from bot.domain.goods import Place, Quantity
from bot.language.understand import answer as read_answer
from bot.language.understand.numbers import parse_number


def about_firm(question: str, text: str, *, today: date, language: str | None) -> dict[str, Any]:
    """An answer about a firm: where it is, the smallest order, its languages; {} if it is none."""
    tongue = language or "en"
    if question == "country":
        place = read_answer("destination", text, today=today, language=tongue)
        if not isinstance(place, Place) or not place.country:
            return {}
        return {"country": place.country, "city": with_town(place, text).city}
    if question == "moq":
        quantity = read_answer("quantity", text, today=today, language=tongue)
        return {"moq": quantity} if isinstance(quantity, Quantity) else {}
    if question == "size":
        people = parse_number(text, tongue)
        return {} if people is None or people < 1 else {"size": size_of(int(people))}
    return {}


def size_of(people: int) -> str:
    """A firm's size by the number of people who work there."""
    return next((size for size, below in (("micro", 10), ("small", 50), ("medium", 250)) if people < below), "large")
