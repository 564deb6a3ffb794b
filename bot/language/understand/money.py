"""Prices and budgets: "$1,800 pesos cada una", "35 руб", "₹18 लाख", "45 ribu/yard", "2块5".

A sign or word that several countries share is settled by the place the goods go to, else by the language, and then
said to be a guess; where neither helps there is no money.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from babel.core import get_global
from babel.numbers import get_territory_currencies

from bot.domain.goods import Money
from bot.language.understand.lexicon import base, lexicon
from bot.language.understand.numbers import Number, digits_value, read_number, read_range
from bot.language.understand.places import homes
from bot.language.understand.tokens import Token, tokenise


@dataclass(frozen=True)
class Price:
    """Money said in a text; `guessed` when the place or the language had to decide the currency."""

    money: Money
    guessed: bool


@dataclass(frozen=True)
class Amount:
    """Where an amount stands in tokens: the number, and the currency word if one touches it."""

    value: Decimal
    currency: str | None
    start: int
    end: int


_XAF = ["CM", "GA", "CG", "TD", "CF", "GQ"]
_XOF = ["SN", "CI", "ML", "BF", "BJ", "TG", "NE", "GW"]
_BY_COUNTRY: dict[str, dict[str, str]] = {
    "peso": {"MX": "MXN", "CO": "COP", "AR": "ARS", "CL": "CLP", "PH": "PHP", "UY": "UYU", "DO": "DOP", "CU": "CUP"},
    "yen": {"CN": "CNY", "JP": "JPY"},
    "krone": {"DK": "DKK", "SE": "SEK", "NO": "NOK", "IS": "ISK"},
    "dirham": {"AE": "AED", "MA": "MAD"},
    "riyal": {"SA": "SAR", "QA": "QAR", "OM": "OMR", "YE": "YER", "IR": "IRR"},
    "dinar": {"KW": "KWD", "JO": "JOD", "IQ": "IQD", "TN": "TND", "DZ": "DZD", "BH": "BHD", "LY": "LYD", "RS": "RSD"},
    "pound_ar": {"EG": "EGP", "SD": "SDG", "SY": "SYP", "LB": "LBP"},
    "lira_ar": {"SY": "SYP", "LB": "LBP", "TR": "TRY"},
    "rupee": {"IN": "INR", "PK": "PKR", "LK": "LKR", "NP": "NPR", "MU": "MUR"},
    "franc": {"CH": "CHF", "CD": "CDF", "GN": "GNF", "RW": "RWF", "BI": "BIF", "DJ": "DJF"}
    | dict.fromkeys(_XAF, "XAF"),
    "cfa": dict.fromkeys(_XAF, "XAF") | dict.fromkeys(_XOF, "XOF"),
    "shilling": {"KE": "KES", "TZ": "TZS", "UG": "UGX"},
    "dollar": {},
    "zar": {"ZA": "ZAR"},
}
_BY_COUNTRY["franc"] |= dict.fromkeys(_XOF, "XOF")
_LIKELY = {
    "dollar": "USD",
    "dirham": "AED",
    "riyal": "SAR",
    "pound_ar": "EGP",
    "rupee": "INR",
    "cfa": "XOF",
    "zar": "ZAR",
    "shilling": "KES",
}
_DUALS = {"USD2": "USD", "SAR2": "riyal", "dirham2": "dirham", "dinar2": "dinar"}
_HOME_CURRENCY = {
    "id": "IDR",
    "vi": "VND",
    "hi": "INR",
    "tr": "TRY",
    "zh": "CNY",
    "ja": "JPY",
    "ko": "KRW",
    "th": "THB",
    "uk": "UAH",
}
_FIRM = frozenset(("dollar", "zar"))  # families that mean one currency nearly always


def parse_price(text: str, language: str = "en", *, country: str | None = None) -> Price | None:
    """The one amount of money that a text names. `country` is where the goods go, to settle shared currency words."""
    tokens = tokenise(text)
    found: Amount | None = None
    place = 0
    while place < len(tokens):
        here = read_amount(tokens, place, language)
        if here is None:
            place += 1
            continue
        if found is None or (here.currency and not found.currency):
            found = here
        place = here.end
    return settle(found, language, country=country) if found else None


def read_amount(tokens: Sequence[Token], place: int, language: str) -> Amount | None:
    """The amount that starts at a place: currency then number, number then currency, or a number alone."""
    before = currency_at(tokens, place, language)
    if before and before[1] in _DUALS:
        return Amount(Decimal(2), _DUALS[before[1]], place, before[0])
    at = before[0] if before else place
    while before and at < len(tokens) and tokens[at].norm in (".", "-", ":"):
        at += 1
    number = _number(tokens, at, language)
    if number is None or number.value <= 0:
        return None
    end, currency = number.end, before[1] if before else None
    after = currency_at(tokens, end, language)
    if after and not (currency and currency != "dollar"):
        end, currency = after
        if (
            currency == "CNY"
            and tokens[end - 1].norm == "块"
            and end < len(tokens)
            and tokens[end].glued
            and len(tokens[end].text) == 1
        ):
            tenth = digits_value(tokens[end].text)
            if tenth is not None and tokens[end].kind == "num":
                return Amount(number.value + tenth / 10, currency, place, end + 1)
    if currency and currency.startswith("cent:"):
        return Amount(number.value / 100, currency.removeprefix("cent:"), place, end)
    return Amount(number.value, currency, place, end)


def _number(tokens: Sequence[Token], place: int, language: str) -> Number | None:
    number = read_range(tokens, place, language) or read_number(tokens, place, language)
    return None if number is None or number.article else number


def currency_at(tokens: Sequence[Token], place: int, language: str) -> tuple[int, str] | None:
    """Where the currency word at a place ends, and the code or family it names.

    One-letter words must stand beside a number.
    """
    if place >= len(tokens):
        return None
    found = lexicon(language).at(tokens, place).get("currency")
    if found is None:
        return None
    if (
        found[0] == place + 1
        and len(tokens[place].norm) == 1
        and tokens[place].norm.isascii()
        and tokens[place].norm.isalpha()
    ):
        number_before = place > 0 and tokens[place - 1].kind in ("num", "word")
        number_after = place + 1 < len(tokens) and tokens[place + 1].kind == "num" and tokens[place].text.isupper()
        if not ((number_before and tokens[place].text.islower()) or number_after):
            return None
    return found


def settle(amount: Amount, language: str, *, country: str | None) -> Price | None:
    """Money from an amount: the family of its currency settled by country, then by habit, else None."""
    named = amount.currency
    if named == "toman":
        return Price(Money(amount.value * 10, "IRR"), guessed=True)
    if named and named not in _BY_COUNTRY:
        return Price(Money(amount.value, named), guessed=False)
    if named:
        code = _BY_COUNTRY[named].get(country or "")
        if named == "yen" and code is None:
            code = {"zh": "CNY", "ja": "JPY"}.get(base(language))
        if code:
            return Price(Money(amount.value, code), guessed=False)
        likely = _LIKELY.get(named)
        return Price(Money(amount.value, likely), guessed=named not in _FIRM) if likely else None
    code = _local(language, country)
    return Price(Money(amount.value, code), guessed=True) if code else None


def _local(language: str, country: str | None) -> str | None:
    """The currency that goes without saying between people of one country."""
    own = base(language)
    if country is None:
        return _HOME_CURRENCY.get(own)
    if own == "en" or country not in homes(language) or country not in get_global("territory_currencies"):
        return None
    return next(iter(get_territory_currencies(country)), None)
