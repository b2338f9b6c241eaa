"""The offline model plans, waits for results, and answers honestly."""

from typing import Any

from proofroom.kernel.blocks import Message, TextBlock, ToolResultBlock, user
from proofroom.providers.offline import (
    Answer,
    Ask,
    Call,
    OfflineDriver,
    Plan,
    Playbook,
    Request,
    Result,
    Skill,
)
from proofroom.providers.types import ModelRequest, Reply, ToolChoice, ToolDef


class Pieces:
    def __init__(self) -> None:
        self.said: list[str] = []

    def text(self, block: int, piece: str, /) -> None:
        self.said.append(piece)

    def thinking(self, block: int, piece: str, /) -> None:
        raise AssertionError("the offline model does not think aloud")


def count(request: Request) -> Plan:
    first: Result = yield Call("count", {"what": "apples"})
    both: list[Result] = yield [Call("count", {"what": "pears"}), Call("count", {"what": "plums"})]
    total = first.data["n"] + sum(result.data["n"] for result in both)
    return Answer(request.say("answer.media.listed", count=total))


SKILL = Skill("count", lambda r: 0.8 if "fruit" in r.text or "meyve" in r.text else 0.0, count, "count fruit")
DRIVER = OfflineDriver([Playbook("test", (SKILL,))])


async def ask(messages: list[Message], **more: Any) -> tuple[Reply, str]:
    sink = Pieces()
    tools = [ToolDef("count", "Count.", {})]
    reply = await DRIVER.stream(ModelRequest("offline", messages, tools=tools, **more), sink)
    return reply, "".join(sink.said)


def answered(reply: Reply, *numbers: int) -> list[Message]:
    results = [
        ToolResultBlock(call.tool_call_id, call.tool_name, True, f'{{"n":{n}}}')
        for call, n in zip(reply.tool_calls, numbers, strict=True)
    ]
    return [Message("assistant", reply.blocks), Message("tool", list(results))]


async def test_a_plan_goes_on_from_the_results_in_the_history() -> None:
    messages = [user("How much fruit?")]
    first, _ = await ask(messages)
    assert [call.input for call in first.tool_calls] == [{"what": "apples"}]
    messages += answered(first, 1)
    second, _ = await ask(messages)
    assert [call.input["what"] for call in second.tool_calls] == ["pears", "plums"]
    messages += answered(second, 2, 3)
    last, said = await ask(messages)
    assert said == "6 pictures:"
    assert last.blocks == [TextBlock("6 pictures:")]
    assert last.stop == "end"


async def test_a_plan_is_read_once_and_anew_where_the_history_is_another_one() -> None:
    begun: list[str] = []

    def counted(request: Request) -> Plan:
        begun.append(request.text)
        return (yield from count(request))

    driver = OfflineDriver([Playbook("test", (Skill("count", SKILL.match, counted, "count fruit"),))])
    tools = [ToolDef("count", "Count.", {})]

    async def ask(messages: list[Message]) -> Reply:
        return await driver.stream(ModelRequest("offline", messages, tools=tools), Pieces())

    asked = [user("How much fruit?")]
    first = await ask(asked)
    second = await ask(asked + answered(first, 1))
    whole = asked + answered(first, 1) + answered(second, 2, 3)
    assert [(await ask(whole)).blocks, len(begun)] == [[TextBlock("6 pictures:")], 1]
    # Somebody else is at the same point with another result before it; then the first one comes back.
    await ask(asked + answered(first, 1))
    other = asked + answered(first, 5) + answered(second, 2, 3)
    assert [(await ask(other)).blocks, len(begun)] == [[TextBlock("10 pictures:")], 3]
    assert [(await ask(whole)).blocks, len(begun)] == [[TextBlock("6 pictures:")], 3]
    assert [(await ask(whole)).blocks, len(begun)] == [[TextBlock("6 pictures:")], 4]


async def test_it_answers_in_turkish_when_asked_in_turkish() -> None:
    messages = [user("Kaç meyve var, söyler misin?")]
    for numbers in ((1,), (1, 1)):
        reply, _ = await ask(messages)
        messages += answered(reply, *numbers)
    _, said = await ask(messages)
    assert said == "3 görsel:"


async def test_an_unknown_request_gets_an_honest_answer_and_no_call() -> None:
    reply, said = await ask([user("Order me a pizza")])
    assert reply.tool_calls == []
    assert "offline model" in said
    assert "count fruit" in said


async def test_without_tools_it_says_that_its_steps_are_used_up() -> None:
    reply, said = await ask([user("fruit?")], tool_choice=ToolChoice("none"))
    assert reply.tool_calls == []
    assert "go on" in said


async def test_a_new_question_starts_a_new_plan() -> None:
    messages = [user("fruit?")]
    first, _ = await ask(messages)
    messages += [*answered(first, 1), Message("assistant", [TextBlock("Stopped.")]), user("fruit again?")]
    again, _ = await ask(messages)
    assert [call.input for call in again.tool_calls] == [{"what": "apples"}]


async def test_the_same_request_gives_the_same_move() -> None:
    one, _ = await ask([user("fruit?")])
    two, _ = await ask([user("fruit?")])
    assert one == two


def restock(request: Request) -> Plan:
    """Look twice at what is there, write, and look again."""
    look = Call("brain_query", {"model": "fruit"})
    yield look
    yield [look, Call("brain_query", {"model": "shelves"})]
    yield [Call("count", {"what": "plums"}), look]
    after: Result = yield look
    return Answer(f"{after.data['n']}")


async def test_what_was_read_is_not_read_again_until_something_is_written() -> None:
    driver = OfflineDriver([Playbook("test", (Skill("restock", lambda _: 0.8, restock, "restock"),))])
    messages, asked = [user("Restock")], list[list[str]]()
    tools = [ToolDef(name, "", {"type": "object"}) for name in ("brain_query", "count")]
    for numbers in ((1,), (2,), (3, 4), (5,), ()):
        reply = await driver.stream(ModelRequest("offline", messages, tools=tools), Pieces())
        asked.append([str(call.input.get("model") or call.tool_name) for call in reply.tool_calls])
        messages += answered(reply, *numbers) if reply.tool_calls else []
    assert asked == [["fruit"], ["shelves"], ["count", "fruit"], ["fruit"], []]


def which_bowl(request: Request) -> Plan:
    yield from ()
    return Answer(f"The {request.answers[-1]}.") if request.answers else Ask("Which bowl?")


async def test_a_yes_to_what_offers_nothing_is_told_so_and_the_question_stays_open() -> None:
    bowl = Skill("bowl", lambda request: 0.8 if "bowl" in request.text.split() else 0.0, which_bowl)
    driver, messages = OfflineDriver([Playbook("test", (bowl,))]), list[Message]()

    async def say(text: str) -> str:
        messages.append(user(text))
        reply = await driver.stream(ModelRequest("offline", messages), Pieces())
        messages.append(Message("assistant", reply.blocks))
        return messages[-1].text

    assert await say("fill the bowl") == "Which bowl?"
    assert await say("yes") == "A yes does not tell me that. Which bowl?"
    assert await say("blue") == "The blue."
