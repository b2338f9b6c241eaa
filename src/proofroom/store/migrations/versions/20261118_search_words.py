"""Keep the words of rows in a narrow table of their own on PostgreSQL, as SQLite does."""

from alembic import op

revision = "20261118_search_words"
down_revision = "20261118_evals_did"


def upgrade() -> None:
    """Bring the schema to this revision."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute(
        "CREATE TABLE search_words ("
        " number bigint PRIMARY KEY REFERENCES search_rows (number) ON DELETE CASCADE,"
        " place bigint NOT NULL, vector tsvector NOT NULL)"
    )
    op.execute("ALTER TABLE search_words ALTER COLUMN vector SET STORAGE MAIN")
    op.execute(
        "CREATE OR REPLACE FUNCTION search_words_said() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " INSERT INTO search_words (number, place, vector)"
        " VALUES (new.number, new.place,"
        " array_to_tsvector(string_to_array(btrim(split_part(new.lexemes, ' :', 1)), ' ')))"
        " ON CONFLICT (number) DO UPDATE SET vector = excluded.vector; RETURN NULL; END $$"
    )
    op.execute(
        "CREATE TRIGGER search_rows_said AFTER INSERT OR UPDATE OF lexemes ON search_rows"
        " FOR EACH ROW EXECUTE FUNCTION search_words_said()"
    )
    op.execute(
        "INSERT INTO search_words SELECT number, place,"
        " array_to_tsvector(string_to_array(btrim(split_part(lexemes, ' :', 1)), ' ')) FROM search_rows"
    )
    op.execute("CREATE INDEX ix_search_words_vector ON search_words USING gin (vector)")
    op.execute("CREATE INDEX ix_search_words_place ON search_words (place, number)")
    op.execute("ALTER TABLE search_rows DROP COLUMN vector")
