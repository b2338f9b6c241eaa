"""Keep the words of a row as a vector on PostgreSQL."""

from alembic import op

revision = "20261116_search_vectors"
down_revision = "20261116_access_apps"


def upgrade() -> None:
    """Bring the schema to this revision."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute(
        "ALTER TABLE search_rows ADD COLUMN vector tsvector GENERATED ALWAYS AS"
        " (array_to_tsvector(string_to_array(btrim(lexemes), ' '))) STORED"
    )
    op.execute("DROP INDEX ix_search_rows_vector")
    op.execute("CREATE INDEX ix_search_rows_vector ON search_rows USING gin (vector)")
