"""Reading a whole file: what kind it is, its rows, its firms."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from bot.domain.goods import Unit
from bot.sheets import grid, records, workbook
from bot.sheets.columns import FIGURES
from bot.sheets.encoding import decode
from bot.sheets.firms import Lexicon
from bot.sheets.gathering import gather
from bot.sheets.numbers import decimal_mark
from bot.sheets.records import Records
from bot.sheets.values import Reading, Trouble, Unreadable

MOST_BYTES = 10_000_000
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_JSON_NAMES = (".jsonl", ".ndjson", ".json")


def read(
    data: bytes,
    *,
    filename: str,
    country_of: Callable[[str], str | None],
    unit_of: Callable[[str], Unit | None],
) -> Reading:
    """The firms of a list of suppliers, and every row and column that was not taken.

    `country_of` gives the ISO 3166-1 alpha-2 code for what people call a country, `unit_of` the unit for its name;
    None if unknown.

    Raises:
        Unreadable: where the file as a whole cannot be read; its `reason` says why.
    """
    found = _records(data, PurePath(filename).suffix.casefold())
    figures = (cell for record in found.taken for goods in (record.values, *record.goods) for cell in _figures(goods))
    gathered = gather(found, Lexicon(country_of, unit_of, found.hints, decimal_mark(figures)))
    return Reading(
        firms=tuple(gathered.firms),
        refused=tuple(sorted(found.refused, key=lambda row: row.line)),
        ignored_columns=tuple(found.ignored),
        unread=tuple(gathered.unread),
    )


def _figures(values: records.Values) -> list[str]:
    return [cell for column, cell in values.items() if column in FIGURES and isinstance(cell, str)]


def _records(data: bytes, suffix: str) -> Records:
    if len(data) > MOST_BYTES:
        raise Unreadable(Trouble.TOO_BIG)
    if data.startswith(
        _OLD_OFFICE
    ):  # a workbook with a password is wrapped in the old format and names its parts in UTF-16
        locked = "EncryptedPackage".encode("utf-16-le") in data
        raise Unreadable(Trouble.ENCRYPTED if locked else Trouble.OLD_EXCEL)
    if data.startswith(b"%PDF"):
        raise Unreadable(Trouble.PDF)
    if data.startswith(b"PK\x03\x04"):
        return _from_workbook(data)
    text = decode(data)
    if not text.strip("\x00\ufeff \t\r\n"):
        raise Unreadable(Trouble.EMPTY)
    if text.count("\x00") * 50 > len(text):
        raise Unreadable(Trouble.NOT_A_LIST)
    if suffix in _JSON_NAMES or text.lstrip().startswith(("{", "[{")):
        return records.from_json(text)
    return _from_text(text)


def _from_text(text: str) -> Records:
    sheet = grid.from_text(text)
    header = grid.find_header(sheet)
    if header is None:
        raise Unreadable(Trouble.NO_NAME_COLUMN)
    return records.from_sheet(sheet, header)


def _from_workbook(data: bytes) -> Records:
    """The first visible sheet that has a column of names."""
    filled = False
    for sheet in workbook.sheets(data):
        filled = filled or bool(sheet.rows)
        if header := grid.find_header(sheet):
            return records.from_sheet(sheet, header)
    raise Unreadable(Trouble.NO_NAME_COLUMN if filled else Trouble.EMPTY)
