"""How alembic reaches the database: over the connection it is handed."""

from typing import Any

from alembic import context

from bot.store.tables import METADATA


def plainly(kind: str, item: object, _autogen: object) -> Any:
    """Write our column types as what they are in the database, so that old revisions never depend on today's code."""
    if kind != "type":
        return False
    return {
        "Value": 'sa.JSON().with_variant(postgresql.JSONB(), "postgresql")',
        "Json": 'sa.JSON().with_variant(postgresql.JSONB(), "postgresql")',
        "Code": "sa.String(40)",
        "Instant": "sa.DateTime(timezone=True)",
    }.get(type(item).__name__, False)


connection = context.config.attributes["connection"]


def ours(_item: object, name: str | None, kind: str, *_: object) -> bool:
    """Leave the tables of the search alone: they are not migrated but made where the database can hold them."""
    return not (kind == "table" and (name or "").startswith(("title_vector", "title_words")))


context.configure(
    connection=connection,
    target_metadata=METADATA,
    render_as_batch=True,
    render_item=plainly,
    include_object=ours,
    compare_type=False,
    transaction_per_migration=True,
)
with context.begin_transaction():
    context.run_migrations()
