"""The suite of offline requests: each one asked on the demo project, through the real loop, and judged."""

import asyncio
import json
import tempfile
from collections.abc import Iterable
from pathlib import Path

from proofroom.agents import Roster
from proofroom.demo.build import build_project
from proofroom.demo.furnish import add_submissions
from proofroom.demo.magazine import NAME
from proofroom.kernel.blocks import TextBlock, ToolCallBlock
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.scope import SCOPES, Scope
from proofroom.kernel.settings import Settings
from proofroom.providers.offline import Call
from proofroom.runtime.types import Asker
from proofroom.wiring import Studio, open_studio
from tests.demo.judge import Case, Conduct, judge


def run_offline_suite(path: Path) -> tuple[int, int, list[str]]:
    """Ask every request of a file; return how many went well, how many there are, and what was wrong."""
    cases = [
        Case.from_dict(json.loads(line)) for line in path.read_text("utf-8").splitlines() if line.strip()
    ]
    failures = asyncio.run(_run_alone(cases))
    return len(cases) - len(failures), len(cases), failures


async def _run_alone(cases: list[Case]) -> list[str]:
    """Ask requests on a studio of their own, in a folder that goes again."""
    with tempfile.TemporaryDirectory(prefix="proofroom-offline-") as folder:
        settings = Settings(data=Path(folder), database_url=None, demo=False, log_level="error")
        studio = await open_studio(settings, part="command")
        try:
            return await run_cases(studio, cases)
        finally:
            await studio.close()


async def run_cases(studio: Studio, cases: Iterable[Case]) -> list[str]:
    """Ask requests on a demo project of a studio; return what was wrong."""
    project = await studio.access.projects.create(await studio.operator(), NAME)
    await build_project(studio.contents, project.id, studio.clock.now())
    await add_submissions(studio, project)
    failures: list[str] = []
    for case in cases:
        wrong = judge(case, await ask(studio, project.id, case), lambda call: writes(studio, call))
        failures += [f"{case.id} {case.request!r}: {wrong}"] if wrong else []
    return failures


async def ask(studio: Studio, project_id: ProjectId, case: Case) -> Conduct:
    """Ask one request in a conversation of its own, and throw away what it changed."""
    scope: Scope = next(scope for scope in SCOPES if scope == case.scope)
    asker = Asker(studio.workspace_id)
    agent = await studio.get(Roster).slug_for(studio.workspace_id, scope, None)
    conversation = await studio.chat.open(
        asker,
        scope=scope,
        agent=agent,
        project_id=project_id if scope == "content" else None,
        model="offline",
    )
    posted = await studio.chat.post(asker, conversation.id, case.request, screen=case.context)
    await studio.engine.wait(posted.run_id, studio.workspace_id)
    calls: list[Call] = []
    answer = ""
    for message in await studio.chat.messages(asker, conversation.id):
        if message.role != "assistant":
            continue
        calls += [
            Call(block.tool_name, block.input) for block in message.blocks if isinstance(block, ToolCallBlock)
        ]
        answer = "".join(block.text for block in message.blocks if isinstance(block, TextBlock)) or answer
    branch = await studio.repositories.open_branch(project_id, f"chat/{conversation.id}")
    if branch is not None:
        await studio.repositories.reject(project_id, branch)
    return Conduct(calls, answer)


def writes(studio: Studio, call: Call) -> bool:
    """Tell whether a call changes something; reading the glossary does not."""
    if call.tool == "vocabulary":
        return call.input.get("action") != "get"
    return call.tool not in studio.registry or studio.registry.get(call.tool).effect != "read"
