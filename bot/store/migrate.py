"""Bringing a database to the newest form, at every start."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from bot.store import title_vectors, title_words
from bot.store.tables import METADATA

if TYPE_CHECKING:
    from alembic.config import Config

_ONE_AT_A_TIME = 7_416_301  # any number that nobody else locks
_VERSIONS = Path(__file__).parent / "migrations" / "versions"


def upgrade(engine: Engine) -> None:
    """Run the migrations that this database has not seen; the usual start finds none and costs one look."""
    with engine.connect() as guard, engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            # Another process may be starting as well. Held by a transaction of its own, since migrations commit.
            guard.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _ONE_AT_A_TIME})
        stands = _revision(connection)
        if stands is None:
            _make(connection)
        elif stands != newest():
            from alembic import command  # a third of a second of a start that has nothing to do

            command.upgrade(_config(connection), "head")
        title_vectors.create(connection)
        title_words.create(connection)
        connection.commit()


def newest() -> str:
    """The newest revision: revisions are numbered, and files bear their numbers."""
    return max(file.name for file in _VERSIONS.glob("[0-9]*.py")).split("_")[0]


def _revision(connection: Connection) -> str | None:
    """Where this database stands; None: nothing is there yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found or "base"


def _make(connection: Connection) -> None:
    """A fresh database is made in its newest form, all or nothing."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    METADATA.create_all(connection)
    connection.execute(
        text(
            "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, "
            "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
        )
    )
    connection.execute(text("INSERT INTO alembic_version VALUES (:newest)"), {"newest": newest()})
    connection.commit()


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_VERSIONS.parent))
    config.attributes["connection"] = connection
    return config
