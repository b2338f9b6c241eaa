"""`proofroom upgrade` and `proofroom rollback` on data of an older release."""

from pathlib import Path

import orjson
import pytest
import sqlalchemy as sa

from proofroom.store.migrate import head, revisions, upgrade
from tests.cli.conftest import Run


@pytest.fixture
def older(environment: dict[str, str]) -> Path:
    """Return the database of a data folder as the release before this one left it."""
    path = Path(environment["PROOFROOM_DATA"]) / "studio.db"
    for each in path.parent.glob("studio.db*"):
        each.unlink()
    with sa.create_engine(f"sqlite:///{path}").begin() as connection:
        upgrade(connection, revisions()[-2])
    return path


def revision(path: Path) -> str:
    with sa.create_engine(f"sqlite:///{path}").connect() as connection:
        return str(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one())


def test_data_are_tried_upgraded_and_brought_back(run: Run, older: Path) -> None:
    before = revisions()[-2]
    tried = run("upgrade", "--dry-run")
    assert (tried.returncode, "it works" in tried.stdout) == (0, True), tried.stderr
    assert revision(older) == before
    done = orjson.loads(run("upgrade", "--json").stdout)
    assert (done["before"], done["after"], done["tried"]) == (before, head(), True)
    assert revision(older) == head()
    assert "nothing was changed" in run("upgrade").stdout
    back = run("rollback", "--yes")
    assert back.returncode == 0, back.stderr
    assert revision(older) == before


def test_without_an_upgrade_there_is_nothing_to_take_back(run: Run) -> None:
    for words in (["rollback", "--yes"], ["rollback"]):
        told = run(*words)
        assert (told.returncode, "No upgrade" in told.stderr, "Go on?" in told.stdout) == (1, True, False)
