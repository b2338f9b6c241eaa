"""Commands find the studio that the settings name, whether they were loaded or not."""

from pathlib import Path

import pytest

from proofroom.kernel.place import Whereabouts, find_place, operator_token_path, sqlite_path, workspace_path
from proofroom.kernel.settings import Settings


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("DATA", "PORT", "DEMO", "HOST", "LANGUAGE", "WORKSPACE", "EXECUTOR_ID", "DATABASE_URL"):
        monkeypatch.delenv(f"PROOFROOM_{name}", raising=False)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"PROOFROOM_DATA": "/srv/desk", "PROOFROOM_LANGUAGE": "tr", "PROOFROOM_PORT": "4500"},
        {"proofroom_data": "elsewhere", "PROOFROOM_WORKSPACE": "press", "PROOFROOM_EXECUTOR_ID": "two"},
        {"PROOFROOM_DEMO": "false", "PROOFROOM_HOST": "0.0.0.0"},
    ],
)
def test_a_plain_environment_means_the_same(given: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    found, settings = find_place(), Settings()
    assert isinstance(found, Whereabouts)
    for name in ("data", "executor_id", "workspace", "language", "is_postgres"):
        assert getattr(found, name) == getattr(settings, name)
    for path in (operator_token_path, sqlite_path, workspace_path):
        assert path(found) == getattr(settings, path.__name__)


@pytest.mark.parametrize(
    ("name", "value"), [("DATABASE_URL", "postgresql://x/y"), ("DATA", " desk"), ("LOG_LEVEL", "debug")]
)
def test_anything_else_is_left_to_the_settings(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"PROOFROOM_{name}", value)
    assert isinstance(find_place(), Settings)


@pytest.mark.parametrize("name", [".env", "proofroom.toml"])
def test_a_file_is_read_with_the_settings(name: str, tmp_path: Path) -> None:
    tmp_path.joinpath(name).write_text("")
    assert isinstance(find_place(), Settings)


def test_a_wrong_value_is_told_by_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROOFROOM_PORT", "99999")
    with pytest.raises(ValueError, match="port"):
        find_place()
