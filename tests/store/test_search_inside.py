"""Searching inside the database: PostgreSQL finds by words what SQLite finds, and by meaning what memory finds."""

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
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

import bot.demo
from bot.search.meaning import Encoder, load_encoder, model_of, vectors_of
from bot.search.words import tokens
from bot.store import product_words, title_vectors
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
def databases(tmp_path_factory: pytest.TempPathFactory, titles: list[str]) -> Iterator[tuple[Database, Database]]:
    """SQLite and PostgreSQL with the words of the same titles."""
    with postgresql.fresh() as url:
        both = Database(f"sqlite:///{tmp_path_factory.mktemp('words') / 'shoal.db'}"), Database(url)
        for database in both:
            database.prepare()
            with database.writing() as store:
                for key, title in enumerate(titles):
                    store.suppliers.put_words(key, tokens(title, stored=True))
        yield both
        for database in both:
            database.close()


def found(database: Database, query: list[str], limit: int = 200) -> list[int]:
    with database.reading() as store:
        return store.suppliers.having_words(query, limit=limit)


def test_both_engines_find_the_same_titles_by_words(databases: tuple[Database, Database], titles: list[str]) -> None:
    sqlite, postgres = databases
    for title in random.Random(1).sample(titles, 60):
        asked = tokens(title)
        assert set(found(postgres, asked, MOST)) == set(found(sqlite, asked, MOST)), title
        assert found(postgres, asked[:1], 10) == found(postgres, asked[:1], 200)[:10]
        words = random.Random(2).sample(asked, min(2, len(asked)))
        assert found(postgres, words, MOST)[:1] == found(postgres, words, 1)
        near, far = (set(found(database, asked, 20)) for database in (postgres, sqlite))
        assert len(near & far) >= 0.7 * len(far), f"what is cut off differs too much: {title}"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(st.lists(st.text(st.characters(codec=None), max_size=12), max_size=6))
def test_any_token_can_be_kept_and_found(databases: tuple[Database, Database], words: list[str]) -> None:
    with databases[1].engine.connect() as connection:
        connection.execute(text("TRUNCATE product_words"))
        product_words.put(connection, 1, words)
        assert product_words.candidates(connection, words, 5) == ([1] if any(words) else [])
        product_words.put(connection, 1, ["other"])
        assert product_words.candidates(connection, ["other"], 5) == [1]
        product_words.drop(connection, 1)
        product_words.drop(connection, 1)
        assert product_words.candidates(connection, ["other"], 5) == []
        connection.rollback()


@pytest.mark.parametrize(
    "word", ["'", "\\", "a & b", "!jar", "jar:*", "<->", "'; DROP TABLE x", "x" * 3_000, "字" * 999]
)
def test_operators_and_endless_words_are_words(databases: tuple[Database, Database], word: str) -> None:
    with databases[1].engine.connect() as connection:
        product_words.put(connection, 10**9, [word])
        assert 10**9 in product_words.candidates(connection, [word], MOST)
        connection.rollback()


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    encoder = load_encoder()
    if encoder is None:
        pytest.skip("the sentence encoder is missing")
    return encoder


def test_the_nearest_in_the_database_are_the_nearest_in_memory(
    databases: tuple[Database, Database], titles: list[str], encoder: Encoder
) -> None:
    postgres, model = databases[1], model_of(encoder)
    vectors = vectors_of(encoder, titles)
    with postgres.writing() as store:
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
        with postgres.reading() as store:
            near = store.suppliers.nearest(model, query.tolist(), 10)
        assert [cosine for _, cosine in near] == sorted((cosine for _, cosine in near), reverse=True)
        assert all(abs(cosine - exact[int(owner.split(":")[1])]) < 0.002 for owner, cosine in near)
        tenth = np.sort(exact)[-10]
        kept.append(np.mean([cosine > tenth - 0.002 for _, cosine in near]) * len(near) / 10)
    assert np.mean(kept) >= 0.97


def test_vectors_are_replaced_cut_and_kept_apart_by_model(databases: tuple[Database, Database]) -> None:
    one, other = bytes([127, *[0] * 511]), bytes([0, 127, *[0] * 510])
    ahead = [1.0, *[0.0] * 511]
    with databases[1].writing() as store:
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


def test_vectors_known_before_the_extension_came_are_taken_in(databases: tuple[Database, Database]) -> None:
    with databases[1].engine.connect() as connection:
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
            store.suppliers.put_words(2, ["jar"])
            assert store.suppliers.having_words(["jar"], limit=5) == [2]
        database.close()


def test_sqlite_compares_no_vectors(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'shoal.db'}", connections=1)
    with engine.connect() as connection:
        title_vectors.create(connection)
        assert not title_vectors.is_here(connection)
        assert title_vectors.nearest(connection, "m", [1.0], 5) == []
