"""Where a point on the map is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.goods import Place
from bot.language.understand.gazetteer import country_codes
from bot.language.understand.nearest import nearest_town


def test_the_town_whose_streets_these_are() -> None:
    assert nearest_town(53.56, 9.97) == Place("DE", "Hamburg")
    assert nearest_town(40.19, 29.06) == Place("TR", "Bursa")
    assert nearest_town(0.0, -30.0) is None


@given(st.floats(-90, 90), st.floats(-180, 180))
def test_any_point_is_in_a_known_country_or_nowhere(latitude: float, longitude: float) -> None:
    town = nearest_town(latitude, longitude)
    assert town is None or (town.city and town.country in country_codes())
    here, around = nearest_town(latitude, 180.0), nearest_town(latitude, -180.0)
    assert here == around, "the date line is no edge"
