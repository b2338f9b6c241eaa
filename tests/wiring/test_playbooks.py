"""What rooms teach the offline model by tables fits the tools and texts there are."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import proofroom
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import texts
from proofroom.wiring import open_studio

HOUSE = Path(proofroom.__file__).parent
TABLES = {path.parent.name: path for path in sorted(HOUSE.rglob("playbook.toml"))}


def skills(path: Path) -> dict[str, dict[str, Any]]:
    return tomllib.loads(path.read_text("utf-8")).get("skill", {})


def calls(skill: dict[str, Any]) -> list[dict[str, Any]]:
    """Return every call of a skill: its own, and those that look things up."""
    own = skill.get("calls") or ([skill] if "tool" in skill else [])
    return [*own, *(slot["find"] for slot in skill.get("slot", {}).values() if "find" in slot)]


@pytest.mark.parametrize("room", TABLES)
def test_every_sentence_of_a_table_has_a_text(room: str) -> None:
    known = texts("en")
    missing: list[str] = []
    for name, skill in skills(TABLES[room]).items():
        keys = [skill.get("answer"), skill.get("empty"), f"ability.{name}" if skill.get("told") else None]
        keys += [slot.get("ask") for slot in skill.get("slot", {}).values()]
        missing += [key for key in keys if key and key not in known]
    assert missing == []


@pytest.mark.parametrize("room", TABLES)
def test_every_slot_of_an_input_and_a_pattern_is_there(room: str) -> None:
    unknown: list[str] = []
    for name, skill in skills(TABLES[room]).items():
        made = {call.get("as") for call in skill.get("calls", [])}
        spoken = " ".join(skill["says"]) + " ".join(str(call.get("input", "")) for call in calls(skill))
        used = {one.split(".")[0] for one in re.findall(r"{([a-z_][\w.]*)}", spoken)}
        unknown += [f"{name}: {one}" for one in used - set(skill.get("slot", {})) - made]
    assert unknown == []


async def test_every_tool_of_a_table_is_there_and_takes_the_input(sqlite_settings: Settings) -> None:
    studio = await open_studio(sqlite_settings, part="command")
    tools = {spec.name: spec.input_schema for spec in studio.registry}
    await studio.close()
    wrong: list[str] = []
    for path in TABLES.values():
        for name, skill in skills(path).items():
            for call in calls(skill):
                known = tools.get(call["tool"])
                if known is None:
                    wrong.append(f"{name}: there is no tool {call['tool']}")
                    continue
                extra = set(call.get("input", {})) - set(known.get("properties", {}))
                wrong += [f"{name}: {call['tool']} takes no {one}" for one in extra]
    assert wrong == []
