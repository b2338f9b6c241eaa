"""The writer's core tools: each starts a run of one step on the article and returns what came of it."""

from collections.abc import Sequence
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from proofroom.access.actors import principal_of
from proofroom.articles.front import PIPELINE
from proofroom.articles.humanity import report
from proofroom.articles.lifecycle import Articles, read_tone, read_type
from proofroom.articles.pipeline import FULL, RESOURCE, ArticleFlow, remaining, start_article
from proofroom.articles.statuses import target
from proofroom.articles.types import Article
from proofroom.articles.visibility import Visibility, seen_by
from proofroom.durable import Engine, Run
from proofroom.durable.failure import revive
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotAllowed, ToolFailed
from proofroom.kernel.events import Affected
from proofroom.kernel.ids import RunId
from proofroom.kernel.strings import Text, say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.runtime.types import Asker

GROUP = "articles"
RUN = "articles.own.run"
READ = "articles.own.read"
CHANGED = Affected(resources=[RESOURCE])
OUTSIDE = "research"
ANY_TEXT = frozenset({"writeContentSection", "improveTextContent", "regenerateImage", "improveImageContent"})
"""Steps that work on a text and move no status; each looks itself whether there is one."""
WAITS: Final = "foundations_approval"
RESEARCH_S, PLAN_S, WRITE_S, DRAW_S = 60.0, 90.0, 1_800.0, 600.0


class ArtifactInput(BaseModel):
    """Which article."""

    model_config = ConfigDict(populate_by_name=True)

    artifact_id: str = Field(alias="artifactId", description="Id of the article.")


class ResearchInput(ArtifactInput):
    """Input of `conductDeepResearch`."""

    min_required: int = Field(5, alias="minRequired", ge=1, le=20, description="How many sources at least.")
    topic: str | None = Field(None, min_length=3, max_length=500)
    topic_description: str | None = Field(None, alias="topicDescription", max_length=10_000)
    artifact_type: str | None = Field(None, alias="artifactType")
    urls: list[str] = Field(default_factory=list[str], max_length=20, description="Pages to read.")


class SkeletonInput(ArtifactInput):
    """Input of `generateContentSkeleton`."""

    topic: str | None = Field(None, min_length=3, max_length=500)
    artifact_type: str | None = Field(None, alias="artifactType")
    tone: str | None = None
    use_writing_characteristics: bool = Field(True, alias="useWritingCharacteristics")


class WriteInput(ArtifactInput):
    """Input of `writeFullContent`."""

    tone: str | None = None
    artifact_type: str | None = Field(None, alias="artifactType")
    use_writing_characteristics: bool = Field(True, alias="useWritingCharacteristics")


class ImagesInput(ArtifactInput):
    """Input of `identifyImageNeeds`."""

    artifact_type: str | None = Field(None, alias="artifactType")
    content: str | None = Field(None, description="Ignored: the stored text is illustrated.")


class HumanityInput(ArtifactInput):
    """Input of `applyHumanityCheck`."""

    content: str | None = Field(None, description="Ignored: the stored text is checked.")
    tone: str | None = None


class CheckInput(BaseModel):
    """Input of `checkContentHumanity`."""

    content: str = Field(min_length=10, max_length=200_000)


