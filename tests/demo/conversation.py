"""Talking with the offline model on a real project: it reads for real, what it writes is only noted."""

import json
from dataclasses import dataclass, field
from typing import Any, cast

from proofroom.content.contents import Contents
from proofroom.content.playbook import content_playbook
from proofroom.demo.build import build_project
from proofroom.demo.furnish import add_submissions
from proofroom.demo.magazine import NAME
from proofroom.kernel.blocks import Message, TextBlock, ToolCallBlock, ToolResultBlock
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.tool import ToolSpec
from proofroom.providers.offline import Call, OfflineDriver
from proofroom.providers.types import ModelRequest
from proofroom.runtime.baseline.playbook import baseline_playbook
from proofroom.runtime.types import Asker
from proofroom.wiring import Studio
from tests.demo.judge import Case, Conduct, judge

ROUNDS = 8
"""More than a turn has by default: a part that waits for the one before it looks things up anew."""


class _Deaf:
    """Hears nothing: the reply has it all."""

    def __getattr__(self, name: str) -> Any:
        return lambda *given: None  # pyright: ignore[reportUnknownLambdaType]


@dataclass
class Talk:
    """A conversation with the offline model."""

    studio: Studio
    project_id: ProjectId
    driver: OfflineDriver
    tools: list[ToolSpec]
    screen: dict[str, Any] = field(default_factory=dict[str, Any])
    scope: str = "content"
    agent: str = "editor"
    seen: dict[str, tuple[bool, str]] = field(default_factory=dict[str, tuple[bool, str]])
    """What was read before: as nothing is written, conversations on one project can share it."""
    messages: list[Message] = field(default_factory=list[Message])

    async def say(self, text: str) -> Conduct:
        """Say something; return the calls that were made and the answer."""
        self.messages.append(Message("user", [TextBlock(text)]))
        calls: list[Call] = []
        for _ in range(ROUNDS):
            request = ModelRequest(
                model="offline",
                messages=self.messages,
                tools=cast("Any", self.tools),
                extra={"screen": self.screen, "scope": self.scope, "agent": self.agent},
            )
            reply = await self.driver.stream(request, cast("Any", _Deaf()))
            self.messages.append(Message("assistant", reply.blocks))
            wanted = [block for block in reply.blocks if isinstance(block, ToolCallBlock)]
            if not wanted:
                return Conduct(calls, self.messages[-1].text)
            made = [Call(block.tool_name, block.input) for block in wanted]
            calls += made
            results = [await self._use(call) for call in made]
            self.messages.append(
                Message(
                    "tool",
                    [
                        ToolResultBlock(
                            tool_call_id=block.tool_call_id, tool_name=block.tool_name, content=content, ok=ok
                        )
                        for block, (ok, content) in zip(wanted, results, strict=True)
                    ],
                )
            )
        raise AssertionError("it never came to an end")

    async def _use(self, call: Call) -> tuple[bool, str]:
        if writes(self.studio, call):
            return True, json.dumps({"results": _saved(call), "reviewBranch": "cr/test"})
        known = f"{self.project_id} {call.tool} {json.dumps(call.input, sort_keys=True)}"
        if known not in self.seen:
            self.seen[known] = await self._read(call)
        return self.seen[known]

    async def entry(self, model: str, key: str, locale: str = "") -> dict[str, Any]:
        """Return what an entry holds, its state among it; nothing where there is none."""
        page = {"model": model, "limit": 100} | ({"locale": locale} if locale else {})
        ok, text = await self._use(Call("brain_query", page))
        told = cast("dict[str, Any]", json.loads(text)) if ok else {}
        rows = told.get("data")
        for row in cast("list[dict[str, Any]]", rows if isinstance(rows, list) else []):
            if key in (row.get("slug"), row.get("id")):
                return row | {"status": ((told.get("meta") or {}).get(key) or {}).get("status") or "draft"}
        return {}

    async def _read(self, call: Call) -> tuple[bool, str]:
        asker = Asker(self.studio.workspace_id)
        try:
            called = await self.studio.direct.use(asker, self.project_id, call.tool, call.input)
        except ProofroomError as error:
            return False, json.dumps({"error": error.message})
        return True, json.dumps(called.output.data, default=str, ensure_ascii=False)


def offline_model() -> OfflineDriver:
    """Return the offline model as the editor has it."""
    return OfflineDriver([baseline_playbook(), content_playbook()])


def model_tools(studio: Studio) -> list[ToolSpec]:
    """Return the tools that a model is told of; the official ones are for clients from outside."""
    return [spec for spec in studio.registry if not spec.name.startswith("contentrain")]


async def demo_project(studio: Studio) -> ProjectId:
    """Make the demo project, with what readers sent."""
    project = await studio.access.projects.create(await studio.operator(), NAME)
    await build_project(studio.get(Contents), project.id, studio.clock.now())
    await add_submissions(studio, project)
    return project.id


def writes(studio: Studio, call: Call) -> bool:
    """Tell whether a call changes something."""
    if call.tool == "vocabulary":
        return call.input.get("action") != "get"
    return call.tool not in studio.registry or studio.registry.get(call.tool).effect != "read"


def _saved(call: Call) -> list[dict[str, str]]:
    if call.input.get("slug"):
        return [{"slug": call.input["slug"]}]
    if call.input.get("entryIds"):
        return [{"slug": one} for one in call.input["entryIds"]]
    return [{"id": "new123" if key == "new" else key} for key in call.input.get("data") or {}]


async def judged(talk: Talk, line: dict[str, Any]) -> tuple[str | None, bool]:
    """Go through one case: what was wrong with its last turn, and whether that turn wrote."""
    for text in line.get("turns", [])[:-1]:
        await talk.say(text)
    conduct = await talk.say(line["request"])
    case = Case(line["id"], line["request"], line["expect"])
    wrong = judge(case, conduct, lambda call: writes(talk.studio, call))
    unsaid = [one for one in line.get("says", []) if one.casefold() not in conduct.answer.casefold()]
    if wrong is None and unsaid:
        wrong = f"did not say {unsaid}: {conduct.answer[:160]!r}"
    return wrong, any(writes(talk.studio, call) for call in conduct.calls)
