"""When people work in a country: its time zone and its weekend, as CLDR knows them."""

from __future__ import annotations

from datetime import UTC, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale, UnknownLocaleError
from babel.core import get_global

from bot.domain.worktime import WorkWeek

# Countries with several time zones: the one by which most of their people and firms live.
_MAIN_ZONES = {
    "AR": "America/Argentina/Buenos_Aires",
    "AU": "Australia/Sydney",
    "BR": "America/Sao_Paulo",
    "CA": "America/Toronto",
    "CD": "Africa/Kinshasa",
    "CL": "America/Santiago",
    "CN": "Asia/Shanghai",
    "CY": "Asia/Nicosia",
    "DE": "Europe/Berlin",
    "EC": "America/Guayaquil",
    "ES": "Europe/Madrid",
    "ID": "Asia/Jakarta",
    "KZ": "Asia/Almaty",
    "MN": "Asia/Ulaanbaatar",
    "MX": "America/Mexico_City",
    "MY": "Asia/Kuala_Lumpur",
    "NZ": "Pacific/Auckland",
    "PG": "Pacific/Port_Moresby",
    "PS": "Asia/Gaza",
    "PT": "Europe/Lisbon",
    "RU": "Europe/Moscow",
    "UA": "Europe/Kyiv",
    "US": "America/New_York",
    "UZ": "Asia/Tashkent",
}


def work_week(country: str | None, zone: str | None = None) -> WorkWeek:
    """The week of a firm in this country (ISO 3166-1 alpha-2) that lives by this IANA zone, or by its country's."""
    return WorkWeek(_zone(zone or zone_of(country)), weekend_of(country))


def zone_of(country: str | None) -> str | None:
    """The IANA name of a country's time zone: its only one, or its main one."""
    if country in _MAIN_ZONES:
        return _MAIN_ZONES[country]
    zones = get_global("territory_zones").get(country or "", ())
    return zones[0] if len(zones) == 1 else None


@cache
def weekend_of(country: str | None) -> frozenset[int]:
    """The days off in a country, Monday is 0: Saturday and Sunday where nothing else is known."""
    try:
        locale = Locale.parse(f"und_{country}") if country else Locale("en", "GB")
    except (UnknownLocaleError, ValueError):
        return frozenset({5, 6})
    return frozenset(range(locale.weekend_start, locale.weekend_end + 1))


def _zone(name: str | None) -> tzinfo:
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC
