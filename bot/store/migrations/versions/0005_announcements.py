"""How far an announcement has got, and which rows of the outbox are part of one."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)
JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
ONE = sa.text("announcement IS NOT NULL")


def columns() -> list[sa.Column]:
    return [
        sa.Column("attachments", JSON, nullable=False, server_default="[]"),
        sa.Column("audience", JSON, nullable=False, server_default="{}"),
        sa.Column("step", sa.String(40), nullable=False, server_default="draft"),
        sa.Column("paid", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("until", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("people", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("after", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("posted", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("tally", JSON, nullable=False, server_default="{}"),
        sa.Column("ended_at", INSTANT, nullable=True),
        sa.Column("shown_at", INSTANT, nullable=True),
    ]


def upgrade() -> None:
    for column in columns():
        op.add_column("announcement", column)
    op.create_index("ix_announcement_step", "announcement", ["step"])
    op.execute("UPDATE announcement SET step = 'ended', ended_at = sent_at WHERE sent_at IS NOT NULL")
    op.add_column("outbox", sa.Column("announcement", sa.BigInteger(), nullable=True))
    op.create_index(
        "ix_outbox_announcement_state",
        "outbox",
        ["announcement", "state"],
        sqlite_where=ONE,
        postgresql_where=ONE,
    )


def downgrade() -> None:
    op.drop_index("ix_outbox_announcement_state", "outbox")
    with op.batch_alter_table("outbox") as batch:
        batch.drop_column("announcement")
    op.drop_index("ix_announcement_step", "announcement")
    with op.batch_alter_table("announcement") as batch:
        for column in columns():
            batch.drop_column(column.name)
