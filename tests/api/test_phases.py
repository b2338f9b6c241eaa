"""What a project's phase forbids is said inside a run, and tools are found anew when it changes."""

from proofroom.kernel.blocks import ToolResultBlock
from proofroom.kernel.settings import Settings
from tests.api.conftest import serve
from tests.scripted import ScriptedDriver, ScriptedReply

INIT = ("init_project", {"stack": "other", "domains": ["blog"], "locales": ["en"]})


async def test_a_forbidden_tool_says_why_and_what_next_and_init_brings_the_others(
    sqlite_settings: Settings,
) -> None:
    driver = ScriptedDriver(
        ScriptedReply(calls=(("save_content", {"model": "posts", "locale": "en", "entries": []}),)),
        ScriptedReply(calls=(INIT,)),
        ScriptedReply("Done."),
    )
    async with serve(sqlite_settings, {"offline": driver}) as owner:
        await owner.set_up()
        _, project = await owner.call("POST", "/api/projects", {"name": "Empty"})
        body = {"message": "set it up", "projectId": project["id"], "merge": True}
        events = await owner.lines("POST", "/api/ai/chat/content", body)
    assert events[-1]["type"] == "done"
    first, second, third = driver.requests
    assert "init_project" in {each.name for each in first.tools}
    assert "save_content" not in {each.name for each in first.tools}
    refused = second.messages[-1].blocks[0]
    assert isinstance(refused, ToolResultBlock)
    assert "has no content structure yet" in refused.content
    assert "init_project first" in refused.content
    made = third.messages[-1].blocks[0]
    assert isinstance(made, ToolResultBlock)
    assert made.ok, made.content
    assert {each.name for each in third.tools} != {each.name for each in first.tools}
    assert "init_project" not in {each.name for each in third.tools}


async def test_a_small_window_gets_fewer_tools_and_too_much_is_said_before_it_is_sent(
    sqlite_settings: Settings,
) -> None:
    driver = ScriptedDriver(ScriptedReply("Nothing is wrong."))
    async with serve(sqlite_settings, {"offline": driver}) as owner:
        await owner.set_up()
        _, project = await owner.call(
            "POST", "/api/projects", {"name": "Notes", "start": {"locales": ["en"]}}
        )
        body = {"message": "validate everything", "projectId": project["id"]}
        events = await owner.lines("POST", "/api/ai/chat/content", body)
        told = [event for event in events if event["type"] == "context"]
        assert told[-1]["remaining"] >= 0
        assert "validate" in {each.name for each in driver.requests[0].tools}
        assert all("description" not in str(each.input_schema) for each in driver.requests[0].tools[:3])
        long = await owner.lines("POST", "/api/ai/chat/content", body | {"message": "word " * 9_000})
    assert (long[-1]["type"], long[-1]["code"]) == ("error", "too_large")
    assert "8000" in long[-1]["message"]
    assert len(driver.requests) == 1
