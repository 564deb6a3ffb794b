"""Lists of suppliers in (CSV, XLSX, JSONL), firms or reasons out. Pure: nothing is fetched or stored."""

from bot.sheets.reading import read
from bot.sheets.values import (
    FirmRow,
    FirmSize,
    FirmType,
    ProductRow,
    Reading,
    Reason,
    RefusedRow,
    Trouble,
    Unreadable,
    UnreadCell,
)

__all__ = [
    "FirmRow",
    "FirmSize",
    "FirmType",
    "ProductRow",
    "Reading",
    "Reason",
    "RefusedRow",
    "Trouble",
    "UnreadCell",
    "Unreadable",
    "read",
]
