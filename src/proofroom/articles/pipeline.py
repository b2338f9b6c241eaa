"""The flow of an article: full, in parts, step by step, or one step, resting for the foundations' approval.

Every search, model call and picture is a step of its own that happens once and for all; a status moves only
together with what was written. A required step that fails takes the article back to where the run found it.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any

from proofroom.access import Principal
from proofroom.articles.ask import usual_model
from proofroom.articles.dead_links import check_links
from proofroom.articles.humanity import HumanityRule
from proofroom.articles.humanizing import apply_humanity
from proofroom.articles.illustrating import make_pictures
from proofroom.articles.improving import improve_text
from proofroom.articles.lifecycle import Articles
from proofroom.articles.localising import STEP as LOCALIZE
from proofroom.articles.localising import localize
from proofroom.articles.picture_slots import IMPROVE, REDRAW, redraw
from proofroom.articles.posting import STEP as POST
from proofroom.articles.posting import write_post
from proofroom.articles.reports import gate, keep_report, report_on
from proofroom.articles.researching import conduct_research
from proofroom.articles.second_reader import READ_AFTER, check_citations, read_again
from proofroom.articles.second_reader import STEP as CHECK
from proofroom.articles.section import write_section
from proofroom.articles.statuses import PROCESSING
from proofroom.articles.stepwise import OPTIONAL, Word, ask_before
from proofroom.articles.types import Article, Status
from proofroom.articles.visibility import Visibility
from proofroom.articles.work import Work, WorkPorts
from proofroom.articles.writing import (
    analyze_characteristics,
    analyze_storytelling,
    generate_skeleton,
    write_content,
)
from proofroom.durable import Engine, NewRun, Run, StepContext, Stopped
from proofroom.kernel.errors import InvalidInput, ProofroomError
from proofroom.kernel.events import Affected, StatusTransition
from proofroom.kernel.ids import RunId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.runtime.flow.flow import Closed, Flow
from proofroom.runtime.flow.flows import NewFlow
from proofroom.runtime.rest import Paused
from proofroom.runtime.types import Asker
from proofroom.runtime.waiting import WakeRun

log = logging.getLogger(__name__)

WORKFLOW = "article"
RESOURCE = "articles"
Json = dict[str, Any]
StepBodyOf = Callable[[Work], Awaitable[Json]]

FULL = (
    "conductDeepResearch",
    "analyzeWritingCharacteristics",
    "analyzeStorytellingStructure",
    "generateContentSkeleton",
    "writeFullContent",
    "applyHumanityCheck",
    "identifyImageNeeds",
)
MAKES_READY = "identifyImageNeeds"
"""A piece without pictures still has to become ready: this step runs and draws nothing then."""
BODIES: dict[str, StepBodyOf] = {
    "conductDeepResearch": conduct_research,
    "analyzeWritingCharacteristics": analyze_characteristics,
    "analyzeStorytellingStructure": analyze_storytelling,
    "generateContentSkeleton": generate_skeleton,
    "writeFullContent": write_content,
    "applyHumanityCheck": apply_humanity,
    "identifyImageNeeds": make_pictures,
    "writeContentSection": write_section,
    "improveTextContent": improve_text,
    REDRAW: redraw,
    IMPROVE: redraw,
    POST: write_post,
    LOCALIZE: localize,
    CHECK: check_citations,
}
_NEXT: dict[Status, int] = {
    "draft": 0,
    "interviewing": 0,
    "research": 1,
    "foundations": 2,
    "skeleton": 4,
    "foundations_approval": 4,
    "writing": 4,
    "humanity_checking": 5,
    "creating_visuals": 6,
}


def remaining(status: Status) -> tuple[str, ...]:
    """Return the steps that are still to be done in a status."""
    return FULL[_NEXT[status] :] if status in _NEXT else ()


async def start_article(
    engine: Engine,
    article: Article,
    asker: Asker,
    steps: Sequence[str],
    *,
    options: Json | None = None,
    pauses: bool = False,
    asks: bool = False,
    is_single: bool = False,
    run_id: str | None = None,
    parent_id: RunId | None = None,
    source: str = "hand",
) -> Run:
    """Start a run on an article; the same id again returns the run that is there."""
    if not steps or any(step not in BODIES for step in steps):
        raise InvalidInput(say("articles.steps", steps=", ".join(steps), known=", ".join(BODIES)))
    skipped: list[str] = (options or {}).get("skip") or []
    if needed := [each for each in skipped if each not in OPTIONAL]:
        known = ", ".join(sorted(OPTIONAL))
        raise InvalidInput(say("articles.skip", steps=", ".join(needed), known=known), field="skip")
    return await engine.start(
        NewRun(
            id=RunId(run_id or new_id()),
            workspace_id=article.workspace_id,
            workflow=WORKFLOW,
            agent="writer",
            source=source,
            project_id=article.project_id,
            person_id=asker.person_id,
            parent_id=parent_id,
            title=article.title,
            input={
                "articleId": article.id,
                "steps": list(steps),
                "options": options or {},
                "pauses": pauses or asks,
                "asks": asks,
                "single": is_single,
                "apiKeyId": asker.api_key_id,
            },
        )
    )


class ArticleFlow:
    """The flow, bound to what it reaches; it is also what its runs rest on."""

    def __init__(self, ports: WorkPorts, engine: Engine) -> None:
        self._ports, self._engine = ports, engine
        self._articles: Articles = ports.articles
        self._wake: WakeRun | None = None

    @property
    def flow(self) -> NewFlow:
        """Return it as the room brings it."""
        return NewFlow(self.run, permission="articles.own.run", after=self._after)

    async def run(self, flow: Flow) -> Closed:
        """Do the steps of a run, one after another."""
        given = flow.run.input
        authority = await flow.authority()
        actor = Principal(
            "person" if flow.run.person_id else "agent",
            flow.run.workspace_id,
            authority.name or "writer",
            frozenset(),
            person_id=flow.run.person_id,
            api_key_id=flow.asker.api_key_id,
        )
        work = Work(flow, self._ports, actor.in_run(flow.run.id), given["options"], bool(given["single"]))
        began = await flow.step("001.take", "take the article", lambda step: self._take(flow, step))
        work.step_models, work.usual_model = began.get("models", {}), began.get("usual", "")
        skipped = set(given["options"].get("skip") or []) & OPTIONAL
        steps = [step for step in given["steps"] if step not in skipped or step == MAKES_READY]
        flow.expect(len(steps) * 2 + 1)
        results: Json = {}
        try:
            for name in steps:
                word = await self._before(work, name, is_asked=name != steps[0] and name not in skipped)
                if word == "end":
                    break
                if word == "leave out" and name != MAKES_READY:
                    continue
                results[name] = await self._do(work, name)
                if name in READ_AFTER and (told := await read_again(work, name)):
                    results[name] |= {"citations": told}
                if name in ("writeFullContent", "applyHumanityCheck") and len(steps) > 1:
                    article = await work.article()
                    gate(article.report, given["options"].get("acceptFindings"))
        except (Stopped, ProofroomError) as error:
            if not isinstance(error, Paused):
                await self._roll_back(work, began["status"], error)
            raise
        article = await work.article()
        told = {
            "success": True,
            "artifactId": article.id,
            "status": article.status,
            "stepsCompleted": len(results),
            "totalSteps": len(steps),
            "toolResults": results,
            "warnings": work.warnings,
            "before": began["status"],
        }
        return Closed(told, Affected(resources=[RESOURCE]))

    async def _before(self, work: Work, name: str, *, is_asked: bool) -> Word:
        """Rest for whoever has a say in a step; return what is to be done with it."""
        given = work.flow.run.input
        if name == "writeFullContent" and not work.is_single:
            await (self._rest(work) if given["pauses"] else self._pass(work))
            return "do"
        word = await ask_before(work, name) if is_asked and given.get("asks") else "do"
        if word == "leave out":
            work.leave_out(name)
        return word

    async def _do(self, work: Work, name: str) -> Json:
        try:
            return await BODIES[name](work)
        except ProofroomError as error:
            if name != "applyHumanityCheck" or work.is_single:
                raise
            work.warnings.append(f"{name}: {error.message}")
            return {"error": error.as_dict()}

    async def start(self, article: Article, asker: Asker, steps: Sequence[str], **more: Any) -> Run:
        """Start a run on an article that nobody else works on; whoever looks sees it at once."""
        run_id = RunId(new_id())
        await self._hold(article.workspace_id, article.id, run_id)
        try:
            return await start_article(self._engine, article, asker, steps, run_id=run_id, **more)
        except ProofroomError:
            await self._articles.let_go(article.workspace_id, run_id)
            raise

    async def house_rules(self, article: Article) -> list[HumanityRule]:
        """Return the style and vocabulary of an article's project as rules of the check."""
        return await self._ports.find_house_rules(article)

    async def check_links(self, article: Article, by: Principal, at: datetime) -> Article:
        """Try the addresses of an article's sources again, and keep in its report how they stand."""
        sources = await self._articles.research(article)
        links = await check_links(self._ports.transport, [each.source_url for each in sources])
        report = await report_on(self._articles, article, article.content, links)
        return await keep_report(self._articles, article, report, "checkLinks", by, at)

    async def _take(self, flow: Flow, step: StepContext) -> Json:
        run = step.run
        taken = await self._hold(run.workspace_id, run.input["articleId"], run.id)
        models = await self._ports.find_step_models(run.workspace_id)
        return {"status": taken.status, "models": models, "usual": await usual_model(flow)}

    async def _hold(self, workspace_id: WorkspaceId, article_id: str, run_id: RunId) -> Article:
        article = await self._articles.get(Visibility(workspace_id), article_id)
        others: list[RunId] = []
        if article.run_id is not None and article.run_id != run_id:
            holder = await self._engine.runs.find(article.run_id, workspace_id)
            if holder is None or holder.has_ended:
                others.append(article.run_id)
        return await self._articles.take(workspace_id, article.id, run_id, others)

    async def _rest(self, work: Work) -> None:
        """Wait for a person's word on the foundations; nothing is kept in memory meanwhile."""

        async def ask(step: StepContext) -> Json:
            # Who has approved the plan already is not asked for it again.
            if (await work.article()).status != "writing":
                await work.write(step, "pauseForApproval")
            return {}

        async def look() -> Json | None:
            article = await work.article()
            return {"status": article.status} if article.status != "foundations_approval" else None

        await work.flow.ask("40.approval", "wait for the foundations' approval", ask, look)

    async def _pass(self, work: Work) -> None:
        """Go on to writing without a rest: whoever started the run asked for the whole piece."""

        async def go(step: StepContext) -> Json:
            if (await work.article()).status != "writing":
                await work.write(step, "approveFoundations")
            return {}

        await work.flow.step("40.approval", "go on to writing", go, kind="guard")

    async def _roll_back(self, work: Work, status: Status, error: Exception) -> None:
        """Take the article back where a required step failed; a text that was written stays."""
        article = await work.article()
        written = article.status in ("humanity_checking", "creating_visuals") and article.report is not None
        if article.status not in PROCESSING or written or article.status == "foundations_approval":
            return
        back: Status = "skeleton" if article.status == "writing" else status
        if article.status == back or (article.status in ("research", "foundations", "skeleton")):
            return  # each of these was reached with its result: what is done stays done

        async def go(step: StepContext) -> Json:
            await self._articles.write(
                work.flow.run.workspace_id,
                work.article_id,
                "rollback",
                work.by,
                step.now(),
                to=back,
                expected=[article.status],
                mark=step.idempotency_key,
            )
            step.emit(StatusTransition(subject=work.article_id, before=article.status, after=back))
            return {"because": str(error)[:200]}

        number = work.flow.run.last_number
        await work.flow.handle.step(
            f"997.back.{number}", "other", "take the article back", go, despite_stop=True
        )

    async def _after(self, run: Run) -> None:
        await self._articles.let_go(run.workspace_id, run.id)

    # --- what its runs rest on

    async def is_waiting(self, run_id: RunId, workspace_id: WorkspaceId) -> bool:
        """Tell whether a run still waits for its foundations' approval."""
        article = await self._articles.of_run(workspace_id, run_id)
        return article is not None and article.status == "foundations_approval"

    async def withdraw(self, run_id: RunId, workspace_id: WorkspaceId) -> None:
        """Let go of the article of a run that was stopped."""
        await self._articles.let_go(workspace_id, run_id)

    def on_decided(self, wake: WakeRun, /) -> None:
        """Hear whom to tell when a run has its answer."""
        self._wake = wake

    async def approve(self, article: Article, by: Principal, at: Any, skeleton: str | None = None) -> Article:
        """Let an article be written from its foundations, perhaps with an edited skeleton."""
        changes: Json = {"skeleton": skeleton, "content": skeleton} if skeleton else {}
        done = await self._articles.write(
            article.workspace_id, article.id, "approveFoundations", by, at, keeps_version=True, **changes
        )
        if article.run_id is not None and self._wake is not None:
            await self._wake(article.run_id, article.workspace_id)
        return done
