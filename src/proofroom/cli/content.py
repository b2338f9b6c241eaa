"""`proofroom content`: look at, change, review and undo a project's content."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any
from urllib.parse import quote

import orjson
import typer

from proofroom.cli.client import Client
from proofroom.cli.output import FAILED, console, in_words, print_json, show_table
from proofroom.cli.reach import has_studio
from proofroom.cli.run import Json, with_studio
from proofroom.kernel.errors import MissingContext, NotFound
from proofroom.kernel.place import find_place
from proofroom.kernel.strings import say

app = typer.Typer(
    name="content", help="Content of a project: look, change, review, undo.", no_args_is_help=True
)

ProjectOption = Annotated[
    str | None, typer.Option("--project", "-p", help="Project, by slug or id; the only one if unset.")
]
LocaleOption = Annotated[str | None, typer.Option("--locale", "-l", help="Locale; the default if unset.")]
BranchOption = Annotated[str | None, typer.Option("--branch", help="Branch to read; the content if unset.")]
ModelArgument = Annotated[str, typer.Argument(help="Content model, by id.")]
EntryArgument = Annotated[str, typer.Argument(help="Entry, by id; a document by slug.")]
Work = Callable[[Client, str], Awaitable[Any]]


def in_project(project: str | None, work: Work, as_json: bool = False, room: str = "content") -> Any:
    """Do something with what a room has of a project, which lies below the given path."""

    async def go(client: Client) -> Any:
        name = project or await only_project(client)
        return await work(client, f"/api/projects/{quote(name, safe='')}/{room}")

    if not has_studio(find_place()):  # looking must not make a studio
        raise NotFound(say("cli.no_project"))
    return with_studio(go, as_json)


async def only_project(client: Client) -> str:
    """Return the one project of the workspace, by its short name, or say which there are."""
    found = await client.get("/api/projects")
    if not found:
        raise NotFound(say("cli.no_project"))
    if len(found) > 1:
        names = ", ".join(each["slug"] for each in found)
        raise MissingContext(say("cli.several_projects", names=names))
    return found[0]["slug"]


@app.command("status")
def status(project: ProjectOption = None, json: Json = False) -> None:
    """Show the phase, the models and their sizes, and how many branches wait."""
    found = in_project(project, lambda client, path: client.get(f"{path}/status"), json)
    console.print(f"{found['phase']}, workflow {found['workflow']}", markup=False)
    if found["cause"]:
        console.print(found["cause"], markup=False)
    if found["phase"] == "uninitialized":
        chosen = f" --project {project}" if project else ""
        console.print(
            f"It has no content structure yet: proofroom content init{chosen} --locale en",
            markup=False,
            soft_wrap=True,  # to be copied
        )
        return
    waiting = found["openBranches"]
    console.print(f"Locales {', '.join(found['locales'])}. {waiting} branches wait.", markup=False)
    show_table(
        ("model", "kind", "entries"),
        [[model["id"], model["kind"], _sizes(model["entries"])] for model in found["models"]],
    )


@app.command("models")
def models(
    model: Annotated[str | None, typer.Argument(help="Show this model's definition.")] = None,
    project: ProjectOption = None,
    branch: BranchOption = None,
    json: Json = False,
) -> None:
    """List the content models, or show one."""
    found = in_project(project, lambda client, path: client.get(f"{path}/models", ref=branch))["models"]
    if model is not None:
        found = [each for each in found if each["id"] == model]
        if not found:
            raise NotFound(say("cli.no_model", model=model))
    if json or model is not None:
        print_json(found if model is None else found[0])
        return
    keys = ("id", "kind", "domain", "i18n", "name")
    show_table(keys, [[each.get(key) for key in keys] for each in found])


@app.command("list")
def list_entries(
    model: ModelArgument,
    project: ProjectOption = None,
    locale: LocaleOption = None,
    where: Annotated[str | None, typer.Option(help='Condition as JSON: {"status": "draft"}.')] = None,
    sort: Annotated[str | None, typer.Option(help="Field to order by; a minus turns it round.")] = None,
    limit: Annotated[int, typer.Option(help="How many at most.")] = 20,
    offset: Annotated[int, typer.Option(help="How many to leave out first.")] = 0,
    branch: BranchOption = None,
    json: Json = False,
) -> None:
    """List entries of a model."""
    params: dict[str, Any] = {"locale": locale, "where": where, "sort": sort}
    params |= {"limit": limit, "offset": offset, "ref": branch}
    found = in_project(project, lambda client, path: client.get(f"{path}/entries/{_part(model)}", **params))
    if json or not isinstance(found["data"], list):
        print_json(found if json else found["data"])
        return
    rows: list[dict[str, Any]] = found["data"]  # pyright: ignore[reportUnknownVariableType]
    columns = list(dict.fromkeys(key for row in rows for key in row))[:5]
    meta: dict[str, Any] = found["meta"]
    shown = [[*(_short(row.get(key)) for key in columns), _status(meta, row)] for row in rows]
    show_table((*columns, "status"), shown)
    console.print(f"{found['returned']} of {found['total']} in {found['locale']}", markup=False)


@app.command("show")
def show(
    model: ModelArgument,
    entry: EntryArgument,
    project: ProjectOption = None,
    locale: LocaleOption = None,
    branch: BranchOption = None,
    json: Json = False,
) -> None:
    """Show one entry with its metadata."""
    place = f"entries/{_part(model)}/{_part(entry)}"
    found = in_project(
        project, lambda client, path: client.get(f"{path}/{place}", locale=locale, ref=branch), json
    )
    for name, value in found["data"].items():
        console.print(f"{name}: {_text(value)}", markup=False)
    facts = [f"{name}: {in_words(value)}" for name, value in found["meta"].items()]
    console.print(f"— {', '.join(facts)}", style="dim", markup=False)


@app.command("search")
def search(
    query: Annotated[str, typer.Argument(help="Words to look for.")],
    project: ProjectOption = None,
    model: Annotated[str | None, typer.Option(help="Only this model.")] = None,
    limit: Annotated[int, typer.Option(help="How many at most.")] = 10,
    branch: BranchOption = None,
    json: Json = False,
) -> None:
    """Search all entries by words."""
    params: dict[str, Any] = {"query": query, "model": model, "limit": limit, "ref": branch}
    found = in_project(project, lambda client, path: client.get(f"{path}/search", **params), json)
    keys = ("modelId", "entryId", "locale", "title", "preview")
    show_table(keys, [[_short(hit[key]) for key in keys] for hit in found["results"]])
    console.print(f"{found['total']} entries", markup=False)


@app.command("analyze")
def analyze(
    type: Annotated[
        str, typer.Argument(help="seo_audit, locale_parity, stale_content, quality_score or full.")
    ] = "full",
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """Find weak content: SEO, translations, age, quality."""
    found = in_project(project, lambda client, path: client.get(f"{path}/analysis", type=type), json)
    for issue in _listed_in(found, "seo", "issues"):
        console.print(f"seo      {_place_of(issue)}: {issue['issue']}", markup=False)
    for issue in _listed_in(found, "localeParity", "issues"):
        place = f"{issue['model']} ({issue['locale']})"
        if issue["count"] < issue["expected"]:
            console.print(f"locales  {place}: {issue['count']} of {issue['expected']}", markup=False)
        for empty in issue.get("empty", ()):
            what = say("weak.empty", field=empty["field"])
            console.print(f"locales  {place} {empty['label']}: {what}", markup=False)
    for issue in _listed_in(found, "staleContent", "entries"):
        console.print(f"stale    {_place_of(issue)}: {issue['daysSinceUpdate']} days", markup=False)
    if quality := found.get("quality"):
        console.print(f"quality  {quality['score']} ({quality['tier']})", markup=False)


def _place_of(issue: dict[str, Any]) -> str:
    """Return where something is; a model with one record has no id to name."""
    return "/".join(filter(None, (issue["model"], issue["entryId"])))


def _listed_in(found: dict[str, Any], name: str, what: str) -> list[dict[str, Any]]:
    """Return the list in a part of an analysis; a part that was not asked for is null."""
    part: dict[str, Any] | None = found[name]
    return part[what] if part else []


@app.command("validate")
def validate(
    model: Annotated[str | None, typer.Argument(help="Only this model.")] = None,
    project: ProjectOption = None,
    locale: LocaleOption = None,
    branch: BranchOption = None,
    fix: Annotated[bool, typer.Option("--fix", help="Cure what can be cured, as one change.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="With --fix: only show it.")] = False,
    json: Json = False,
) -> None:
    """Validate content and models, or cure them with --fix; exit code 1 if something is wrong."""
    if fix or dry_run:
        _fix(model, project, dry_run, json)
        return
    params: dict[str, Any] = {"model": model, "locale": locale, "ref": branch}
    found = in_project(project, lambda client, path: client.get(f"{path}/validation", **params))
    if json:
        print_json(found)
    else:
        keys = ("severity", "code", "model", "entry", "locale", "message")
        show_table(keys, [[issue.get(key) for key in keys] for issue in found["issues"]])
        counts = found["summary"]
        console.print(f"{counts['errors']} errors, {counts['warnings']} warnings", markup=False)
    if found["summary"]["errors"]:
        raise typer.Exit(FAILED)


def _fix(model: str | None, project: str | None, dry_run: bool, as_json: bool) -> None:
    body = {"model": model, "dryRun": dry_run}
    done = in_project(project, lambda client, path: client.post(f"{path}/validation/fix", body))
    if as_json:
        print_json(done)
    else:
        keys = ("code", "model", "entry", "locale", "message")
        show_table(keys, [[issue.get(key) for key in keys] for issue in done["cured"]])
        verb = "can be cured" if dry_run else "cured"
        console.print(f"{done['fixed']} {verb}, in {done['fileCount']} files", markup=False)
        if done["change"] and done["change"]["branch"] and done["change"]["state"] != "merged":
            console.print(f"It waits for review on {done['change']['branch']}", markup=False)
        if done["change"] and done["fixed"]:
            said = f"Undo it with: proofroom content undo {done['change']['runId']}"
            console.print(said, style="dim", markup=False)
        counts = done["left"]
        console.print(f"Left: {counts['errors']} errors, {counts['warnings']} warnings", markup=False)
    if done["left"]["errors"]:
        raise typer.Exit(FAILED)


@app.command("log")
def log(
    model: Annotated[str | None, typer.Argument(help="Content model.")] = None,
    entry: Annotated[str | None, typer.Argument(help="Entry of the model.")] = None,
    project: ProjectOption = None,
    locale: LocaleOption = None,
    limit: Annotated[int, typer.Option(help="How many at most.")] = 20,
    branch: BranchOption = None,
    json: Json = False,
) -> None:
    """Show what happened to the content, or to one entry, newest first."""
    params: dict[str, Any] = {"model": model, "entry": entry, "locale": locale, "limit": limit, "ref": branch}
    found = in_project(project, lambda client, path: client.get(f"{path}/log", **params), json)
    rows = [[one["at"], one["sha"][:10], one["author"], one["agent"], one["subject"]] for one in found]
    show_table(("at", "commit", "author", "agent", "what"), rows)


def _part(name: str) -> str:
    return quote(name, safe="")


def _sizes(entries: dict[str, int]) -> str:
    return ", ".join(f"{locale} {count}" for locale, count in entries.items())


def _status(meta: dict[str, Any], row: dict[str, Any]) -> str | None:
    record: dict[str, Any] | None = meta.get(row.get("id") or row.get("slug") or "")
    return record.get("status") if record else None


def _short(value: Any) -> str:
    text = " ".join(_text(value).split())
    return text if len(text) <= 60 or console.is_piped else text[:59] + "…"


def _text(value: Any) -> str:
    match value:
        case None:
            return ""
        case str():
            return value
        case [*items] if all(isinstance(item, str) for item in items):
            return ", ".join(items)
        case _:
            return orjson.dumps(value).decode()
