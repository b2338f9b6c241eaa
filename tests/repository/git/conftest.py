"""A bare repository with one commit, and a real Git client to look at it."""

import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from proofroom.repository.git import branch, init
from proofroom.repository.git import open as repository
from proofroom.repository.git.commit import Identity
from proofroom.repository.git.open import Repo
from proofroom.repository.git.save import Signed

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SIGNED = Signed(Identity("Ada", "ada@example.org"), NOON)

Client = Callable[..., str]


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """Return a bare repository with `main` and `contentrain` at an empty first commit."""
    made = repository.create(tmp_path / "project.git")
    init.ensure_first_commit(made, "main", SIGNED)
    branch.ensure_content_branch(made, "main")
    return made


@pytest.fixture
def client() -> Client:
    """Return a function that runs the machine's Git client in a folder."""

    def run(folder: Path, *arguments: str) -> str:
        command = ["git", "-c", "user.name=Hand", "-c", "user.email=hand@example.org", *arguments]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    return run
