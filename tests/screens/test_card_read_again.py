"""What the card says, copied back as an answer, gives the value it was said of."""

from __future__ import annotations

import re
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.goods import Money, Quantity, Unit
from bot.language.texts import Texts
from bot.language.understand import answer
from bot.screens.units import quantity

TEXTS = Texts()
LANGUAGES = ("en", "zh-Hans", "ar")
TODAY = date(2026, 12, 1)


def seen(html: str) -> str:
    """As it is read: without the marks that keep directions apart."""
    return re.sub(r"<[^>]+>|[\u2066-\u2069\u200e\u200f]", "", str(html))


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=60, deadline=None)
@given(number=st.integers(1, 10**9), unit=st.sampled_from(Unit))
def test_a_quantity(language: str, number: int, unit: Unit) -> None:
    said = seen(quantity(TEXTS.words(language), Quantity(Decimal(number), unit)))
    assert answer("quantity", said, today=TODAY, language=language) == Quantity(Decimal(number), unit), said


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=60, deadline=None)
@given(cents=st.integers(1, 10**9), currency=st.sampled_from(("USD", "EUR", "GBP", "CNY", "INR", "TRY", "BRL", "SAR")))
def test_a_price(language: str, cents: int, currency: str) -> None:
    money = Money(Decimal(cents) / 100, currency)
    said = seen(TEXTS.words(language).money(money))
    assert answer("budget", said, today=TODAY, language=language) == money, said


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=60, deadline=None)
@given(days=st.integers(0, 1000))
def test_a_day(language: str, days: int) -> None:
    day = TODAY + timedelta(days)
    said = seen(TEXTS.words(language).date(day))
    assert answer("deadline", said, today=TODAY, language=language) == day, said
