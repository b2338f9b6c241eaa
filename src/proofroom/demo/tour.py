"""The whole loop once, headless: make the project, ask, look at the proposal, accept some, merge, undo."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from proofroom.access import Principal, Project
from proofroom.content.format.project import Project as Content
from proofroom.demo.first import MARK_FEATURED, REQUESTS, asking, find_proposal, make_demo
from proofroom.durable import RunFilter
from proofroom.kernel.blocks import TextBlock, ToolCallBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidStatus
from proofroom.kernel.ids import RunId
from proofroom.kernel.strings import say
from proofroom.reviews import HunkView, Proposal
from proofroom.wiring import Studio


@dataclass(frozen=True, slots=True)
class Happening:
    """One step of the tour, in words and as facts."""

    step: str
    text: str
    facts: dict[str, Any]


Say = Callable[[Happening], None]


async def run_tour(studio: Studio, tell: Say) -> None:
    """Run the loop on the studio's demo project and tell each step as it happens; raise if one fails."""
    operator = await studio.operator()
    project = await make_demo(studio)
    counts = await studio.contents.read(project.id, None, _counts)
    tell(
        Happening(
            "create",
            f"Made the project {project.name}: {counts['models']} models, {counts['entries']} entries, "
            f"{counts['pictures']} pictures.",
            counts,
        )
    )
    proposal = await find_proposal(studio, project.id)
    if proposal is None:
        raise InvalidStatus(say("demo.no_proposal"))
    runs = await _tell_asking(studio, proposal, tell)
    hunks = await _tell_proposal(studio, operator, proposal, tell)
    rejected = await _decide(studio, operator, proposal, hunks, tell)
    await _merge(studio, operator, project, proposal, rejected, tell)
    await _undo(studio, operator, project, runs[REQUESTS.index(MARK_FEATURED)], tell)


def _counts(content: Content) -> dict[str, int]:
    entries = sum(
        1
        for model in content.models.values()
        for locale in content.locales(model)
        for _ in content.entries(model, locale)
    )
    pictures = sum(1 for path in content.list("media") if path.endswith(".webp"))
    return {"models": len(content.models), "entries": entries, "pictures": pictures}


async def _tell_asking(studio: Studio, proposal: Proposal, tell: Say) -> list[RunId]:
    assert proposal.conversation_id is not None
    messages = await studio.chat.messages(await asking(studio), proposal.conversation_id)
    for message in messages:
        texts = "".join(block.text for block in message.blocks if isinstance(block, TextBlock))
        calls = [block.tool_name for block in message.blocks if isinstance(block, ToolCallBlock)]
        if message.role == "user":
            tell(Happening("ask", f"Asked the editor: {texts}", {"request": texts, "run": message.run_id}))
        elif calls:
            tell(Happening("tools", f"  used {', '.join(calls)}", {"tools": calls}))
        elif message.role == "assistant" and texts:
            tell(Happening("answer", f"  answered: {texts}", {"answer": texts}))
    asked = RunFilter(conversation_id=proposal.conversation_id)
    found = await studio.engine.runs.list(studio.workspace_id, asked, limit=10)
    own = [run.id for run in reversed(found)]
    if len(own) != len(REQUESTS):
        raise InvalidStatus(say("demo.runs_missing"))
    return own


async def _tell_proposal(
    studio: Studio, operator: Principal, proposal: Proposal, tell: Say
) -> list[HunkView]:
    review = await studio.proposals.open(operator, proposal.id)
    hunks = review.view.hunks if review.view else []
    tell(
        Happening(
            "proposal",
            f"A proposal waits on {proposal.branch} with {len(hunks)} changes:",
            {"proposal": proposal.id, "branch": proposal.branch, "changes": len(hunks)},
        )
    )
    for number, hunk in enumerate(hunks, 1):
        where = f"{hunk.title} ({hunk.locale})" if hunk.locale else hunk.title
        tell(
            Happening(
                "change",
                f"  {number}. {where} · {'.'.join(hunk.path)}: {_shown(hunk.old)} → {_shown(hunk.new)}",
                {"id": hunk.id, "target": asdict(hunk.target), "old": hunk.old, "new": hunk.new},
            )
        )
    if len(hunks) < 2:
        raise InvalidStatus(say("demo.few_changes"))
    return hunks


async def _decide(
    studio: Studio, operator: Principal, proposal: Proposal, hunks: list[HunkView], tell: Say
) -> HunkView:
    """Accept every change but one of the repeated ones."""
    rejected = next(hunk for hunk in hunks if hunk.new is True)
    accepted = [hunk.id for hunk in hunks if hunk.id != rejected.id]
    await studio.proposals.decide(operator, proposal.id, accepted, "accepted")
    await studio.proposals.decide(operator, proposal.id, [rejected.id], "rejected")
    tell(
        Happening(
            "decide",
            f"Accepted {len(accepted)} of them and rejected the one on “{rejected.title}”.",
            {"accepted": accepted, "rejected": [rejected.id]},
        )
    )
    return rejected


async def _merge(
    studio: Studio, operator: Principal, project: Project, proposal: Proposal, rejected: HunkView, tell: Say
) -> None:
    done = await studio.proposals.finish(operator, proposal.id)
    featured = await studio.contents.read(project.id, None, _featured)
    if done.state != "merged" or rejected.title in featured:
        raise InvalidStatus(say("demo.review", state=done.state, title=rejected.title))
    tell(
        Happening(
            "merge",
            f"Merged as {(done.commit or '')[:10]}. Featured are now: {', '.join(featured)}.",
            {"commit": done.commit, "featured": featured},
        )
    )


async def _undo(studio: Studio, operator: Principal, project: Project, run_id: RunId, tell: Say) -> None:
    before = await studio.contents.read(project.id, None, _featured)
    run = await studio.visible_run(operator, run_id)
    end = await studio.undo_run(operator, run)
    after = await studio.contents.read(project.id, None, _featured)
    if end.state != "merged" or len(after) >= len(before):
        raise InvalidStatus(say("demo.undo", state=end.state))
    tell(
        Happening(
            "undo",
            f"Undid “{MARK_FEATURED}” as one step. Featured are now: {', '.join(after)}.",
            {"state": end.state, "featured": after},
        )
    )


def _featured(content: Content) -> list[str]:
    model = content.model("articles")
    return [
        str(entry.data["title"])
        for entry in content.entries(model, "en")
        if entry.data.get("featured") is True
    ]


def _shown(value: Any) -> str:
    if value is None or value == "":
        return "–"
    return f"“{value}”" if isinstance(value, str) else str(value).lower()
