"""A process killed in the middle of saving loses nothing it has reported, and blocks nobody."""

import signal
import subprocess
import sys

from proofroom.repository.git import branch
from proofroom.repository.git.commit import tree_of
from proofroom.repository.git.save import save
from proofroom.repository.git.tree import TreeView
from tests.repository.git.conftest import SIGNED
from tests.repository.git.test_commit import Files

WORKER = """
import sys
from pathlib import Path
from proofroom.repository.git.open import Repo
from proofroom.repository.git.save import save
from tests.repository.git.conftest import SIGNED
from tests.repository.git.test_commit import Files

repo, name = Repo(Path(sys.argv[1])), sys.argv[2]
for number in range(100_000):
    plan = Files(**{f"{name}-{number}": "x" * 1000})
    save(repo, "contentrain", lambda _: plan, message="save", signed=SIGNED)
    print(f"{name}-{number}", flush=True)
"""


def test_reported_saves_survive_kills(repo, client):
    reported: list[str] = []
    for name in ("a", "b"):
        command = [sys.executable, "-c", WORKER, str(repo.path), name]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
            assert worker.stdout is not None
            reported += [worker.stdout.readline().strip() for _ in range(6)]
            worker.send_signal(signal.SIGKILL)
            reported += worker.stdout.read().split()
    save(repo, "contentrain", lambda _: Files(after="kills"), message="after", signed=SIGNED)
    found = set(TreeView(repo, tree_of(repo, branch.need_tip(repo, "contentrain"))).list(""))
    assert len(reported) >= 12
    assert {*reported, "after"} <= found
    assert client(repo.path, "fsck", "--strict", "--no-dangling") == ""
