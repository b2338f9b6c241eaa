"""Work on articles: give documents, run steps, approve foundations, export."""

from datetime import datetime
from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.datastructures import UploadFile
from starlette.responses import Response

from proofroom.access import Principal
from proofroom.api.articles import ArticleDetail, article_for, show
from proofroom.api.security import StudioDep, asker, requires, requires_somewhere
from proofroom.api.shapes import In, Out
from proofroom.articles import Article, Articles
from proofroom.articles.export import markdown, page
from proofroom.articles.gather import is_set_aside
from proofroom.articles.giving import Giving
from proofroom.articles.pipeline import FULL, ArticleFlow, remaining
from proofroom.kernel.errors import InvalidInput, InvalidStatus
from proofroom.kernel.strings import say
from proofroom.wiring import Studio

router = APIRouter(prefix="/articles", tags=["articles"])
FORM_BYTES = 64 * 1024


class ArticleRunBody(In):
    """What to do: `full` from the beginning, `continue` what is left, `steps` by name, or one `section`.

    `interactive` does what is left and asks before every step but the first; `pause` rests only for the
    foundations' approval before anything is written.
    """

    mode: Literal["full", "continue", "interactive", "steps", "section"] = "continue"
    section: str | None = Field(None, max_length=300)
    steps: list[str] = Field(default_factory=list[str], max_length=10)
    pause: bool = False
    skip: list[str] = Field(default_factory=list[str], max_length=10)
    urls: list[str] = Field(default_factory=list[str], max_length=20)
    min_required: int = Field(5, ge=1, le=20)
    models: dict[str, str | list[str]] = Field(default_factory=dict[str, str | list[str]])
    accept_findings: bool = False


class ArticleRunStarted(Out):
    """The run that works on an article; follow it under `/api/runs`."""

    run_id: str
    article_id: str
    steps: list[str]


class GivenDocument(Out):
    """A document that was given, or why it could not be read."""

    name: str
    title: str
    characters: int
    source_type: str
    flags: list[str]
    trouble: str
    is_new: bool


class ReadDocumentInfo(Out):
    """Something that was read for an article; `trouble` says why it gave nothing.

    What tries to steer whoever reads it is set aside: it is kept and shown, and nothing is written from it.
    """

    name: str
    title: str
    url: str
    source_type: str
    characters: int
    retrieved_at: datetime
    flags: list[str]
    trouble: str
    is_set_aside: bool


class GivenText(In):
    """A text to quote from, pasted."""

    name: str = Field(min_length=1, max_length=300)
    text: str = Field(min_length=1, max_length=400_000)
    url: str = Field("", max_length=4_000)


class FoundationsBody(In):
    """The skeleton as a person changed it, if they did; both spellings are known."""

    skeleton_content: str | None = Field(None, max_length=20_000)


@router.get("/{article_id}/documents")
async def list_article_documents(
    article_id: str, studio: StudioDep, principal: Principal = requires("articles.own.read")
) -> list[ReadDocumentInfo]:
    """Return what was given to an article or read for it, also what is not quoted, in the order it came."""
    article = await article_for(studio, principal, article_id)
    return [
        ReadDocumentInfo(
            name=each.name,
            title=each.title,
            url=each.url,
            source_type=each.source_type,
            characters=len(each.text),
            retrieved_at=each.retrieved_at,
            flags=list(each.flags),
            trouble=each.trouble,
            is_set_aside=is_set_aside(each),
        )
        for each in await studio.get(Articles).documents(article)
    ]


@router.post("/{article_id}/documents")
async def give_document(
    article_id: str,
    request: Request,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.update"),
) -> list[GivenDocument]:
    """Give a file to quote from (Markdown, HTML, PDF, RSS, Atom or text); it is read with limits."""
    article = await article_for(studio, principal, article_id)
    most = studio.settings.media_file_mb * 1024 * 1024
    async with request.form(max_files=1, max_fields=4, max_part_size=most + FORM_BYTES) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise InvalidInput(say("articles.no_file"))
        data, name = await file.read(), file.filename or "document.txt"
    given = await studio.get(Giving).file(article, name, data, principal, studio.clock.now())
    return [GivenDocument.model_validate(each) for each in given]


