"""Time zones and weekends of countries."""

from __future__ import annotations

from datetime import UTC
from zoneinfo import ZoneInfo

import pytest

from bot.language.work_weeks import _MAIN_ZONES, weekend_of, work_week, zone_of


@pytest.mark.parametrize(
    ("country", "zone"),
    [("TR", "Europe/Istanbul"), ("IN", "Asia/Kolkata"), ("CN", "Asia/Shanghai"), ("DE", "Europe/Berlin"), (None, None)],
)
def test_a_country_lives_by_its_only_or_its_main_time_zone(country: str | None, zone: str | None) -> None:
    assert zone_of(country) == zone


def test_every_main_zone_exists() -> None:
    assert all(ZoneInfo(zone) for zone in _MAIN_ZONES.values())


@pytest.mark.parametrize(
    ("country", "days"),
    [("DE", {5, 6}), ("EG", {4, 5}), ("SA", {4, 5}), ("AE", {5, 6}), ("IR", {4}), ("IN", {6}), (None, {5, 6}),
     ("AQ", {5, 6}), ("??", {5, 6})],
)  # fmt: skip
def test_weekends_are_those_of_the_country(country: str | None, days: set[int]) -> None:
    assert weekend_of(country) == days


def test_a_firm_that_names_its_zone_is_believed_and_nonsense_is_not() -> None:
    assert work_week("US", "America/Los_Angeles").zone == ZoneInfo("America/Los_Angeles")
    assert work_week("TR").zone == ZoneInfo("Europe/Istanbul")
    assert work_week(None).zone is UTC and work_week("TR", "Mars/Olympus").zone is UTC
