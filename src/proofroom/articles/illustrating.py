"""Pictures: each placeholder drawn by the first provider that can, kept in the media room, put in its place.

One that cannot be had never holds up the piece: its placeholder goes, and the metadata says why.
"""

import asyncio
from dataclasses import asdict
from functools import partial
from typing import Any

from proofroom.articles.ask import backoff_s
from proofroom.articles.pictures import ImageNeed, alt_of, embed, needs_of
from proofroom.articles.reports import gate, report_on
from proofroom.articles.types import Article
from proofroom.articles.work import Work
from proofroom.durable import StepContext
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import ProofroomError, ProviderFailed
from proofroom.kernel.strings import say
from proofroom.media.draw import LOCAL, OpenImages
from proofroom.media.types import Upload
from proofroom.providers.account import account_for
from proofroom.providers.images import Drawing, ImageRequest

ATTEMPTS = 2
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Drawn:
    drawing: Drawing
    opened: OpenImages
    attempts: int


async def make_pictures(work: Work) -> Json:
    """Draw what the text asks for, put it in, and call the piece ready."""
    article = await work.article()
    await work.check("identifyImageNeeds")

    async def plan(step: StepContext) -> list[Json]:
        gate(article.report, work.options.get("acceptFindings"))
        return [asdict(each) for each in needs_of(article.content, article.type, article.tone)]

    planned = await work.flow.step("60.pictures.plan", "find pictures", plan)
    needs = [ImageNeed(**each) for each in planned]
    is_skipped = "identifyImageNeeds" in (work.options.get("skip") or [])

    async def begin(step: StepContext) -> Json:
        metadata = _visuals(needs, [], 0, is_done=False)
        await work.write(step, "identifyImageNeeds", visuals_metadata=metadata)
        return {}

    await work.flow.step("61.pictures.begin", "begin pictures", begin)
    finals: list[Json] = []
    failures: list[Json] = []
    for need in [] if is_skipped else needs:
        made = await draw_one(work, article, need)
        (failures if made.get("error") else finals).append(made)

    async def finish(step: StepContext) -> Json:
        now = await work.article()
        content = now.content
        urls = {each["image_need_id"]: each["url"] for each in finals}
        for need in needs:
            content = embed(content, need, urls.get(need.id))
        report = await report_on(work.articles, now, content)
        metadata = _visuals(needs, finals, len(failures), is_done=True)
        await work.write(
            step,
            "finishVisuals",
            keeps_version=True,
            content=content,
            visuals_metadata=metadata,
            report=report.as_dict(),
        )
        return _told(needs, finals, failures, content)

    return await work.flow.step("69.pictures.keep", "put pictures in", finish)


def _told(needs: list[ImageNeed], finals: list[Json], failures: list[Json], content: str) -> Json:
    listed = [each.as_dict() for each in needs]
    return {
        "needs": listed,
        "imageNeeds": listed,
        "finals": finals,
        "contentWithImages": content,
        "count": len(needs),
        "imagesGenerated": len(finals),
        "imagesFailed": len(failures),
        "message": str(say("articles.pictures", made=len(finals), wanted=len(needs))),
    }


async def draw_one(work: Work, article: Article, need: ImageNeed) -> Json:
    """Draw one picture and keep it; what went wrong is told in its place, and as a warning."""

    async def draw(step: StepContext) -> Json:
        if article.project_id is None:
            return {"image_need_id": need.id, "error": str(say("articles.no_project"))}
        try:
            drawn = await _first_that_can(step, work, article, need)
            return await _store(step, work, article, need, drawn)
        except ProofroomError as error:
            return {"image_need_id": need.id, "error": str(error.message)}

    made: Json = await work.flow.step(f"65.pictures.{need.id}", alt_of(need.description), draw, kind="tool")
    if made.get("error"):
        work.warnings.append(f"{need.id}: {made['error']}")
    return made


async def _first_that_can(step: StepContext, work: Work, article: Article, need: ImageNeed) -> _Drawn:
    chain = await work.ports.find_images(article.workspace_id)
    attempts = 0
    failure: ProofroomError | None = None
    for opened in chain:
        for attempt in range(1 if opened.driver.name == LOCAL else ATTEMPTS):
            attempts += 1
            try:
                return _Drawn(await _draw(step, opened, need), opened, attempts)
            except ProofroomError as error:
                failure = error
                if not error.recoverable:
                    break
                await _pause(attempt)
    raise failure or ProviderFailed(say("articles.no_images"))


async def _pause(attempt: int) -> None:
    await asyncio.sleep(backoff_s(attempt, 0.0))


async def _draw(step: StepContext, opened: OpenImages, need: ImageNeed) -> Drawing:
    about = ". ".join(each for each in (need.description, need.wish) if each)
    if opened.driver.name != LOCAL:
        about = f"{about}. {need.style} style, no text, no charts, no user interface."
    request = ImageRequest(opened.model, about, need.width, need.height)
    reply = await opened.draw(request, partial(account_for, step, "writer"))
    if not reply.drawings:
        raise ProviderFailed(say("articles.no_images"))
    return reply.drawings[0]


async def _store(step: StepContext, work: Work, article: Article, need: ImageNeed, drawn: _Drawn) -> Json:
    assert article.project_id is not None
    upload = Upload(
        data=drawn.drawing.data,
        filename=f"{article.id[-12:]}-{need.id}.png",
        source="agent",
        by=f"{drawn.opened.driver.name}/{drawn.opened.model}",
        alt=alt_of(need.description),
        tags=("article", "placeholder" if drawn.opened.driver.name == LOCAL else "generated"),
    )
    by = work.by.in_run(work.flow.run.id)
    added = await work.ports.library.add(
        article.workspace_id, article.project_id, upload, step.new_id(), step.now(), by
    )
    asset = added.asset
    return {
        "id": asset.id,
        "image_need_id": need.id,
        "url": asset.path,
        "storage_path": f"artifacts/{article.id}/images/final/{need.id}.png",
        "resolution": {"width": asset.width or need.width, "height": asset.height or need.height},
        "file_size_kb": max(1, asset.size // 1024),
        "generated_at": step.now().isoformat(),
        "generation_attempts": drawn.attempts,
        "generator": f"{drawn.opened.driver.name}/{drawn.opened.model}",
        "is_placeholder": drawn.opened.driver.name == LOCAL,
    }


def _visuals(needs: list[ImageNeed], finals: list[Json], failures: int, *, is_done: bool) -> Json:
    phase: Json = (
        {"phase": "complete", "finals": len(finals)}
        if is_done
        else {"phase": "generating_images", "completed": len(finals), "total": len(needs)}
    )
    return {
        "phase": phase,
        "needs": [each.as_dict() for each in needs],
        "finals": finals,
        "generation_stats": {
            "total_needed": len(needs),
            "finals_generated": len(finals),
            "failures": failures,
        },
    }
