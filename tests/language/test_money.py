"""Amounts of money."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language.understand.money import currency_at, parse_price
from bot.language.understand.numbers import read_number
from bot.language.understand.tokens import tokenise

PRICES = [
    *[("zh-Hans", "60块一件", None, "60", "CNY"), ("zh-Hans", "两块五", None, "2.5", "CNY")],
    *[("vi", "năm ngàn một cái", "VN", "5000", "VND"), ("es", "RD$80,000 en total", None, "80000", "DOP")],
    *[("en", "a $48.2 million contract", None, "48200000", "USD"), ("en", "$ 20.00 $ 37.97", None, "20.00", "USD")],
    *[("en", "3 dollars 50 cents", None, "3.5", "USD"), ("de", "zwei Euro fünfzig", None, "2.5", "EUR")],
    *[("en", "15 dollars 50 boxes", None, "15", "USD"), ("zh-Hans", "50元6角三分", None, "50.63", "CNY")],
    *[("fr", "50 cents", None, "0.5", "USD"), ("fr", "1,45 milliard de dollars", None, "1450000000", "USD")],
    *[("fr", "2 millions d'euros", None, "2000000", "EUR"), ("de", "16 kanadischen Dollar", None, "16", "CAD")],
    *[("en", "MXN$ 15", None, "15", "MXN"), ("en", "75 USD million", None, "75000000", "USD")],
    *[
        ("en", "$10M", None, "10000000", "USD"),
        ("en", "12-cent", None, "0.12", "USD"),
        ("en", "$.50", None, "0.50", "USD"),
    ],
    *[("es", "un euro", None, "1", "EUR"), ("en", "10,000 swiss francs", None, "10000", "CHF")],
    *[("ko", "150 캐나다 달러", None, "150", "CAD"), ("es", "3 euros con 99 céntimos", None, "3.99", "EUR")],
    *[
        ("en", "0.45 usd/pc", None, "0.45", "USD"),
        ("en", "Rs 0.60 per cup", "IN", "0.60", "INR"),
        ("en", "$2.1/kg", None, "2.1", "USD"),
    ],
    *[
        ("en", "Rs 500", "PK", "500", "PKR"),
        ("en", "50 cents", None, "0.5", "USD"),
        ("en", "1.10 GBP", None, "1.10", "GBP"),
    ],
    *[
        ("es", "$1,800 pesos cada una", "MX", "1800", "MXN"),
        ("es", "S/ 18", None, "18", "PEN"),
        ("es", "Q 400", "GT", "400", "GTQ"),
    ],
    *[
        ("es", "38.000 guaraníes", None, "38000", "PYG"),
        ("pt", "R$ 120 mil", None, "120000", "BRL"),
        ("pt", "18 conto", None, "18", "BRL"),
    ],
    *[
        ("fr", "0,40€", None, "0.40", "EUR"),
        ("fr", "5 900 F CFA", "CG", "5900", "XAF"),
        ("fr", "3000 FCFA", "SN", "3000", "XOF"),
    ],
    *[
        ("de", "45.000 $", None, "45000", "USD"),
        ("de", "60 Kronen", "DK", "60", "DKK"),
        ("ru", "35 руб", None, "35", "RUB"),
    ],
    *[
        ("ru", "350 р", None, "350", "RUB"),
        ("ar", "ريالين", "SA", "2", "SAR"),
        ("ar", "55 ألف درهم", "AE", "55000", "AED"),
    ],
    *[
        ("ar", "20 درهم", "MA", "20", "MAD"),
        ("hi", "₹18 लाख", None, "1800000", "INR"),
        ("id", "Rp120rb/pcs", None, "120000", "IDR"),
    ],
    *[
        ("id", "45 ribu/yard", "ID", "45000", "IDR"),
        ("vi", "3 đô/cái", None, "3", "USD"),
        ("vi", "60 nghìn", "VN", "60000", "VND"),
    ],
    *[
        ("tr", "8,5 dolar", None, "8.5", "USD"),
        ("zh-Hans", "0.8刀", None, "0.8", "USD"),
        ("zh-Hans", "2块5", None, "2.5", "CNY"),
    ],
    *[
        ("zh-Hans", "¥20", None, "20", "CNY"),
        ("ja", "¥1200", None, "1200", "JPY"),
        ("ko", "8000원", None, "8000", "KRW"),
    ],
    *[("th", "40 บาท", None, "40", "THB"), ("pl", "200 zł", None, "200", "PLN"), ("uk", "180 грн", None, "180", "UAH")],
    *[
        ("he", '50 ש"ח', None, "50", "ILS"),
        ("bn", "৩০০ টাকা", None, "300", "BDT"),
        ("ur", "2500 روپے", None, "2500", "PKR"),
    ],
]


@pytest.mark.parametrize(("language", "text", "country", "amount", "currency"), PRICES)
def test_money_has_an_amount_and_a_currency(language, text, country, amount, currency):
    price = parse_price(text, language, country=country)
    assert (price.money.amount, price.money.currency) == (Decimal(amount), currency)


@pytest.mark.parametrize(
    ("language", "text"), [("en", "kr 50"), ("en", "¥300"), ("es", "500 pesos"), ("ar", "50 دينار"), ("en", "45")]
)
def test_a_currency_that_nothing_settles_stays_empty(language, text):
    assert parse_price(text, language) is None


def test_a_currency_settled_by_habit_is_called_a_guess():
    assert parse_price("20 درهم", "ar").guessed
    assert not parse_price("20 درهم", "ar", country="MA").guessed
    assert not parse_price("20 AED", "ar").guessed


@given(st.text(max_size=80), st.sampled_from(["en", "es", "zh-Hans", "ar", "id"]))
def test_any_text_gives_positive_money_or_none(text, language):
    price = parse_price(text, language)
    assert price is None or (price.money.amount > 0 and price.money.amount.is_finite())


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *[("en", "500 pounds of coffee"), ("en", "need 100 p tshirts"), ("fr", "500 e-bikes"), ("de", "500 Eier")],
        *[("es", "300 pavos"), ("es", "200 mangos"), ("ru", "500 пучков зелени"), ("vi", "300 xu hướng")],
    ],
)
def test_goods_are_not_money(language, text):
    tokens = tokenise(text)
    assert [place for place in range(len(tokens)) if currency_at(tokens, place, language)] == []


@pytest.mark.parametrize(("language", "text"), [("ru", "500 лимонов"), ("es", "500 palos"), ("vi", "300 củ hành")])
def test_goods_are_not_millions(language, text):
    number = read_number(tokenise(text), 0, language)
    assert number is not None and number.value <= 500
