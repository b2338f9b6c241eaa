"""The offline model's engine: choose a skill, replay its plan over the history, make the next move."""

import asyncio
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

import orjson

from proofroom.kernel.blocks import AnyBlock, TextBlock, ToolCallBlock
from proofroom.kernel.errors import InvalidInput, WindowExceeded
from proofroom.kernel.strings import say
from proofroom.kernel.tokens import estimate
from proofroom.providers.built_in import OFFLINE, OFFLINE_MODEL, WINDOW
from proofroom.providers.offline.consent import picked_of, says_no, says_yes
from proofroom.providers.offline.history import Turn, read_history
from proofroom.providers.offline.language import language_of
from proofroom.providers.offline.manners import mind, read_corrections
from proofroom.providers.offline.patience import TooLong, within
from proofroom.providers.offline.plainly import put_plainly
from proofroom.providers.offline.plan import (
    Answer,
    Ask,
    Call,
    Made,
    Plan,
    Playbook,
    Request,
    Skill,
    is_open,
    is_question,
    noting,
)
from proofroom.providers.offline.replay import Begun, DivergedError, KeptPlans, Move, Replay
from proofroom.providers.offline.spelling import mend
from proofroom.providers.schema import is_any_object
from proofroom.providers.sent import estimated_tokens
from proofroom.providers.types import ModelInfo, ModelRequest, Reply, Sink, StopReason, TokenUsage

_GAP = re.compile(r"\s{3,}")
_ENDLESS = re.compile(r"\S{300}|\W{300}|(?:[:;=][^:;=]*){80}|\b(\w+)(?:\W+\1\b){20}")
_ENDLESS_LINE = re.compile(r"\S{300}|\W{300}|(?:[:;=][^:;=\n]*){80}|\b(\w+)(?:\W+\1\b){20}")
"""The same where a table may be pasted: its rows are lines, and each has its signs."""
_TAKES_TABLES = "batchCreateEntities"
SHORT = 80
"""Characters up to which a request is read at once; a longer one is read beside the event loop."""
MOST_S = 4.0
"""Processor time that reading a request may cost."""
READS = 4_000
"""Characters of a request that rules are tried on: they take longer than a text does that is not for them."""
PIECE = 24
"""Characters of an answer per streamed piece."""
SURE_ENOUGH = 0.5
OWN_MEANING = 0.55
"""From here on a message says something by itself; below, it may be the answer to a question."""
_ABILITIES = re.compile(
    r"what (?:can|could|do) you (?:do|know)|your (?:abilities|skills)|how can you help|^help[.!?]*$"
    r"|ne(?:ler)? yapabilir|nasıl yardım|neler biliyorsun|yeteneklerin|^yardım[.!?]*$",
    re.IGNORECASE,
)


