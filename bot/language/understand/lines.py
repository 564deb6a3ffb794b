"""What was understood, as one flat record for a line of JSON."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from bot.language.understand.understood import Item, Understood


def as_line(id: str, understood: Understood) -> dict[str, Any]:
    """A record of plain values: UN/ECE unit codes, ISO 3166 countries, ISO 4217 currencies, ISO 8601 dates.

    What was not said is None.
    """
    main = _item(understood.items[0] if understood.items else Item())
    budget = understood.budget.value if understood.budget else None
    return {
        "id": id,
        "language": understood.language,
        **main,
        "budget": _number(budget.amount) if budget else None,
        "currency": budget.currency if budget else None,
        "per_unit": understood.per_unit,
        "destination": understood.destination.value.country if understood.destination else None,
        "deadline": understood.deadline.value.isoformat() if understood.deadline else None,
        "certificates": [slot.value for slot in understood.certificates],
        "items": [_item(item) for item in understood.items],
    }


def _item(item: Item) -> dict[str, Any]:
    return {
        "product": item.product.value if item.product else None,
        "quantity": _number(item.quantity.value) if item.quantity else None,
        "unit": item.unit.value.value if item.unit else None,
    }


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)
