"""How many buyers a firm has anywhere, as it says itself."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("supplier", sa.Column("buyers_in_all", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("supplier", "buyers_in_all")
