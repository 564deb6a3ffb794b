"""The words of products in SQLite: an FTS5 table. A term holds no quotes, and of ASCII only letters, digits and _."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, text

# Every byte above ASCII belongs to a word, so that vowel signs do not cut one; of ASCII the letters, digits and _.
_TABLE = "CREATE VIRTUAL TABLE IF NOT EXISTS product_words USING fts5(words, tokenize = \"ascii tokenchars '_'\")"
_COUNTS = "CREATE VIRTUAL TABLE IF NOT EXISTS product_words_counts USING fts5vocab(product_words, row)"
_MATCHING = text("SELECT rowid FROM product_words WHERE product_words MATCH :expression ORDER BY rank LIMIT :limit")


def create(connection: Connection) -> None:
    """Make the table where it is missing."""
    connection.execute(text(_TABLE))
    connection.execute(text(_COUNTS))


def put(connection: Connection, key: int, terms: Iterable[str]) -> None:
    """Keep the words of one product, in place of those it had."""
    drop(connection, key)
    row = {"key": key, "words": " ".join(terms)}
    connection.execute(text("INSERT INTO product_words (rowid, words) VALUES (:key, :words)"), row)


def drop(connection: Connection, key: int) -> None:
    """Forget the words of one product."""
    connection.execute(text("DELETE FROM product_words WHERE rowid = :key"), {"key": key})


def holding_all(connection: Connection, terms: Iterable[str], limit: int) -> list[int]:
    """Keys of products that hold every term, best first."""
    return _matching(connection, " AND ".join(map(_quoted, terms)), limit)


def holding_one(connection: Connection, terms: Mapping[str, int], limit: int) -> list[int]:
    """Keys of products that hold at least one of the terms, best first."""
    return _matching(connection, " OR ".join(map(_quoted, terms)), limit)


def counts(connection: Connection, terms: Iterable[str]) -> dict[str, int]:
    """How many products hold each term."""
    query = text("SELECT doc FROM product_words_counts WHERE term = :term")
    return {term: connection.execute(query, {"term": term}).scalar() or 0 for term in terms}


def _quoted(term: str) -> str:
    return f'"{term}"'


def _matching(connection: Connection, expression: str, limit: int) -> list[int]:
    return list(connection.execute(_MATCHING, {"expression": expression, "limit": limit}).scalars())
