"""Calling one tool: every ending is the same envelope."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel, Field

from proofroom.kernel.errors import Conflict, OutsideFailed, ProviderFailed, ToolFailed, ToolTimedOut
from proofroom.kernel.events import Affected
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.tools import Registry, Retrying, as_model_text, invoke

CONTEXT: Any = SimpleNamespace(run_id="run", step="001.tool.00")


class Given(BaseModel):
    name: str = Field(min_length=2)


def tool(handler: Any, **more: Any) -> ToolSpec:
    return ToolSpec("greet", "Greet.", Given, handler, "baseline", **more)


async def greet(context: ToolContext, given: Given) -> ToolOutput:
    return ToolOutput(ok=True, data={"hello": given.name}, affected=Affected(models=["a"]))


async def test_a_good_call_answers_and_adds_the_tools_own_affects() -> None:
    output = await invoke(tool(greet, default_affects=Affected(models=["b"])), CONTEXT, {"name": "Ada"})
    assert output.ok
    assert output.data == {"hello": "Ada"}
    assert output.affected.models == ["a", "b"]


async def test_a_bad_input_names_the_field_and_says_what_to_do() -> None:
    output = await invoke(tool(greet), CONTEXT, {"name": "A"})
    assert not output.ok
    assert output.error is not None
    assert "name" in output.error["message"]
    assert output.error["suggestion"]


async def test_an_unexpected_error_does_not_leak_its_text(caplog: pytest.LogCaptureFixture) -> None:
    async def explode(context: ToolContext, given: Given) -> ToolOutput:
        raise RuntimeError("secret detail")

    output = await invoke(tool(explode), CONTEXT, {"name": "Ada"})
    assert not output.ok
    assert "secret detail" not in str(output.error)
    assert "secret detail" in caplog.text


async def test_our_errors_reach_the_model_with_their_suggestion() -> None:
    async def clash(context: ToolContext, given: Given) -> ToolOutput:
        raise Conflict("It changed.", suggestion="Read it again.")

    output = await invoke(tool(clash), CONTEXT, {"name": "Ada"})
    assert as_model_text(output, 500) == '{"error":"It changed.","suggestion":"Read it again."}'


class Greeting(BaseModel):
    hello: str


@pytest.mark.parametrize(
    ("data", "why"), [({"hello": object()}, "it is not JSON"), ({"bye": "Ada"}, "hello: Field required")]
)
async def test_an_answer_that_does_not_fit_is_a_result_the_model_can_act_on(data: Any, why: str) -> None:
    async def answer(context: ToolContext, given: Given) -> ToolOutput:
        return ToolOutput(ok=True, data=data, affected=Affected(models=["a"]))

    output = await invoke(tool(answer, output_model=Greeting), CONTEXT, {"name": "Ada"})
    assert not output.ok
    assert output.error is not None
    assert why in output.error["message"]
    assert "may have happened" in output.error["message"]
    assert (await invoke(tool(greet, output_model=Greeting), CONTEXT, {"name": "Ada"})).ok


async def test_a_slow_tool_is_stopped_and_says_so() -> None:
    async def sleep(context: ToolContext, given: Given) -> ToolOutput:
        await asyncio.sleep(3_600)
        return ToolOutput(ok=True)

    output = await invoke(tool(sleep, timeout_s=0.01), CONTEXT, {"name": "Ada"})
    assert output.error is not None
    assert output.error["category"] == "TOOL_TIMEOUT"


async def test_cancelling_gets_out() -> None:
    async def sleep(context: ToolContext, given: Given) -> ToolOutput:
        await asyncio.sleep(3_600)
        return ToolOutput(ok=True)

    task = asyncio.create_task(invoke(tool(sleep), CONTEXT, {"name": "Ada"}))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_a_long_result_is_cut_with_a_mark() -> None:
    text = as_model_text(ToolOutput(ok=True, data={"text": "x" * 100}), 20)
    assert text == '{"text":"xxxxxxxxxxx...(truncated)'


def test_a_name_can_be_taken_once_and_must_be_legal_everywhere() -> None:
    registry = Registry()
    registry.add([tool(greet)])
    with pytest.raises(ValueError, match="twice"):
        registry.add([tool(greet)])
    with pytest.raises(ValueError, match="not legal"):
        registry.add([ToolSpec("bad name", "", Given, greet, "x")])


def test_what_makes_tools_is_called_with_the_first_look_at_any() -> None:
    registry, made = Registry(), list[str]()

    def make() -> list[ToolSpec]:
        made.append("greet")
        return [tool(greet)]

    registry.add(make)
    registry.add([ToolSpec("wave", "", Given, greet, "x")])
    assert made == []
    assert [spec.name for spec in registry] == ["greet", "wave"]
    assert "greet" in registry
    assert registry.get("greet").name == "greet"
    assert made == ["greet"]


LOOKS, WRITES = {"effect": "read"}, {"effect": "write"}


@pytest.mark.parametrize(
    ("error", "kind", "calls"),
    [
        (ConnectionResetError("gone"), LOOKS, 4),
        (OutsideFailed("The server is away."), LOOKS, 4),
        (ToolTimedOut("Too slow."), LOOKS, 4),
        (RuntimeError("torn"), WRITES, 4),
        (ToolTimedOut("Too slow."), WRITES, 1),
        (OutsideFailed("The server is away."), WRITES, 1),
        (RuntimeError("torn"), WRITES | {"on_crash": "ask"}, 1),
        (RuntimeError("torn"), {"effect": "external"}, 1),
        (ProviderFailed("Tried three times already."), LOOKS, 1),
        (Conflict("It changed."), LOOKS, 1),
        (ToolFailed("The check found three places."), LOOKS, 1),
    ],
)
async def test_what_failed_in_passing_is_tried_by_the_seeds_policy_and_nothing_is_done_twice(
    error: Exception, kind: dict[str, Any], calls: int
) -> None:
    made, waits, told = list[str](), list[float](), list[int]()

    async def fail(context: ToolContext, given: Given) -> ToolOutput:
        made.append(given.name)
        raise error

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    retrying = Retrying(sleep=sleep, draw=lambda: 0.5, tell=told.append)
    output = await invoke(tool(fail, **kind), CONTEXT, {"name": "Ada"}, retrying)
    assert not output.ok
    assert len(made) == calls
    assert waits == [1.5, 2.5, 4.5][: calls - 1]
    assert told == [1, 2, 3][: calls - 1]


async def test_a_tool_that_comes_back_answers_as_if_nothing_had_been() -> None:
    made = list[int]()

    async def shaky(context: ToolContext, given: Given) -> ToolOutput:
        made.append(1)
        if len(made) < 3:
            raise ConnectionResetError
        return await greet(context, given)

    async def sleep(seconds: float) -> None: ...

    output = await invoke(tool(shaky, effect="read"), CONTEXT, {"name": "Ada"}, Retrying(sleep=sleep))
    assert output.ok
    assert len(made) == 3
