"""Searching inside the database: PostgreSQL finds by meaning what memory finds."""

from __future__ import annotations

import gzip
import json
import os
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import text

import bot.demo
from bot.search.meaning import Encoder, load_encoder, model_of, vectors_of
from bot.store import title_vectors
from bot.store.database import Database
from bot.store.engine import open_engine
from bot.store.suppliers import Titles
from tests.store import postgresql

MOST = 2_000


def every_title() -> list[str]:
    """About 2,000 titles: names of categories where SHOAL_DATA has them, else the products of the demo."""
    folder = Path(os.environ.get("SHOAL_DATA", "/nowhere")) / "xling"
    for path in folder.glob("shopify_*.jsonl.gz"):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            names = [json.loads(line)["names"] for line in lines]
        picked = random.Random(7).sample(names, MOST // 2)
        return list(dict.fromkeys(name[language] for name in picked for language in ("en", "zh-CN")))
    lists = sorted((Path(bot.demo.__file__).parent / "catalogue").glob("*.jsonl"))
    firms = [json.loads(line) for path in lists for line in path.read_text("utf-8").splitlines()]
    products = [product for firm in firms for product in firm["products"]]
    both = (title for p in products for title in (p["name"], p.get("english")) if title)
    return list(islice(dict.fromkeys(both), MOST))


@pytest.fixture(scope="module")
def titles() -> list[str]:
    return every_title()


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    with postgresql.fresh() as url:
        opened = Database(url)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    encoder = load_encoder()
    if encoder is None:
        pytest.skip("the sentence encoder is missing")
    return encoder


def test_the_nearest_in_the_database_are_the_nearest_in_memory(
    database: Database, titles: list[str], encoder: Encoder
) -> None:
    model = model_of(encoder)
    vectors = vectors_of(encoder, titles)
    with database.writing() as store:
        if not store.suppliers.compares_meaning():
            pytest.skip("this PostgreSQL has no extension `vector`")
        store.suppliers.remember_vectors(
            model, (Titles(f"product:{n}", n, (t,), v) for n, (t, v) in enumerate(zip(titles, vectors, strict=True)))
        )
    # The index in memory compares so few one by one, from the same bytes.
    matrix = np.array([np.frombuffer(v, np.int8) for v in vectors], np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    kept = []
    for query in encoder.encode(random.Random(3).sample(titles, 40), kind="query"):
        exact = matrix @ query
        with database.reading() as store:
            near = store.suppliers.nearest(model, query.tolist(), 10)
        assert [cosine for _, cosine in near] == sorted((cosine for _, cosine in near), reverse=True)
        assert all(abs(cosine - exact[int(owner.split(":")[1])]) < 0.002 for owner, cosine in near)
        tenth = np.sort(exact)[-10]
        kept.append(np.mean([cosine > tenth - 0.002 for _, cosine in near]) * len(near) / 10)
    assert np.mean(kept) >= 0.97


def test_vectors_are_replaced_cut_and_kept_apart_by_model(database: Database) -> None:
    one, other = bytes([127, *[0] * 511]), bytes([0, 127, *[0] * 510])
    ahead = [1.0, *[0.0] * 511]
    with database.writing() as store:
        keep = store.suppliers.remember_vectors
        keep("m", [Titles("product:1", 1, ("a", "b"), other + one), Titles("product:2", 1, ("c",), other)])
        keep("n", [Titles("product:3", 1, ("a",), one)])
        assert store.suppliers.nearest("m", ahead, 5) == [("product:1", 1.0), ("product:2", 0.0)], "each once, at best"
        keep("m", [Titles("product:1", 1, ("b",), other)])
        assert dict(store.suppliers.nearest("m", ahead, 5)) == {"product:1": 0.0, "product:2": 0.0}
        keep("short", [Titles("product:4", 1, ("a", "b"), bytes([3, 4, 0, 1]))])
        (near,) = store.suppliers.nearest("short", [3.0, 4.0], 5)
        assert near[0] == "product:4" and near[1] == pytest.approx(1.0, abs=1e-3), "shorter vectors are filled up"
        keep("long", [Titles("product:5", 1, ("a",), bytes([1] * 1024))])
        keep("none", [Titles("product:6", 1, ("a",), None)])
        assert [store.suppliers.nearest(m, ahead, 5) for m in ("long", "none")] == [[], []]
        assert store.suppliers.nearest("m", [0.0] * 512, 5) == []
        assert store.suppliers.nearest("m", [1.0] * 1024, 5) == []


def test_vectors_known_before_the_extension_came_are_taken_in(database: Database) -> None:
    with database.engine.connect() as connection:
        connection.execute(text("DROP TABLE title_vector"))
        connection.execute(text("DELETE FROM meaning"))
        insert = "INSERT INTO meaning (owner, model, titles, vectors) VALUES ('product:1', 'm', '[\"a\"]', :vectors)"
        connection.execute(text(insert), {"vectors": bytes([5, *[0] * 511])})
        title_vectors.create(connection)
        assert title_vectors.nearest(connection, "m", [1.0, *[0.0] * 511], 5) == [("product:1", 1.0)]
        connection.rollback()


def test_without_the_extension_words_alone_are_searched_and_the_log_says_so(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(title_vectors, "EXTENSION", "no_such_extension")
    with postgresql.fresh(prepared=False) as url:
        database = Database(url)
        database.prepare()
        assert "no_such_extension" in caplog.text
        with database.writing() as store:
            assert not store.suppliers.compares_meaning()
            store.suppliers.remember_vectors("m", [Titles("product:1", 1, ("a",), bytes([1] * 512))])
            assert store.suppliers.nearest("m", [1.0] * 512, 5) == []
        database.close()


def test_sqlite_compares_no_vectors(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'shoal.db'}", connections=1)
    with engine.connect() as connection:
        title_vectors.create(connection)
        assert not title_vectors.is_here(connection)
        assert title_vectors.nearest(connection, "m", [1.0], 5) == []
