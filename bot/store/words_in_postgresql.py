"""The words of products in PostgreSQL: a text-search vector with a GIN index, filled with our own terms as they are.

No dictionary of the database is asked: a term is a lexeme. Each stands once in a product, so that the order by which
full-text tables rank (bm25) comes down to how rare the shared terms are and how few others the product has.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, text

COUNTED = 5_000
"""A term that so many products hold is common: how many more hold it is not counted."""

_CREATE = (
    "CREATE TABLE IF NOT EXISTS product_words (key bigint PRIMARY KEY, words tsvector NOT NULL)",
    "CREATE INDEX IF NOT EXISTS product_words_terms ON product_words USING gin (words)",
)
_PUT = text(
    "INSERT INTO product_words (key, words) VALUES (:key, array_to_tsvector(CAST(:terms AS text[])))"
    " ON CONFLICT (key) DO UPDATE SET words = excluded.words"
)
_HOLDING_ALL = text(
    "SELECT key FROM product_words WHERE words @@ CAST(:query AS tsquery) ORDER BY length(words), key LIMIT :limit"
)
_HOLDING_ONE = text(
    "SELECT key FROM product_words WHERE words @@ CAST(:query AS tsquery)"
    " ORDER BY (SELECT sum(weight) FROM unnest(CAST(:terms AS text[]), CAST(:weights AS float[])) AS t(term, weight)"
    " WHERE words @@ CAST(term AS tsquery)) DESC, length(words), key LIMIT :limit"
)
_COUNTS = text(
    "SELECT term, (SELECT count(*) FROM (SELECT FROM product_words WHERE words @@ CAST(term AS tsquery) LIMIT :most) s)"
    " FROM unnest(CAST(:terms AS text[])) AS term"
)


def create(connection: Connection) -> None:
    """Make the table where it is missing."""
    for statement in _CREATE:
        connection.execute(text(statement))


def put(connection: Connection, key: int, terms: Iterable[str]) -> None:
    """Keep the words of one product, in place of those it had."""
    connection.execute(_PUT, {"key": key, "terms": list(terms)})


def drop(connection: Connection, key: int) -> None:
    """Forget the words of one product."""
    connection.execute(text("DELETE FROM product_words WHERE key = :key"), {"key": key})


def holding_all(connection: Connection, terms: Iterable[str], limit: int) -> list[int]:
    """Keys of products that hold every term, best first."""
    query = " & ".join(map(_quoted, terms))
    return list(connection.execute(_HOLDING_ALL, {"query": query, "limit": limit}).scalars())


def holding_one(connection: Connection, terms: Mapping[str, int], limit: int) -> list[int]:
    """Keys of products that hold at least one of the terms (with how many hold each), best first."""
    quoted = [_quoted(term) for term in terms]
    weights = [math.log1p(COUNTED / count) for count in terms.values()]
    values = {"query": " | ".join(quoted), "terms": quoted, "weights": weights, "limit": limit}
    return list(connection.execute(_HOLDING_ONE, values).scalars())


def counts(connection: Connection, terms: Iterable[str]) -> dict[str, int]:
    """How many products hold each term, up to COUNTED."""
    quoted = {_quoted(term): term for term in terms}
    rows = connection.execute(_COUNTS, {"terms": list(quoted), "most": COUNTED})
    return {quoted[term]: count for term, count in rows}


def _quoted(term: str) -> str:
    # A term holds neither quotes nor backslashes: of ASCII it has letters, digits and _ only.
    return f"'{term}'"
