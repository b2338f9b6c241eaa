"""`proofroom content`: change a project's content, decide on branches, undo."""

import sys
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import orjson
import typer

from proofroom.cli.client import Client
from proofroom.cli.content import (
    EntryArgument,
    LocaleOption,
    ModelArgument,
    ProjectOption,
    app,
    in_project,
)
from proofroom.cli.output import console, print_json, show_fields
from proofroom.cli.remote import (
    CertificateOption,
    FingerprintOption,
    KeyOption,
    OursOption,
    PassphraseOption,
    TokenOption,
    UserOption,
    accepting,
    login_of,
    trust_of,
)
from proofroom.cli.remote import app as remote
from proofroom.cli.run import Json, RunArgument, with_studio
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

app.add_typer(remote, name="remote")

BranchArgument = Annotated[str, typer.Argument(help="Branch that waits, cr/…")]
RejectedArgument = Annotated[str, typer.Argument(help="Rejected proposal, by its id or its branch.")]
ProposalArgument = Annotated[str, typer.Argument(help="Merged proposal, by its id.")]
Hunks = Annotated[list[str] | None, typer.Option(help="Change, by the id that `diff` shows.")]


@app.command("init")
def init(
    name: Annotated[str | None, typer.Argument(help="Name of a project to make.")] = None,
    project: ProjectOption = None,
    locale: Annotated[list[str] | None, typer.Option(help="Supported locale, the default first.")] = None,
    domain: Annotated[list[str] | None, typer.Option(help="Group of models.")] = None,
    stack: Annotated[str, typer.Option(help="What the site is built with.")] = "other",
    workflow: Annotated[str, typer.Option(help="review or auto-merge.")] = "review",
    models: Annotated[Path | None, typer.Option(help="YAML or JSON file with a list of models.")] = None,
    json: Json = False,
) -> None:
    """Make a project with its first structure, or set up an empty one named with --project."""
    start: dict[str, Any] = {
        "locales": locale or ["en"],
        "domains": domain or ["content"],
        "stack": stack,
        "workflow": workflow,
        "models": _read(models, list) if models else [],
    }
    if name is not None:
        made = with_studio(lambda client: client.post("/api/projects", {"name": name, "start": start}))
        if json:
            print_json(made)
        else:
            console.print(f"{made['name']} is ready: --project {made['slug']}", markup=False)
        return
    tell_change(in_project(project, lambda client, path: client.post(f"{path}/init", start)), json)


@app.command("import")
def import_project(
    source: Annotated[str, typer.Argument(help="Repository on this machine, or its address elsewhere.")],
    name: Annotated[str | None, typer.Option(help="Name of the project; the repository's if unset.")] = None,
    username: UserOption = "",
    token: TokenOption = None,
    key: KeyOption = None,
    passphrase: PassphraseOption = None,
    fingerprint: FingerprintOption = None,
    certificate: CertificateOption = None,
    ours: OursOption = None,
    json: Json = False,
) -> None:
    """Make a project from a repository; it is copied, and stays as it is."""
    folder = Path(source)
    body: dict[str, Any]
    if folder.exists():
        body = {"name": name or folder.resolve().name.removesuffix(".git"), "path": str(folder.resolve())}
    else:
        last = source.rstrip("/").replace(":", "/").rpartition("/")[2].removesuffix(".git")
        body = {"name": name or last, "url": source} | login_of(username, token, key, passphrase)
        body |= trust_of(fingerprint, certificate)
    body["isOurs"] = bool(ours)

    def send(body: dict[str, Any]) -> Any:
        return with_studio(lambda client: client.post("/api/projects/import", body))

    made = accepting(send, body)
    if json:
        print_json(made)
    else:
        console.print(f"{made['name']} is imported: --project {made['slug']}", markup=False)
        console.print(
            f"What it holds: proofroom content status --project {made['slug']}", markup=False, soft_wrap=True
        )
        if not ours:
            accept = f"proofroom content accept --project {made['slug']}"
            told = f"Agents treat its words as a stranger's. If they are yours: {accept}"
            console.print(told, markup=False, soft_wrap=True)


