"""`proofroom article run`: from a topic and a folder of documents to a cited piece, in one go."""

import asyncio
import re
import unicodedata
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

import orjson
import typer

from proofroom.cli.article import (
    ArticleArgument,
    BriefOption,
    LocaleOption,
    ToneOption,
    TypeOption,
    app,
    show_report,
)
from proofroom.cli.article_stepwise import answer_here
from proofroom.cli.client import Client
from proofroom.cli.output import RUN_FAILED, RUN_WAITS, console, errors, print_json
from proofroom.cli.run import Json, with_studio
from proofroom.kernel.errors import InvalidInput, MissingContext, TooLarge
from proofroom.kernel.strings import say

if TYPE_CHECKING:
    from rich.progress import Progress

SUFFIXES = (".md", ".markdown", ".txt", ".html", ".htm", ".rss", ".atom", ".xml", ".pdf")
STEPS = {
    "research": "conductDeepResearch",
    "outline": "generateContentSkeleton",
    "write": "writeFullContent",
    "check": "applyHumanityCheck",
    "pictures": "identifyImageNeeds",
    "citations": "checkCitations",
}
OutOption = Annotated[Path, typer.Option("--out", "-o", help="Folder for the Markdown, HTML and report.")]


class OptionalStep(StrEnum):
    """What a run may leave out."""

    CHECK = "applyHumanityCheck"
    PICTURES = "identifyImageNeeds"


@app.command("run")
def run(
    topic: Annotated[str, typer.Argument(help="What it is about, or the id of an article.")],
    corpus: Annotated[Path | None, typer.Option(help="Folder of documents to write from.")] = None,
    url: Annotated[list[str] | None, typer.Option(help="Page to read; may be repeated.")] = None,
    type: TypeOption = "blog",
    tone: ToneOption = "professional",
    brief: BriefOption = "",
    locale: LocaleOption = "en",
    project: Annotated[str | None, typer.Option("--project", "-p", help="Project, by slug or id.")] = None,
    skip: Annotated[list[OptionalStep] | None, typer.Option(help="Optional step to leave out.")] = None,
    pause: Annotated[bool, typer.Option("--pause", help="Wait for the foundations' approval.")] = False,
    ask: Annotated[bool, typer.Option("--ask", help="Ask before every step but the first.")] = False,
    out: OutOption = Path(),
    json: Json = False,
) -> None:
    """Research, plan, write, check and illustrate an article; write it as Markdown and HTML."""
    documents = [] if corpus is None else _readable(corpus)
    _check_folder(out)

    async def go(client: Client) -> dict[str, Any]:
        body = {"title": topic, "type": type, "tone": tone, "brief": brief, "locale": locale}
        article = await _begin(client, body, project)
        await _give(client, article["id"], documents, is_quiet=json)
        mode = "interactive" if ask else "full"
        wish = {"mode": mode, "pause": pause, "skip": skip or [], "urls": url or []}
        ended = await _follow(client, article["id"], wish, is_quiet=json)
        if ask and not json:
            follow = partial(follow_run, client, ended["runId"], is_quiet=json)
            ended = await answer_here(client, article["id"], ended, follow)
        found = await client.get(f"/api/articles/{article['id']}")
        files = await _write(client, found, out) if found["status"] in ("ready", "published") else []
        return {"article": found, "files": files, **ended}

    _show_end(with_studio(go), as_json=json)


def _show_end(done: dict[str, Any], *, as_json: bool) -> None:
    article = done["article"]
    if as_json:
        print_json(done)
    else:
        console.print(f"{article['id']}  {article['status']}  {article['title']}", markup=False)
        show_report(article["report"])
        for each in done["files"]:
            console.print(each, style="dim", markup=False)
        if done["error"]:
            errors.print(done["error"], style="bold red", markup=False)
    if done["status"] != "completed":
        raise typer.Exit(RUN_WAITS if done["status"] == "waiting_human" else RUN_FAILED)


def _step_command(name: str, step: str, told: str) -> None:
    def command(article: ArticleArgument, json: Json = False) -> None:
        async def go(client: Client) -> dict[str, Any]:
            body = {"mode": "steps", "steps": [step]}
            ended = await _follow(client, article, body, is_quiet=json)
            return {"article": await client.get(f"/api/articles/{article}"), "files": [], **ended}

        _show_end(with_studio(go), as_json=json)

    command.__doc__ = told
    app.command(name)(command)


for _name, _told in {
    "research": "Find sources for a draft, and keep them.",
    "outline": "Plan the article from its sources.",
    "write": "Write the article section by section, and compare it with its sources.",
    "check": "Replace phrases that read like a machine's, and keep the version before.",
    "pictures": "Draw the pictures the text asks for.",
    "citations": "Compare every sentence with its sources again, with the model that is set for it.",
}.items():
    _step_command(_name, STEPS[_name], _told)


@app.command("export")
def export(article: ArticleArgument, out: OutOption = Path(), json: Json = False) -> None:
    """Write an article as Markdown, HTML and its citation report."""

    async def go(client: Client) -> list[str]:
        return await _write(client, await client.get(f"/api/articles/{article}"), out)

    files = with_studio(go, json)
    for each in files:
        console.print(each, markup=False)


