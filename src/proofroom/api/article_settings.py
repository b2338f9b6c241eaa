"""How articles are written: the models of each step with what takes over, and each project's own style."""

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.security import StudioDep, requires, requires_somewhere
from proofroom.api.shapes import In, Out
from proofroom.articles.settings import MODEL_STEPS, PRESETS, ArticleSettings, StepModels, from_preset
from proofroom.kernel.ids import ProjectId
from proofroom.media.room import image_model
from proofroom.wiring import Studio

router = APIRouter(prefix="/article-settings", tags=["articles"])


class ArticleSettingsInfo(Out):
    """The models of each step, first choice first, and what a project writes instead of what."""

    steps: list[str]
    models: dict[str, list[str]]
    presets: list[str]
    choices: list[str]
    """Every model that can be chosen now."""
    avoid: dict[str, str]
    lacking: list[str]
    """Steps for which a preset has named no model that is connected."""


class StepModelsBody(In):
    """Models by step, or a preset that chooses them among those that are connected."""

    models: dict[str, list[str]] = Field(default_factory=dict[str, list[str]], max_length=20)
    preset: str | None = Field(None, max_length=40)


class HouseStyleBody(In):
    """What a project writes instead of what; an empty text means that the phrase is left out."""

    project_id: str
    avoid: dict[str, str] = Field(max_length=300)


@router.get("")
async def get_article_settings(
    studio: StudioDep, project_id: str | None = None, principal: Principal = requires("articles.own.read")
) -> ArticleSettingsInfo:
    """Return the models of each step, and a project's style."""
    return await _show(studio, principal, project_id, [])


@router.put("/models")
async def set_article_models(
    body: StepModelsBody, studio: StudioDep, principal: Principal = requires("ai.providers.manage")
) -> ArticleSettingsInfo:
    """Set the models of each step, or take a preset; a step without one uses the default of articles."""
    models: StepModels = body.models
    lacking: list[str] = []
    if body.preset is not None:
        models, lacking = from_preset(body.preset, await _choices(studio, principal))
    else:
        for step, labels in models.items():
            for label in labels if step != "images" else []:
                await studio.models.find(principal.workspace_id, "articles", label)
    await studio.get(ArticleSettings).put_models(principal, models)
    return await _show(studio, principal, None, lacking)


@router.put("/style")
async def set_house_style(
    body: HouseStyleBody, studio: StudioDep, principal: Principal = requires_somewhere("articles.own.update")
) -> ArticleSettingsInfo:
    """Set what a project writes instead of what; the check of every article of it follows."""
    project = await studio.access.projects.get(principal, ProjectId(body.project_id))
    for permission in (principal.asked_for, "content.write"):
        principal.require(permission, project.id)
    await studio.get(ArticleSettings).put_style(principal, project.id, body.avoid)
    return await _show(studio, principal, project.id, [])


async def _choices(studio: Studio, principal: Principal) -> list[str]:
    drawn = await studio.connections.list(principal.workspace_id, "image")
    pictures = [f"{each.name}/{image_model(each)}" for each in drawn if each.status == "active"]
    return [*(model.label for model in await studio.models.all(principal.workspace_id)), *pictures]


async def _show(
    studio: Studio, principal: Principal, project_id: str | None, lacking: list[str]
) -> ArticleSettingsInfo:
    settings = studio.get(ArticleSettings)
    if project_id is not None:
        principal.require("content.read", ProjectId(project_id))
    style = await settings.style(principal.workspace_id, ProjectId(project_id) if project_id else None)
    return ArticleSettingsInfo(
        steps=list(MODEL_STEPS),
        models=await settings.models(principal.workspace_id),
        presets=list(PRESETS),
        choices=await _choices(studio, principal),
        avoid=dict(style.avoid),
        lacking=lacking,
    )
