"""Conversions: beside a price, dated, never invented."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from bot import rates as sources
from bot.domain.goods import Money
from bot.domain.rates import Beside, Rates, beside, shortened
from tests.domain.samples import usd

DAY = date(2026, 10, 30)
RATES = Rates(DAY, {"USD": Decimal("1.25"), "JPY": Decimal(200)})


def test_through_the_euro_and_back() -> None:
    assert RATES.exchange(usd("2.50"), "EUR") == 2
    assert RATES.exchange(usd("2.50"), "JPY") == 400
    assert RATES.exchange(usd("2.50"), "USD") == Decimal("2.50")


def test_a_currency_without_a_rate_has_no_conversion() -> None:
    assert RATES.exchange(Money(Decimal(1), "VND"), "EUR") is None
    assert RATES.exchange(usd("1"), "VND") is None
    assert RATES.exchange(Money(Decimal(1), "VND"), "VND") == 1
    assert beside(RATES, Money(Decimal(1), "VND"), None, "EUR") == Beside("EUR", DAY)


def test_nothing_stands_beside_a_price_in_the_buyers_own_currency_or_where_that_has_no_rate() -> None:
    assert beside(RATES, usd("1"), None, "USD") is None
    assert beside(RATES, usd("1"), None, "VND") is None
    assert beside(RATES, usd("1"), None, None) is None and beside(RATES, None, None, "EUR") is None


@pytest.mark.parametrize(
    ("amount", "shown"),
    [("1.611170784", "1.6112"), ("6086.6451", "6087"), ("99999.7", "100000"), ("0.00012345678", "0.00012346"),
     ("271430.2", "271430"), ("12.3456", "12.346"), ("0", "0")],
)  # fmt: skip
def test_a_conversion_promises_no_more_digits_than_it_has(amount: str, shown: str) -> None:
    assert str(shortened(Decimal(amount))) == shown


def test_rates_come_along_and_are_dated() -> None:
    bundled = sources.bundled()
    assert bundled.day >= DAY and {"USD", "CNY", "INR", "TRY", "BRL", "JPY"} <= bundled.per_euro.keys()


def test_the_list_of_the_central_bank_is_read() -> None:
    read = sources.read(b"Date, USD, JPY, \n30 October 2026, 1.25, 200, \n")
    assert read == RATES


@pytest.mark.parametrize("junk", [b"", b"<html>", b"PK\x03\x04junk", b"Date, USD,\n30 October 2026, x,\n", b"\xff",
                                  b"Date, USD,\n30 October 2026, 0,\n", b"Date,\n30 October 2026,\n"])  # fmt: skip
def test_what_is_no_list_of_rates_is_refused(junk: bytes) -> None:
    with pytest.raises(sources.UnreadableRatesError):
        sources.read(junk)


def test_the_currency_of_a_country() -> None:
    assert [sources.currency_of(c) for c in ("DE", "BR", "CN", "AQ", "XX", None)] == [
        "EUR",
        "BRL",
        "CNY",
        None,
        None,
        None,
    ]
