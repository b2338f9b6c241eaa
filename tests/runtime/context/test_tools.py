"""Tools in small windows."""

from typing import Any

import orjson

from proofroom.providers.types import ToolDef
from proofroom.runtime.context.tools import fit_tools, shortened


def size(tools: list[ToolDef]) -> int:
    return len(orjson.dumps([(tool.name, tool.description, tool.input_schema) for tool in tools])) // 4


def make(name: str, says: str) -> ToolDef:
    properties: dict[str, Any] = {
        "model": {"type": "string", "description": "Which model it is about, as its id says."},
        "description": {"type": "string", "description": "A property that is called like a word of schemas."},
    }
    schema = {"type": "object", "title": name, "properties": properties, "required": ["model"]}
    return ToolDef(name, f"{says} A second sentence that says much more than is needed here.", schema)


TOOLS = [
    make("save_content", "Save entries of a model."),
    make("publish_entry", "Publish an entry."),
    make("searchEntities", "Search for records."),
    make("delete_branch", "Throw a branch away."),
]


def test_what_fits_stays_as_it_is() -> None:
    assert fit_tools(TOOLS, 10_000, size, "anything") is TOOLS


def test_words_go_before_tools_do() -> None:
    brief = [shortened(tool) for tool in TOOLS]
    assert fit_tools(TOOLS, int(size(brief) / 0.4) + 3, size, "anything") == brief
    assert brief[0].description == "Save entries of a model."
    assert set(brief[0].input_schema["properties"]) == {"model", "description"}
    assert "description" not in brief[0].input_schema["properties"]["model"]


def test_the_most_relevant_tools_and_those_used_before_stay() -> None:
    room = int(size([shortened(tool) for tool in TOOLS[:2]]) / 0.4) + 3
    kept = fit_tools(TOOLS, room, size, "publish the canal entry", {"delete_branch"})
    assert [tool.name for tool in kept] == ["publish_entry", "delete_branch"]