class OfflineDriver:
    """A driver with no network behind it."""

    name = OFFLINE

    def __init__(self, playbooks: Iterable[Playbook]) -> None:
        self._skills = [skill for playbook in playbooks for skill in playbook.skills]
        self._kept = KeptPlans()

    async def _planned(
        self, request: ModelRequest, asked: Request, turns: Sequence[Turn]
    ) -> tuple[Request, Move]:
        rounds = turns[-1].rounds if turns else []

        def plan() -> tuple[Request, Move]:
            begun = self._kept.take(asked, rounds)
            if begun is None:
                done = self._consented(request, asked, turns)
                if done is not None:
                    return done
                if _is_bare_yes(asked, turns):
                    return asked, Answer(asked.say("answer.offline.more_than_yes", asked=turns[-2].told))
                read = self._read(asked, [one.told for one in turns])
                begun = Begun(asked, read, Replay(self._plan(read)))
            move = begun.replay.move(rounds)
            if isinstance(move, list):
                self._kept.keep(begun)
            return begun.read, move

        if sum(len(one.asked) for one in turns[-2:]) <= SHORT:  # a yes reads what was asked before it
            return plan()
        try:
            return await within(MOST_S, plan)
        except TooLong:
            return asked, Answer(asked.say("answer.offline.many_ways"))

    def _consented(
        self, request: ModelRequest, asked: Request, turns: Sequence[Turn]
    ) -> tuple[Request, Move] | None:
        """Do what was offered, or drop it, where a message is a plain yes or no to the turn before it."""
        if len(turns) < 2 or not is_question(turns[-2].told):
            return None
        if says_no(asked.text):
            return asked, Answer(asked.say("answer.offline.left"))
        if picked_of(asked.text, turns[-2].told) is None:
            return None
        offered, before = self._offered(request, turns)
        try:
            move = Replay(self._plan(offered), len(before)).move([*before, *turns[-1].rounds])
        except DivergedError:
            return None  # what it was offered on has changed
        is_again = isinstance(move, Ask) and move.text in turns[-2].told
        return None if is_again else (offered, move)

    def _offered(self, request: ModelRequest, turns: Sequence[Turn]) -> tuple[Request, list[list[Made]]]:
        """Return the request that was met with an offer, as agreed to, and the rounds it had until then."""
        before = turns[:-1]
        asked = _plan_request(request, before, turns[-1].rounds)
        is_picked = len(before) > 1 and picked_of(asked.text, before[-2].told) is not None
        if is_picked and is_question(before[-2].told):
            first, rounds = self._offered(request, before)
        else:
            first, rounds = self._read(asked, [one.told for one in before]), []
        picked = picked_of(turns[-1].asked, before[-1].told) or 0
        agreed = replace(first, agreed=(*first.agreed, before[-1].told), picked=picked)
        return agreed, [*rounds, *before[-1].rounds]

    async def models(self) -> list[ModelInfo]:
        """Return the one model there is, at no cost."""
        return [OFFLINE_MODEL]

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        """Make the next move: tool calls, or an answer in pieces."""
        turns = read_history(request.messages)
        made = turns[-1].rounds if turns else []
        asked = _plan_request(request, turns, made)
        task = self._task(asked)
        if task is not None:
            # Set by a flow with all that it needs, sources too: reading them takes a while.
            plan_request, move = asked, await asyncio.to_thread(Replay(task.plan(asked)).move, made)
        elif not request.extra and _is_beyond(request, asked):
            raise WindowExceeded(say("answer.offline.long", most=READS))
        elif not _is_read(asked.text, asked.tools):
            plan_request, move = asked, Answer(asked.say("answer.offline.long", most=READS))
        else:
            plan_request, move = await self._planned(request, asked, turns)
        blocks: list[AnyBlock]
        if isinstance(move, list):
            # Tools can be taken away for the closing summary: then say so instead of calling.
            if request.tool_choice.mode == "none":
                move = Answer(_out_of_steps(plan_request))
            elif not asked.can(*(call.tool for call in move)):  # a program offers the tools it likes
                move = Answer(self._limits(asked))
            else:
                blocks = [
                    ToolCallBlock(f"off_{len(made)}_{index}", call.tool, call.input)
                    for index, call in enumerate(move)
                ]
                return Reply(blocks, "tool_calls", _usage(request, ""), "tool_calls", OFFLINE)
        is_own = task is not None or (
            isinstance(move, Ask) and bool(move.offers)
        )  # a yes needs its very words
        text = move.text if is_own else mind(move.text, read_corrections(request.system_prefix))
        if request.tool_choice.mode == "required" and not request.extra:
            raise InvalidInput(say("offline.no_call"))
        if task is None and request.output_schema is not None:
            text = _as_json(text, request.output_schema)
        text, stop = (text, "end") if request.extra else _as_long_as_asked(text, request)
        await _speak(text, sink)
        return Reply([TextBlock(text)], stop, _usage(request, text), stop, OFFLINE)

    def _read(self, request: Request, told: list[str]) -> Request:
        """Take words that mean nothing by themselves for the answer to the question that was asked last."""
        answers: list[str] = []
        said = [*request.earlier, request.text]
        while len(said) > 1 and is_question(told[len(said) - 2]):
            if answers and says_yes(said[-1]):
                said.pop()  # to what takes more than a yes
            elif self._answers(request, said[-1]):
                answers.insert(0, said.pop())
            else:
                break
        if not answers:
            return request
        return replace(request, text=said[-1], answers=tuple(answers), language=language_of(said[-1]))

    def _answers(self, request: Request, text: str) -> bool:
        """Tell whether a message may be what was asked for: it says nothing by itself, and no yes or no."""
        return not (says_yes(text) or self._means(request, text))

    def _means(self, request: Request, text: str) -> bool:
        """Tell whether a message says something by itself."""
        ways = {text, put_plainly(text)}
        alone = [replace(request, text=one, language=language_of(text)) for one in ways]
        return any(skill.match(one) >= OWN_MEANING for skill in self._skills for one in alone)

    def _plan(self, request: Request) -> Plan:
        """Do what a request says put plainly; where that leaves it open, what it says as it was said."""
        plainly = replace(request, text=put_plainly(request.text))
        request = replace(request, whole=request.text, spoken=request.text)
        plainly = replace(plainly, whole=plainly.text, spoken=request.text)
        skill, own = self._choose(plainly), self._choose(request)
        if skill is not None and plainly.text != request.text:
            wrote = list[Call]()
            first = yield from noting(skill.plan(plainly), wrote)
            if wrote or own is None or not is_open(first) or _offers(first):
                return first
            second = yield from noting(own.plan(request), wrote)
            return second if wrote or not is_open(second) or _offers(second) else first
        if own is not None:
            return (yield from own.plan(request))
        return Answer(self._limits(request))

    def _task(self, request: Request) -> Skill | None:
        first = request.text.partition("\n")[0]
        return next((skill for skill in self._skills if skill.task and skill.task == first), None)

    def _choose(self, request: Request) -> Skill | None:
        scored = [(skill.match(request), -index, skill) for index, skill in enumerate(self._skills)]
        best = max(scored, key=lambda item: item[:2], default=None)
        return best[2] if best and best[0] >= SURE_ENOUGH else None

    def _limits(self, request: Request) -> str:
        """Return what to say where no skill does what was asked: what can be done with the tools at hand."""
        if not request.tools:
            return request.say("answer.offline.without_tools")
        able = [skill for skill in self._skills if skill.says and request.can(*skill.needs)]
        listed = "\n".join(f"- {request.say(skill.says)}" for skill in able)
        is_asked = _ABILITIES.search(request.text) is not None
        return request.say("answer.offline.abilities" if is_asked else "answer.offline.cannot", list=listed)


