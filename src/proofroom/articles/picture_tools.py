"""The writer's tools for pictures that are there, and for a post from a finished piece."""

from typing import Any

from pydantic import Field

from proofroom.access.actors import principal_of
from proofroom.articles.picture_slots import IMPROVE, REDRAW, add_slots, decide_pictures
from proofroom.articles.pictures import ImageStyle
from proofroom.articles.posting import STEP, check_post
from proofroom.articles.tools import (
    CHANGED,
    DRAW_S,
    PLAN_S,
    ArtifactInput,
    CoreTools,
    find_article,
    writing_tool,
)
from proofroom.articles.types import Status
from proofroom.kernel.errors import ToolFailed
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

DRAWN: tuple[Status, ...] = ("ready", "published")
"""Where pictures were drawn once, so that only missing ones are left to draw."""


class ImageApprovalInput(ArtifactInput):
    """Input of `updateImageApproval`."""

    approved_ids: list[str] = Field(default_factory=list[str], alias="approvedIds", max_length=50)
    rejected_ids: list[str] = Field(default_factory=list[str], alias="rejectedIds", max_length=50)


class RegenerateImageInput(ArtifactInput):
    """Input of `regenerateImage`."""

    image_id: str = Field(alias="imageId", max_length=100)
    new_description: str | None = Field(None, alias="newDescription", min_length=3, max_length=2_000)


class ImproveImageInput(ArtifactInput):
    """Input of `improveImageContent`."""

    current_image_url: str = Field(alias="currentImageUrl", min_length=1, max_length=2_000)
    current_description: str = Field("", alias="currentDescription", max_length=2_000)
    user_feedback: str = Field(alias="userFeedback", min_length=3, max_length=500)
    image_style: ImageStyle | None = Field(None, alias="imageStyle")
    tone: str | None = None


class PostInput(ArtifactInput):
    """Input of `writeSocialPostContent`."""

    source_artifact_id: str = Field(alias="sourceArtifactId", description="The finished piece.")
    source_title: str = Field("", alias="sourceTitle", max_length=500, description="Ignored: it has one.")
    source_type: str | None = Field(None, alias="sourceType")
    source_tags: list[str] = Field(default_factory=list[str], alias="sourceTags", max_length=20)
    tone: str | None = None


def picture_tools(core: CoreTools) -> list[ToolSpec]:
    """Return them."""
    return [_approval(core), *_again(core), *_finals(core), _post(core)]


def _approval(core: CoreTools) -> ToolSpec:
    async def decide(context: ToolContext, given: ImageApprovalInput) -> ToolOutput:
        article = await find_article(core.articles, context, given.artifact_id)
        done, told = await decide_pictures(
            core.articles,
            article,
            given.approved_ids,
            given.rejected_ids,
            principal_of(context),
            context.now(),
        )
        moved = {"from": article.status, "to": done.status} if article.status != done.status else None
        return ToolOutput(
            ok=True,
            data=told,
            affected=CHANGED,
            status_transition=moved,
            summary=say("articles.pictures_decided", **told),
        )

    what = "Say which pictures stay; a rejected one is taken out of the text."
    return writing_tool("updateImageApproval", what, ImageApprovalInput, decide, PLAN_S)


def _again(core: CoreTools) -> list[ToolSpec]:
    async def again(context: ToolContext, given: RegenerateImageInput) -> ToolOutput:
        return await core.use(
            context, given, REDRAW, imageId=given.image_id, newDescription=given.new_description
        )

    async def improve(context: ToolContext, given: ImproveImageInput) -> ToolOutput:
        return await core.use(
            context,
            given,
            IMPROVE,
            currentImageUrl=given.current_image_url,
            newDescription=given.current_description,
            userFeedback=given.user_feedback,
            imageStyle=given.image_style,
        )

    anew = "Make one picture again, from other words if they are given, and put it in its place."
    better = "Make a picture again with what somebody wants different about it."
    return [
        writing_tool(REDRAW, anew, RegenerateImageInput, again, DRAW_S),
        writing_tool(IMPROVE, better, ImproveImageInput, improve, DRAW_S),
    ]


def _finals(core: CoreTools) -> list[ToolSpec]:
    async def visuals(context: ToolContext, given: ArtifactInput) -> ToolOutput:
        return await core.use(context, given, "identifyImageNeeds")

    async def finals(context: ToolContext, given: ArtifactInput) -> ToolOutput:
        article = await find_article(core.articles, context, given.artifact_id)
        needs: list[dict[str, Any]] = article.visuals_metadata.get("needs") or []
        if not needs or article.status not in DRAWN:
            return await visuals(context, given)
        article = await add_slots(core.articles, article, principal_of(context), context.now())
        needs = article.visuals_metadata["needs"]
        there = {each["image_need_id"] for each in article.visuals_metadata.get("finals", [])}
        made, failures = 0, list[dict[str, str]]()
        for need in needs:
            if need["id"] in there:
                context.new_id()  # so that a picture's run has the same id when the step is done again
                continue
            try:
                await core.use(context, given, REDRAW, imageId=need["id"])
                made += 1
            except ToolFailed as error:
                failures.append({"image_need_id": need["id"], "error": str(error.message)})
        now = await find_article(core.articles, context, given.artifact_id)
        found = now.visuals_metadata.get("finals", [])
        told = say("articles.pictures", made=len(found), wanted=len(needs))
        data = {"finals": found, "imagesGenerated": made, "imagesFailed": len(failures), "failures": failures}
        return ToolOutput(ok=True, data=data | {"message": str(told)}, affected=CHANGED, summary=told)

    drawn = "Draw the pictures of a written text, the same as identifyImageNeeds."
    missing = "Draw those pictures of a finished text that are not there yet; the others stay."
    return [
        writing_tool("generateContentVisuals", drawn, ArtifactInput, visuals, DRAW_S),
        writing_tool("generateFinalImages", missing, ArtifactInput, finals, DRAW_S),
    ]


def _post(core: CoreTools) -> ToolSpec:
    async def write(context: ToolContext, given: PostInput) -> ToolOutput:
        source = await find_article(core.articles, context, given.source_artifact_id)
        post = await find_article(core.articles, context, given.artifact_id)
        check_post(post.type, source)
        return await core.use(context, given, STEP, sourceArtifactId=source.id)

    what = "Write a post for social media, begun as a draft, from a finished piece and its sources."
    return writing_tool(STEP, what, PostInput, write, PLAN_S)
