"""Migrations: from nothing to the newest form and back, and the models equal what they make."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, inspect
from sqlmodel import SQLModel

from bot.store import tables
from bot.store.database import Database
from bot.store.migrate import _config, upgrade

assert tables.PersonRow


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return create_engine(f"sqlite:///{tmp_path / 'shoal.db'}")


def ours(engine: Engine) -> dict[str, object]:
    """Every table with its columns, indexes and constraints; without those of the search and of alembic itself."""
    look = inspect(engine)
    return {
        t: (
            [(c["name"], str(c["type"]), c["nullable"], c["primary_key"]) for c in look.get_columns(t)],
            sorted((i["name"], tuple(i["column_names"]), i["unique"]) for i in look.get_indexes(t)),
            sorted((u["name"], tuple(u["column_names"])) for u in look.get_unique_constraints(t)),
            sorted((k["name"], k["sqltext"]) for k in look.get_check_constraints(t)),
        )
        for t in look.get_table_names()
        if not t.startswith(("product_words", "alembic"))
    }


def test_the_models_equal_what_the_migrations_make(engine: Engine) -> None:
    upgrade(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": False})
        differences = compare_metadata(context, SQLModel.metadata)
    assert [d for d in differences if "product_words" not in repr(d)] == []


def test_a_migrated_database_is_the_same_as_one_made_from_the_models(engine: Engine, tmp_path: Path) -> None:
    upgrade(engine)
    made = create_engine(f"sqlite:///{tmp_path / 'made.db'}")
    SQLModel.metadata.create_all(made)
    assert ours(engine) == ours(made)


def test_down_and_up_again(engine: Engine) -> None:
    upgrade(engine)
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


def test_preparing_twice_keeps_what_is_there(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'shoal.db'}")
    database.prepare()
    with database.writing() as store:
        store.people.add_announcement("hello", by=1)
    database.prepare()
    with database.reading() as store:
        assert store.people.announcement(1) == "hello"
    database.close()
