"""Prices and budgets: "$1,800 pesos cada una", "35 руб", "₹18 लाख", "45 ribu/yard", "2块5".

A sign or word that several countries share is settled by the place the goods go to, else by the language, and then
said to be a guess; where neither helps there is no money.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from babel.core import get_global
from babel.numbers import get_currency_precision, get_territory_currencies

from bot.domain.goods import Money
from bot.language.understand.currency_families import BY_COUNTRY, DUALS, FIRM, HOME_CURRENCY, LIKELY
from bot.language.understand.digits import bare_decimals
from bot.language.understand.lexicon import base, lexicon
from bot.language.understand.numbers import Number, read_number, read_range
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


def parse_price(text: str, language: str = "en", *, country: str | None = None) -> Price | None:
    """The one amount of money that a text names. `country` is where the goods go, to settle shared currency words."""
    tokens = tokenise(text)
    found: Amount | None = None
    if base(language) == "ar" and (bare := _without_for(tokens, text)):
        return parse_price(bare, language, country=country)
    place = 0
    while place < len(tokens):
        here = read_amount(tokens, place, language)
        if here is None:
            place += 1
            continue
        if found is None or (here.currency and not found.currency) or _is_one_thing(tokens, found, language):
            found = here
        place = here.end
    return settle(found, language, country=country) if found else None


def _without_for(tokens: Sequence[Token], text: str) -> str | None:
    """Arabic writes "for" onto the number or the currency: "بثمانين", "بـستة ريال"; the text without it."""
    if not tokens or not tokens[0].norm.startswith("ب") or {"number", "currency"} & lexicon("ar").at(tokens, 0).keys():
        return None
    rest = text.strip()[1:].lstrip("\u0640")
    first = tokenise(rest)
    return rest if first and {"number", "currency"} & lexicon("ar").at(first, 0).keys() else None


def _is_one_thing(tokens: Sequence[Token], amount: Amount, language: str) -> bool:
    """Is this the "one" of "一顶8500": one piece, for so much?"""
    counted = amount.end < len(tokens) and "unit" in lexicon(language).at(tokens, amount.end)
    return amount.value == 1 and amount.currency is None and counted


def read_amount(tokens: Sequence[Token], place: int, language: str) -> Amount | None:
    """The amount that starts at a place: currency then number, number then currency, or a number alone."""
    before = currency_at(tokens, place, language)
    if before and before[1] in DUALS:
        return _with_part(tokens, Amount(Decimal(2), DUALS[before[1]], place, before[0]), language)
    at = before[0] if before else place
    while before and at < len(tokens) and tokens[at].norm in _BETWEEN and bare_decimals(tokens, at) is None:
        at += 1
    number = read_range(tokens, at, language) or read_number(tokens, at, language)
    if number is None or number.value <= 0:
        one = (
            Amount(Decimal(1), before[1], place, before[0]) if before and place == 0 and ":" not in before[1] else None
        )
        more = _with_part(tokens, one, language) if one else None
        return more if more != one else None
    value, end, currency = number.value, number.end, before[1] if before else None
    if before and (large := _large(tokens, end)):
        value, end = value * large, end + 1
    after = _behind(tokens, end, language, number)
    heading = before is not None and at > before[0] and tokens[at - 1].norm == ":"  # "dollar: 143.80 yen"
    if after and (currency in (None, "dollar") or heading) and not (currency and tokens[after[0] - 1].norm == "$"):
        end, currency = after
        end, value = _million_behind(tokens, end, language, value)
    elif number.article:
        return None
    if currency and ":" in currency:
        kind, _, currency = currency.partition(":")
        return Amount(value / _COINS[kind], currency, place, end)
    amount = Amount(value, currency, place, end)
    return _with_coins(tokens, _with_part(tokens, amount, language) if currency else amount, language)


# What may stand between a currency and its number: "Rp. 500", "USD: 5", and the Russian "рублей по 90".
_BETWEEN = frozenset((".", "-", ":", "по", "до"))
_COINS = {"cent": Decimal(100), "tenth": Decimal(10), "kilo": Decimal("1e-3"), "million": Decimal("1e-6")}
_LARGE = {"M": 10**6, "MM": 10**6, "B": 10**9, "BN": 10**9, "bn": 10**9}
_MILLION = 1_000_000


def _large(tokens: Sequence[Token], place: int) -> int | None:
    """What a letter means that is glued to money: "$10M"; without a currency "10M" may be ten metres."""
    return _LARGE.get(tokens[place].text) if place < len(tokens) and tokens[place].glued else None


def _behind(tokens: Sequence[Token], place: int, language: str, number: Number) -> tuple[int, str] | None:
    """The currency behind a number: "10 USD", "12-cent", "5 millions de dollars", "d'euros"."""
    at = place
    if at + 1 < len(tokens) and tokens[at].norm == "." and tokens[at].glued and tokens[at - 1].kind == "word":
        at += 1  # "200 тыс. руб."
    if at + 1 < len(tokens) and tokens[at].norm == "-" and tokens[at].glued and tokens[at + 1].glued:
        at += 1
    elif number.value >= 1000 and at < len(tokens) and tokens[at].norm in ("de", "d", "di"):
        at += 2 if tokens[at].norm == "d" else 1
    found = currency_at(tokens, at, language)
    if found is None:
        return None
    follows = found[0] < len(tokens) and tokens[found[0]].kind == "num"
    if follows and tokens[found[0]].glued and not tokens[at].glued:
        return None  # in "3 USD50" it belongs to what follows
    word = tokens[at].norm
    if number.article and (follows or not word.isalpha() or len(word) < _SHORTEST):
        return None  # "a $5 box", "a try"
    return found


_SHORTEST = 4  # letters of a currency's name that may stand behind an article; codes are words too: "a mad rush"


def _million_behind(tokens: Sequence[Token], end: int, language: str, value: Decimal) -> tuple[int, Decimal]:
    """In "75 USD million" the multiplier stands behind the currency."""
    found = lexicon(language).at(tokens, end).get("number") if end < len(tokens) else None
    if found and found[1].startswith("x") and Decimal(found[1][1:]) >= _MILLION:
        return found[0], value * Decimal(found[1][1:])
    return end, value


def _with_part(tokens: Sequence[Token], amount: Amount, language: str) -> Amount:
    """A half or a quarter said behind the currency: "ريال ونص", "دولارين وربع", "three dollars and a half"."""
    found = lexicon(language).at(tokens, amount.end).get("number") if amount.end < len(tokens) else None
    if found is None or not found[1].startswith("+0") or amount.value >= _FEW:
        return amount
    return replace(amount, value=amount.value + Decimal(found[1][1:]), end=found[0])


_FEW = 1000  # from here on "and a half" may be meant of the thousands


def _with_coins(tokens: Sequence[Token], amount: Amount, language: str) -> Amount:
    """Take in the coins behind the notes: "3 dollars 50 cents", "zwei Euro fünfzig", "5元3角", "2块5"."""
    if amount.currency is None or amount.value % 1:
        return amount
    at = amount.end
    joined = lexicon(language).at(tokens, at).get("number") if at < len(tokens) else None
    if (joined and joined[1] == "and") or (at < len(tokens) and tokens[at].norm in _JOINTS):
        at += 1
    number = read_number(tokens, at, language)
    if number is None or not 0 < number.value < 100 or number.value % 1:
        return amount
    coin = currency_at(tokens, number.end, language) if number.end < len(tokens) else None
    if coin and ":" in coin[1]:
        value = amount.value + number.value / _COINS[coin[1].partition(":")[0]]
        more = replace(amount, value=value, end=coin[0])
        return _with_small_coins(tokens, more, language)
    return amount if number.article else _coins_unsaid(tokens, amount, number, at)


_JOINTS = frozenset("又と와과") | {"con", "com"}


def _with_small_coins(tokens: Sequence[Token], amount: Amount, language: str) -> Amount:
    """Chinese has tenths and hundredths: "50元6角3分"."""
    if tokens[amount.end - 1].norm not in ("角", "毛"):
        return amount
    number = read_number(tokens, amount.end, language)
    if number is None or number.value >= 10 or number.end >= len(tokens) or tokens[number.end].norm != "分":
        return amount
    return replace(amount, value=amount.value + number.value / 100, end=number.end + 1)


def _coins_unsaid(tokens: Sequence[Token], amount: Amount, number: Number, at: int) -> Amount:
    """Two digits that end a sentence behind money are coins: "15 dollars 50"; "15 dollars 50 boxes" is not."""
    ends = number.end == len(tokens) or (tokens[number.end].norm in ".!?;)" and number.end + 1 == len(tokens))
    short = tokens[amount.end - 1].norm == "块" and tokens[at].glued and len(tokens[at].text) == 1
    if short and (ends or tokens[at].kind == "num"):  # "2块5"; but "60块一件" is sixty for one
        return replace(amount, value=amount.value + number.value / 10, end=number.end)
    named = amount.currency in BY_COUNTRY or get_currency_precision(amount.currency or "") == 2
    if not ends or not named or number.value < 10 or tokens[amount.end - 1].kind != "word":
        return amount
    return replace(amount, value=amount.value + number.value / 100, end=number.end)


def currency_at(tokens: Sequence[Token], place: int, language: str) -> tuple[int, str] | None:
    """Where the currency word at a place ends, and the code or family it names.

    One-letter words must stand beside a number.
    """
    if place >= len(tokens):
        return None
    found = lexicon(language).at(tokens, place).get("currency")
    if found is None:
        return None
    sign = tokens[found[0] - 1]
    if found[0] == place + 2 and sign.norm == "$" and not sign.glued and tokens[place].norm in ("a", "s"):
        return None  # "a $5 box" is no Australian matter, "the shop's $5" none of Singapore's
    if tokens[place].kind == "word" and found[0] < len(tokens) and tokens[found[0]].norm in "$€£¥" and sign.norm != "$":
        found = (found[0] + 1, found[1]) if tokens[found[0]].glued else found  # "MXN$ 15"
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
    if named and named not in BY_COUNTRY:
        return Price(Money(amount.value, named), guessed=False)
    if named:
        code = BY_COUNTRY[named].get(country or "")
        if named == "yen" and code is None:
            code = {"zh": "CNY", "ja": "JPY"}.get(base(language))
        if code:
            return Price(Money(amount.value, code), guessed=False)
        likely = LIKELY.get(named)
        return Price(Money(amount.value, likely), guessed=named not in FIRM) if likely else None
    code = _local(language, country)
    return Price(Money(amount.value, code), guessed=True) if code else None


def _local(language: str, country: str | None) -> str | None:
    """The currency that goes without saying between people of one country."""
    own = base(language)
    if country is None or own == "zh":
        return HOME_CURRENCY.get(own)
    if country not in homes(language) or country not in get_global("territory_currencies"):
        return None
    return next(iter(get_territory_currencies(country)), None)
