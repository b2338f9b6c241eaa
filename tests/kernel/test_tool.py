import pytest
from pydantic import BaseModel, Field

from proofroom.kernel.errors import NotFound
from proofroom.kernel.events import Affected
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec


class SaveInput(BaseModel):
    """What to save."""

    title: str = Field(description="The new title.")
    tags: list[str] = []


async def save(_context: ToolContext, _wanted: SaveInput) -> ToolOutput:
    return ToolOutput(ok=True)


SAVE = ToolSpec(
    name="save_content",
    description="Save.",
    input_model=SaveInput,
    handler=save,
    group="content",
    effect="write",
)


def test_the_input_schema_is_made_once_and_has_no_class_name():
    schema = SAVE.input_schema
    assert "title" not in {key for key in schema if key != "properties"}
    assert schema["required"] == ["title"]
    assert schema["properties"]["title"]["description"] == "The new title."
    assert SAVE.input_schema is schema


def test_a_tool_does_nothing_dangerous_unless_it_says_so():
    spec = ToolSpec(name="look", description="Look.", input_model=SaveInput, handler=save, group="content")
    assert (spec.effect, spec.policy, spec.trust, spec.workflow) == ("read", "auto", "trusted", "none")
    assert (spec.relaxable, spec.heavy, spec.execution, spec.on_crash) == (False, False, "server", "rerun")
    assert spec.default_affects == Affected()


def test_a_tool_cannot_be_changed_after_it_was_made():
    with pytest.raises(AttributeError):
        SAVE.policy = "deny"  # type: ignore[misc]


def test_a_failure_tells_the_model_what_to_do_next():
    output = ToolOutput.failure(NotFound("There is no entry a.", suggestion="List the entries."))
    assert not output.ok
    assert output.summary == "There is no entry a."
    assert output.error is not None
    assert output.error["code"] == "not_found"
    assert output.error["suggestion"] == "List the entries."


def test_outputs_do_not_share_their_lists():
    first, second = ToolOutput(ok=True), ToolOutput(ok=True)
    first.affected.models.append("articles")
    assert second.affected.models == []
