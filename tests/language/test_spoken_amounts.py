"""Amounts, days and units as people say them in each language."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from bot.domain.goods import Money
from bot.language.understand.certificates import parse_certificate
from bot.language.understand.deadlines import parse_deadline
from bot.language.understand.money import parse_price
from bot.language.understand.numbers import parse_number
from bot.language.understand.places import parse_place

TODAY = date(2026, 12, 1)


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("vi", "hai lăm triệu", 25_000_000),
        ("vi", "bốn lăm ngàn", 45_000),
        ("vi", "hai trăm rưỡi", 250),
        ("tr", "yirmi beş bine", 25_000),
        ("tr", "seksener", 80),
        ("id", "empat ratusan", 400),
        ("id", "selusin", 12),
        ("ru", "тысяч 25", 25_000),
        ("en", "3 1/2", Decimal("3.5")),
        ("ar", "اطنعش", 12),
    ],
)
def test_a_number(language: str, text: str, value: Decimal) -> None:
    assert parse_number(text, language) == value


@pytest.mark.parametrize(
    ("language", "text", "amount", "currency"),
    [
        ("ru", "200 тыс. руб.", 200_000, "RUB"),
        ("ru", "6 т.р. за стул", 6_000, "RUB"),
        ("ru", "рублей по 90", 90, "RUB"),
        ("ar", "ريال ونص", Decimal("1.5"), "SAR"),
        ("ar", "بـستة ريال ونص", Decimal("6.5"), "SAR"),
        ("ar", "دولارين وربع", Decimal("2.25"), "USD"),
        ("zh-Hans", "一百一张", 100, "CNY"),
        ("zh-Hans", "一顶8500", 8_500, "CNY"),
        ("es", "18 centavos de dólar por bolsita", Decimal("0.18"), "USD"),
        ("tr", "altı bin beş yüze", 6_500, "TRY"),
    ],
)
def test_a_price(language: str, text: str, amount: Decimal, currency: str) -> None:
    price = parse_price(text, language)
    assert price is not None
    assert price.money == Money(Decimal(amount), currency)


def test_wooden_is_no_currency() -> None:
    price = parse_price("300 деревянных игрушек", "ru")
    assert price is None or price.guessed


@pytest.mark.parametrize(
    ("language", "text", "day"),
    [
        ("zh-Hans", "四月五号", date(2027, 4, 5)),
        ("zh-Hans", "元月二十号", date(2027, 1, 20)),
        ("zh-Hans", "2027年12月1日", date(2027, 12, 1)),
        ("zh-Hans", "2028年3月底", date(2028, 3, 31)),
        ("pt", "dia 1º de fevereiro", date(2027, 2, 1)),
        ("ru", "25-му декабря", date(2026, 12, 25)),
        ("vi", "thứ 6 này", date(2026, 12, 4)),
        ("vi", "t2", date(2026, 12, 7)),
        ("ar", "آخر شهر 1", date(2027, 1, 31)),
        ("ar", "نهاية الربع الأول", date(2027, 3, 31)),
        ("de", "Ende des Quartals", date(2026, 12, 31)),
        ("id", "16 des", date(2026, 12, 16)),
        ("es", "72 horas", date(2026, 12, 4)),
        ("tr", "ramazana", date(2027, 2, 8)),
    ],
)
def test_a_day(language: str, text: str, day: date) -> None:
    assert parse_deadline(text, language, today=TODAY) == day


@pytest.mark.parametrize(
    ("text", "name"),
    [("halalnya", "HALAL"), ("phyto", "PHYTOSANITARY"), ("OMS", "WHO"), ("BRC", "BRCGS"), ("EU有机", "EU ORGANIC")],
)
def test_a_certificate(text: str, name: str) -> None:
    assert parse_certificate(text) == name


@pytest.mark.parametrize(
    ("text", "country"), [("Amsterdam", "NL"), ("Alexandria", "EG"), ("Birmingham", "GB"), ("Cambridge", "GB")]
)
def test_a_town_that_everybody_knows_is_not_its_small_namesake_at_home(text: str, country: str) -> None:
    place = parse_place(text, "en")
    assert place is not None
    assert place.country == country
