"""What titles mean, searched inside PostgreSQL: pgvector's half-precision vectors behind an HNSW index.

The table is a second copy of what stands in `meaning`, in a form that can be searched. It is made where the extension
`vector` can be had, and filled from there; elsewhere every function here finds and keeps nothing.
"""

from __future__ import annotations

import logging
from array import array
from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

_log = logging.getLogger(__name__)

EXTENSION = "vector"

WIDE = 512
"""Numbers in a vector. Shorter ones are filled up with zeros, which changes no angle; longer ones are not kept."""

_SEARCHED = 100
"""How many neighbours the index looks at; of 100,000 titles it misses fewer than one in a hundred of the nearest."""

_MOST_SEARCHED = 1_000  # pgvector allows no more

_CREATE = (
    f"CREATE TABLE title_vector (owner text, model text, number integer, meaning halfvec({WIDE}) NOT NULL,"
    " PRIMARY KEY (owner, model, number))",
    "CREATE INDEX title_vector_meaning ON title_vector USING hnsw (meaning halfvec_cosine_ops) WITH (m = 16)",
)
_PUT = text(
    "INSERT INTO title_vector (owner, model, number, meaning) VALUES (:owner, :model, :number, CAST(:meaning AS"
    f" halfvec({WIDE}))) ON CONFLICT (owner, model, number) DO UPDATE SET meaning = excluded.meaning"
)
_CUT = text("DELETE FROM title_vector WHERE owner = :owner AND model = :model AND number <> ALL(:kept)")
_DROP = text("DELETE FROM title_vector WHERE owner = ANY(:owners) AND model = :model")
_SEARCH_WIDELY = text(
    "SELECT set_config('hnsw.ef_search', :searched, true), set_config('hnsw.iterative_scan', 'strict_order', true)"
)
_NEAREST = text(
    f"SELECT owner, 1 - (meaning <=> CAST(:vector AS halfvec({WIDE}))) FROM title_vector WHERE model = :model"
    f" ORDER BY meaning <=> CAST(:vector AS halfvec({WIDE})) LIMIT :most"
)


def create(connection: Connection) -> None:
    """Make the table where it is missing and can be had, and fill it with the vectors that are known."""
    if connection.dialect.name != "postgresql" or is_here(connection):
        return
    try:
        with connection.begin_nested():
            connection.execute(text(f"CREATE EXTENSION IF NOT EXISTS {EXTENSION}"))
            for statement in _CREATE:
                connection.execute(text(statement))
    except DBAPIError as error:
        why = type(error.orig).__name__
        _log.warning("The database compares words alone: the extension `%s` cannot be had (%s).", EXTENSION, why)
        return
    known = connection.execute(text("SELECT owner, model, titles, vectors FROM meaning"))
    for owner, model, titles, vectors in known:
        put(connection, owner, model, len(titles), bytes(vectors))


def is_here(connection: Connection) -> bool:
    """Can vectors be searched inside this database?"""
    if connection.dialect.name != "postgresql":
        return False
    return connection.execute(text("SELECT to_regclass('title_vector')")).scalar() is not None


def put(connection: Connection, owner: str, model: str, titles: int, vectors: bytes) -> None:
    """Keep the vectors of an owner's titles (int8, one behind the other), in place of those it had."""
    rows = [
        {"owner": owner, "model": model, "number": number, "meaning": written(vector)}
        for number, vector in _parted(vectors, titles)
    ]
    connection.execute(_CUT, {"owner": owner, "model": model, "kept": [row["number"] for row in rows]})
    if rows:
        connection.execute(_PUT, rows)


def nearest(connection: Connection, model: str, vector: Sequence[float], limit: int) -> list[tuple[str, float]]:
    """The owners whose titles are nearest in meaning, each once with its best cosine, nearest first."""
    if not is_here(connection) or not any(vector) or len(vector) > WIDE:
        return []
    most = search_widely(connection, 2 * limit)  # a title and its translation may both be near
    found: dict[str, float] = {}
    for owner, cosine in connection.execute(_NEAREST, {"model": model, "vector": written(vector), "most": most}):
        found.setdefault(owner, cosine)
    return list(found.items())[:limit]


def drop(connection: Connection, owners: Sequence[str], model: str) -> None:
    """Forget what the titles of these owners meant to a model."""
    if is_here(connection):
        connection.execute(_DROP, {"owners": list(owners), "model": model})


def search_widely(connection: Connection, limit: int) -> int:
    """Until the end of this transaction so many neighbours are looked for; gives how many there can be."""
    most = min(limit, _MOST_SEARCHED)
    connection.execute(_SEARCH_WIDELY, {"searched": str(max(_SEARCHED, most))})
    return most


def _parted(vectors: bytes, count: int) -> Iterator[tuple[int, array[int]]]:
    wide = len(vectors) // count if count else 0
    if 0 < wide <= WIDE:
        for number in range(count):
            vector = array("b", vectors[number * wide : (number + 1) * wide])
            if any(vector):
                yield number, vector


def written(numbers: Iterable[float]) -> str:
    """A vector as PostgreSQL reads it, filled up to WIDE numbers."""
    text = ",".join([f"{number:.6g}" for number in numbers])
    return f"[{text}{',0' * (WIDE - text.count(',') - 1)}]"
