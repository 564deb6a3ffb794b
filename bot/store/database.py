"""Opening the database and making transactions."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event
from sqlmodel import Session, create_engine

from bot.domain.house import House
from bot.store.migrate import upgrade
from bot.store.store import Store


class Database:
    """One database. Writing transactions are serial: SQLite has one writer, and waiting in line beats being refused."""

    def __init__(self, url: str, *, admins: frozenset[int] = frozenset(), house: House | None = None) -> None:
        self.engine = _engine(url)
        self._admins = admins
        self._house = house or House()
        self._writer = threading.RLock()

    def prepare(self) -> None:
        """Bring the tables to the newest form; does nothing where they are."""
        upgrade(self.engine)

    @contextmanager
    def writing(self) -> Iterator[Store]:
        """A transaction that may write: everything in it happens, or nothing."""
        with self._writer, Session(self.engine, expire_on_commit=False) as session, session.begin():
            if self.engine.dialect.name == "sqlite":
                session.connection().exec_driver_sql("BEGIN IMMEDIATE")
            yield self._store(session)

    @contextmanager
    def reading(self) -> Iterator[Store]:
        """A look at the state; changes nothing."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield self._store(session)

    def _store(self, session: Session) -> Store:
        return Store(session, admins=self._admins, house=self._house)

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()


def _engine(url: str) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 10})

    @event.listens_for(engine, "connect")
    def _on_connect(connection: Any, _record: Any) -> None:
        # Transactions are begun by us: the driver would begin them only before the first write, after the read.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=10000", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine
