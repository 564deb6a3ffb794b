"""A row or a JSON object as a record: what stands in which of our columns, still in the words of the list."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from bot.sheets.columns import Column
from bot.sheets.grid import MOST_ROWS, Header, Row, Sheet
from bot.sheets.text import Cell, clean, excerpt, key, one_line
from bot.sheets.titles import recognise
from bot.sheets.values import Reason, RefusedRow, Trouble, Unreadable
from bot.sheets.workbook import as_cell

Values = dict[Column, Cell]

_LONGEST_LINE = 1_000_000
_DEEPEST = 3
_MOST_IGNORED = 50


@dataclass(frozen=True)
class Record:
    """One row: its values, goods that carry terms of their own (JSON only), and an excerpt to name the row by."""

    line: int
    values: Values
    text: str
    goods: tuple[Values, ...] = ()


@dataclass
class Records:
    """All records of a file, with the rows and the columns left out. Filled while reading, then only read."""

    taken: list[Record] = field(default_factory=list)
    refused: list[RefusedRow] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    hints: dict[Column, str] = field(default_factory=dict)

    def refuse(self, line: int, reason: Reason, text: str) -> None:
        """Leave a row out and say why."""
        self.refused.append(RefusedRow(line, reason, excerpt(text)))

    def ignore(self, title: str) -> None:
        """Name a column that is not ours, once."""
        shown = excerpt(title)
        if shown and shown not in self.ignored and len(self.ignored) < _MOST_IGNORED:
            self.ignored.append(shown)


def from_sheet(sheet: Sheet, header: Header) -> Records:
    """The rows below the header; those above it are titles and notes."""
    records = Records(refused=list(sheet.broken), hints=header.hints)
    for title in header.ignored:
        records.ignore(title)
    names = _keys(sheet.rows[header.row])
    for row in sheet.rows[header.row + 1 :]:
        text = " · ".join(one_line(cell) for cell in row.cells if cell)
        values = _values(row, header, strict=sheet.delimited)
        if _keys(row) == names:
            records.refuse(row.line, Reason.REPEATED_HEADER, text)
        elif values is None:
            records.refuse(row.line, Reason.BROKEN_LINE, text)
        else:
            records.taken.append(Record(row.line, values, excerpt(text)))
    return records


def _keys(row: Row) -> list[str]:
    return [name for cell in row.cells if (name := key(str(cell)))]


def _values(row: Row, header: Header, *, strict: bool) -> Values | None:
    """The row's values; None for delimited text with cells beyond the header, where nobody knows which comma was too
    many.

    Only an address in the last column may have lost its quotes: its pieces are put together again.
    """
    beyond = [one_line(cell) for cell in row.cells[header.width :] if cell]
    values: Values = {}
    for place, column in header.places.items():
        if place < len(row.cells) and row.cells[place]:
            _add(values, column, row.cells[place])
    if strict and beyond:
        if header.places.get(header.width - 1) is not Column.ADDRESS:
            return None
        for piece in beyond:
            _add(values, Column.ADDRESS, piece)
    return values


def _add(values: Values, column: Column, cell: Cell) -> None:
    """Put a cell into its column; a second one of the same column is joined to the first."""
    if column not in values:
        values[column] = cell
    elif column is Column.ADDRESS:
        values[column] = f"{one_line(values[column])}, {one_line(cell)}"
    else:
        values[column] = f"{values[column]}\n{cell}"


def from_json(text: str) -> Records:
    """JSON Lines, or one JSON array of objects (then the line is the place in the array).

    Raises:
        Unreadable: BROKEN where nothing is JSON, NOT_A_LIST for another document, NO_NAME_COLUMN, TOO_BIG above
        50,000 lines.
    """
    records = Records()
    for count, (line, raw, item) in enumerate(_items(text)):
        if count >= MOST_ROWS:
            raise Unreadable(Trouble.TOO_BIG)
        if isinstance(item, Reason):
            records.refuse(line, item, raw)
        elif not isinstance(item, dict):
            records.refuse(line, Reason.NOT_AN_OBJECT, raw)
        else:
            records.taken.append(_record(line, raw, item, records))
    if not records.taken:
        all_broken = all(row.reason is Reason.BROKEN_LINE for row in records.refused)
        raise Unreadable(Trouble.BROKEN if all_broken and not _parse_or_none(text) else Trouble.NOT_A_LIST)
    if not any(Column.FIRM in record.values for record in records.taken):
        raise Unreadable(Trouble.NO_NAME_COLUMN)
    return records


def _items(text: str) -> Iterator[tuple[int, str, Any]]:
    whole = _parse_or_none(text) if text.lstrip().startswith("[") else None
    if isinstance(whole, list):
        for place, item in enumerate(whole, start=1):
            yield place, str(item)[:200], item
        return
    for line, raw in enumerate(text.split("\n"), start=1):
        if not clean(raw):
            continue
        if len(raw) > _LONGEST_LINE:
            yield line, raw[:200], Reason.TOO_LONG
            continue
        try:
            yield line, raw[:200], _parse(raw)
        except (ValueError, RecursionError):
            yield line, raw[:200], Reason.BROKEN_LINE


def _parse(raw: str) -> Any:
    return json.loads(raw, parse_float=Decimal, parse_constant=lambda _: None, strict=False)


def _parse_or_none(text: str) -> Any:
    try:
        return _parse(text)
    except (ValueError, RecursionError):
        return None


def _record(line: int, raw: str, item: dict[str, Any], records: Records) -> Record:
    values: Values = {}
    goods: list[Values] = []
    for name, value in item.items():
        _take(name, value, values, goods, records)
    if Column.NAME in values:
        _settle_name(values)
    return Record(line, values, excerpt(raw), tuple(goods))


def _settle_name(values: Values) -> None:
    name = values.pop(Column.NAME)
    values.setdefault(Column.FIRM, name)


def _take(name: str, value: Any, values: Values, goods: list[Values], records: Records, depth: int = 0) -> None:
    known = recognise(clean(name))
    column = known[0] if known else None
    if isinstance(value, list) and column is Column.PRODUCTS:
        for entry in value:
            goods.extend(_good(entry, records))
    elif isinstance(value, list) and column:
        _put(
            values, column, "\n".join(one_line(as_cell(entry)) for entry in value if not isinstance(entry, list | dict))
        )
    elif isinstance(value, dict) and column is Column.PRODUCTS:
        goods.extend(_good(value, records))
    elif isinstance(value, dict) and depth < _DEEPEST:
        for inner, entry in value.items():
            _take(inner, entry, values, goods, records, depth + 1)
    elif column:
        _put(values, column, as_cell(value))
    else:
        records.ignore(clean(name))


def _put(values: Values, column: Column, cell: Cell) -> None:
    if cell != "":
        _add(values, column, clean(cell) if isinstance(cell, str) else cell)


def _good(entry: Any, records: Records) -> Iterator[Values]:
    """One product of a JSON list: a string, or an object with its own terms."""
    if isinstance(entry, str) and clean(entry):
        yield {Column.PRODUCTS: clean(entry)}
    elif isinstance(entry, dict):
        values: Values = {}
        for name, value in entry.items():
            _take(name, value, values, [], records, _DEEPEST)
        if Column.NAME in values:
            values.setdefault(Column.PRODUCTS, values.pop(Column.NAME))
        if Column.PRODUCTS in values:
            yield values
