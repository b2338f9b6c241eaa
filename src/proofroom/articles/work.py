"""What every step of an article's flow works with: the article, its options, and the ways out."""

from collections.abc import Awaitable, Callable
from dataclasses import field, replace
from typing import Any

from proofroom.access import Principal
from proofroom.articles.humanity import HumanityRule
from proofroom.articles.lifecycle import Articles, read_tone
from proofroom.articles.statuses import refused, target
from proofroom.articles.types import Article, Json, SourceDocument, Status
from proofroom.articles.visibility import Visibility
from proofroom.durable import StepContext
from proofroom.kernel.data import dataclass
from proofroom.kernel.events import StatusTransition
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.media.draw import OpenImages
from proofroom.media.library import Library
from proofroom.net import Transport
from proofroom.runtime.baseline.search import OpenSearch
from proofroom.runtime.flow.flow import Flow

FindSearches = Callable[[WorkspaceId], Awaitable[list[OpenSearch]]]
"""Opens every search provider of a workspace, the local corpus last."""
FindImageChain = Callable[[WorkspaceId], Awaitable[list[OpenImages]]]
"""Opens image providers in the order they are tried, the studio's own renderer last."""
FindProjectTexts = Callable[[Article, str, Principal], Awaitable[list[SourceDocument]]]
"""Returns what the article's project has about something, and the papers of records that somebody may see."""
FindHouseRules = Callable[[Article], Awaitable[list[HumanityRule]]]
"""Returns a project's own style and vocabulary as rules of the check."""
FindStepModels = Callable[[WorkspaceId], Awaitable[dict[str, list[str]]]]
"""Returns the models that the workspace has chosen for single steps."""
FindPieces = Callable[[ProjectId, str], Awaitable[list[tuple[str, str]]]]
"""Returns what a project has published, by title and text; about something, if that is given."""


@dataclass(frozen=True, slots=True)
class WorkPorts:
    """What the flow reaches."""

    articles: Articles
    library: Library
    transport: Transport
    find_searches: FindSearches
    find_images: FindImageChain
    find_texts: FindProjectTexts
    find_house_rules: FindHouseRules
    find_step_models: FindStepModels


@dataclass(slots=True)
class Work:
    """One run on one article."""

    flow: Flow
    ports: WorkPorts
    by: Principal
    options: Json
    is_single: bool
    step_models: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """What the workspace has chosen, as it was when the run began."""
    usual_model: str = ""
    """The model of a step for which none is chosen, as it was when the run began."""
    warnings: list[str] = field(default_factory=list[str])

    @property
    def articles(self) -> Articles:
        """Return where articles are kept."""
        return self.ports.articles

    @property
    def article_id(self) -> str:
        """Return which article it is."""
        return str(self.flow.run.input["articleId"])

    async def article(self) -> Article:
        """Return the article as it is now; in the tone that was asked for, if one was."""
        found = await self.articles.get(Visibility(self.flow.run.workspace_id), self.article_id)
        tone = self.options.get("tone")
        return replace(found, tone=read_tone(str(tone))) if tone else found

    def models(self, step: str) -> list[str]:
        """Return the models a step is to use, the first one first; none means the scope's default."""
        models: Json = self.step_models | (self.options.get("models") or {})
        wanted: str | list[str] = models.get(step) or []
        return [wanted] if isinstance(wanted, str) else wanted

    def leave_out(self, step: str) -> None:
        """Do without a step that is not needed."""
        self.options = self.options | {"skip": [*(self.options.get("skip") or []), step]}

    async def check(self, operation: str) -> tuple[Status, Status]:
        """Return where an operation begins and leads, or refuse it; the same again when the run goes on."""

        async def look(step: StepContext) -> Json:
            article = await self.article()
            after = target(operation, article.status, is_single=self.is_single)
            if article.status == "interviewing" and not article.metadata.get("interview_completed"):
                raise refused(operation, article.status, ["draft"])
            return {"before": article.status, "after": after}

        told = await self.flow.handle.step(f"{operation}.check", "guard", operation, look)
        return told["before"], told["after"]

    async def write(
        self, step: StepContext, operation: str, *, expected: tuple[Status, ...] | None = None, **changes: Any
    ) -> Article:
        """Move the article and write with it, once for this step; watchers hear of the move."""
        before = await self.article()
        after = await self.articles.write(
            self.flow.run.workspace_id,
            self.article_id,
            operation,
            self.by,
            step.now(),
            mark=step.idempotency_key,
            is_single=self.is_single,
            expected=expected,
            **changes,
        )
        if before.status != after.status:
            step.emit(StatusTransition(subject=self.article_id, before=before.status, after=after.status))
        return after