@app.command("save")
def save(
    model: ModelArgument,
    file: Annotated[
        str | None, typer.Argument(help="YAML or JSON file with the data, or - for standard input.")
    ] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", help="field=value; JSON or text.")] = None,
    entry: Annotated[str | None, typer.Option(help="Entry for --set; a new one if unset.")] = None,
    slug: Annotated[str | None, typer.Option(help="Slug of a document.")] = None,
    body: Annotated[Path | None, typer.Option(help="Markdown file with a document's text.")] = None,
    project: ProjectOption = None,
    locale: LocaleOption = None,
    json: Json = False,
) -> None:
    """Create or change entries: data by entry id from a file, or fields with --set."""
    fields = _assignments(set_ or [])
    data = _read(file, dict) if file else fields
    if entry is not None:
        data = {entry: data}
    given: dict[str, Any] = {"data": data, "locale": locale, "slug": slug}
    if body is not None:
        given["body"] = _text(str(body))
    sent = {name: value for name, value in given.items() if value is not None}
    answer = in_project(project, lambda client, path: client.put(f"{path}/entries/{_part(model)}", sent))
    tell_change(answer, json)


@app.command("delete")
def delete(
    model: ModelArgument,
    entries: Annotated[list[str], typer.Argument(help="Entry ids, slugs or dictionary keys.")],
    project: ProjectOption = None,
    locale: LocaleOption = None,
    json: Json = False,
) -> None:
    """Delete entries; refused while others point at them."""
    given: dict[str, Any] = {"entryIds": entries} | ({"locale": locale} if locale else {})
    place = f"entries/{_part(model)}/delete"
    tell_change(in_project(project, lambda client, path: client.post(f"{path}/{place}", given)), json)


@app.command("publish")
def publish(
    model: ModelArgument,
    entry: EntryArgument,
    status: Annotated[str, typer.Option(help="published, draft or archived.")] = "published",
    at: Annotated[str | None, typer.Option(help="ISO date-time it becomes public.")] = None,
    project: ProjectOption = None,
    locale: LocaleOption = None,
    json: Json = False,
) -> None:
    """Publish, unpublish or archive an entry, at once or by date."""
    given: dict[str, Any] = {"entryIds": [entry], "status": status}
    given |= ({"locale": locale} if locale else {}) | ({"publishAt": at} if at else {})
    place = f"entries/{_part(model)}/status"
    tell_change(in_project(project, lambda client, path: client.post(f"{path}/{place}", given)), json)


@app.command("branches")
def branches(project: ProjectOption = None, json: Json = False) -> None:
    """List the branches that wait to be merged."""
    found = in_project(project, lambda client, path: client.get(f"{path}/branches"), json)
    named = [{**one, "about": one["about"] or one["title"] or one["subject"]} for one in found]
    show_fields(named, ("name", "author", "updatedAt", "about"))


@app.command("diff")
def diff(branch: BranchArgument, project: ProjectOption = None, json: Json = False) -> None:
    """Show what a branch changes, field by field."""
    found = in_project(project, lambda client, path: client.get(f"{path}/diff", branch=branch), json)
    for hunk in (*found["hunks"], *found["conflicts"]):
        place = ".".join([*hunk["path"]])
        head = f"{hunk['id']}  {hunk['op']}  {hunk['title']} {place} {hunk['locale'] or ''}".rstrip()
        console.print(head, style="bold", markup=False)
        if hunk["old"] is not None:
            console.print(f"- {hunk['old']}", style="red", markup=False)
        if hunk["new"] is not None:
            console.print(f"+ {hunk['new']}", style="green", markup=False)


