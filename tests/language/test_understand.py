"""What buyers' messages are understood to say."""

from datetime import date

import pytest

from bot.domain.goods import Unit
from bot.language.understand import understand

TODAY = date(2026, 12, 1)


@pytest.mark.parametrize(
    ("text", "quantity", "unit", "country"),
    [
        ("500 steel bottles, 750 ml, to Hamburg by March", 500, Unit.PIECE, "DE"),
        ("нужно 2 тонны сахара в Казань", 2, Unit.TONNE, "RU"),
        ("necesito 300 cajas de guantes para Lima, Perú", 300, Unit.CARTON, "PE"),
    ],
)
def test_quantity_unit_and_place_are_heard(text, quantity, unit, country):
    heard = understand(text, today=TODAY)
    assert heard.items[0].quantity.value == quantity
    assert heard.items[0].unit.value is unit
    assert heard.destination.value.country == country