@router.post("/{article_id}/texts")
async def give_text(
    article_id: str,
    body: GivenText,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.update"),
) -> list[GivenDocument]:
    """Give a pasted text to quote from."""
    article = await article_for(studio, principal, article_id)
    given = await studio.get(Giving).text(
        article, body.name, body.text, body.url, principal, studio.clock.now()
    )
    return [GivenDocument.model_validate(given)]


@router.post("/{article_id}/run")
async def run_article(
    article_id: str,
    body: ArticleRunBody,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.run"),
) -> ArticleRunStarted:
    """Start a run on an article; its progress, cost and text stream under `/api/runs/{id}/events`."""
    article = await article_for(studio, principal, article_id)
    steps = _steps(article, body)
    options = {
        "skip": body.skip,
        "urls": body.urls,
        "minRequired": body.min_required,
        "models": body.models,
        "acceptFindings": body.accept_findings,
        "section": body.section,
    }
    is_single = body.mode in ("steps", "section")
    # A person's word to write is the approval of a plan that waits; a program's run rests for it.
    waits = article.status in ("skeleton", "foundations_approval")
    pauses = body.pause or (principal.is_program and not waits)
    if "writeFullContent" in steps and (is_single or not pauses):
        principal.require_human()
        principal.require("articles.own.approve", article.project_id)
        if waits and not is_single:
            resting = article.run_id
            article = await studio.get(ArticleFlow).approve(article, principal, studio.clock.now())
            if resting is not None:
                # The run that waited for it goes on, as it was begun.
                return ArticleRunStarted(run_id=resting, article_id=article.id, steps=list(steps))
    run = await studio.get(ArticleFlow).start(
        article,
        asker(principal),
        steps,
        options=options,
        pauses=pauses,
        asks=body.mode == "interactive",
        is_single=is_single,
    )
    return ArticleRunStarted(run_id=run.id, article_id=article.id, steps=list(steps))


def _steps(article: Article, body: ArticleRunBody) -> tuple[str, ...]:
    if body.mode == "steps":
        return tuple(body.steps)
    if body.mode == "section":
        if not body.section:
            raise InvalidInput(say("articles.which_section"), field="section")
        return ("writeContentSection",)
    if body.mode == "full" and article.status == "draft":
        return FULL
    steps = remaining(article.status)
    if not steps:
        raise InvalidStatus(
            say("articles.nothing_left", status=article.status),
            currentStatus=article.status,
            expectedStatus=[],
            operation="run",
        )
    return steps


@router.post("/{article_id}/approve")
async def approve_article_foundations(
    article_id: str,
    body: FoundationsBody,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.approve"),
) -> ArticleDetail:
    """Let an article be written from its foundations, perhaps with an edited skeleton."""
    principal.require_human()
    article = await article_for(studio, principal, article_id)
    done, _ = await begin_writing(studio, principal, article, body)
    return show(done)


async def begin_writing(
    studio: Studio, principal: Principal, article: Article, body: FoundationsBody
) -> tuple[Article, str]:
    """Approve an article's foundations; return it, and the run that writes it: its own, or a new one."""
    flow = studio.get(ArticleFlow)
    done = await flow.approve(article, principal, studio.clock.now(), body.skeleton_content)
    if article.run_id is not None:
        return done, article.run_id
    return done, (await flow.start(done, asker(principal), remaining(done.status))).id


@router.get("/{article_id}/export")
async def export_article(
    article_id: str,
    studio: StudioDep,
    format: Literal["markdown", "html"] = "markdown",
    principal: Principal = requires("articles.own.read"),
) -> Response:
    """Return the article as Markdown with footnotes, or as an HTML page."""
    article = await article_for(studio, principal, article_id)
    sources = await studio.get(Articles).research(article)
    if format == "html":
        return Response(page(article, sources), media_type="text/html; charset=utf-8", headers=_SAFE)
    return Response(markdown(article, sources), media_type="text/markdown; charset=utf-8")


_SAFE: dict[str, Any] = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
    "Content-Disposition": 'attachment; filename="article.html"',
}
