"""The offline model's engine: choose a skill, replay its plan over the history, make the next move."""

import asyncio
from collections.abc import Iterable
from typing import Any, cast

from proofroom.kernel.blocks import AnyBlock, Message, TextBlock, ToolCallBlock, ToolResultBlock
from proofroom.kernel.tokens import estimate
from proofroom.providers.offline.language import language_of
from proofroom.providers.offline.plan import Answer, Ask, Call, Playbook, Request, Result, Skill
from proofroom.providers.types import ModelInfo, ModelRequest, Reply, Sink, TokenUsage
from proofroom.safety import unwrap

MODEL = "offline"
PIECE = 24
"""Characters of an answer per streamed piece."""
SURE_ENOUGH = 0.5


class OfflineDriver:
    """A driver with no network behind it."""

    name = "offline"

    def __init__(self, playbooks: Iterable[Playbook]) -> None:
        self._skills = [skill for playbook in playbooks for skill in playbook.skills]

    async def models(self) -> list[ModelInfo]:
        """Return the one model there is, at no cost."""
        return [
            ModelInfo(
                id=MODEL,
                provider="offline",
                name="Offline model (plans by rules, writes from your sources)",
                context_window=16_000,
                vision=False,
                tools=True,
                thinking=False,
                input_micros_per_mtok=0,
                output_micros_per_mtok=0,
            )
        ]

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        """Make the next move: tool calls, or an answer in pieces."""
        asked, made = _read_history(request.messages)
        plan_request = _plan_request(request, asked)
        move = self._next_move(plan_request, made)
        blocks: list[AnyBlock]
        if isinstance(move, list):
            # Tools can be taken away for the closing summary: then say so instead of calling.
            if request.tool_choice.mode == "none":
                move = Answer(_out_of_steps(plan_request))
            else:
                blocks = [
                    ToolCallBlock(f"off_{len(made)}_{index}", call.tool, call.input)
                    for index, call in enumerate(move)
                ]
                return Reply(blocks, "tool_calls", _usage(request, ""), "tool_calls", MODEL)
        await _speak(move.text, sink)
        return Reply([TextBlock(move.text)], "end", _usage(request, move.text), "end", MODEL)

    def _next_move(self, request: Request, made: list[list[Result]]) -> list[Call] | Answer | Ask:
        skill = self._choose(request)
        if skill is None:
            return Answer(self._honest_limit(request))
        plan = skill.plan(request)
        answered = iter(made)
        try:
            wanted = next(plan)
            while True:
                results = next(answered, None)
                if results is None:
                    return wanted if isinstance(wanted, list) else [wanted]
                wanted = plan.send(results if isinstance(wanted, list) else results[0])
        except StopIteration as end:
            return cast("Answer | Ask", end.value)

    def _choose(self, request: Request) -> Skill | None:
        scored = [(skill.match(request), -index, skill) for index, skill in enumerate(self._skills)]
        best = max(scored, key=lambda item: item[:2], default=None)
        return best[2] if best and best[0] >= SURE_ENOUGH else None

    def _honest_limit(self, request: Request) -> str:
        abilities = "\n".join(f"- {skill.says}" for skill in self._skills if skill.says)
        return request.say(
            "I am the built-in offline model: I follow rules and cannot do that. I can:\n"
            f"{abilities}\n\nConnect a language model under Connections for everything else.",
            "Ben yerleşik çevrimdışı modelim: kurallarla çalışırım ve bunu yapamam. Yapabildiklerim:\n"
            f"{abilities}\n\nGerisi için Connections altında bir dil modeli bağlayın.",
        )


def _plan_request(request: ModelRequest, asked: list[str]) -> Request:
    text = asked[-1] if asked else ""
    screen = cast("dict[str, Any]", request.extra.get("screen") or {})
    return Request(
        text=text,
        language=language_of(text),
        scope=str(request.extra.get("scope", "workspace")),
        agent=str(request.extra.get("agent", "assistant")),
        screen=screen,
        tools=frozenset(tool.name for tool in request.tools),
        earlier=tuple(asked[:-1]),
    )


def _read_history(messages: list[Message]) -> tuple[list[str], list[list[Result]]]:
    """Return what the person said, and the results of each round since they last spoke."""
    asked: list[str] = []
    rounds: list[list[Result]] = []
    for message in messages:
        if message.role == "user":
            asked.append(message.text)
            rounds = []
        elif message.role == "assistant" and any(isinstance(b, ToolCallBlock) for b in message.blocks):
            rounds.append([])
        else:
            rounds[-1:] = [_with_results(rounds[-1], message)] if rounds else []
    return asked, rounds


def _with_results(results: list[Result], message: Message) -> list[Result]:
    found = [Result(b.ok, unwrap(b.content)) for b in message.blocks if isinstance(b, ToolResultBlock)]
    return [*results, *found]


async def _speak(text: str, sink: Sink) -> None:
    for start in range(0, len(text), PIECE):
        sink.text(0, text[start : start + PIECE])
        await asyncio.sleep(0)


def _usage(request: ModelRequest, answer: str) -> TokenUsage:
    prompt = estimate(request.system_prefix) + estimate(request.system_suffix)
    prompt += sum(estimate(message.text) for message in request.messages)
    return TokenUsage(input=prompt, output=estimate(answer), cost_micros=0)


def _out_of_steps(request: Request) -> str:
    return request.say(
        "I reached the number of steps I may take in one turn. What is done is kept; ask me to go on.",
        "Bir turda atabileceğim adım sayısına ulaştım. Yapılanlar duruyor; devam etmemi isteyin.",
    )
