"""What a supplier writes as a price: finite, positive and bounded, or asked for again."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from bot.actions import offers, reading
from bot.domain.goods import Money, Unit
from bot.domain.inquiry import Inquiry, InquiryStatus
from bot.domain.quote import Term

INQUIRY = Inquiry(1, 1, InquiryStatus.OPEN, product="bottles", amount=Decimal(500), unit=Unit.PIECE)


def offer(text: str) -> dict[str, Any]:
    return reading.term(Term.UNIT_PRICE, text, inquiry=INQUIRY, today=date(2026, 3, 2), language="en")


@pytest.mark.parametrize(
    "typed", ["NaN", "Infinity", "-Infinity", "1e9999", "-5", "0", "²", "1_000", "9" * 80, "10-12", "10 – 12", ""]
)
def test_what_is_no_price_is_asked_again_with_a_currency_or_without(typed: str) -> None:
    assert offers.bare_amount(typed, language="en") is None
    assert offer(typed) == offer(f"{typed} USD") == offer(f"USD {typed}") == {}


@pytest.mark.parametrize(
    ("typed", "amount", "beside"),
    [
        ("$5 / kg", "5", {}),
        ("120 usd cif", "120", {"incoterm": "CIF"}),
        ("5k USD", "5000", {}),
        ("1.80 USD FOB Mersin, 14-21 days", "1.80", {"incoterm": "FOB", "place": "Mersin", "lead_time_days": 21}),
        ("14-21 days, 1.80 USD", "1.80", {}),
    ],
)
def test_a_price_is_read_with_what_stands_beside_it(typed: str, amount: str, beside: dict[str, Any]) -> None:
    assert offer(typed) == {"unit_price": Money(Decimal(amount), "USD"), **beside}
