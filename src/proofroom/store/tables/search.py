"""What is searched and filtered by: a row per thing, and a row per value that a filter may ask about.

The words of a row stand in `lexemes`. Each database indexes them in its own way, outside the metadata, in a
table `search_words` that triggers keep in step: SQLite in a full-text table, PostgreSQL as text vectors.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

from proofroom.store.types import JSON, metadata

WORDS = "search_words"
"""The index of words, whatever it is in a database; its own tables begin with this name."""
PARTS = "parts"
"""The parts of a row's values as PostgreSQL indexes them: kept, for a row that is tested without the index
would have its vector made anew, which takes longer than all else."""
PARTS_INDEX = "ix_search_rows_parts"


def _ordered(length: int) -> Any:
    """Return a text type that is compared sign by sign on both databases."""
    return sa.String(length).with_variant(sa.String(length, collation="C"), "postgresql")


search_rows = sa.Table(
    "search_rows",
    metadata,
    sa.Column(
        "number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=True
    ),
    # A number for workspace, kind and scope together.
    sa.Column("place", sa.BigInteger, nullable=False),
    sa.Column("workspace_id", sa.String(36), nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("scope", sa.String(36), nullable=False),
    sa.Column("item_id", sa.String(100), nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("texts", JSON, nullable=False),
    sa.Column("lexemes", sa.Text, nullable=False),
    sa.UniqueConstraint("place", "item_id"),
    sa.Index(None, "place", "number"),
)

search_values = sa.Table(
    "search_values",
    metadata,
    sa.Column(
        "number",
        sa.BigInteger,
        sa.ForeignKey("search_rows.number", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    # A number for a place and a path together.
    sa.Column("field", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("item", sa.Integer, primary_key=True, autoincrement=False),
    # 0 nothing, 1 true or false, 2 a number, 3 a text, 4 an object: also their order.
    sa.Column("kind", sa.Integer, nullable=False),
    sa.Column("amount", sa.Double, nullable=False),
    sa.Column("text", _ordered(201), nullable=False),
    sa.Column("ordered", _ordered(100), nullable=False),
    sa.Column("folded", sa.Text, nullable=False),
    sa.Index(None, "field", "kind", "amount", "text", "number"),
    sa.Index("ix_search_values_order", "field", "item", "kind", "amount", "ordered", "number"),
)

search_terms = sa.Table(
    "search_terms",
    metadata,
    sa.Column("place", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("word", _ordered(60), primary_key=True),
)
"""Every word that a row of a place has or had: a beginning is looked up here, and its words in the index."""

WORDS_SQLITE = (
    "CREATE VIRTUAL TABLE search_words USING fts5 (lexemes, content='search_rows', content_rowid='number',"
    " tokenize=\"ascii tokenchars '@:'\", detail='none', columnsize=0)",
    "CREATE TRIGGER search_rows_added AFTER INSERT ON search_rows BEGIN"
    " INSERT INTO search_words (rowid, lexemes) VALUES (new.number, new.lexemes); END",
    "CREATE TRIGGER search_rows_gone AFTER DELETE ON search_rows BEGIN"
    " INSERT INTO search_words (search_words, rowid, lexemes)"
    " VALUES ('delete', old.number, old.lexemes); END",
    "CREATE TRIGGER search_rows_changed AFTER UPDATE OF lexemes ON search_rows BEGIN"
    " INSERT INTO search_words (search_words, rowid, lexemes)"
    " VALUES ('delete', old.number, old.lexemes);"
    " INSERT INTO search_words (rowid, lexemes) VALUES (new.number, new.lexemes); END",
)
_PLACE, _PARTS = "split_part(btrim(lexemes), ' ', 1)", "substr(lexemes, strpos(lexemes || ' :', ' :'))"
"""What comes first and last among the lexemes of a row."""
# Words stand in rows of their own: many are read for one search, and all else of a row would be read along.
WORDS_POSTGRES = (
    f"ALTER TABLE search_rows ADD COLUMN {PARTS} tsvector GENERATED ALWAYS AS"
    f" (array_to_tsvector(string_to_array(btrim({_PLACE} || {_PARTS}), ' '))) STORED",
    "CREATE TABLE search_words (number bigint PRIMARY KEY REFERENCES search_rows (number) ON DELETE CASCADE,"
    " place bigint NOT NULL, vector tsvector NOT NULL)",
    "ALTER TABLE search_words ALTER COLUMN vector SET STORAGE MAIN",
    "CREATE OR REPLACE FUNCTION search_words_said() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    " INSERT INTO search_words (number, place, vector)"
    " VALUES (new.number, new.place,"
    " array_to_tsvector(string_to_array(btrim(split_part(new.lexemes, ' :', 1)), ' ')))"
    " ON CONFLICT (number) DO UPDATE SET vector = excluded.vector; RETURN NULL; END $$",
    "CREATE TRIGGER search_rows_said AFTER INSERT OR UPDATE OF lexemes ON search_rows"
    " FOR EACH ROW EXECUTE FUNCTION search_words_said()",
)
INDEXES_POSTGRES = {
    "ix_search_words_vector": "search_words USING gin (vector)",
    "ix_search_words_place": "search_words (place, number)",
    PARTS_INDEX: f"search_rows USING gin ({PARTS})",
}


def make_word_index(_table: sa.Table, connection: sa.Connection, **_options: Any) -> None:
    """Make what SQLAlchemy cannot say: the database's own index of words."""
    if connection.dialect.name != "postgresql":
        for statement in WORDS_SQLITE:
            connection.exec_driver_sql(statement)
        return
    for statement in (
        *WORDS_POSTGRES,
        *(f"CREATE INDEX {name} ON {on}" for name, on in INDEXES_POSTGRES.items()),
    ):
        connection.exec_driver_sql(statement)


event.listen(search_rows, "after_create", make_word_index)
