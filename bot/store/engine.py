"""Opening a database engine: SQLite in a file, or PostgreSQL through psycopg."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url

_POSTGRESQL = ("postgres", "postgresql", "postgresql+psycopg")


def open_engine(url: str, *, connections: int) -> Engine:
    """The engine of a DATABASE_URL. connections: how many to PostgreSQL are kept open, and no more are ever made."""
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        return _sqlite(address)
    if address.drivername in _POSTGRESQL:
        return _postgresql(address.set(drivername="postgresql+psycopg"), connections)
    raise SystemExit("DATABASE_URL must begin with sqlite:/// or postgresql://")


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 10})

    @event.listens_for(engine, "connect")
    def _on_connect(connection: Any, _record: Any) -> None:
        # Transactions are begun by us: the driver would begin them only before the first write, after the read.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=10000", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _postgresql(url: URL, connections: int) -> Engine:
    if find_spec("psycopg") is None:  # only users of PostgreSQL install it
        raise SystemExit('PostgreSQL needs a driver: pip install "shoal[postgres]"')
    return create_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_pre_ping=True,
        json_serializer=_storable_json,
        # Behind pgbouncer the next transaction may run on another connection, where nothing was prepared.
        connect_args={"prepare_threshold": None},
    )


def _storable_json(value: Any) -> str:
    """As JSON that PostgreSQL takes: it knows neither NUL nor halves of surrogate pairs, which people can type."""
    text = json.dumps(value)
    if "\\u0000" in text or "\\ud" in text:
        text = json.dumps(_without(value))
    return text


def _without(value: Any) -> Any:
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "\ufffd")
        case dict():
            return {_without(key): _without(item) for key, item in value.items()}
        case list() | tuple():
            return [_without(item) for item in value]
        case _:
            return value
