"""Libraries are imported without what nobody uses, and what is put off still works when it is used."""

import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from proofroom.kernel.lazily import left_out, postponed
from proofroom.kernel.models import models_later


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "driver").mkdir()
    (tmp_path / "driver" / "__init__.py").write_text("import driver.faults\nSIZE = 3\n")
    (tmp_path / "driver" / "faults.py").write_text("class Lost(Exception): ...\n")
    (tmp_path / "user.py").write_text(
        "import driver\nfrom driver import faults\n\ndef size(): return driver.SIZE\n"
        "def lost(): return faults.Lost\n"
    )
    (tmp_path / "mapper.py").write_text("class Session: ...\n")
    (tmp_path / "other_user.py").write_text(
        "from mapper import Session\n\ndef take(session: Session[int] | None) -> bool:\n"
        "    return isinstance(session, Session)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("driver", "driver.faults", "user", "mapper", "other_user"):
        monkeypatch.delitem(sys.modules, name, raising=False)


@pytest.mark.usefixtures("library")
def test_a_postponed_module_is_loaded_with_its_first_use_and_others_get_the_real_one() -> None:
    with postponed("driver", "driver.faults"):
        import user  # type: ignore[import-not-found] # pyright: ignore[reportMissingImports]
    assert "driver" not in sys.modules
    assert user.size() == 3
    import driver.faults  # type: ignore[import-not-found] # pyright: ignore[reportMissingImports]

    assert user.lost() is driver.faults.Lost


@pytest.mark.usefixtures("library")
def test_a_module_that_is_left_out_has_empty_classes_for_who_names_them() -> None:
    with left_out("mapper"):
        import other_user  # type: ignore[import-not-found] # pyright: ignore[reportMissingImports]
    assert other_user.take("something") is False
    import mapper  # type: ignore[import-not-found] # pyright: ignore[reportMissingImports]

    assert mapper.Session is not other_user.Session


def test_a_model_is_built_with_its_first_use_and_means_the_same() -> None:
    with models_later():

        class Page(BaseModel):
            title: str
            parent: "Page | None" = None

        Page.model_rebuild()
        assert not Page.__pydantic_complete__
    assert Page(title="a", parent=Page(title="b")).parent == Page(title="b")
    with pytest.raises(ValidationError):
        Page.model_validate({"title": 3})

    class Built(BaseModel):
        title: str

    assert Built.__pydantic_complete__


def loaded_by(code: str) -> set[str]:
    """Run code in a process of its own, and return the modules that it leaves loaded."""
    told = f"{code}\nimport sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True)
    return set(done.stdout.split())


def test_the_web_door_loads_nothing_that_a_studio_does_not_use() -> None:
    unused = {"sqlalchemy.orm", "pydantic.v1.main", "psycopg", "dbos", "alembic", "PIL", "mcp", "pygit2"}
    loaded = loaded_by("import proofroom.api")
    assert not loaded & unused
    rooms = {name.split(".")[1] for name in loaded if name.startswith("proofroom.")}
    assert rooms == {"api", "kernel", "safety", "store"}, "rooms come with the studio that is opened"


def test_a_studio_opens_without_what_only_some_of_its_work_needs(tmp_path: Path) -> None:
    code = (
        "import asyncio\nfrom pathlib import Path\nfrom proofroom.kernel.settings import Settings\n"
        "from proofroom.wiring import open_studio\n"
        "async def once():\n"
        f"    studio = await open_studio(Settings(data=Path({str(tmp_path)!r}), demo=False))\n"
        "    await studio.close()\n"
        "asyncio.run(once())"
    )
    libraries = {
        "aiohttp",
        "argon2",
        "cryptography",
        "mcp",
        "PIL",
        "psycopg",
        "pwdlib",
        "pygit2",
        "rich",
        "tinycss2",
    }
    ours = {
        "proofroom.articles.claims",
        "proofroom.media.svg",
        "proofroom.providers.offline",
        "proofroom.providers.openrouter",
        "proofroom.site.playbook",
    }
    assert not loaded_by(code) & (libraries | ours)
