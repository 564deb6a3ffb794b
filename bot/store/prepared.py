"""Statements that run for every update: compiled once for each database, then handed to its driver as they are.

Executing a statement through SQLAlchemy costs ten times what SQLite needs to run it. These few are worth the exception;
their parameters and results are converted by the columns' own types all the same. Errors are the driver's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Dialect
from sqlmodel import Session

from bot.store.rows import inserts

_Convert = Callable[[Any], Any] | None


@dataclass(frozen=True)
class _Made:
    """A statement for one database. order: the parameters by place; None: by name."""

    sql: str
    order: Sequence[str] | None
    constants: dict[str, Any]
    to_database: dict[str, _Convert]
    from_database: tuple[_Convert, ...]


class Prepared:
    """One statement. build: given the database's own `insert`, makes it; columns: what an insert fills."""

    def __init__(self, build: Callable[[Any], Any], columns: Sequence[str] | None = None) -> None:
        self._build = build
        self._columns = columns
        self._made: dict[str, _Made] = {}

    def rows(self, session: Session, **values: Any) -> list[tuple[Any, ...]]:
        """Run it; what it returns, if it returns anything."""
        if session.new or session.dirty:
            session.flush()  # as SQLAlchemy does before it looks
        driver, dialect = _line(session)
        made = self._made.get(dialect.name) or self._make(dialect)
        given = dict(made.constants)
        for name, value in values.items():
            convert = made.to_database[name]
            given[name] = value if convert is None else convert(value)
        cursor = driver.execute(made.sql, given if made.order is None else [given[name] for name in made.order])
        if not made.from_database:
            return []
        return [
            tuple(
                value if convert is None else convert(value)
                for convert, value in zip(made.from_database, row, strict=True)
            )
            for row in cursor.fetchall()
        ]

    def value(self, session: Session, **values: Any) -> Any:
        """Run it; the first value of the first row, or None."""
        found = self.rows(session, **values)
        return found[0][0] if found else None

    def _make(self, dialect: Dialect) -> _Made:
        statement = self._build(inserts(dialect.name))
        compiled = statement.compile(dialect=dialect, column_keys=self._columns)
        types = {name: bind.type.dialect_impl(dialect) for name, bind in compiled.binds.items()}
        to_database = {name: kind.bind_processor(dialect) for name, kind in types.items()}
        constants = {
            name: bind.value if (convert := to_database[name]) is None else convert(bind.value)
            for name, bind in compiled.binds.items()
            if not bind.required
        }
        results = tuple(
            column.type.dialect_impl(dialect).result_processor(dialect, None) for column in statement.exported_columns
        )
        order = compiled.positiontup if compiled.positional else None
        made = self._made[dialect.name] = _Made(str(compiled), order, constants, to_database, results)
        return made


def _line(session: Session) -> tuple[Any, Dialect]:
    """The driver's connection of this session's transaction, looked up once."""
    found: tuple[Any, Dialect] | None = session.info.get("line")
    if found is None:
        connection = session.connection()
        found = session.info["line"] = (connection.connection.driver_connection, connection.dialect)
    return found
