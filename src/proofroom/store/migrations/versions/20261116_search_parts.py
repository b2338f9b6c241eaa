"""Keep the parts of values apart from the words of a row on PostgreSQL."""

from alembic import op

revision = "20261116_search_parts"
down_revision = "20261116_agents_observations"

_WORDS = "split_part(lexemes, ' :', 1)"
_PARTS = "split_part(btrim(lexemes), ' ', 1) || substr(lexemes, strpos(lexemes || ' :', ' :'))"
_VECTOR = "tsvector GENERATED ALWAYS AS (array_to_tsvector(string_to_array(btrim({text}), ' '))) STORED"


def upgrade() -> None:
    """Bring the schema to this revision."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute("DROP INDEX ix_search_rows_vector")
    op.execute(
        "ALTER TABLE search_rows DROP COLUMN vector,"
        f" ADD COLUMN vector {_VECTOR.format(text=_WORDS)},"
        f" ADD COLUMN parts {_VECTOR.format(text=_PARTS)}"
    )
    op.execute("CREATE INDEX ix_search_rows_vector ON search_rows USING gin (vector)")
    op.execute("CREATE INDEX ix_search_rows_parts ON search_rows USING gin (parts)")
