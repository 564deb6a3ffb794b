"""What one process does for all, and which firms changed since another process looked."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "duty",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("lease_until", INSTANT, nullable=False),
        sa.Column("not_before", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("name", name="pk_duty"),
    )
    op.create_table(
        "changed_firm",
        sa.Column("supplier", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("changed_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("supplier", name="pk_changed_firm"),
    )
    op.create_index("ix_changed_firm_changed_at", "changed_firm", ["changed_at"])


def downgrade() -> None:
    op.drop_table("changed_firm")
    op.drop_table("duty")
