"""Quantities, prices, lead times and head counts from cells. A wrong figure is worse than none."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

from babel.core import get_global

from bot.domain.goods import Money, Quantity, Unit
from bot.sheets import numbers
from bot.sheets.text import Cell, fold
from bot.sheets.values import FirmSize

UnitOf = Callable[[str], Unit | None]

# These come in whole numbers only, so "1.500" of them is fifteen hundred.
_COUNTED = frozenset(Unit) - {Unit.GRAM, Unit.KILOGRAM, Unit.TONNE, Unit.QUINTAL, Unit.POUND, Unit.LITRE, Unit.METRE}
_COUNTED -= {Unit.YARD, Unit.SQUARE_METRE, Unit.CUBIC_METRE}

_AT_LEAST = {
    "",
    "min",
    "minimum",
    "from",
    "ab",
    "from about",
    "mind",
    "desde",
    "a partir de",
    "à partir de",
    "des",
    "da",
    "от",
    "不少于",
}
_A_MONTH = re.compile(
    r"(?:/|\b(?:per|each|a|pro|im|por|al|par|в|mỗi|प्रति)\b|每|毎)?\s*"
    r"(?:\bmonth\b|\bmonthly\b|\bmo\b|\bmonat\b|\bmes\b|\bmês\b|\bmois\b|\bmese\b|\bмес(?:яц)?\b\.?|\bay\b|\bbulan\b|\btháng\b|月|شهر|माह|महीना)",
    re.IGNORECASE,
)
_DASH = re.compile(r"^(?:-|–|—|~|～|〜|\.\.\.?|…|to|a|à|bis|до|至)\s*(?=\d)", re.IGNORECASE)

_SIGNS = {
    "€": "EUR",
    "£": "GBP",
    "₽": "RUB",
    "₺": "TRY",
    "₫": "VND",
    "₩": "KRW",
    "₪": "ILS",
    "₴": "UAH",
    "₱": "PHP",
    "฿": "THB",
}
_SIGNS |= {
    "us$": "USD",
    "a$": "AUD",
    "c$": "CAD",
    "hk$": "HKD",
    "nt$": "TWD",
    "r$": "BRL",
    "s$": "SGD",
    "₹": "INR",
    "৳": "BDT",
}
_SIGNS |= {
    "rmb": "CNY",
    "元": "CNY",
    "人民币": "CNY",
    "円": "JPY",
    "yen": "JPY",
    "euro": "EUR",
    "euros": "EUR",
    "dollar": "USD",
}
_SIGNS |= {
    "us dollar": "USD",
    "usd$": "USD",
    "dollars": "USD",
    "руб": "RUB",
    "tl": "TRY",
    "rp": "IDR",
    "zł": "PLN",
    "美元": "USD",
}
_SIGNS |= {"欧元": "EUR", "евро": "EUR", "доллар": "USD"}
# Signs that several countries use for their own money: read by the firm's country, or not at all.
_YEN_OR_YUAN = {"CN": "CNY", "JP": "JPY"}
_RUPEES = {"IN": "INR", "PK": "PKR", "LK": "LKR", "NP": "NPR", "MU": "MUR"}
_DOLLAR_COUNTRIES = "AR AU BB BM BN BS BZ CA CL CO CU DO FJ GY HK JM KY LR MX NA NZ SG SR TT TW UY"
_OWN_DOLLAR = frozenset(_DOLLAR_COUNTRIES.split())
_CODES: frozenset[str] = frozenset(get_global("all_currencies"))

_DAYS = {
    30: """month months monat monate monaten mes meses mês mois mese mesi месяц месяца месяцев мес ay bulan tháng
        个月 月 か月 ヶ月 شهر أشهر महीने महीना 개월""",
    7: """week weeks wk wks woche wochen semana semanas semaine semaines settimana settimane неделя недели недель
        нед hafta minggu tuần 周 星期 週 週間 أسبوع أسابيع सप्ताह हफ्ते 주""",
    1: """day days d tag tage tagen día días dia dias jour jours j giorno giorni gg день дня дней дн gün hari ngày
        天 日 日間 يوم أيام दिन 일 working business werktage arbeitstage рабочих iş günü kerja 工作日 个工作日
        営業日""",
}


def _load_days() -> dict[str, int]:
    words = {fold(word): days for days, text in _DAYS.items() for word in text.split()}
    phrases = (
        "working days",
        "business days",
        "рабочих дней",
        "iş günü",
        "hari kerja",
        "jours ouvrés",
        "días hábiles",
        "dias úteis",
    )
    return words | {fold(phrase): 1 for phrase in phrases}


_DAYS_OF = _load_days()


def quantity(cell: Cell, *, unit: str, unit_of: UnitOf, mark: str | None, monthly: bool = False) -> Quantity | None:
    """The quantity a cell gives; `unit` is what the unit column or the header says, for cells that name none.

    None without a number above zero, without a known unit, or (`monthly`) by the day or year, which is not ours to
    convert.
    """
    if isinstance(cell, Decimal):
        said = unit_of(unit) if unit else None
        return Quantity(cell, said) if said and cell > 0 else None
    text = numbers.plain(_A_MONTH.sub(" ", cell) if monthly else cell)
    parts = numbers.first(text, mark=mark)
    if parts is None or fold(parts[0]) not in _AT_LEAST:
        return None
    rest = _after_range(parts[2], mark).strip(" .;,+")
    known = unit_of(rest or unit) if rest or unit else None
    value = parts[1]
    if value is None and known in _COUNTED:
        value = (numbers.first(text, mark=",") or parts)[1]
    return Quantity(value, known) if known and value and value > 0 else None


def _after_range(rest: str, mark: str | None) -> str:
    """What follows "500-1000 pcs" after its second number; a minimum and a safe capacity are the lower end."""
    dash = _DASH.match(rest)
    second = numbers.first(rest[dash.end() :], mark=mark) if dash else None
    return second[2] if second else rest


def prices(cell: Cell, *, currency: str, country: str | None, mark: str | None) -> tuple[Money, Money | None] | None:
    """The lower and, if the cell gives a range, the higher price. `currency` is used where the cell names none.

    None without a known currency or with a price of nothing: a missing price must not become a gift.
    """
    if isinstance(cell, Decimal):
        code = currency_of(currency, country=country)
        return (Money(cell, code), None) if code and cell > 0 else None
    text = numbers.plain(cell)
    parts = numbers.first(text, mark=mark)
    if parts is None:
        return None
    before, low, rest = parts
    dash = _DASH.match(_without_sign(rest))
    upper = numbers.first(_without_sign(rest)[dash.end() :], mark=mark) if dash else None
    after = upper[2] if upper else rest
    code = currency_of(_sign(before) or _sign(after) or currency, country=country)
    high = upper[1] if upper else None
    if not code or not low or low <= 0 or re.search(r"\d", after) or (upper and (not high or high < low)):
        return None
    return Money(low, code), Money(high, code) if high else None


def _without_sign(rest: str) -> str:
    """`$1.80-$2.20`, `1.80 USD - 2.20 USD`: without the sign on either side of the dash."""
    sign = r"(?:[A-Za-z]{2,3}\$?|[$€£₹¥₽₺₫₩৳])"
    return re.sub(rf"^{sign}?\s*(-|–|—|~|to)\s*{sign}?\s*(?=\d)", r"\1 ", rest)


def _sign(words: str) -> str:
    """The words around a price without "from" and without "per piece" or "/kg"."""
    bare = re.split(r"/|\bper\b|\bpro\b|\bpor\b|\bpar\b|\bза\b", words.casefold())[0].strip(" .:~≈")
    return "" if fold(bare) in _AT_LEAST and bare not in _SIGNS and not re.search(r"[^\w\s]", bare) else bare


def currency_of(said: str, *, country: str | None) -> str | None:
    """The ISO 4217 code of a code, sign or word. "$" is US dollars unless the firm's country has its own."""
    word = said.strip(" .()").casefold()
    if word.upper() in _CODES:
        return word.upper()
    if word in ("¥", "￥"):
        return _YEN_OR_YUAN.get(country or "")
    if word in ("rs", "rupees", "₨"):
        return _RUPEES.get(country or "")
    if word == "$":
        return None if country in _OWN_DOLLAR else "USD"
    return _SIGNS.get(word)


