"""Records of agents as older studios stored them, or as something damaged them."""

from typing import Any

import pytest

from proofroom.agents.stored import old_clock, read_stored, without_old_clock
from proofroom.agents.types import AgentRecord

GOOD: dict[str, Any] = AgentRecord(slug="helper", name="Helper", role_id="viewer").model_dump(mode="json")


@pytest.mark.parametrize(
    ("stored", "notices"),
    [
        (GOOD, ()),
        (GOOD | {"config": GOOD["config"] | {"limits": {"max_rounds": 900}}}, ("config.limits.max_rounds",)),
        (GOOD | {"config": {"toolGroups": 7, "wings": 2}}, ("config.toolGroups", "config.wings")),
        (GOOD | {"config": "nothing"}, ("config",)),
        (GOOD | {"scope": "moon", "colour": "red"}, ("scope", "colour")),
        (GOOD | {"name": ""}, ("name",)),
        ("no object", ("record", "slug", "name")),
    ],
)
def test_what_cannot_be_read_is_left_out_and_named(stored: Any, notices: tuple[str, ...]) -> None:
    found = read_stored("helper", stored)
    assert found.record.slug == "helper"
    assert found.notices == notices


def test_an_older_role_is_that_of_the_rights() -> None:
    older = {key: one for key, one in GOOD.items() if key != "role_id"} | {"role": "editor"}
    found = read_stored("helper", older).record
    assert (found.role, found.role_id) == (None, "editor")
    newer = read_stored("helper", GOOD | {"role": "Writes letters"}).record
    assert (newer.role, newer.role_id) == ("Writes letters", "viewer")


def test_an_older_schedule_is_found_and_taken_out() -> None:
    config = GOOD["config"] | {"heartbeat": {"enabled": True, "schedule": "0 9 * * *", "mode": "full"}}
    older = GOOD | {"config": config}
    assert old_clock(older) == (True, "0 9 * * *")
    clean = without_old_clock(older)
    assert old_clock(clean) is None
    read = read_stored("helper", older)
    assert read.notices == ()
    assert read.record.config.heartbeat is not None
    assert read.record.config.heartbeat.mode == "full"
