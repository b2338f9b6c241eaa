"""search: rows by their words and values, with each database's own index of words; assets are found there."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "20261116_search_rows"
down_revision = "20261116_content_entry_origins"

_SQLITE = (
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
_POSTGRES = (
    "CREATE INDEX ix_search_rows_vector ON search_rows"
    " USING gin ((array_to_tsvector(string_to_array(btrim(lexemes), ' '))))",
)


def _make_rows() -> None:
    op.create_table(
        "search_rows",
        sa.Column(
            "number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("scope", sa.String(length=36), nullable=False),
        sa.Column("item_id", sa.String(length=100), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("texts", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("lexemes", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_search_rows")),
        sa.UniqueConstraint("place", "item_id", name=op.f("uq_search_rows_place_item_id")),
    )
    with op.batch_alter_table("search_rows", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_search_rows_place_number"), ["place", "number"], unique=False)


def upgrade() -> None:
    """Bring the schema to this revision."""
    _make_rows()
    op.create_table(
        "search_terms",
        sa.Column("place", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column(
            "word",
            sa.String(length=60).with_variant(sa.String(length=60, collation="C"), "postgresql"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("place", "word", name=op.f("pk_search_terms")),
    )
    op.create_table(
        "search_values",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("field", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("item", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Integer(), nullable=False),
        sa.Column("amount", sa.Double, nullable=False),
        sa.Column(
            "text",
            sa.String(length=201).with_variant(sa.String(length=201, collation="C"), "postgresql"),
            nullable=False,
        ),
        sa.Column(
            "ordered",
            sa.String(length=100).with_variant(sa.String(length=100, collation="C"), "postgresql"),
            nullable=False,
        ),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["number"],
            ["search_rows.number"],
            name=op.f("fk_search_values_number_search_rows"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("number", "field", "item", name=op.f("pk_search_values")),
    )
    with op.batch_alter_table("search_values", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_search_values_field_kind_amount_text_number"),
            ["field", "kind", "amount", "text", "number"],
            unique=False,
        )
        batch_op.create_index(
            "ix_search_values_order", ["field", "item", "kind", "amount", "ordered", "number"], unique=False
        )

    with op.batch_alter_table("assets", schema=None) as batch_op:
        batch_op.drop_column("words")
    for statement in _POSTGRES if op.get_bind().dialect.name == "postgresql" else _SQLITE:
        op.execute(sa.text(statement.replace(":", "\\:")))