def _offers(end: Answer | Ask) -> bool:
    return isinstance(end, Ask) and bool(end.offers)


def _is_bare_yes(asked: Request, turns: Sequence[Turn]) -> bool:
    """Tell whether a message is a yes to a question that offered nothing."""
    return len(turns) > 1 and says_yes(asked.text) and turns[-2].told.rstrip().endswith("?")


def _plan_request(request: ModelRequest, turns: Sequence[Turn], made: Sequence[list[Made]]) -> Request:
    """Return the last message as plans see it, with what its turn has used so far."""
    said = _closed_up(turns[-1].asked) if turns else ""
    before = turns[:-1]
    tools = frozenset(tool.name for tool in request.tools)
    text = mend(said) if _is_read(said, tools) else said
    screen = cast("dict[str, Any]", request.extra.get("screen") or {})
    return Request(
        text=text,
        language=language_of(text, before[-1].asked if before else ""),
        scope=str(request.extra.get("scope", "workspace")),
        agent=str(request.extra.get("agent", "assistant")),
        screen=screen,
        tools=tools,
        earlier=tuple(each for each in (_closed_up(one.asked) for one in before) if _is_read(each, tools)),
        before=tuple(made for one in before for made in one.made),
        latest=tuple(before[-1].made) if before else (),
        told=before[-1].told if before else "",
        used=frozenset(one.call.tool for each in made for one in each),
    )


def _is_read(text: str, tools: frozenset[str]) -> bool:
    """Tell whether rules are tried on a text: none is made for words and lists without end."""
    endless = _ENDLESS_LINE if _TAKES_TABLES in tools else _ENDLESS
    return len(text) <= READS and endless.search(text) is None


def _is_beyond(request: ModelRequest, asked: Request) -> bool:
    """Tell whether a program asks for more than is read: it goes by codes, not by what an answer says."""
    return not _is_read(asked.text, asked.tools) or estimated_tokens(request) > WINDOW


def _closed_up(text: str) -> str:
    """Return a text without wide gaps: a pattern tries each way to share one out among its parts."""
    return _GAP.sub(lambda gap: "\n" * min(gap[0].count("\n"), 2) or " ", text)


async def _speak(text: str, sink: Sink) -> None:
    for start in range(0, len(text), PIECE):
        sink.text(0, text[start : start + PIECE])
        await asyncio.sleep(0)


def _as_json(text: str, schema: dict[str, Any]) -> str:
    """Return an answer for a program that reads JSON; to fill a form takes a language model."""
    if not is_any_object(schema):
        raise InvalidInput(say("offline.no_schema"), suggestion=say("offline.connect"))
    return orjson.dumps({"answer": text}).decode()


def _as_long_as_asked(text: str, request: ModelRequest) -> tuple[str, StopReason]:
    """Return an answer up to where a program wants it to end, and why it ends there."""
    text = text[: min((text.index(one) for one in request.stop_sequences if one in text), default=len(text))]
    most = request.max_output_tokens
    if most is None or estimate(text) <= most:
        return text, "end"
    ends = [0, *(found.end() for found in re.finditer(r"\S+\s*", text))]
    return text[: ends[bisect_right(ends, most, key=lambda end: estimate(text[:end])) - 1]], "length"


def _usage(request: ModelRequest, answer: str) -> TokenUsage:
    return TokenUsage(input=estimated_tokens(request), output=estimate(answer), cost_micros=0)


def _out_of_steps(request: Request) -> str:
    return say("offline.out_of_steps").to(request.language)