@dataclass(frozen=True, slots=True)
class CoreTools:
    """What core tools share."""

    articles: Articles
    engine: Engine
    flow: ArticleFlow

    async def use(self, context: ToolContext, given: Any, step: str, **options: Any) -> ToolOutput:
        """Run one step on an article in the name of whoever calls, and return what came of it."""
        article = await find_article(self.articles, context, given.artifact_id)
        _check_words(given)
        tone = getattr(given, "tone", None)
        if tone and tone != article.tone:
            options["tone"] = tone
        if step not in ANY_TEXT:
            target(step, article.status)  # refused here with its facts, before a run is begun for it
        run = await self._start(context, article, [step], options=options, is_single=True)
        told: dict[str, Any] = (await self._end_of(context, run.id)).result or {}
        moved = {"from": told["before"], "to": told["status"]} if told["before"] != told["status"] else None
        return ToolOutput(
            ok=True,
            data=told["toolResults"][step] | ({"warnings": told["warnings"]} if told["warnings"] else {}),
            affected=CHANGED,
            status_transition=moved,
            summary=_told(step, article.title, told),
            outside=OUTSIDE,
        )

    async def go_on(self, context: ToolContext, article: Article) -> ToolOutput:
        """Do what is left of an article, and rest before it is written: its plan is a person's to approve."""
        resting = article.run_id if article.status == WAITS else None
        if resting is None:
            steps = remaining(article.status) or FULL
            target(steps[0], article.status)
            resting = (await self._start(context, article, steps, pauses=True)).id
        return await self._come_to_rest(context, article, resting)

    async def approve(self, context: ToolContext, article: Article) -> ToolOutput:
        """Have a piece written from the plan that waits: a person has said yes to this call."""
        if "articles.own.approve" not in context.permissions:
            raise NotAllowed(say("access.may_not"), permission="articles.own.approve")
        done = await self.flow.approve(article, principal_of(context), context.now())
        run_id = article.run_id
        if run_id is None:
            run_id = (await self._start(context, done, remaining(done.status))).id
        return await self._come_to_rest(context, article, run_id)

    async def _start(self, context: ToolContext, article: Article, steps: Sequence[str], **more: Any) -> Run:
        return await start_article(
            self.engine,
            article,
            Asker(context.workspace_id, context.person_id, context.actor.api_key_id),
            steps,
            run_id=context.new_id(),
            parent_id=context.run_id,
            source="tool",
            **more,
        )

    async def _end_of(self, context: ToolContext, run_id: RunId) -> Run:
        """Return a run that has ended well, or rests; what went wrong is raised."""
        ended = await self.engine.wait(run_id, context.workspace_id)
        if ended.status == "waiting_human":
            return ended
        # The next call may follow at once, before the run's own end has set the article free.
        await self.articles.let_go(context.workspace_id, run_id)
        if ended.status != "completed" or not ended.result:
            if ended.error is not None:
                raise revive(ended.error)
            raise ToolFailed(say("articles.unfinished", status=ended.status))
        return ended

    async def _come_to_rest(self, context: ToolContext, article: Article, run_id: RunId) -> ToolOutput:
        ended = await self._end_of(context, run_id)
        after = await self.articles.get(Visibility(context.workspace_id), article.id)
        rests: dict[str, Any] = {"artifactId": article.id, "runId": run_id, "pausedForApproval": True}
        rests["sections"] = [each.heading for each in after.sections]
        return ToolOutput(
            ok=True,
            data=ended.result or rests,
            affected=CHANGED,
            status_transition={"from": article.status, "to": after.status},
            summary=say("articles.read", title=after.title, status=after.status),
            outside=OUTSIDE,
        )


def _told(step: str, title: str, told: dict[str, Any]) -> Text:
    """Return what came of a step, as a person would say it."""
    data: dict[str, Any] = told["toolResults"][step]
    match step:
        case "conductDeepResearch":
            return say("articles.did.research", title=title, count=data["sourceCount"])
        case "generateContentSkeleton":
            return say("articles.did.plan", title=title, count=len(data["sections"]))
        case "writeFullContent":
            return say("articles.did.text", title=title, count=data["sectionsWritten"])
        case "identifyImageNeeds":
            return say("articles.did.pictures", title=title, count=data["imagesGenerated"])
        case "applyHumanityCheck":
            return say("articles.did.humanity", title=title, count=data["patternsFixed"])
        case _:
            return say("articles.did", step=step, title=title, status=told["status"])


def _check_words(given: Any) -> None:
    if getattr(given, "tone", None):
        read_tone(given.tone)
    if getattr(given, "artifact_type", None):
        read_type(given.artifact_type)


async def visibility_of(articles: Articles, context: ToolContext) -> Visibility:
    """Return whose articles a caller sees."""
    key = context.actor.api_key_id
    return await seen_by(articles.access, context.workspace_id, context.person_id, key, context.permissions)


