"""`proofroom run`: what people do with a run afterwards, on a real data folder."""

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_a_run_is_retried_forked_and_exported(run: Run, tmp_path: Path) -> None:
    said = run("chat", "What time is it?", "--json")
    run_id = json.loads(said.stdout.splitlines()[0])["runId"]
    retried = [json.loads(line) for line in run("run", "retry", run_id, "--json").stdout.splitlines()]
    assert retried[-1]["type"] == "done"
    assert retried[0]["runId"] != run_id
    forked = run("run", "fork", retried[0]["runId"], "-m", "Which projects do we have?")
    assert forked.returncode == 0, forked.stderr
    assert forked.stdout.startswith("Run ")
    wrote = run("run", "export", run_id, "-o", str(tmp_path / "run.json"))
    assert wrote.returncode == 0, wrote.stderr
    assert json.loads((tmp_path / "run.json").read_bytes())["run"]["id"] == run_id
    refused = run("run", "resume", run_id)
    assert refused.returncode != 0
    assert "cannot be resumed" in refused.stderr
