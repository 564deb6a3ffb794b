"""The sheets of an XLSX workbook as rows of cells: visible ones only, values and never formulas."""

from __future__ import annotations

import datetime
import zipfile
from collections.abc import Iterator
from decimal import Decimal
from io import BytesIO

from openpyxl import load_workbook

from bot.sheets.grid import MOST_COLUMNS, MOST_WITH_TITLES, Row, Sheet
from bot.sheets.text import Cell, clean
from bot.sheets.values import Trouble, Unreadable

_MOST_UNPACKED = 150_000_000  # bytes: a workbook of 10 MB that is larger unpacked is not a list of suppliers


def sheets(data: bytes) -> Iterator[Sheet]:
    """Every visible sheet, in order, read when asked for.

    Raises:
        Unreadable: NOT_A_LIST for another kind of archive, BROKEN for a damaged one, TOO_BIG, ENCRYPTED.
    """
    try:
        _look_inside(data)
        book = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
        for page in book.worksheets:
            if page.sheet_state == "visible":
                page.reset_dimensions()  # what a file says of its own size is often wrong
                yield Sheet(_rows(page.iter_rows(max_col=MOST_COLUMNS, values_only=True)))
    except (Unreadable, GeneratorExit):
        raise
    except Exception as fault:  # a damaged workbook fails anywhere inside the reader, with any exception
        raise Unreadable(Trouble.BROKEN) from fault


def _look_inside(data: bytes) -> None:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        entries = archive.infolist()
    if any(entry.flag_bits & 1 for entry in entries):
        raise Unreadable(Trouble.ENCRYPTED)
    if sum(entry.file_size for entry in entries) > _MOST_UNPACKED:
        raise Unreadable(Trouble.TOO_BIG)
    if not any(entry.filename.startswith("xl/") for entry in entries):
        raise Unreadable(Trouble.NOT_A_LIST)


def _rows(values: Iterator[tuple[object, ...]]) -> tuple[Row, ...]:
    rows: list[Row] = []
    for line, row in enumerate(values, start=1):
        if not any(value is not None for value in row):
            continue
        cells = tuple(as_cell(value) for value in row)
        if any(cells):
            rows.append(Row(line, cells))
        if len(rows) > MOST_WITH_TITLES:
            raise Unreadable(Trouble.TOO_BIG)
    return tuple(rows)


def as_cell(value: object) -> Cell:
    """A value of a spreadsheet or of JSON as a cell; numbers to 15 digits, which is all that spreadsheets keep."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).casefold()
    if isinstance(value, int | float | Decimal):
        number = Decimal(format(value, ".15g")) if isinstance(value, float) else Decimal(value)
        small = number.is_finite() and (number == 0 or -12 < number.adjusted() < 24)
        return number if small else ""
    if isinstance(value, datetime.datetime) and not (value.hour or value.minute):
        value = value.date()
    return clean(str(value))
