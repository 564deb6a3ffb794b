"""Which products hold which words: a full-text table beside the others, in SQLite or in PostgreSQL.

The words come ready made (folded, dense scripts in pairs of characters); what stands here only stores and compares
them. These tables are not migrated: they are made at every start where they are missing, and migrations leave
everything that is named product_words_… alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection

from bot.store import words_in_postgresql, words_in_sqlite

_RAREST = 3
"""So many of a query's words are looked for where no product has all: more cost time and find the same."""

_MOST = 32
"""So many of a query's words are looked at; FTS5 refuses expressions of some hundreds."""

_LONGEST = 500
"""So many characters of a word count; PostgreSQL takes 2,046 bytes."""


def create(connection: Connection) -> None:
    """Make the table where it is missing."""
    _table(connection).create(connection)


def put(connection: Connection, key: int, tokens: Iterable[str]) -> None:
    """Keep the words of one product, in place of those it had."""
    _table(connection).put(connection, key, _terms(tokens))


def drop(connection: Connection, key: int) -> None:
    """Forget the words of one product; one that is not there is fine."""
    _table(connection).drop(connection, key)


def candidates(connection: Connection, tokens: Iterable[str], limit: int) -> list[int]:
    """Keys of products that hold all the words, best first, then of those that hold one of the three rarest."""
    terms = _terms(tokens)[:_MOST]
    if not terms:
        return []
    table = _table(connection)
    found = table.holding_all(connection, terms, limit)
    if len(found) < limit:
        counts = {term: n for term, n in table.counts(connection, terms).items() if n}
        rarest = sorted(counts, key=lambda term: counts[term])[:_RAREST]
        found += table.holding_one(connection, {term: counts[term] for term in rarest}, limit) if rarest else []
    return list(dict.fromkeys(found))[:limit]


def _table(connection: Connection) -> Any:
    return words_in_postgresql if connection.dialect.name == "postgresql" else words_in_sqlite


def _terms(tokens: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(_term(token) for token in tokens if token))


def _term(token: str) -> str:
    """The token as the table sees one word: what would cut it, or would be read as an operator, is an underscore."""
    whole = token[:_LONGEST].encode("utf-8", "replace").decode()
    return "".join(c if c.isalnum() or not c.isascii() else "_" for c in whole).lower()
