"""A record to a firm: words to countries, types, languages, amounts; what is not understood is named, not guessed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from bot.domain.goods import Money, Quantity, Unit
from bot.sheets import amounts, words
from bot.sheets.columns import Column
from bot.sheets.records import Record, Values
from bot.sheets.text import Cell, fold, one_line
from bot.sheets.values import FirmRow, FirmSize, ProductRow, Reason, UnreadCell

_Value = TypeVar("_Value")

_LONGEST_NAME = 300
_LONGEST_REF = 100
_SHORT_NAME = 40
_SEPARATORS = re.compile(r"[;；|\n、]")
_COMMAS = re.compile(r"[,，،]")
_EMAIL = re.compile(r"[\w.+'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}")
_PHONE = re.compile(r"\+?\(?\d(?:[\d\s().-]|/(?=\d)){4,28}\d")
_WEBSITE = re.compile(r"(?:https?://)?[\w-]{1,63}(?:\.[\w-]{1,63})+(?::\d{1,5})?(?:[/?#]\S*)?", re.IGNORECASE)


@dataclass(frozen=True)
class Lexicon:
    """What the caller knows of countries and units, and what the sheet shows of itself."""

    country_of: Callable[[str], str | None]
    unit_of: Callable[[str], Unit | None]
    hints: dict[Column, str]
    mark: str | None


class Form:
    """One record being read: gives its cells and keeps note of those that were not understood."""

    def __init__(self, line: int, values: Values) -> None:
        self._line = line
        self._values = values
        self.unread: list[UnreadCell] = []

    def cell(self, column: Column) -> Cell | None:
        """The cell, None where it is blank."""
        return self._values.get(column) or None

    def text(self, column: Column) -> str | None:
        """The cell as one line of text, None where it is blank."""
        cell = self.cell(column)
        return None if cell is None else one_line(cell)

    def doubt(self, column: Column, text: str | None = None) -> None:
        """Note that a cell, or a part of it, was left out."""
        self.unread.append(UnreadCell(self._line, column.value, (text or self.text(column) or "")[:80]))


def refusal(record: Record, lexicon: Lexicon) -> Reason | None:
    """Why the record names no firm; None where it does."""
    name = one_line(record.values.get(Column.FIRM, ""))
    country = one_line(record.values.get(Column.COUNTRY, ""))
    if not fold(name):
        return Reason.NO_NAME
    if len(name) > _LONGEST_NAME or len(given_ref(record)) > _LONGEST_REF:
        return Reason.TOO_LONG
    if not fold(country):
        return Reason.NO_COUNTRY
    return None if lexicon.country_of(country) else Reason.UNKNOWN_COUNTRY


def firm(record: Record, lexicon: Lexicon, *, country: str) -> tuple[FirmRow, list[UnreadCell]]:
    """The firm that a record names (see `refusal`), and the cells left out."""
    form = Form(record.line, record.values)
    name, address, city = form.text(Column.FIRM) or "", form.text(Column.ADDRESS), form.text(Column.CITY)
    email, phone = _contact(form)
    goods, unread = products(record, lexicon, country=country)
    row = FirmRow(
        ref=given_ref(record) or derived_ref(name, country, address or city),
        name=name,
        country=country,
        line=record.line,
        city=city,
        address=address,
        type=_known(form, Column.TYPE, words.firm_type),
        size=_size(form),
        website=_known(form, Column.WEBSITE, lambda said: said if _WEBSITE.fullmatch(said) else None),
        email=email,
        phone=phone,
        languages=_each(form, Column.LANGUAGES, words.language),
        certificates=_each(form, Column.CERTIFICATES, lambda said: said),
        export_markets=_each(form, Column.MARKETS, lexicon.country_of),
        products=goods,
    )
    return row, form.unread + unread


def given_ref(record: Record) -> str:
    """The list's own reference; "" where it has none, or only a dash."""
    ref = one_line(record.values.get(Column.REF, ""))
    return ref if fold(ref) else ""


def derived_ref(name: str, country: str, where: str | None) -> str:
    """A reference made of the folded name, the country and the folded address (the city where there is none): 16 hex
    digits.

    Changing this, or `fold`, makes a second import of a list find no firm of the first.
    """
    said = "\n".join((fold(name), country, fold(where or "")))
    return hashlib.blake2b(said.encode(), digest_size=8).hexdigest()


def _known(form: Form, column: Column, meaning: Callable[[str], _Value | None]) -> _Value | None:
    said = form.text(column)
    found = meaning(said) if said else None
    if said and found is None:
        form.doubt(column)
    return found


def _size(form: Form) -> FirmSize | None:
    cell = form.cell(Column.SIZE)
    found = (amounts.size_of_people(cell) or words.firm_size(one_line(cell))) if cell else None
    if cell and found is None:
        form.doubt(Column.SIZE)
    return found


