"""Words of products, which were kept in a table of their own and which nothing searches any more."""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DROP TABLE IF EXISTS product_words_counts")
    op.execute("DROP TABLE IF EXISTS product_words")


def downgrade() -> None:
    """Releases that want it make it at their start."""
