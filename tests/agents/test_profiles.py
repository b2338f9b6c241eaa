"""The loop profile of each seed as a table: rounds, truncation, elision, healing, sessions, abort."""

import asyncio
from typing import Any

import pytest

from proofroom.agents.system import ASSISTANT
from proofroom.articles.room import LIMITS
from proofroom.content.room import EDITOR
from proofroom.kernel.blocks import ToolResultBlock
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput
from proofroom.providers.types import ModelInfo
from proofroom.runtime import Limits
from proofroom.runtime.context.weights import message_tokens
from proofroom.site.room import DESIGNER
from tests.api.studio_cast import Cast
from tests.api.test_runs import desk
from tests.patience import LIMIT_S
from tests.runtime.conftest import WHO, WORKSPACE, Anything, OpenDesk, open_desk, tool
from tests.scripted import ScriptedDriver, ScriptedReply

__all__ = ["open_desk"]

TABLE = {
    # rounds, characters of a result, elision, turns, minutes
    "editor": (5, 2_000, True, None, None),
    "designer": (40, 32_000, True, None, None),
    "assistant": (5, 32_000, True, None, None),
    "writer": (5, 32_000, True, 10, 30),
}
BIG = "x" * 40_000
READ = ScriptedReply("", calls=(("read", {}),))


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    return sqlite_settings


PROFILES: dict[str, Limits] = {one.slug: one.limits for one in (EDITOR, DESIGNER, ASSISTANT)} | {
    "writer": LIMITS
}


def limits(profile: str) -> Limits:
    return PROFILES[profile]


async def read(context: ToolContext, given: Anything) -> ToolOutput:
    return ToolOutput(ok=True, data=BIG)


def results(driver: ScriptedDriver) -> list[ToolResultBlock]:
    seen = driver.requests[-1].messages
    return [block for message in seen for block in message.blocks if isinstance(block, ToolResultBlock)]


@pytest.mark.parametrize("profile", TABLE)
def test_the_numbers_are_the_seeds(profile: str) -> None:
    found = PROFILES[profile]
    row = (found.max_rounds, found.result_cap, found.elide_heavy, found.history_turns, found.session_minutes)
    assert row == TABLE[profile]
    assert set(PROFILES) == set(TABLE)


@pytest.mark.parametrize("profile", TABLE)
async def test_a_turn_stops_at_its_limit_with_a_summary_and_cuts_and_elides_results(
    open_desk: OpenDesk, profile: str
) -> None:
    rounds, cap, *_ = TABLE[profile]
    driver = ScriptedDriver(READ)  # it would go on for ever
    heavy = tool("read", read, heavy=True)
    async with open_desk(
        driver, heavy, limits=limits(profile), priced={"context_window": 4_000_000}
    ) as opened:
        run, _ = await opened.say("go")
        found = results(driver)
        messages = await opened.chat.messages(WHO, run.conversation_id)
    assert run.status == "completed"
    assert [request.tool_choice.mode for request in driver.requests] == [*["auto"] * rounds, "none"]
    assert len(found[-1].content) == cap + len("...(truncated)")
    assert {block.content[:27] for block in found[:-1]} == {"Earlier read output removed"}
    stored = [block for message in messages for block in message.blocks if isinstance(block, ToolResultBlock)]
    assert {block.content for block in stored} == {"read answered; output not kept."}


@pytest.mark.parametrize("profile", TABLE)
async def test_a_turn_that_is_stopped_ends_at_once_and_the_next_one_is_healed(
    open_desk: OpenDesk, profile: str
) -> None:
    begun = asyncio.Event()

    async def slow(context: ToolContext, given: Anything) -> ToolOutput:
        begun.set()
        await asyncio.sleep(3_600)
        return ToolOutput(ok=True)

    driver: Any = ScriptedDriver(ScriptedReply("", calls=(("slow", {}),)), ScriptedReply("Done."))
    async with open_desk(driver, tool("slow", slow), limits=limits(profile)) as opened:
        conversation = await opened.open()
        posted = await opened.chat.post(WHO, conversation, "go")
        await asyncio.wait_for(begun.wait(), LIMIT_S)
        await opened.waiting.stop(await opened.engine.runs.get(posted.run_id, WORKSPACE))
        async with asyncio.timeout(LIMIT_S):
            assert (await opened.engine.wait(posted.run_id, WORKSPACE)).status == "cancelled"
        opened.cast.driver = second = ScriptedDriver(ScriptedReply("Again."))
        await opened.say("and now?", conversation)
    (healed,) = results(second)
    assert not healed.ok
    assert "did not complete" in healed.content


async def test_each_prompts_prefix_is_the_same_over_fifty_turns(settings: Settings) -> None:
    cast = Cast(editor=(ScriptedReply("Yes."),), assistant=(ScriptedReply("Yes."),))
    free = settings.model_copy(update={"agent_requests_per_minute": 1_000, "agent_requests_per_hour": 10_000})
    async with desk(free, cast) as (owner, project_id):
        for scope, slug in (("content", "editor"), ("workspace", "assistant")):
            conversation: dict[str, Any] = {"projectId": project_id}
            for number in range(50):
                screen = {"activeModelId": f"m{number}"}
                body = {"message": f"turn {number}", "context": screen, **conversation}
                events = await owner.lines("POST", f"/api/ai/chat/{scope}", body)
                conversation = {"conversationId": events[0]["conversationId"]}
            requests = cast.agents[slug].requests
            assert len(requests) == 50
            assert len({request.system_prefix for request in requests}) == 1
            assert len({request.system_suffix for request in requests}) > 1
            assert len({tuple(each.name for each in request.tools) for request in requests}) == 1


class NarrowCast(Cast):
    """A model whose window the history of ten turns does not fit."""

    async def models(self) -> list[ModelInfo]:
        return [ModelInfo("scripted", "scripted", context_window=60_000, tools=True)]


async def test_the_writer_keeps_its_newest_turns_within_its_cap_where_a_window_is_too_small(
    settings: Settings,
) -> None:
    long, short = ScriptedReply("word " * 24_000), ScriptedReply("word " * 600)
    cast = NarrowCast()
    free = settings.model_copy(update={"agent_requests_per_minute": 100})
    async with desk(free, cast) as (owner, project_id):
        _, writer = await owner.call("GET", "/api/agents/writer")
        kept = writer["config"]["limits"]
        assert (kept["historyTokens"], kept["researchTokens"]) == (6_000, 180_000)
        conversation: dict[str, Any] = {"projectId": project_id}
        for number in range(11):
            cast.agents["writer"] = ScriptedDriver(long if number < 4 else short)
            screen = {"artifactId": "a1", "artifactStatus": "draft"}
            body = {"message": f"turn {number}", "context": screen, **conversation}
            events = await owner.lines("POST", "/api/ai/chat/articles", body)
            assert events[-1]["type"] == "done", events[-1]
            conversation = {"conversationId": events[0]["conversationId"]}
    sent = cast.agents["writer"].requests[-1]
    asked = [message.text for message in sent.messages if message.role == "user"]
    assert len(asked) == 7, "six turns before this one"
    assert asked[0].startswith("[Earlier ")
    assert "- asked: turn 3" in asked[0], "what went is told"
    assert asked[-1].endswith("turn 10")
    assert 3_000 < sum(message_tokens(message.blocks) for message in sent.messages[:-1]) <= 6_000
    assert "artifactId: a1" in sent.system_suffix
