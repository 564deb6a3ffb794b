"""The full-text table of products."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, create_engine

from bot.search.words import tokens
from bot.store import product_words


def opened() -> Connection:
    connection = create_engine("sqlite://").connect()
    product_words.create(connection)
    return connection


@pytest.fixture
def connection() -> Iterator[Connection]:
    with opened() as connection:
        for key, title in enumerate(
            [
                "Stainless steel bottle 500ml",
                "Steel bolt M8x20, steel nut",
                "304不锈钢保温杯 500毫升",
                "กระบอกน้ำสแตนเลส",
                "स्टील बोतल",
                "Glass jar 500ml",
            ]
        ):
            product_words.put(connection, key, tokens(title, stored=True))
        yield connection


def found(connection: Connection, query: str, limit: int = 10) -> list[int]:
    return product_words.candidates(connection, tokens(query), limit)


def test_products_with_all_words_come_first(connection: Connection) -> None:
    assert found(connection, "500 ml steel")[0] == 0
    assert set(found(connection, "500 ml steel")) == {0, 1, 5}


@pytest.mark.parametrize(
    ("query", "key"), [("保温杯", 2), ("锈", 2), ("สแตนเลส", 3), ("बोतल", 4), ("m8 × 20", 1), ("JAR", 5)]
)
def test_every_script_is_found(connection: Connection, query: str, key: int) -> None:
    assert found(connection, query)[0] == key


def test_a_vowel_sign_does_not_cut_a_word(connection: Connection) -> None:
    assert found(connection, "बोत") == []


def test_only_the_three_rarest_words_are_looked_for_where_none_has_all(connection: Connection) -> None:
    product_words.put(connection, 7, ["common"])
    for key in range(8, 12):
        product_words.put(connection, key, ["common", "usual", "plain", "rare"])
    assert product_words.candidates(connection, ["common", "usual", "plain", "rare", "jar"], 99)[0] == 5
    assert 7 not in product_words.candidates(connection, ["common", "usual", "plain", "rare", "jar"], 99)


def test_words_are_replaced_and_forgotten(connection: Connection) -> None:
    product_words.put(connection, 0, ["lamp"])
    assert found(connection, "stainless") == []
    assert found(connection, "lamp") == [0]
    product_words.drop(connection, 0)
    product_words.drop(connection, 0)
    assert found(connection, "lamp") == []


def test_the_limit_holds(connection: Connection) -> None:
    assert len(found(connection, "500 steel", limit=2)) == 2


@pytest.mark.parametrize("query", ["AND", "NEAR(a b)", 'words:"', "a OR b*", "^jar", "-jar", "'; DROP TABLE x"])
def test_operators_are_words(connection: Connection, query: str) -> None:
    assert product_words.candidates(connection, query.split(" "), 10) == []
    product_words.put(connection, 99, query.split(" "))
    assert product_words.candidates(connection, query.split(" "), 10) == [99]


def test_a_query_of_a_thousand_words_is_answered(connection: Connection) -> None:
    assert product_words.candidates(connection, [f"word{i}" for i in range(1_000)] + ["jar"], 10) == []


def test_creating_twice_keeps_what_is_there(connection: Connection) -> None:
    product_words.create(connection)
    assert found(connection, "jar") == [5]


@given(st.lists(st.text(st.characters(codec=None), max_size=12), max_size=6))
def test_any_token_can_be_kept_and_found(words: list[str]) -> None:
    with opened() as connection:
        product_words.put(connection, 1, words)
        assert product_words.candidates(connection, words, 5) == ([1] if any(words) else [])