async def find_article(articles: Articles, context: ToolContext, article_id: str) -> Article:
    """Return an article of the caller; the model chooses the id, so that it is checked here too."""
    return await articles.get(await visibility_of(articles, context), article_id)


def core_tools(core: CoreTools) -> list[ToolSpec]:
    """Return the six core tools, and the one that uses them one after another."""
    return [*_to_text(core), *_to_ready(core), _check_tool(), _pipeline_tool(core)]


def _to_text(core: CoreTools) -> list[ToolSpec]:
    """Return what leads from a draft to a text."""

    async def research(context: ToolContext, given: ResearchInput) -> ToolOutput:
        return await core.use(
            context,
            given,
            "conductDeepResearch",
            minRequired=given.min_required,
            topic=given.topic,
            topicDescription=given.topic_description,
            urls=given.urls,
        )

    async def skeleton(context: ToolContext, given: SkeletonInput) -> ToolOutput:
        return await core.use(context, given, "generateContentSkeleton")

    async def write(context: ToolContext, given: WriteInput) -> ToolOutput:
        article = await find_article(core.articles, context, given.artifact_id)
        if article.status == WAITS:
            return await core.approve(context, article)
        return await core.use(context, given, "writeFullContent")

    found = "Find sources for a draft and keep them with their exact place: draft to research."
    planned = "Plan the article from its sources, headings with the sources of each: to skeleton."
    written = "Write all sections from their sources. It begins from an approved plan, so a person is asked."
    return [
        writing_tool("conductDeepResearch", found, ResearchInput, research, RESEARCH_S, fetches="urls"),
        writing_tool("generateContentSkeleton", planned, SkeletonInput, skeleton, PLAN_S),
        writing_tool("writeFullContent", written, WriteInput, write, WRITE_S, policy="always_ask"),
    ]


def _to_ready(core: CoreTools) -> list[ToolSpec]:
    """Return what finishes a text."""

    async def pictures(context: ToolContext, given: ImagesInput) -> ToolOutput:
        return await core.use(context, given, "identifyImageNeeds")

    async def humanize(context: ToolContext, given: HumanityInput) -> ToolOutput:
        return await core.use(context, given, "applyHumanityCheck")

    drawn = "Draw the pictures the text asks for and put them in: to ready."
    plainer = "Replace phrases that read like a machine's; quotations and sources stay."
    return [
        writing_tool("identifyImageNeeds", drawn, ImagesInput, pictures, DRAW_S),
        writing_tool("applyHumanityCheck", plainer, HumanityInput, humanize, PLAN_S),
    ]


def _pipeline_tool(core: CoreTools) -> ToolSpec:
    async def finish(context: ToolContext, given: ArtifactInput) -> ToolOutput:
        return await core.go_on(context, await find_article(core.articles, context, given.artifact_id))

    whole = "Do all that is left of an article: it rests once it is planned, for a person's approval."
    return writing_tool(PIPELINE, whole, ArtifactInput, finish, WRITE_S)


def _check_tool() -> ToolSpec:
    async def check(context: ToolContext, given: CheckInput) -> ToolOutput:
        told = report(given.content)
        return ToolOutput(ok=True, data=told, summary=say("articles.checked", count=told["patternCount"]))

    return ToolSpec(
        name="checkContentHumanity",
        description="List phrases that read like a machine's, each with its place; changes nothing.",
        input_model=CheckInput,
        handler=check,
        group=GROUP,
        permission=READ,
    )


def writing_tool(
    name: str, description: str, model: type[BaseModel], handler: Any, seconds: float, **more: Any
) -> ToolSpec:
    """Return a tool that changes an article; what it read came from elsewhere."""
    return ToolSpec(
        name=name,
        description=description,
        input_model=model,
        handler=handler,
        group=GROUP,
        effect="write",
        permission=RUN,
        default_affects=CHANGED,
        trust="untrusted",
        timeout_s=seconds,
        **more,
    )