@app.command("merge")
def merge(
    branch: BranchArgument,
    accept: Hunks = None,
    reject: Hunks = None,
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """Merge a branch: as a whole, or only the accepted changes."""
    body = {"branch": branch, "accept": accept or [], "reject": reject or []}
    done = in_project(project, lambda client, path: client.post(f"{path}/merge", body), json)
    console.print(f"{branch}: {done['state']}", markup=False)
    if done["carriedTo"]:
        console.print(f"What nobody has decided waits on {done['carriedTo']}", markup=False)


@app.command("reject")
def reject_branch(branch: BranchArgument, project: ProjectOption = None, json: Json = False) -> None:
    """Throw a branch away; it can be brought back for a while."""
    in_project(project, lambda client, path: client.post(f"{path}/reject", {"branch": branch}), json)
    console.print(f"{branch} is rejected.", markup=False)


@app.command("restore-branch")
def restore_branch(rejected: RejectedArgument, json: Json = False) -> None:
    """Bring a rejected branch back, so that its proposal waits again."""

    async def bring_back(client: Client) -> Any:
        known = {one["branch"]: one["id"] for one in await client.get("/api/proposals")}
        return await client.post(f"/api/proposals/{known.get(rejected, rejected)}/restore")

    done = with_studio(bring_back, json)
    console.print(f"{done['branch'] or done['title']} waits for review again.", markup=False)


@app.command("undo")
def undo(run_id: RunArgument, json: Json = False) -> None:
    """Take back what a run changed and is merged, as one step; what still waits is not touched."""
    done = with_studio(lambda client: client.post(f"/api/runs/{run_id}/undo"), json)
    _tell_undo(done)


@app.command("undo-merge")
def undo_merge(proposal_id: ProposalArgument, json: Json = False) -> None:
    """Take back what merging a proposal brought, as one step."""
    done = with_studio(lambda client: client.post(f"/api/proposals/{proposal_id}/undo"), json)
    _tell_undo(done)


def _tell_undo(done: dict[str, Any]) -> None:
    said = {
        "waiting": f"The undoing waits for review on {done['branch']}",
        "conflicts": f"Some of it was changed since. The undoing waits for your choices on {done['branch']}",
        "undone": f"That was undone before, by proposal {done['proposalId']}",
        "merged": "Undone.",
    }
    nothing = "Undone." if any(room["count"] for room in done["rooms"]) else "There was nothing to undo."
    console.print(said.get(done["state"], nothing), markup=False)
    if done["waitsId"]:
        console.print(f"Not decided yet, so not undone: proposal {done['waitsId']}", markup=False)
    for room in done["rooms"]:
        if room["left"]:
            console.print(f"Still in use or changed since: {', '.join(room['left'])}", markup=False)


def tell_change(answer: dict[str, Any], as_json: bool) -> None:
    """Say what became of a change."""
    if as_json:
        print_json(answer)
        return
    console.print(answer["summary"], markup=False)
    for said in answer["advisories"]:
        console.print(f"  {said}", style="dim", markup=False)
    if answer["state"] == "waiting":
        console.print(f"It waits for review on {answer['branch']}", markup=False)
    elif answer["state"] == "conflicts":
        console.print(f"It conflicts with what changed meanwhile: {answer['branch']}", markup=False)
    if answer["runId"]:
        console.print(f"Undo it with: proofroom content undo {answer['runId']}", style="dim", markup=False)


def _assignments(pairs: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InvalidInput(say("cli.pair", pair=pair))
        try:
            found[name] = orjson.loads(value)
        except ValueError:
            found[name] = value
    return found


def _read(file: Path | str, kind: type) -> Any:
    import yaml  # takes long, and few commands read it

    try:
        found = yaml.safe_load(_text(str(file)))
    except yaml.YAMLError as error:
        raise InvalidInput(say("cli.file_unreadable", file=file, reason=error)) from None
    if not isinstance(found, kind):
        raise InvalidInput(say("cli.not_a_kind", file=file, kind="list" if kind is list else "map"))
    return found


def _text(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except OSError as error:
        raise InvalidInput(say("cli.file_unreadable", file=file, reason=error.strerror)) from None


def _part(name: str) -> str:
    return quote(name, safe="")
