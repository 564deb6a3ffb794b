"""Limits and debts of leads, parts of quotes, pools, bars and milestones."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)


def of_supplier() -> list[sa.Column]:
    return [
        sa.Column("joined_at", INSTANT, nullable=True),
        sa.Column("time_zone", sa.String(64), nullable=True),
        sa.Column("most_open_leads", sa.Integer(), nullable=True),
        sa.Column("most_daily_leads", sa.Integer(), nullable=True),
        sa.Column("lead_debt", sa.Float(), nullable=False, server_default="0"),
        sa.Column("declines_below", sa.Integer(), nullable=True),
    ]


def of_inquiry() -> list[sa.Column]:
    return [
        sa.Column("asked_more", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("parts_welcome", sa.Boolean(), nullable=False, server_default=sa.false()),
    ]


def of_quote() -> list[sa.Column]:
    return [
        sa.Column("lot", JSON, nullable=True),
        sa.Column("awarded", JSON, nullable=True),
        sa.Column("pool", sa.BigInteger(), nullable=True),
        sa.Column("decided_at", INSTANT, nullable=True),
        sa.Column("loss_reason", sa.String(40), nullable=True),
    ]


NEW_COLUMNS = {"supplier": of_supplier, "inquiry": of_inquiry, "quote": of_quote}
INDEXES = {"pool": ("inquiry",), "bar": ("supplier", "person"), "milestone": ("supplier",), "quote": ("pool",)}


def upgrade() -> None:
    for table, columns in NEW_COLUMNS.items():
        for column in columns():
            op.add_column(table, column)
    op.create_table(
        "pool",
        sa.Column("id", KEY, autoincrement=True, nullable=False),
        sa.Column("inquiry", sa.BigInteger(), nullable=False),
        sa.Column("accepted_at", INSTANT, nullable=False),
        sa.Column("parts", JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pool"),
    )
    op.create_table(
        "bar",
        sa.Column("id", KEY, autoincrement=True, nullable=False),
        sa.Column("supplier", sa.BigInteger(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("made_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_bar"),
        sa.UniqueConstraint("supplier", "person", "by", name="uq_bar_supplier_person_by"),
    )
    op.create_table(
        "milestone",
        sa.Column("id", KEY, autoincrement=True, nullable=False),
        sa.Column("supplier", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("reached_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_milestone"),
        sa.UniqueConstraint("supplier", "name", name="uq_milestone_supplier_name"),
    )
    for table, columns in INDEXES.items():
        for column in columns:
            op.create_index(f"ix_{table}_{column}", table, [column])


def downgrade() -> None:
    op.drop_index("ix_quote_pool", "quote")
    for table in ("milestone", "bar", "pool"):
        op.drop_table(table)
    for table, columns in NEW_COLUMNS.items():
        with op.batch_alter_table(table) as batch:
            for column in columns():
                batch.drop_column(column.name)
