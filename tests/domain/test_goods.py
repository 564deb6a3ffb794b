"""Amounts of goods: what can be compared is converted exactly, what cannot is never guessed."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given

from bot.domain.goods import Quantity, Unit
from tests.domain.samples import quantities, units

SAME = [
    ("2", Unit.DOZEN, "24", Unit.PIECE),
    ("30", Unit.PIECE, "2.5", Unit.DOZEN),
    ("1.5", Unit.TONNE, "1500", Unit.KILOGRAM),
    ("3", Unit.QUINTAL, "0.3", Unit.TONNE),
    ("250", Unit.GRAM, "0.25", Unit.KILOGRAM),
    ("1000", Unit.POUND, "453.59237", Unit.KILOGRAM),
    ("100", Unit.YARD, "91.44", Unit.METRE),
]


@pytest.mark.parametrize(("amount", "unit", "same", "other"), SAME)
def test_units_of_one_measure_convert_exactly_both_ways(amount: str, unit: Unit, same: str, other: Unit) -> None:
    here, there = Quantity(Decimal(amount), unit), Quantity(Decimal(same), other)
    assert here.in_unit(other) == there
    assert there.in_unit(unit) == here
    assert here.covers(there) and there.covers(here)


@pytest.mark.parametrize("package", [Unit.CARTON, Unit.ROLL, Unit.BAG, Unit.PALLET, Unit.REAM, Unit.CONTAINER_20FT])
@pytest.mark.parametrize("other", [Unit.PIECE, Unit.KILOGRAM, Unit.CONTAINER_40FT, Unit.SET])
def test_a_package_is_never_converted(package: Unit, other: Unit) -> None:
    assert Quantity(Decimal(1), package).in_unit(other) is None
    assert Quantity(Decimal(10**6), package).covers(Quantity(Decimal(1), other)) is None


def test_a_pair_is_not_two_pieces_and_a_metre_not_a_square_metre() -> None:
    assert Quantity(Decimal(1), Unit.PAIR).in_unit(Unit.PIECE) is None
    assert Quantity(Decimal(1), Unit.METRE).in_unit(Unit.SQUARE_METRE) is None
    assert Quantity(Decimal(1), Unit.LITRE).in_unit(Unit.CUBIC_METRE) is None


@given(quantities)
def test_a_quantity_in_its_own_unit_is_untouched(q: Quantity) -> None:
    assert q.in_unit(q.unit) is q
    assert q.covers(q) is True


@given(quantities, units)
def test_there_and_back_is_the_same_amount(q: Quantity, unit: Unit) -> None:
    there = q.in_unit(unit)
    if there is None:
        return
    back = there.in_unit(q.unit)
    assert back is not None and abs(back.amount - q.amount) <= q.amount * Decimal("1e-20")


@given(quantities, quantities)
def test_comparing_is_never_one_sided(a: Quantity, b: Quantity) -> None:
    assert (a.covers(b) is None) == (b.covers(a) is None)
    assert a.covers(b) is not False or b.covers(a) is True


@given(quantities, quantities, quantities)
def test_covering_is_transitive(a: Quantity, b: Quantity, c: Quantity) -> None:
    if a.covers(b) and b.covers(c):
        assert a.covers(c) is not False


def test_codes_of_units_are_their_own() -> None:
    assert len({u.value for u in Unit}) == len(list(Unit))
    assert {u.value for u in Unit} >= {"H87", "KGM", "TNE", "MTR", "LTR", "SET", "PR", "DZN"}
