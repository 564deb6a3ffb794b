"""Small values of the trade for tests, and strategies that make any of them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from bot.domain.goods import Money, Quantity, Unit
from bot.domain.inquiry import Inquiry, InquiryStatus
from bot.domain.lead import Fact, Lead, LeadStatus, Why
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.domain.quote import Quote, QuoteStatus
from bot.domain.supplier import Supplier, SupplierStatus

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
TODAY = NOW.date()
BUYER, STRANGER = Person(1, "Maya"), Person(2, "Zoe")

amounts = st.decimals(min_value="0.001", max_value=10**9, places=3)
units = st.sampled_from(Unit)
quantities = st.builds(Quantity, amounts, units)


def pieces(n: int | str) -> Quantity:
    return Quantity(Decimal(n), Unit.PIECE)


def usd(amount: str) -> Money:
    return Money(Decimal(amount), "USD")


def inquiry(**values: Any) -> Inquiry:
    known = {"status": InquiryStatus.OPEN, "product": "steel bottles", "amount": Decimal(500), "unit": Unit.PIECE}
    return Inquiry(**({"id": 7, "buyer": BUYER.id} | known | values))


def lead(id: int = 1, status: LeadStatus = LeadStatus.OFFERED, **values: Any) -> Lead:
    why = Why("Steel bottle", (Fact.MAKES_IT,))
    return Lead(**({"id": id, "inquiry": 7, "supplier": id, "why": why, "status": status}
                   | {"offered_at": NOW, "seat_until": NOW} | values))  # fmt: skip


def quote(id: int = 1, status: QuoteStatus = QuoteStatus.SENT, **values: Any) -> Quote:
    return Quote(**({"id": id, "inquiry": 7, "lead": id, "supplier": id, "status": status}
                    | {"unit_price": usd("1.80")} | values))  # fmt: skip


def firm(id: int = 1, **values: Any) -> Supplier:
    return Supplier(**({"id": id, "name": "Alfa", "status": SupplierStatus.VERIFIED, "agent": 100 + id} | values))


def day(text: str) -> date:
    return date.fromisoformat(text)


def refusal(act: Any) -> Reason:
    """The reason for which this is refused."""
    try:
        act()
    except Refusal as no:
        return no.reason
    raise AssertionError("it was not refused")
