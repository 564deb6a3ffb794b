"""Migrations: from nothing to the newest form and back, and the models equal what they make."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, text
from sqlmodel import Session, SQLModel, select

from bot.store import tables
from bot.store.database import Database
from bot.store.engine import open_engine
from bot.store.migrate import _config, newest, upgrade
from tests.store import postgresql
from tests.store.conftest import ENGINES

assert tables.people.PersonRow
OF_THE_SEARCH = ("title_vector", "title_words")


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    with empty(request.param, tmp_path / "shoal.db") as engine:
        yield engine


@contextmanager
def empty(kind: str, file: Path) -> Iterator[Engine]:
    """An engine on a database without any table."""
    with postgresql.fresh(prepared=False) if kind == "postgresql" else nullcontext(f"sqlite:///{file}") as url:
        engine = open_engine(url, connections=3)
        yield engine
        engine.dispose()


def ours(engine: Engine) -> dict[str, object]:
    """Every table with its columns, indexes and constraints; without those of the search and of alembic itself."""
    look = inspect(engine)
    return {
        t: (
            [(c["name"], str(c["type"]), c["nullable"], c.get("primary_key")) for c in look.get_columns(t)],
            sorted((i["name"], tuple(i["column_names"]), i["unique"]) for i in look.get_indexes(t)),
            sorted((u["name"], tuple(u["column_names"])) for u in look.get_unique_constraints(t)),
            sorted((k["name"], k["sqltext"]) for k in look.get_check_constraints(t)),
        )
        for t in look.get_table_names()
        if not t.startswith((*OF_THE_SEARCH, "alembic"))
    }


def migrate(engine: Engine) -> None:
    """All migrations, as on a database that has seen every release."""
    with engine.connect() as connection:
        command.upgrade(_config(connection), "head")
        connection.commit()
    upgrade(engine)


def test_the_models_equal_what_the_migrations_make(engine: Engine) -> None:
    migrate(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": False})
        differences = compare_metadata(context, SQLModel.metadata)
    assert [d for d in differences if not any(table in repr(d) for table in OF_THE_SEARCH)] == []


def test_a_migrated_database_is_the_same_as_one_made_from_the_models(engine: Engine, tmp_path: Path) -> None:
    migrate(engine)
    with empty(engine.dialect.name, tmp_path / "made.db") as made:
        upgrade(made)
        assert ours(engine) == ours(made)
        with made.connect() as connection:
            assert MigrationContext.configure(connection).get_current_revision() == newest()


def test_the_newest_revision_is_the_one_that_alembic_takes_for_it(engine: Engine) -> None:
    with engine.connect() as connection:
        assert ScriptDirectory.from_config(_config(connection)).get_current_head() == newest()


def test_a_usual_start_does_not_load_alembic(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'shoal.db'}"
    start = f"from bot.store.database import Database; Database({url!r}).prepare(); import sys"
    for _ in range(2):
        subprocess.run([sys.executable, "-c", f"{start}; sys.exit('alembic' in sys.modules)"], check=True)


def test_down_and_up_again(engine: Engine) -> None:
    migrate(engine)
    before = ours(engine)
    assert len(before) == len(SQLModel.metadata.tables)
    with engine.connect() as connection:
        command.downgrade(_config(connection), "base")
        connection.commit()
    assert ours(engine) == {}
    upgrade(engine)
    assert ours(engine) == before


def test_there_is_one_line_of_revisions(engine: Engine) -> None:
    with engine.connect() as connection:
        scripts = ScriptDirectory.from_config(_config(connection))
    assert len(scripts.get_heads()) == 1


def test_preparing_twice_keeps_what_is_there(database: Database) -> None:
    with database.writing() as store:
        store.announcements.add("hello", by=1)
    database.prepare()
    with database.reading() as store:
        assert store.announcements.get(1).text == "hello"


def test_what_was_there_before_a_migration_is_still_read_after_it(engine: Engine) -> None:
    with engine.connect() as connection:
        command.upgrade(_config(connection), "0001")
        row = "name, status, languages, certificates, export_markets"
        connection.execute(text(f"INSERT INTO supplier ({row}) VALUES ('Alfa', 'verified', '[]', '[]', '[]')"))
        connection.commit()
    upgrade(engine)
    with Session(engine) as session:
        (firm,) = session.scalars(select(tables.suppliers.SupplierRow)).all()
        assert (firm.name, firm.lead_debt, firm.joined_at, firm.most_open_leads) == ("Alfa", 0.0, None, None)


def test_a_table_that_nothing_searches_any_more_goes(tmp_path: Path) -> None:
    with empty("sqlite", tmp_path / "shoal.db") as engine:
        with engine.connect() as connection:
            command.upgrade(_config(connection), "0006")
            connection.execute(text("CREATE VIRTUAL TABLE product_words USING fts5(words)"))
            connection.execute(text("CREATE VIRTUAL TABLE product_words_counts USING fts5vocab(product_words, row)"))
            connection.commit()
        upgrade(engine)
        assert not [name for name in inspect(engine).get_table_names() if name.startswith("product_words")]
