"""The same step on other bots: read the buyer and the draft, write the choice, answer the tap, change the card."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path


def open_file(file: str) -> sqlite3.Connection:
    """The rivals' database, with the settings that Shoal's has."""
    database = sqlite3.connect(file, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=NORMAL")
    return database


def seed(file: Path, people: Iterable[int]) -> None:
    """A buyer and a draft for everybody; both have the same number."""
    database = open_file(str(file))
    database.execute("CREATE TABLE buyer (id INTEGER PRIMARY KEY, name TEXT, language TEXT)")
    database.execute("CREATE TABLE draft (id INTEGER PRIMARY KEY, buyer INTEGER, text TEXT, show_price INTEGER)")
    database.execute("BEGIN")
    for n in people:
        database.execute("INSERT INTO buyer VALUES (?, ?, 'en')", (n, f"Buyer {n}"))
        database.execute("INSERT INTO draft VALUES (?, ?, '500 steel bottles to Hamburg, 2 USD each', 0)", (n, n))
    database.execute("COMMIT")
    database.close()


def step(database: sqlite3.Connection, person: int, data: str) -> tuple[str, str]:
    """Read and write with bare sqlite3; the card's text, and what its button says."""
    _, draft, show = data.split("~")
    database.execute("BEGIN IMMEDIATE")
    name, _ = database.execute("SELECT name, language FROM buyer WHERE id = ?", (person,)).fetchone()
    found = database.execute("SELECT text FROM draft WHERE id = ? AND buyer = ?", (int(draft), person)).fetchone()
    database.execute("UPDATE draft SET show_price = ? WHERE id = ?", (int(show), int(draft)))
    database.execute("COMMIT")
    return card(name, found[0], int(draft), int(show))


def card(name: str, text: str, draft: int, show: int) -> tuple[str, str]:
    """The card's text, and what its button says."""
    shown = "Firms see your price." if show else "Firms do not see your price."
    return f"<b>{name}</b>\n{text}\n\n{shown}", f"sp~{draft}~{1 - show}"
