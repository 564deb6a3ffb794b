"""Opening the database and making transactions."""

from __future__ import annotations

import asyncio
import os
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from sqlalchemy import event
from sqlmodel import Session, SQLModel

from bot.domain.house import House
from bot.store.engine import open_engine
from bot.store.migrate import upgrade
from bot.store.news import listen, tell
from bot.store.store import Store


class _Session(Session):
    """A session that keeps every row it has read: what is read and then changed is loaded once.

    Among others, it can also be seen at the end whether somebody else changed it.
    """


@event.listens_for(_Session, "loaded_as_persistent")
def _keep(session: _Session, row: SQLModel) -> None:
    session.info.setdefault("read", []).append(row)


class Database:
    """One database. On SQLite writing transactions are serial: it has one writer, and waiting beats being refused.

    On PostgreSQL they run side by side, here and in other processes: what is loaded to be changed is locked.
    alone: no other process may use this database (SQLite). name: this process, to the others and to whoever looks
    which one holds a duty: its process id and something that no other process has.
    connections: how many there are to PostgreSQL at most; who needs one more waits.
    """

    def __init__(
        self,
        url: str,
        *,
        admins: frozenset[int] = frozenset(),
        house: House | None = None,
        connections: int = 10,
    ) -> None:
        self.engine = open_engine(url, connections=connections)
        self._admins = admins
        self._house = house or House()
        self.alone = self.engine.dialect.name == "sqlite"
        self.name = f"{os.getpid()}-{uuid.uuid4().hex}"
        self._writer: AbstractContextManager[object] = threading.RLock() if self.alone else nullcontext()

    def prepare(self) -> None:
        """Bring the tables to the newest form; does nothing where they are."""
        upgrade(self.engine)

    @contextmanager
    def writing(self) -> Iterator[Store]:
        """A transaction that may write: everything in it happens, or nothing."""
        with self._writer, _Session(self.engine, expire_on_commit=False) as session, session.begin():
            if self.alone:
                session.connection().exec_driver_sql("BEGIN IMMEDIATE")
            yield self._store(session, locking=not self.alone)
            if not self.alone:
                tell(session, teller=self.name)

    async def listen(self, heard: Callable[[str], None]) -> None:
        """Hear what other processes store (bot.store.news), until cancelled; alone, there is nothing to hear."""
        if self.alone:
            await asyncio.Event().wait()
        await listen(self.engine.url, heard, besides=self.name)

    @contextmanager
    def reading(self) -> Iterator[Store]:
        """A look at the state; changes nothing."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield self._store(session, locking=False)

    def _store(self, session: Session, *, locking: bool) -> Store:
        return Store(session, admins=self._admins, house=self._house, locking=locking)

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()