def _each(form: Form, column: Column, meaning: Callable[[str], str | None]) -> tuple[str, ...]:
    """The meanings of the parts of a cell, each once."""
    cell = form.cell(column)
    parts = re.split(r"[;；|\n、,，،/]" if column is not Column.CERTIFICATES else r"[;；|\n、,，،]", str(cell or ""))
    found: dict[str, None] = {}
    for part in (part.strip() for part in parts):
        if fold(part) and (value := meaning(part)):
            found[value] = None
        elif fold(part):
            form.doubt(column, part)
    return tuple(found)


def _contact(form: Form) -> tuple[str | None, str | None]:
    """The first e-mail address and the first phone number, from their own columns or from one for both."""
    both = form.text(Column.CONTACT) or ""
    email = _EMAIL.search(form.text(Column.EMAIL) or both)
    phone = _PHONE.search(form.text(Column.PHONE) or _EMAIL.sub(" ", both))
    for column, found in ((Column.EMAIL, email), (Column.PHONE, phone), (Column.CONTACT, email or phone)):
        if form.cell(column) and not found:
            form.doubt(column)
    return (email[0] if email else None), (phone[0].strip() if phone else None)


def products(record: Record, lexicon: Lexicon, *, country: str) -> tuple[tuple[ProductRow, ...], list[UnreadCell]]:
    """The products of a record; the terms of a row hold for every product that its cell names."""
    form = Form(record.line, record.values)
    found: dict[str, ProductRow] = {}
    names = split_names(str(record.values.get(Column.PRODUCTS, "")))
    for name in names:
        found.setdefault(fold(name), _product(form, name, lexicon, country, alone=len(names) == 1))
    if len(names) > 1:
        form.unread = list(dict.fromkeys(form.unread))
    unread = form.unread if names else []
    for values in record.goods:
        own = Form(record.line, values)
        name = own.text(Column.PRODUCTS) or ""
        if fold(name):
            found.setdefault(fold(name), _product(own, name, lexicon, country, alone=True))
            unread += own.unread
    return tuple(found.values()), unread


def split_names(cell: str) -> list[str]:
    """The products that a cell names. Commas part them only where nothing else does and every part looks like a short
    name.
    """
    parts = [part.strip(" \t•-·*") for part in _SEPARATORS.split(cell)]
    if len([part for part in parts if part]) == 1 and not re.search(r"\d[,，]\d|\([^)]*[,，]", cell):
        pieces = [piece.strip() for piece in _COMMAS.split(cell)]
        if all(_is_short_name(piece) for piece in pieces):
            parts = pieces
    return [part for part in parts if fold(part)]


def _is_short_name(piece: str) -> bool:
    return 2 <= len(piece) <= _SHORT_NAME and len(piece.split()) <= 4 and piece[0].isalpha()


def _product(form: Form, name: str, lexicon: Lexicon, country: str, *, alone: bool) -> ProductRow:
    price_low, price_high = _prices(form, lexicon, country)
    return ProductRow(
        name=name,
        english=form.text(Column.ENGLISH) if alone else None,
        description=form.text(Column.DESCRIPTION),
        moq=_quantity(form, Column.MOQ, lexicon),
        capacity_per_month=_quantity(form, Column.CAPACITY, lexicon),
        lead_time_days=_days(form, lexicon),
        price_low=price_low,
        price_high=price_high,
    )


def _quantity(form: Form, column: Column, lexicon: Lexicon) -> Quantity | None:
    cell = form.cell(column)
    if cell is None:
        return None
    unit = form.text(Column.UNIT) or lexicon.hints.get(column) or ""
    monthly = column is Column.CAPACITY
    found = amounts.quantity(cell, unit=unit, unit_of=lexicon.unit_of, mark=lexicon.mark, monthly=monthly)
    if found is None:
        form.doubt(column)
    return found


def _days(form: Form, lexicon: Lexicon) -> int | None:
    cell = form.cell(Column.LEAD_TIME)
    found = amounts.days(cell, unit=lexicon.hints.get(Column.LEAD_TIME, "")) if cell else None
    if cell and found is None:
        form.doubt(Column.LEAD_TIME)
    return found


def _prices(form: Form, lexicon: Lexicon, country: str) -> tuple[Money | None, Money | None]:
    low = _price(form, Column.PRICE, lexicon, country)
    high = _price(form, Column.PRICE_HIGH, lexicon, country)
    top = (high[1] or high[0]) if high else (low[1] if low else None)
    bottom = low[0] if low else None
    if bottom and top and (top.currency != bottom.currency or top.amount < bottom.amount):
        form.doubt(Column.PRICE_HIGH)
        top = None
    return bottom, top


def _price(form: Form, column: Column, lexicon: Lexicon, country: str) -> tuple[Money, Money | None] | None:
    cell = form.cell(column)
    if cell is None:
        return None
    currency = form.text(Column.CURRENCY) or lexicon.hints.get(column) or lexicon.hints.get(Column.PRICE) or ""
    found = amounts.prices(cell, currency=currency, country=country, mark=lexicon.mark)
    if found is None:
        form.doubt(column)
    return found
