"""Recorded traffic of real providers, in every cut, gives what was expected of it."""

from pathlib import Path

import orjson
import pytest

from proofroom.kernel.errors import InvalidInput
from proofroom.providers.replay import replay, rounds
from tests.conformance.recordings import differences, run_recordings_suite

RECORDINGS = Path(__file__).resolve().parents[3] / "shared/data/recordings"
FOLDERS = sorted(path.parent for path in RECORDINGS.glob("*/meta.json"))

pytestmark = pytest.mark.skipif(
    not FOLDERS, reason="the recordings are not on this machine (../shared/data/recordings)"
)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_recording_replays_as_expected(folder: Path):
    found = replay(folder)
    expected = [orjson.loads(path.read_bytes()) for path in sorted(folder.glob("r*.expected.json"))]
    assert found == expected


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_cut_of_a_recording_gives_the_same(folder: Path, tmp_path: Path):
    (tmp_path / folder.name).symlink_to(folder)
    passed, total, failures = run_recordings_suite(tmp_path)
    assert failures == []
    assert passed == total == len(list(rounds(folder)))


def test_the_suite_notices_a_wrong_expectation_and_a_damaged_recording(tmp_path: Path):
    copy = tmp_path / "10-gemini-function-call"
    copy.mkdir()
    for path in (RECORDINGS / copy.name).iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    expected = orjson.loads((copy / "r1.expected.json").read_bytes())
    (copy / "r1.expected.json").write_bytes(orjson.dumps({**expected, "stop": "OTHER"}))
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken/meta.json").write_bytes(b'{"protocol": "morse"}')
    passed, total, failures = run_recordings_suite(tmp_path)
    assert (passed, total) == (2, 4)
    assert "stop differ" in failures[0]
    assert "morse" in failures[1]
    assert differences({"a": 1}, {"a": 1, "b": 2}) == []


def test_a_folder_that_is_no_recording_is_named(tmp_path: Path):
    with pytest.raises(InvalidInput, match=r"meta\.json"):
        replay(tmp_path)
