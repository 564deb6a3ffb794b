"""A sheet as rows of cells, from delimited text; and where its header is."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bot.sheets.columns import REPEATABLE, Column
from bot.sheets.text import Cell, clean, excerpt, key, one_line
from bot.sheets.titles import recognise
from bot.sheets.values import Reason, RefusedRow, Trouble, Unreadable

MOST_ROWS = 50_000
MOST_WITH_TITLES = MOST_ROWS + 40
MOST_COLUMNS = 200
_HEADER_WITHIN = 40  # rows: titles and notes above the header are shorter than this
_LONGEST_RECORD = 30  # lines: a quoted cell that runs on for longer was never closed
_MOST_RECORDS = 10 * MOST_ROWS  # with those of empty cells, which spreadsheet programs write by the thousand
_DELIMITERS = ",;\t|"


@dataclass(frozen=True)
class Row:
    """A row that is not blank, with the 1-based line where it begins."""

    line: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Sheet:
    """Rows in order, and the lines that could not be read as rows."""

    rows: tuple[Row, ...]
    broken: tuple[RefusedRow, ...] = ()
    delimited: bool = False


@dataclass(frozen=True)
class Header:
    """Which column holds what: places in the row, units beside the names, and the titles that nobody knows."""

    row: int
    places: dict[int, Column]
    hints: dict[Column, str] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    width: int = 0


def from_text(text: str) -> Sheet:
    """Delimited text, by the delimiter under which most column names are known (or, with no difference, most cells).

    Raises:
        Unreadable: with TOO_BIG above 50,000 rows.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    start, delimiters = 0, _DELIMITERS
    if (
        lines[0].casefold().startswith("sep=") and len(lines[0]) == 5
    ):  # spreadsheet programs leave this line for each other
        start, delimiters = 1, lines[0][4]
    best = max(delimiters, key=lambda delimiter: _fitness(lines[start : start + 2 * _HEADER_WITHIN], delimiter))
    return _parse(lines, start, best)


def _fitness(lines: Sequence[str], delimiter: str) -> tuple[int, int]:
    sheet = _parse(lines, 0, delimiter)
    header = find_header(sheet)
    return (len(header.places) if header else 0), sum(len(row.cells) for row in sheet.rows)


def _parse(lines: Sequence[str], start: int, delimiter: str) -> Sheet:
    rows: list[Row] = []
    broken: list[RefusedRow] = []
    for count, (line, cells) in enumerate(_records(lines, start, delimiter)):
        if count > _MOST_RECORDS:
            raise Unreadable(Trouble.TOO_BIG)
        if cells is None:
            broken.append(RefusedRow(line, Reason.BROKEN_LINE, excerpt(lines[line - 1])))
            continue
        cleaned = tuple(clean(cell) for cell in cells[:MOST_COLUMNS])
        if any(cleaned):
            rows.append(Row(line, cleaned))
        if len(rows) + len(broken) > MOST_WITH_TITLES:
            raise Unreadable(Trouble.TOO_BIG)
    return Sheet(tuple(rows), tuple(broken), delimited=True)


def _records(lines: Sequence[str], at: int, delimiter: str) -> Iterator[tuple[int, list[str] | None]]:
    """Records with their first line; None for one whose quotes never close: reading goes on at the next line."""
    while at < len(lines):
        if not lines[at]:
            at += 1
            continue
        span = _LONGEST_RECORD if '"' in lines[at] else 1
        ahead = [line + "\n" for line in lines[at : at + span]]
        reader = csv.reader(ahead, delimiter=delimiter)
        try:
            cells: list[str] | None = next(reader, None)
        except csv.Error:
            cells = None
        used = max(reader.line_num, 1)
        if used == len(ahead) and used > 1 and "".join(ahead).count('"') % 2:
            cells = None
        yield at + 1, cells
        at += 1 if cells is None else used


def find_header(sheet: Sheet) -> Header | None:
    """The row near the top that names most columns, one of them the firm's; None where there is none."""
    best: Header | None = None
    for index, row in enumerate(sheet.rows[:_HEADER_WITHIN]):
        header = _as_header(index, row)
        if header and (best is None or len(header.places) > len(best.places)):
            best = header
    return best


def _as_header(index: int, row: Row) -> Header | None:
    named = {place: (one_line(cell), recognise(str(cell))) for place, cell in enumerate(row.cells) if cell}
    found = {place: known for place, (_, known) in named.items() if known}
    columns = [column for column, _ in found.values()]
    if Column.FIRM not in columns and Column.NAME not in columns:
        return None
    # Beside a column of firms, a bare "name" in a list with terms of sale is the product's; otherwise it is somebody's.
    of_goods = Column.PRODUCTS not in columns and bool({Column.MOQ, Column.PRICE, Column.UNIT} & set(columns))
    places: dict[int, Column] = {}
    hints: dict[Column, str] = {}
    first_title: dict[Column, str] = {}
    for place, (column, hint) in found.items():
        if column is Column.NAME:
            column = Column.FIRM if Column.FIRM not in columns else Column.PRODUCTS
            if column is Column.PRODUCTS and not of_goods:
                continue
        title = key(named[place][0]).rstrip("0123456789")
        if column in first_title and not _may_repeat(column, title, first_title[column]):
            continue
        first_title.setdefault(column, title)
        places[place] = column
        hints.setdefault(column, hint)
    ignored = tuple(title for place, (title, _) in named.items() if place not in places)
    return Header(index, places, hints, ignored, width=len(row.cells))


def _may_repeat(column: Column, title: str, first: str) -> bool:
    return column in REPEATABLE and (column is not Column.PRODUCTS or title == first)
