"""Bringing the schema up to date."""

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from pydantic import SecretStr

from proofroom.kernel.errors import Conflict, StorageFailed
from proofroom.kernel.settings import Settings
from proofroom.store import migrate as migrating
from proofroom.store.database import Database, maintenance_engine, open_database, read_schema
from proofroom.store.generate import generate, is_current
from proofroom.store.making import make_table
from proofroom.store.migrate import MIGRATIONS, Migrated, current_revision, head, migrate, revisions
from proofroom.store.restore import inspect
from proofroom.store.types import metadata
from tests.clocks import FixedClock
from tests.conftest import IsolatedSettings, Postgres


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """Return settings for an empty data folder and an empty database."""
    folder = tmp_path / "empty"
    if request.param == "sqlite":
        yield IsolatedSettings(data=folder)
        return
    server: Postgres = request.getfixturevalue("postgres")
    name = server.create(empty=True)
    yield IsolatedSettings(data=folder, database_url=SecretStr(server.url(name)))
    server.drop(name)


def _shape(settings: Settings) -> dict[str, Any]:
    """Return everything about a schema that matters, in an order of its own."""
    engine = maintenance_engine(settings)
    look = sa.inspect(engine)
    found: dict[str, Any] = {}
    for table in metadata.tables:
        found[table] = {
            "columns": sorted(
                (c["name"], str(c["type"]), c["nullable"], str(c["default"])) for c in look.get_columns(table)
            ),
            "key": look.get_pk_constraint(table)["constrained_columns"],
            "foreign": sorted(
                (f["name"], f["constrained_columns"], f["referred_table"], str(f["options"]))
                for f in look.get_foreign_keys(table)
            ),
            "unique": sorted((u["name"], u["column_names"]) for u in look.get_unique_constraints(table)),
            "indexes": sorted((i["name"], i["column_names"], i["unique"]) for i in look.get_indexes(table)),
            "checks": sorted(c["name"] for c in look.get_check_constraints(table)),
        }
    engine.dispose()
    return found


async def test_a_fresh_start_makes_the_schema_of_the_tables_whole_and_takes_no_backup(
    empty: Settings, request: pytest.FixtureRequest
) -> None:
    made = request.getfixturevalue("postgres_settings" if empty.is_postgres else "sqlite_settings")
    database = open_database(empty)
    assert await migrate(empty, database) == Migrated(None, head(), None)
    assert await migrate(empty, database) == Migrated(head(), head(), None)
    await database.close()
    assert not (empty.data / "backups").exists()
    assert _shape(empty) == _shape(made)
    engine = maintenance_engine(empty)
    with engine.begin() as connection:
        assert is_current(connection), "run `python -m proofroom.store.generate NAME`"
    engine.dispose()


async def test_a_newer_schema_is_refused_and_left_alone(settings: Settings, database: Database) -> None:
    async with database.transaction() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Conflict, match=r"9999.*newer") as caught:
        await migrate(settings, database)
    assert "newer release" in caught.value.suggestion
    assert await current_revision(database) == "9999"


async def test_tables_without_a_number_are_refused(settings: Settings, database: Database) -> None:
    async with database.transaction() as connection:
        await connection.exec_driver_sql("DROP TABLE alembic_version")
    with pytest.raises(Conflict, match="no schema number"):
        await migrate(settings, database)


