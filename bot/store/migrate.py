"""Bringing a database to the newest form, at every start."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from bot.store import product_words


def upgrade(engine: Engine) -> None:
    """Run the migrations that this database has not seen; the usual start finds none and costs one look."""
    with engine.connect() as connection:
        config = _config(connection)
        head = ScriptDirectory.from_config(config).get_current_head()
        if MigrationContext.configure(connection).get_current_revision() != head:
            command.upgrade(config, "head")
        product_words.create(connection)
        connection.commit()


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config
