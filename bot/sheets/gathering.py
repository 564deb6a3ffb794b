"""Rows that speak of the same firm add up to one firm; a row that adds nothing, or contradicts, is refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from bot.sheets.columns import Column
from bot.sheets.firms import Lexicon, derived_ref, firm, given_ref, refusal
from bot.sheets.records import Record, Records, Values
from bot.sheets.text import fold, one_line
from bot.sheets.values import FirmRow, ProductRow, Reason, UnreadCell

_ONE_VALUE = ("city", "address", "type", "size", "website", "email", "phone")
_SEVERAL = ("languages", "certificates", "export_markets")
_TERMS = ("english", "description", "moq", "capacity_per_month", "lead_time_days", "price_low", "price_high")
_OF_FIRM = (Column.REF, Column.FIRM, Column.COUNTRY, Column.CITY, Column.ADDRESS)


@dataclass
class Gathered:
    """The firms so far, findable by their reference and by what they are called and where they are."""

    firms: list[FirmRow] = field(default_factory=list)
    goods: list[dict[str, ProductRow]] = field(default_factory=list)  # of each firm, by folded name
    unread: list[UnreadCell] = field(default_factory=list)
    by_ref: dict[str, int] = field(default_factory=dict)
    by_identity: dict[str, int] = field(default_factory=dict)


def gather(records: Records, lexicon: Lexicon) -> Gathered:
    """All firms of the records; refusals are added to the records' own."""
    gathered = Gathered()
    above: int | None = None  # the firm of the row above, None where that row was of no firm
    for record in records.taken:
        whole, place = _completed(record, gathered, above)
        reason = refusal(whole, lexicon)
        above, reason = (None, reason) if reason else _take(whole, place, gathered, lexicon)
        if reason:
            records.refuse(record.line, reason, record.text)
    for place, goods in enumerate(gathered.goods):
        gathered.firms[place] = replace(gathered.firms[place], products=tuple(goods.values()))
    return gathered


def _completed(record: Record, gathered: Gathered, above: int | None) -> tuple[Record, int | None]:
    """The record, with name and country of the firm that it goes on about where it leaves them blank, and that firm's
    place.

    A row goes on about the firm of its reference; or, with goods but all the firm's cells blank, about that of the
    row above, for merged cells come out of a spreadsheet as one filled row and blanks below it.
    """
    place = gathered.by_ref.get(given_ref(record).casefold())
    if place is None and not any(record.values.get(column) for column in _OF_FIRM):
        place = above if record.goods or record.values.get(Column.PRODUCTS) else None
    if place is None:
        return record, None
    known = gathered.firms[place]
    of_known: Values = {Column.FIRM: known.name, Column.COUNTRY: known.country}
    said = {column: cell for column, cell in record.values.items() if fold(one_line(cell))}
    return replace(record, values=of_known | said), place


def _take(record: Record, place: int | None, gathered: Gathered, lexicon: Lexicon) -> tuple[int | None, Reason | None]:
    """Add a record that names a firm; the firm's place, and the reason if nothing was added."""
    code = lexicon.country_of(one_line(record.values[Column.COUNTRY])) or ""
    row, unread = firm(record, lexicon, country=code)
    identity = derived_ref(row.name, row.country, row.address or row.city)
    if place is None:
        place = gathered.by_identity.get(identity)
    elif fold(row.name) != fold(gathered.firms[place].name) or row.country != gathered.firms[place].country:
        return None, Reason.REF_OF_ANOTHER
    if place is None:
        place = len(gathered.firms)
        gathered.firms.append(row)
        gathered.goods.append(_by_name(row.products))
    else:
        known = gathered.firms[place]
        goods = _completed_goods(gathered.goods[place], row.products)
        if goods is None:
            return place, Reason.CONFLICT
        merged, at_odds = _merged(known, row)
        if merged == known and not goods and not at_odds:
            return place, Reason.DUPLICATE
        gathered.firms[place] = merged
        gathered.goods[place].update(goods)
        unread += at_odds
    gathered.unread += unread
    gathered.by_ref.setdefault(row.ref.casefold(), place)
    gathered.by_identity.setdefault(identity, place)
    return place, None


def _merged(known: FirmRow, row: FirmRow) -> tuple[FirmRow, list[UnreadCell]]:
    """The known firm with what the row adds; where both speak, the first word stays and the second is named as left
    out.
    """
    changes: dict[str, Any] = {}
    at_odds: list[UnreadCell] = []
    for name in _ONE_VALUE:
        old, new = getattr(known, name), getattr(row, name)
        if old is None:
            changes[name] = new
        elif new is not None and fold(new) != fold(old):
            at_odds.append(UnreadCell(row.line, name, new[:80]))
    for name in _SEVERAL:
        changes[name] = tuple(dict.fromkeys(getattr(known, name) + getattr(row, name)))
    return replace(known, **changes), at_odds


def _by_name(products: Iterable[ProductRow]) -> dict[str, ProductRow]:
    return {fold(product.name): product for product in products}


def _completed_goods(known: dict[str, ProductRow], more: Iterable[ProductRow]) -> dict[str, ProductRow] | None:
    """The products that are new, or say more than before.

    None where the same product comes with other terms, for then nobody knows which hold.
    """
    changed: dict[str, ProductRow] = {}
    for name, product in _by_name(more).items():
        old = known.get(name)
        terms = {term: getattr(product, term) for term in _TERMS if getattr(product, term) is not None}
        if old and any(getattr(old, term) not in (None, value) for term, value in terms.items()):
            return None
        full = replace(old, **terms) if old else product
        if full != old:
            changed[name] = full
    return changed
