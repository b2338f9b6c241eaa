"""How articles are written here: the models of each step, first choice first, and each project's style."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.articles import repo
from proofroom.articles.house_style import LONGEST_PHRASE, MOST_PHRASES, HouseStyle
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Database

MODEL_STEPS: Final = (
    "research",
    "skeleton",
    "write",
    "checkCitations",
    "humanity",
    "improve",
    "translate",
    "images",
)
"""The steps that ask a model; each has its own choice and what takes over when that one fails."""
MOST_MODELS: Final = 4
StepModels = dict[str, list[str]]
PRESETS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "seed": {
        "research": [r"claude-3-5-haiku", r"haiku"],
        "skeleton": [r"claude-sonnet-4", r"sonnet"],
        "write": [r"gemini-2\.0-flash", r"gemini.*flash"],
        "humanity": [r"claude-sonnet-4", r"sonnet"],
        "improve": [r"claude-sonnet-4", r"sonnet"],
        "translate": [r"gemini-2\.0-flash", r"gemini.*flash"],
        "images": [r"dall-e-3", r"imagen-4"],
    }
}
"""The seed's choices, as patterns of model names: what is connected decides which one each becomes."""


def from_preset(name: str, labels: Sequence[str]) -> tuple[StepModels, list[str]]:
    """Return the models of a preset among those that are there, and the steps for which there is none."""
    preset = PRESETS.get(name)
    if preset is None:
        raise InvalidInput(say("articles.no_preset", name=name[:40], known=", ".join(PRESETS)))
    made: StepModels = {}
    for step, patterns in preset.items():
        found = [label for each in patterns for label in labels if re.search(each, label.lower())]
        if found:
            made[step] = list(dict.fromkeys(found))[:MOST_MODELS]
    return made, [step for step in preset if step not in made]


class ArticleSettings:
    """Keeps how articles are written."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database, self._clock, self._audit = database, clock, audit

    async def models(self, workspace_id: WorkspaceId) -> StepModels:
        """Return the models of each step that has its own."""
        return (await self._read(workspace_id, None)).get("models", {})

    async def put_models(self, principal: Principal, models: StepModels) -> StepModels:
        """Set the models of each step; a step that is not named uses the default of articles."""
        kept = {step: [label[:200] for label in labels if label] for step, labels in models.items()}
        unknown = [step for step in kept if step not in MODEL_STEPS]
        if unknown or any(len(labels) > MOST_MODELS for labels in kept.values()):
            raise InvalidInput(say("articles.model_steps", known=", ".join(MODEL_STEPS), most=MOST_MODELS))
        kept = {step: labels for step, labels in kept.items() if labels}
        await self._write(principal, None, {"models": kept})
        return kept

    async def style(self, workspace_id: WorkspaceId, project_id: ProjectId | None) -> HouseStyle:
        """Return a project's style; one without a project has none."""
        if project_id is None:
            return HouseStyle()
        return HouseStyle((await self._read(workspace_id, project_id)).get("avoid", {}))

    async def put_style(
        self, principal: Principal, project_id: ProjectId, avoid: Mapping[str, str]
    ) -> HouseStyle:
        """Set what a project writes instead of what."""
        kept = {" ".join(phrase.split()): " ".join(instead.split()) for phrase, instead in avoid.items()}
        if len(kept) > MOST_PHRASES or any(
            not 2 <= len(phrase) <= LONGEST_PHRASE or len(instead) > LONGEST_PHRASE
            for phrase, instead in kept.items()
        ):
            raise InvalidInput(say("articles.style_limits", most=MOST_PHRASES, longest=LONGEST_PHRASE))
        await self._write(principal, project_id, {"avoid": kept})
        return HouseStyle(kept)

    async def _read(self, workspace_id: WorkspaceId, project_id: ProjectId | None) -> dict[str, Any]:
        async with self._database.reading() as connection:
            return await repo.settings(connection, workspace_id, project_id)

    async def _write(self, principal: Principal, project_id: ProjectId | None, told: dict[str, Any]) -> None:
        async with self._database.transaction() as connection:
            before = await repo.settings(connection, principal.workspace_id, project_id)
            await repo.keep_settings(connection, principal.workspace_id, project_id, told, self._clock.now())
            await self._audit.record(
                connection,
                principal,
                "article.settings",
                ("article_settings", project_id or principal.workspace_id),
                project_id=project_id,
                before=before,
                after=told,
            )
