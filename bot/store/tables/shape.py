"""What columns of a kind look like in every table, and how indexes are called."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    MetaData,
    Table,
)
from sqlmodel import Field, SQLModel

from bot.store.columns import Code, Instant, Value

SQLModel.metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

METADATA = SQLModel.metadata


def table_of(row: type[SQLModel]) -> Table:
    """The table behind a kind of row, for statements that are built without the ORM."""
    return METADATA.tables[str(row.__tablename__)]


# SQLite counts up only a plain INTEGER key; PostgreSQL gets BIGINT.
_KEY = BigInteger().with_variant(Integer, "sqlite")


def own_id() -> Any:
    """The key that the database counts up."""
    return Field(default=None, sa_column=Column(_KEY, primary_key=True, autoincrement=True))


def of_value(of: Any, *, nullable: bool = True) -> Any:
    """A domain value, kept as JSON."""
    return Column(Value(of), nullable=nullable)


def of_code(of: Any, *, nullable: bool = True, index: bool = False) -> Any:
    """An enumeration, kept as its word."""
    return Column(Code(of), nullable=nullable, index=index)


def of_instant(*, nullable: bool = True, index: bool = False) -> Any:
    """A moment, in UTC."""
    return Column(Instant, nullable=nullable, index=index)


def of_id(*, nullable: bool = False, unique: bool = False) -> Any:
    """The id of a row elsewhere."""
    return Column(BigInteger, nullable=nullable, index=not unique, unique=unique)