def test_an_up_to_date_start_does_not_import_alembic(sqlite_settings: Settings) -> None:
    script = (
        "import asyncio, sys\n"
        "from proofroom.kernel.settings import Settings\n"
        "from proofroom.store.database import open_database\n"
        "from proofroom.store.migrate import migrate\n"
        "async def main():\n"
        "    settings = Settings(data=sys.argv[1])\n"
        "    database = open_database(settings)\n"
        "    print((await migrate(settings, database)).changed, 'alembic' in sys.modules)\n"
        "    await database.close()\n"
        "asyncio.run(main())\n"
    )
    command = [sys.executable, "-c", script, str(sqlite_settings.data)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "False False\n"


def test_migrations_are_one_line_named_by_date_and_room() -> None:
    files = {path.stem for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py")}
    assert revisions()[:2] == ["0001", "0002"]
    assert set(revisions()[2:]) == {name for name in files if not name.startswith("000")}
    script = ScriptDirectory(str(MIGRATIONS))
    assert script.get_heads() == [head()]


@pytest.fixture
def second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a copy of the migrations to which a test can add."""
    import shutil

    copy = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, copy)
    monkeypatch.setattr(migrating, "MIGRATIONS", copy)
    return copy


_SECOND = """
import sqlalchemy as sa
from alembic import op

revision = "{number}"
down_revision = "{before}"


def upgrade() -> None:
    with op.batch_alter_table("workspaces") as batch:
        batch.alter_column("name", type_=sa.String(300), existing_nullable=False)
        batch.add_column(sa.Column("colour", sa.String(20), server_default="red", nullable=False))
    {more}
"""


def _add_migration(folder: Path, more: str = "pass") -> str:
    before = head()
    number = "99991231"
    body = _SECOND.format(number=number, before=before, more=more)
    (folder / "versions" / f"{number}_second.py").write_text(body)
    return number


_ROWS = (
    "INSERT INTO workspaces VALUES ('w1', 'one', 'One', '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00')",
    "INSERT INTO projects VALUES ('p1', 'w1', 'site', 'Site', 'active', '', '{}',"
    " '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00')",
)


async def _insert(database: Database) -> None:
    async with database.transaction() as connection:
        for statement in _ROWS:
            await connection.exec_driver_sql(statement)


async def test_a_later_migration_keeps_rows_and_takes_a_backup_first(
    settings: Settings, database: Database, clock: FixedClock, second: Path
) -> None:
    old = head()
    await _insert(database)
    number = _add_migration(second)
    done = await migrate(settings, database, clock=clock)
    assert (done.before, done.after, done.changed) == (old, number, True)
    assert done.backup == settings.data / "backups" / f"before-schema-{number}-20261116-120000.zip"
    manifest = await inspect(done.backup)
    assert (manifest.schema, manifest.only_database) == (old, True)
    async with database.reading() as connection:
        found = await connection.exec_driver_sql("SELECT name, colour FROM workspaces")
        assert [tuple(row) for row in found] == [("One", "red")]
        # On SQLite the table was copied and dropped: rows that refer to it must still be there.
        projects = await connection.exec_driver_sql("SELECT id, workspace_id FROM projects")
        assert [tuple(row) for row in projects] == [("p1", "w1")]


def test_two_migrations_after_the_same_one_are_named_in_a_clear_error(second: Path) -> None:
    before = head()
    for name in ("99991230_media_shapes", "99991231_media_colours"):
        body = _SECOND.format(number=name, before=before, more="pass")
        (second / "versions" / f"{name}.py").write_text(body)
    with pytest.raises(StorageFailed, match="99991230_media_shapes and 99991231_media_colours") as caught:
        head()
    assert caught.value.suggestion.endswith('to "99991230_media_shapes".')


async def test_a_failing_migration_leaves_the_old_schema(
    settings: Settings, database: Database, clock: FixedClock, second: Path
) -> None:
    old, before = head(), _shape(settings)
    await _insert(database)
    _add_migration(second, more="raise RuntimeError('half way')")
    with pytest.raises(RuntimeError, match="half way"):
        await migrate(settings, database, clock=clock)
    assert await current_revision(database) == old
    assert _shape(settings) == before


async def test_a_migration_that_breaks_references_is_undone_on_sqlite(
    sqlite_settings: Settings, sqlite_database: Database, clock: FixedClock, second: Path
) -> None:
    await _insert(sqlite_database)
    _add_migration(second, more='op.execute("DELETE FROM workspaces")')
    with pytest.raises(StorageFailed, match="projects"):
        await migrate(sqlite_settings, sqlite_database, clock=clock)
    async with sqlite_database.reading() as connection:
        assert (await connection.exec_driver_sql("SELECT count(*) FROM workspaces")).scalar_one() == 1


async def test_two_processes_can_start_at_once(empty: Settings) -> None:
    script = (
        "import asyncio, sys\n"
        "from pydantic import SecretStr\n"
        "from proofroom.kernel.settings import Settings\n"
        "from proofroom.store.database import open_database\n"
        "from proofroom.store.migrate import current_revision, migrate\n"
        "async def main():\n"
        "    url = SecretStr(sys.argv[2]) if sys.argv[2] else None\n"
        "    settings = Settings(data=sys.argv[1], database_url=url)\n"
        "    database = open_database(settings)\n"
        "    await migrate(settings, database)\n"
        "    print(await current_revision(database))\n"
        "    await database.close()\n"
        "asyncio.run(main())\n"
    )
    url = empty.database_url.get_secret_value() if empty.database_url else ""
    command = [sys.executable, "-c", script, str(empty.data), url]
    started = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)
    ]
    ended = [process.communicate() for process in started]
    assert [out for out, _ in ended] == [f"{head()}\n"] * 2, ended


async def test_only_the_newest_backups_are_kept(
    sqlite_settings: Settings, sqlite_database: Database, clock: FixedClock
) -> None:
    from proofroom.store.backup import backup_before

    few = sqlite_settings.model_copy(update={"backups_kept": 2})
    taken = []
    for _ in range(4):
        taken.append(await backup_before(few, "test", clock))
        clock.advance(1)
    assert sorted(path.name for path in (few.data / "backups").iterdir()) == [p.name for p in taken[2:]]


def test_a_new_migration_is_written_from_the_difference(
    second: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert generate("nothing") is None
    changed = sa.MetaData(naming_convention=metadata.naming_convention)
    for table in metadata.sorted_tables:
        table.to_metadata(changed)
    sa.Table("colours", changed, sa.Column("id", sa.String(36), primary_key=True))
    monkeypatch.setattr("proofroom.store.types.metadata", changed)
    path = generate("media colours")
    assert path is not None
    assert path == second / "versions" / f"{head()}.py"
    assert head().endswith("_media_colours")
    text = path.read_text()
    assert '"colours"' in text.replace("'", '"')
    assert f'down_revision = "{revisions()[-2]}"' in text
    assert "###" not in text


def test_the_schema_number_of_an_empty_database_is_none(tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path}/x.db")
    with engine.connect() as connection:
        assert read_schema(connection) is None
    engine.dispose()


LANDED = "20261119_runtime_waiting"
"""The last migration whose SQL is kept below; who lands another writes both anew."""
KEPT = {
    "sqlite": "67b595543b8629e705b83149cdbca89a895d2d1911dd5a56387c71ef49c7831e",
    "postgresql": "0c96172b30f6537595ea1bc6d9638c58ea4dacefc9a0185ad38e74afd04f5464",
}


def test_migrations_that_have_landed_do_what_they_did(tmp_path: Path) -> None:
    """Data folders were made with them: how they are written may change, what they make may not."""
    engine = sa.create_engine(f"sqlite:///{tmp_path}/landed.db")
    with engine.begin() as connection:
        migrating.upgrade(connection, LANDED)
        rows = connection.execute(sa.text("SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2")).all()
    # What the index of words is kept in, SQLite makes by itself; a table that was changed says its
    # constraints in any order.
    made = [
        (name, sorted(line.strip(" ,") for line in (sql or "").splitlines()))
        for _, name, sql in rows
        if not name.startswith("search_words_")
    ]
    engine.dispose()
    said = {"sqlite": repr(made), "postgresql": _said_to_postgres()}
    assert {name: hashlib.sha256(text.encode()).hexdigest() for name, text in said.items()} == KEPT


def _said_to_postgres() -> str:
    """Return the SQL of all that landed but of those that read what stands there."""
    written = StringIO()
    context = MigrationContext.configure(
        dialect_name="postgresql", opts={"as_sql": True, "output_buffer": written}
    )
    script = ScriptDirectory(str(MIGRATIONS))
    landed = revisions()[: revisions().index(LANDED) + 1]
    with Operations.context(context):
        for name in landed:
            if name != "20261116_access_reasons":
                script.get_revision(name).module.upgrade()
    return written.getvalue()


@pytest.mark.parametrize(
    "column", ["name", "name text(", "name colour", "name int ?", "name int -> runs drop", "name int = 1 2"]
)
def test_a_column_that_nobody_can_read_is_refused(column: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        make_table("wrong", f"id id, {column}")