async def _begin(client: Client, body: dict[str, Any], project: str | None) -> dict[str, Any]:
    topic = str(body["title"])
    if re.fullmatch(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", topic):
        return await client.get(f"/api/articles/{topic}")
    known = await client.get("/api/projects")
    if project is None and not known:
        known = [await client.post("/api/projects", {"name": "Articles"})]
    chosen = [each for each in known if project in (None, each["slug"], each["id"])]
    if len(chosen) != 1:
        raise MissingContext(say("cli.several_projects", names=", ".join(each["slug"] for each in known)))
    return await client.post("/api/articles", body | {"projectId": chosen[0]["id"]})


async def _give(client: Client, article_id: str, readable: list[Path], *, is_quiet: bool) -> None:
    """Give the documents one by one; one that cannot be read is told, and the others are still read."""
    with _progress(is_quiet=is_quiet or not readable) as bar:
        task = bar.add_task("reading documents", total=len(readable))
        for each in readable:
            told = await _give_one(client, article_id, each)
            if told and not is_quiet:
                errors.print(f"{each.name}: {told}", style="yellow", markup=False)
            bar.advance(task)


async def _give_one(client: Client, article_id: str, file: Path) -> str:
    """Give a document; return what should be said about it, or nothing."""
    try:
        data = await asyncio.to_thread(file.read_bytes)
        given = await client.upload(f"/api/articles/{article_id}/documents", file.name, data, {})
    except (OSError, InvalidInput, TooLarge) as error:
        return error.strerror or str(error) if isinstance(error, OSError) else str(error.message)
    trouble = next((each["trouble"] for each in given if each["trouble"]), "")
    flags = sorted({flag for each in given for flag in each["flags"]})
    return trouble or (f"flagged: {', '.join(flags)}" if flags else "")


def _readable(corpus: Path) -> list[Path]:
    if not corpus.exists():
        raise InvalidInput(say("cli.file_unreadable", file=corpus, reason="not found"))
    files = [corpus] if corpus.is_file() else sorted(each for each in corpus.rglob("*") if each.is_file())
    readable = [each for each in files if each.suffix.lower() in SUFFIXES]
    if not readable:
        raise InvalidInput(say("cli.no_documents", folder=corpus, known=", ".join(SUFFIXES)))
    return readable


def _check_folder(out: Path) -> None:
    """Refuse a place that is no folder before any work is done."""
    if out.exists() and not out.is_dir():
        raise InvalidInput(say("cli.file_unwritable", file=out, reason="it is not a folder"))


async def _follow(client: Client, article_id: str, body: Any, *, is_quiet: bool) -> dict[str, Any]:
    """Run, show how far it is, and return how it ended."""
    started = await client.post(f"/api/articles/{article_id}/run", body)
    return await follow_run(client, started["runId"], is_quiet=is_quiet)


async def follow_run(client: Client, run_id: str, after: int = 0, *, is_quiet: bool) -> dict[str, Any]:
    """Show how far a run is, and return how it ended."""
    status, error, last = "completed", "", after
    with _progress(is_quiet=is_quiet) as bar:
        task = bar.add_task("beginning", total=100)
        async for event in client.stream("GET", f"/api/runs/{run_id}/events", after=after):
            last = event.get("n", last)
            if event["type"] == "progress":
                bar.update(task, completed=event.get("percent") or 0, description=event["text"][:40])
            elif event["type"] == "error":
                status, error = "failed", f"{event['message']} {event.get('suggestion', '')}"
            elif event["type"] == "done":
                status = event.get("status", "completed")
                bar.update(task, completed=100)
    return {"runId": run_id, "status": status, "error": error, "lastEvent": last}


async def _write(client: Client, article: dict[str, Any], out: Path) -> list[str]:
    """Write the piece, its report and its pictures beside each other, so that the page shows them."""
    path = f"/api/articles/{article['id']}"
    name = _slug(article["title"])
    pictures = await _pictures(client, article, name)
    texts = {
        ".md": await client.text(f"{path}/export", format="markdown"),
        ".html": await client.text(f"{path}/export", format="html"),
        ".citations.json": orjson.dumps(article["report"], option=orjson.OPT_INDENT_2).decode(),
    }
    for address, (file, _) in pictures.items():
        texts = {suffix: text.replace(address, file) for suffix, text in texts.items()}
    return _keep(out, name, texts, dict(pictures.values()))


async def _pictures(client: Client, article: dict[str, Any], name: str) -> dict[str, tuple[str, bytes]]:
    """Return by their addresses how the pictures are called beside the text, and their bytes."""
    found: dict[str, tuple[str, bytes]] = {}
    for number, each in enumerate(article["visualsMetadata"].get("finals") or [], 1):
        address = str(each["url"])
        if not address.startswith("media/"):
            continue
        data = await client.data(f"/api/delivery/{article['projectId']}/{quote(address)}")
        found[address] = (f"{name}-{number}{Path(address).suffix}", data)
    return found


def _keep(out: Path, name: str, texts: dict[str, str], pictures: dict[str, bytes]) -> list[str]:
    try:
        out.mkdir(parents=True, exist_ok=True)
        for suffix, text in texts.items():
            (out / f"{name}{suffix}").write_text(text, "utf-8")
        for file, data in pictures.items():
            (out / file).write_bytes(data)
    except OSError as error:
        raise InvalidInput(say("cli.file_unwritable", file=out, reason=error.strerror or error)) from None
    return [str(out / file) for file in [*(f"{name}{suffix}" for suffix in texts), *pictures]]


def _progress(*, is_quiet: bool) -> "Progress":
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    return Progress(*columns, TimeElapsedColumn(), console=errors.rich, disable=is_quiet, transient=True)


def _slug(title: str) -> str:
    plain = unicodedata.normalize("NFKD", title.replace("ı", "i")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:80] or "article"
