"""The one converter between rows and domain values: their fields bear the same names."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Table, inspect, select
from sqlalchemy.dialects import sqlite
from sqlmodel import Session, SQLModel

V = TypeVar("V")
R = TypeVar("R", bound=SQLModel)


class OvertakenError(Exception):
    """Somebody else changed what this transaction has read and wants to change. Nothing is written; try it again."""


_NAMES: dict[Any, tuple[str, ...]] = {}


def _names(cls: Any) -> tuple[str, ...]:
    if cls not in _NAMES:
        _NAMES[cls] = tuple(f.name for f in fields(cls))
    return _NAMES[cls]


def value(row: SQLModel, cls: type[V]) -> V:
    """The domain value that a row holds."""
    return cls(**{name: getattr(row, name) for name in _names(cls)})


def insert(session: Session, cls: type[R], what: Any, **more: Any) -> R:
    """Store a new value under a new id (the id it carries is ignored) and return its row."""
    row = cls(**{n: getattr(what, n) for n in _names(type(what)) if n != "id"}, **more)
    session.add(row)
    session.flush()
    return row


def update(session: Session, cls: type[R], what: Any, *, checked: bool = False) -> None:
    """Write a changed value over the row with its id. checked: see `write`."""
    write(session, session.get_one(cls, what.id), {n: getattr(what, n) for n in _names(type(what))}, checked=checked)


def write(session: Session, row: SQLModel, values: dict[str, Any], *, checked: bool = False) -> None:
    """Write values into a row that was read before.

    checked: raise OvertakenError where one of those that change is no longer what this transaction has read.
    """
    changed = {name: new for name, new in values.items() if getattr(row, name) != new}
    if checked and changed:
        session.flush()
        table: Table = inspect(type(row)).local_table
        this_row = (column == getattr(row, column.name) for column in table.primary_key)
        looking = select(*(table.c[name] for name in changed)).where(*this_row).with_for_update()
        stands = session.execute(looking).first()
        if stands is None or tuple(stands) != tuple(getattr(row, name) for name in changed):
            raise OvertakenError
    for name, new in changed.items():
        setattr(row, name, new)


def insert_into(session: Session, table: Any) -> Any:
    """An insert that can say `on conflict`: both databases have the same words for it, but each its own insert."""
    return inserts(session.get_bind().dialect.name)(table)


@cache
def inserts(dialect: str) -> Any:
    """The insert of a database that can say `on conflict`."""
    if dialect != "postgresql":
        return sqlite.insert
    from sqlalchemy.dialects import postgresql  # a tenth of a second of the start

    return postgresql.insert
