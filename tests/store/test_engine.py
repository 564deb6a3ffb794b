"""Opening an engine: which addresses are taken, and what is said where one is not."""

from __future__ import annotations

import sys

import pytest

from bot.store.database import Database
from bot.store.engine import open_engine
from bot.store.outbox import NOTICE
from tests.store import postgresql
from tests.store.conftest import NOW, Town

PLACE = "//somebody:secret@db.example:5432/shoal"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_way_to_write_a_postgresql_address_names_the_same_driver(scheme: str) -> None:
    url = open_engine(f"{scheme}:{PLACE}", connections=3).url
    assert url.render_as_string(hide_password=False) == f"postgresql+psycopg:{PLACE}"


@pytest.mark.parametrize("url", [f"mysql:{PLACE}", f"postgresql+asyncpg:{PLACE}", "oracle://x"])
def test_other_databases_are_refused_in_one_line_without_the_password(url: str) -> None:
    with pytest.raises(SystemExit) as no:
        open_engine(url, connections=3)
    assert "sqlite:///" in str(no.value) and "postgresql://" in str(no.value)
    assert "secret" not in str(no.value) and "\n" not in str(no.value)


def test_where_the_driver_is_missing_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(SystemExit, match=r'pip install "shoal\[postgres\]"') as no:
        open_engine(f"postgresql:{PLACE}", connections=3)
    assert "\n" not in str(no.value)


def test_connections_are_limited_and_prepare_nothing() -> None:
    with postgresql.fresh() as url:
        database = Database(url, connections=2)
        with database.engine.connect() as connection:
            driver = connection.connection.driver_connection
            assert driver is not None and driver.prepare_threshold is None
        assert database.engine.pool.size() == 2
        database.close()


def test_a_connection_that_was_cut_is_replaced() -> None:
    with postgresql.fresh() as url:
        database, other = Database(url), Database(url)
        with database.reading() as store:
            assert store.people.count() == 0
        with other.engine.connect() as connection:
            connection.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        with database.reading() as store:
            assert store.people.count() == 0
        database.close()
        other.close()


def test_what_people_type_is_kept_whatever_it_is(town: Town) -> None:
    """NUL and halves of surrogate pairs are no text to PostgreSQL; the rest of the message must not be lost to them."""
    odd = {"text": "a\0b \ud83d c \U0001f41f \\u0000", "list": ["\udc1f", 1, None, {"\0": 2.5}]}
    with town.database.writing() as store:
        store.outbox.post(person=town.buyer.id, kind="say", payload=odd, priority=NOTICE, now=NOW)
    with town.database.reading() as store:
        (parcel,) = store.outbox.due(now=NOW, limit=1)
    text = parcel.payload["text"]
    assert text.startswith("a") and text.endswith(" c \U0001f41f \\u0000")
    assert parcel.payload["list"][1:3] == [1, None]
