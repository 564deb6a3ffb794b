"""Exchange rates that were fetched."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    op.create_table(
        "rates",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("per_euro", JSON, nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_rates"),
    )


def downgrade() -> None:
    op.drop_table("rates")
