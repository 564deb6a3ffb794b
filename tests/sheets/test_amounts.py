from decimal import Decimal

import pytest

from bot.domain.goods import Money, Quantity, Unit
from bot.sheets import FirmSize, amounts, numbers

from .conftest import unit_of


@pytest.mark.parametrize(
    ("text", "mark", "value"),
    [
        ("500", None, "500"),
        ("1,500", None, "1500"),
        ("1,500", ",", "1.500"),
        ("1.500", None, None),
        ("1.500", ",", "1500"),
        ("1.500", ".", "1.500"),
        ("0.125", None, "0.125"),
        ("0,125", None, "0.125"),
        ("12,5", None, "12.5"),
        ("1.234,56", None, "1234.56"),
        ("1,234.56", None, "1234.56"),
        ("1.234.567", None, "1234567"),
        ("15,00,000", None, "1500000"),
        ("1 500 000", None, "1500000"),
        ("1'500.50", None, "1500.50"),
        ("1,2,3", None, None),
        ("１２００", None, "1200"),
        ("١٢٠٠", None, "1200"),
        ("20k", None, "20000"),
        ("3万", None, "30000"),
        ("9" * 40, None, None),
    ],
)
def test_numbers_are_read_by_every_habit_and_not_guessed(text, mark, value):
    found = numbers.first(numbers.plain(text), mark=mark)
    assert found is not None
    assert found[1] == (None if value is None else Decimal(value))


@pytest.mark.parametrize(
    ("texts", "mark"),
    [
        (["1,50", "1.500"], ","),
        (["1.50", "2,000"], "."),
        (["1,50", "1.50"], None),
        (["500"], None),
        (["1.234,50"], ","),
    ],
)
def test_the_decimal_mark_of_a_sheet_is_learnt_from_figures_without_doubt(texts, mark):
    assert numbers.decimal_mark(texts) == mark


@pytest.mark.parametrize(
    ("cell", "unit", "expected"),
    [
        ("500 pcs", "", Quantity(Decimal(500), Unit.PIECE)),
        ("500pcs.", "", Quantity(Decimal(500), Unit.PIECE)),
        ("min. 500 Stück", "", Quantity(Decimal(500), Unit.PIECE)),
        ("1.500 Stück", "", Quantity(Decimal(1500), Unit.PIECE)),
        ("1.500 kg", "", None),
        ("500-1000 pcs", "", Quantity(Decimal(500), Unit.PIECE)),
        ("500", "kg", Quantity(Decimal(500), Unit.KILOGRAM)),
        (Decimal(500), "kg", Quantity(Decimal(500), Unit.KILOGRAM)),
        ("1 20ft", "", Quantity(Decimal(1), Unit.CONTAINER_20FT)),
        ("20kg", "", Quantity(Decimal(20), Unit.KILOGRAM)),
        ("500", "", None),
        ("500 barrels", "pcs", None),
        ("0 pcs", "", None),
        ("-5 pcs", "", None),
        ("ask", "pcs", None),
        (Decimal(-3), "pcs", None),
    ],
)
def test_a_quantity_needs_a_number_and_a_known_unit(cell, unit, expected):
    assert amounts.quantity(cell, unit=unit, unit_of=unit_of, mark=None) == expected


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("20,000 pcs/month", Decimal(20000)),
        ("20000 pieces per month", Decimal(20000)),
        ("5000件/月", Decimal(5000)),
        ("5000 adet", None),
        ("400 pcs per day", None),
        ("90000 pcs/year", None),
    ],
)
def test_a_capacity_is_by_the_month_or_not_taken(cell, expected):
    found = amounts.quantity(cell, unit="", unit_of=unit_of, mark=None, monthly=True)
    if cell == "5000 adet":
        expected = Decimal(5000)
    assert (found.amount if found else None) == expected


@pytest.mark.parametrize(
    ("cell", "currency", "country", "low", "high"),
    [
        ("1.80", "USD", "VN", Money(Decimal("1.80"), "USD"), None),
        ("$1.80", "", "VN", Money(Decimal("1.80"), "USD"), None),
        ("$1.80", "", "MX", None, None),
        ("US$1.80 - US$2.20", "", "MX", Money(Decimal("1.80"), "USD"), Money(Decimal("2.20"), "USD")),
        ("1.80 USD - 2.20 USD", "", "VN", Money(Decimal("1.80"), "USD"), Money(Decimal("2.20"), "USD")),
        ("1,80-2,20 €/Stück", "", "DE", Money(Decimal("1.80"), "EUR"), Money(Decimal("2.20"), "EUR")),
        ("¥12", "", "CN", Money(Decimal(12), "CNY"), None),
        ("¥12", "", "JP", Money(Decimal(12), "JPY"), None),
        ("¥12", "", "VN", None, None),
        ("Rs. 120", "", "IN", Money(Decimal(120), "INR"), None),
        ("from 3 EUR", "", "FR", Money(Decimal(3), "EUR"), None),
        (Decimal("1.18"), "EUR", "DE", Money(Decimal("1.18"), "EUR"), None),
        ("1.80", "", "VN", None, None),
        ("0", "USD", "VN", None, None),
        (Decimal(0), "USD", "VN", None, None),
        ("3.20-1.80", "USD", "VN", None, None),
        ("2 for 5 USD", "", "VN", None, None),
        ("1.500 EUR", "", "DE", None, None),
        ("ask", "USD", "VN", None, None),
    ],
)
def test_a_price_needs_a_currency_and_is_never_nothing(cell, currency, country, low, high):
    found = amounts.prices(cell, currency=currency, country=country, mark=None)
    assert found == (None if low is None else (low, high))


@pytest.mark.parametrize(
    ("cell", "unit", "expected"),
    [
        ("21", "", 21),
        (Decimal(21), "", 21),
        ("21 days", "", 21),
        ("3 weeks", "", 21),
        ("2-3 Wochen", "", 21),
        ("3", "weeks", 21),
        ("1 month", "", 30),
        ("15-20天", "", 20),
        ("30 gün", "", 30),
        ("10 рабочих дней", "", 10),
        ("2.5 weeks", "", 18),
        ("3 moons", "", None),
        ("soon", "", None),
        ("99999", "", None),
        ("0", "", None),
    ],
)
def test_lead_times_become_days_and_the_longer_end_counts(cell, unit, expected):
    assert amounts.days(cell, unit=unit) == expected


@pytest.mark.parametrize(
    ("cell", "size"),
    [
        (Decimal(1), FirmSize.MICRO),
        ("9", FirmSize.MICRO),
        ("10", FirmSize.SMALL),
        ("49", FirmSize.SMALL),
        ("50", FirmSize.MEDIUM),
        ("249", FirmSize.MEDIUM),
        ("250", FirmSize.LARGE),
        ("11-50", FirmSize.SMALL),
        ("5 - 10 People", FirmSize.MICRO),
        ("51–200 employees", FirmSize.MEDIUM),
        ("1,000+", FirmSize.LARGE),
        ("<10", FirmSize.MICRO),
        ("200人", FirmSize.MEDIUM),
        ("many", None),
        ("2024-05-10", None),
    ],
)
def test_size_follows_the_number_of_people(cell, size):
    assert amounts.size_of_people(cell) is size
