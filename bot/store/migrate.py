"""Bringing a database to the newest form, at every start."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from bot.store import product_words, title_vectors

_ONE_AT_A_TIME = 7_416_301  # any number that nobody else locks


def upgrade(engine: Engine) -> None:
    """Run the migrations that this database has not seen; the usual start finds none and costs one look."""
    with engine.connect() as guard, engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            # Another process may be starting as well. Held by a transaction of its own, since migrations commit.
            guard.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _ONE_AT_A_TIME})
        config = _config(connection)
        head = ScriptDirectory.from_config(config).get_current_head()
        if MigrationContext.configure(connection).get_current_revision() != head:
            command.upgrade(config, "head")
        product_words.create(connection)
        title_vectors.create(connection)
        connection.commit()


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config
