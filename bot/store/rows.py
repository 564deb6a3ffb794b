"""The one converter between rows and domain values: their fields bear the same names."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, TypeVar

from sqlmodel import Session, SQLModel

V = TypeVar("V")
R = TypeVar("R", bound=SQLModel)


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


def update(session: Session, cls: type[R], what: Any) -> None:
    """Write a changed value over the row with its id."""
    row = session.get_one(cls, what.id)
    for name in _names(type(what)):
        setattr(row, name, getattr(what, name))
