"""The floor: which requests a firm has declined by themselves, and when it is left to the firm."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.floor import declines
from bot.domain.goods import Money, Unit
from bot.domain.supplier import Product
from tests.domain.samples import firm, inquiry, pieces, usd

PRODUCT = Product(1, 1, "Steel bottle", moq=pieces(100), price_low=usd("2.00"))
STRICT = firm(declines_below=20)


def asked(price: Money, **more: Any) -> Any:
    return inquiry(**({"target_price": price, "show_price": True, "per_unit": True} | more))


@pytest.mark.parametrize(("price", "declined"), [("1.59", True), ("1.60", False), ("2.00", False), ("9", False)])
def test_what_is_more_than_so_many_per_cent_below_is_declined(price: str, declined: bool) -> None:
    assert declines(STRICT, PRODUCT, asked(usd(price))) is declined


def test_a_price_for_everything_is_one_for_each() -> None:
    assert declines(STRICT, PRODUCT, asked(usd("700"), per_unit=False))
    assert not declines(STRICT, PRODUCT, asked(usd("900"), per_unit=False))


def test_units_of_one_measure_are_compared() -> None:
    assert declines(STRICT, PRODUCT, asked(usd("18"), unit=Unit.DOZEN))
    assert not declines(STRICT, PRODUCT, asked(usd("20"), unit=Unit.DOZEN))


@pytest.mark.parametrize(
    "values",
    [
        {"show_price": False},
        {"target_price": Money(Decimal("0.10"), "EUR")},
        {"per_unit": None},
        {"unit": Unit.KILOGRAM},
        {"unit": None},
        {"amount": None, "per_unit": False},
        {"amount": Decimal(0), "per_unit": False},
    ],
)
def test_what_cannot_be_compared_or_is_not_shown_is_left_to_the_firm(values: dict[str, Any]) -> None:
    assert declines(STRICT, PRODUCT, asked(usd("0.10")))
    assert not declines(STRICT, PRODUCT, asked(values.pop("target_price", usd("0.10")), **values))


def test_without_a_floor_a_price_or_a_unit_nothing_is_declined() -> None:
    low = asked(usd("0.10"))
    assert not declines(firm(), PRODUCT, low)
    assert not declines(STRICT, None, low)
    assert not declines(STRICT, replace(PRODUCT, price_low=None), low)
    assert not declines(STRICT, replace(PRODUCT, moq=None), low)
    assert declines(firm(declines_below=20, moq=pieces(1)), replace(PRODUCT, moq=None), low)


prices = st.decimals("0.01", 1000, places=2)


@given(prices, prices, st.sampled_from([10, 20, 30, 50]))
def test_a_better_price_is_never_declined_where_a_worse_one_is_not(one: Decimal, other: Decimal, percent: int) -> None:
    worse, better = (
        declines(firm(declines_below=percent), PRODUCT, asked(Money(p, "USD"))) for p in sorted((one, other))
    )
    assert worse or not better
