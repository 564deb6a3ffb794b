"""A full-text table beside the others in SQLite: which products hold which words. Elsewhere it is empty and silent.

The words come ready made (folded, dense scripts in pairs of characters); what stands here only stores and compares
them. SQLite keeps the table in several of its own, all named product_words_…: migrations must leave those alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, text

_RAREST = 3
"""So many of a query's words are looked for where no product has all: more cost time and find the same."""

_MOST = 32
"""So many of a query's words are looked at; FTS5 refuses expressions of some hundreds."""

# Every byte above ASCII belongs to a word, so that vowel signs do not cut one; of ASCII the letters, digits and _.
_TABLE = "CREATE VIRTUAL TABLE IF NOT EXISTS product_words USING fts5(words, tokenize = \"ascii tokenchars '_'\")"
_COUNTS = "CREATE VIRTUAL TABLE IF NOT EXISTS product_words_counts USING fts5vocab(product_words, row)"


def create(connection: Connection) -> None:
    """Make the table where it is missing. Does nothing on a database without FTS5 (any but SQLite)."""
    if _has_fts(connection):
        connection.execute(text(_TABLE))
        connection.execute(text(_COUNTS))


def put(connection: Connection, key: int, tokens: Iterable[str]) -> None:
    """Keep the words of one product, in place of those it had."""
    if _has_fts(connection):
        drop(connection, key)
        row = {"key": key, "words": " ".join(_term(token) for token in tokens)}
        connection.execute(text("INSERT INTO product_words (rowid, words) VALUES (:key, :words)"), row)


def drop(connection: Connection, key: int) -> None:
    """Forget the words of one product; one that is not there is fine."""
    if _has_fts(connection):
        connection.execute(text("DELETE FROM product_words WHERE rowid = :key"), {"key": key})


def candidates(connection: Connection, tokens: Iterable[str], limit: int) -> list[int]:
    """Keys of products that hold all the words, best first, then of those that hold one of the three rarest."""
    terms = list(dict.fromkeys(_term(token) for token in tokens if token))[:_MOST]
    if not terms or not _has_fts(connection):
        return []
    found = _matching(connection, " AND ".join(map(_quoted, terms)), limit)
    if len(found) < limit:
        rarest = _rarest(connection, terms)
        found += _matching(connection, " OR ".join(map(_quoted, rarest)), limit) if rarest else []
    return list(dict.fromkeys(found))[:limit]


def _has_fts(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"


def _term(token: str) -> str:
    """The token as the table sees one word: what would cut it, or would be read as an operator, is an underscore."""
    whole = token.encode("utf-8", "replace").decode()
    return "".join(c if c.isalnum() or not c.isascii() else "_" for c in whole).lower()


def _quoted(term: str) -> str:
    return f'"{term}"'  # a term holds no quotes


def _matching(connection: Connection, expression: str, limit: int) -> list[int]:
    query = text("SELECT rowid FROM product_words WHERE product_words MATCH :expression ORDER BY rank LIMIT :limit")
    return list(connection.execute(query, {"expression": expression, "limit": limit}).scalars())


def _rarest(connection: Connection, terms: Sequence[str]) -> list[str]:
    """Those few of the terms that the fewest products hold; none that no product holds."""
    query = text("SELECT doc FROM product_words_counts WHERE term = :term")
    counts = {term: connection.execute(query, {"term": term}).scalar() for term in terms}
    return sorted((term for term in terms if counts[term]), key=lambda term: counts[term] or 0)[:_RAREST]