def days(cell: Cell, *, unit: str) -> int | None:
    """Lead time in days, at most ten years; a month is 30, of a range the longer end counts. `unit`: from the
    header.
    """
    parts = numbers.first(numbers.plain(str(cell)), mark=".")
    if parts is None or (
        parts[0] and fold(parts[0]) not in {*_AT_LEAST, "ca", "about", "approx", "circa", "около", "约"}
    ):
        return None
    value, rest = parts[1], parts[2]
    dash = _DASH.match(rest)
    if dash and (second := numbers.first(rest[dash.end() :], mark=".")):
        value, rest = second[1], second[2]
    factor = _DAYS_OF.get(fold(rest) or fold(unit), 0 if fold(rest) else 1)
    total = value * factor if value is not None else Decimal(0)
    return int(total.to_integral_value(rounding="ROUND_CEILING")) if 0 < total <= 3650 else None


def size_of_people(cell: Cell) -> FirmSize | None:
    """The size of a firm with so many employees; of a range ("11-50") the middle, for its ends are of two sizes."""
    text = numbers.plain(str(cell))
    parts = numbers.first(text, mark=".")
    if parts is None or parts[1] is None:
        return None
    people = parts[1]
    dash = _DASH.match(parts[2])
    second = numbers.first(parts[2][dash.end() :], mark=".") if dash else None
    rest = second[2] if second else parts[2]
    if re.search(r"\d", rest) or re.search(r"\d", parts[0]):
        return None
    if second and second[1]:
        people = (people + second[1]) / 2
    elif parts[0].startswith("<") or fold(parts[0]) in (
        "under",
        "less than",
        "fewer than",
        "unter",
        "menos de",
        "moins de",
    ):
        people -= 1
    if people >= 250:
        return FirmSize.LARGE
    if people >= 50:
        return FirmSize.MEDIUM
    return FirmSize.SMALL if people >= 10 else FirmSize.MICRO
