"""Searching many titles: `python -m tests.bench.search` measures it beside other ways, in one run.

The titles are made up, see tests.bench.goods.
"""

from __future__ import annotations

import gc
import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from bot.search import index
from bot.search.index import Index
from bot.search.meaning import UseEncoder, model_of
from bot.search.titles import Entry
from bot.search.words import tokens
from tests.bench import at_scale, report
from tests.bench.goods import QUERIES, Goods, goods
from tests.bench.search_inside import busy, filled, megabytes, searching, updates, vectors_alone
from tests.bench.tables import Table


@dataclass(frozen=True)
class Way:
    """One way of searching, measured.

    times: seconds of each query; busy: processor time of one, in ms; found: the first ten of each.
    """

    name: str
    build: float
    megabytes: float
    times: list[float]
    busy: float
    found: list[list[int]]

    def row(self, recall: float | None) -> at_scale.Row:
        """As it is kept."""
        return at_scale.Row(self.name, self.build, self.megabytes, self.at(50), self.at(95), self.busy, recall)

    def at(self, percent: float) -> float:
        """The milliseconds within which so many of 100 queries were answered."""
        return float(np.percentile(self.times, percent)) * 1_000


def _measured(
    name: str, build: Callable[[], Callable[[int], list[int]]], *, busy: Callable[[], float] = time.process_time
) -> Way:
    """busy: seconds of processor time that were used until now."""
    gc.collect()
    before, begun = _resident(), time.perf_counter()
    search = build()
    built, grown = time.perf_counter() - begun, _resident() - before
    times, found = [], []
    search(0)  # what is loaded at the first query is no part of the others
    worked = busy()
    for number in range(QUERIES):
        begun = time.perf_counter()
        found.append(search(number))
        times.append(time.perf_counter() - begun)
    way = Way(name, built, grown, times, (busy() - worked) / QUERIES * 1_000, found)
    print(
        f"  {name}: built in {built:.1f} s, {grown:.0f} MB, p50 {way.at(50):.2f} ms, p95 {way.at(95):.2f} ms,"
        f" processor {way.busy:.2f} ms",
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
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    # Every byte above ASCII belongs to a word, so that vowel signs do not cut one.
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(words, tokenize = \"ascii tokenchars '_'\")")
    rows = ((key, " ".join(tokens(title, stored=True))) for key, title in enumerate(given.titles))
    connection.executemany("INSERT INTO words (rowid, words) VALUES (?, ?)", rows)

    def search(number: int) -> list[int]:
        any_of = " OR ".join(f'"{token}"' for token in tokens(given.queries[number]))
        found = connection.execute("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 10", (any_of,))
        return [key for (key,) in found]

    return search


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


def _recall(way: Way, exact: Sequence[Sequence[int]]) -> float:
    shared = [
        len(set(found) & set(wanted)) / max(1, len(wanted)) for found, wanted in zip(way.found, exact, strict=True)
    ]
    return float(np.mean(shared))


def _exactly(made: Index, given: Goods) -> list[list[int]]:
    """The first ten where every title is looked at closely."""
    closely, index._CLOSELY = index._CLOSELY, len(given.titles)
    try:
        return [[hit.key for hit in made.find(query)] for query in given.queries]
    finally:
        index._CLOSELY = closely


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


def compare(count: int, folder: Path) -> None:
    """Measure Shoal and the others on so many titles; what is measured is kept at once."""
    print(f"{count:,} titles", flush=True)
    given, made = goods(count), list[Index]()
    kept = at_scale.Size(count, report.machine())
    ours = _measured("Shoal, index in memory, with reading the query", lambda: _ours(given, made))
    exact = _exactly(made[0], given)
    kept.add(ours.row(_recall(ours, exact)))
    kept.note("in memory", *_updates(made[0], given))
    made.clear()
    with suppress(ImportError), filled(given, UseEncoder(), folder) as (database, took):
        worked = partial(busy, database)
        search = searching(database, given, UseEncoder())
        inside = _measured("Shoal, inside PostgreSQL, vector given", lambda: search, busy=worked)
        kept.add(replace(inside.row(_recall(inside, exact)), build=sum(took.values())))
        kept.say("PostgreSQL was filled with " + ", ".join(f"{what} in {s:.0f} s" for what, s in took.items()) + ".")
        alone = vectors_alone(database, given, UseEncoder())
        near = _measured("pgvector HNSW: vectors alone", lambda: alone, busy=worked)
        kept.note("inside PostgreSQL", *updates(database, given, UseEncoder()))
        kept.say("On the disk: " + ", ".join(f"{what} {mb:.0f} MB" for what, mb in megabytes(database).items()) + ".")
    brute = _measured("numpy float32: vectors alone, exact", lambda: _brute_force(given))
    kept.add(near.row(_recall(near, brute.found)))
    kept.add(brute.row(1.0))
    kept.add(_measured("SQLite FTS5: words alone", lambda: _fts5(given)).row(None))
    with suppress(ImportError):
        kept.add(_measured("tantivy: words alone", lambda: _tantivy(given)).row(None))


def tables() -> list[Table]:
    """Measure the sizes that BENCH_SIZES names; those of others stay as they are."""
    for size in os.environ.get("BENCH_SIZES", "100000").split(","):
        with tempfile.TemporaryDirectory(prefix="shoal-bench-") as folder:
            compare(int(size), Path(folder) / "pg")
    return at_scale.tables()


if __name__ == "__main__":
    report.put_chapter(at_scale.TITLE, tables())
