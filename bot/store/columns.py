"""Column types: domain values as JSON, instants always in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import JSON, DateTime, Dialect, String
from sqlalchemy.types import TypeDecorator, TypeEngine


class Json(TypeDecorator[Any]):
    """Plain JSON, or JSONB where the database has it; None is NULL."""

    impl = JSON
    cache_ok = True

    def __init__(self) -> None:
        super().__init__(none_as_null=True)

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """The type as this database has it."""
        if dialect.name != "postgresql":
            return super().load_dialect_impl(dialect)
        from sqlalchemy.dialects.postgresql import JSONB  # a tenth of a second of the start

        return dialect.type_descriptor(JSONB(none_as_null=True))


class Value(Json):
    """Any domain value (dataclass, tuple, frozenset, enum, Decimal) as JSON; what does not fit its type is refused."""

    cache_ok = True

    def __init__(self, of: Any) -> None:
        super().__init__()
        self.of = of
        self._adapter: TypeAdapter[Any] = TypeAdapter(of)

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        """Domain value to plain JSON."""
        return None if value is None else self._adapter.dump_python(self._adapter.validate_python(value), mode="json")

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        """Plain JSON to domain value."""
        return None if value is None else self._adapter.validate_python(value)


class Code(TypeDecorator[Any]):
    """A StrEnum by its value; the database knows no enum types, so that a new member needs no migration."""

    impl = String(40)
    cache_ok = True

    def __init__(self, of: Any) -> None:
        super().__init__()
        self.of = of

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """Member to text; refuses what is no member."""
        return None if value is None else self.of(value).value

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        """Text to member."""
        return None if value is None else self.of(value)


class Instant(TypeDecorator[datetime]):
    """A moment, aware, in UTC on every database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Only aware datetimes go in."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """SQLite forgets the zone; it was UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
