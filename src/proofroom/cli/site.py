"""`proofroom site`: pages of a project: look, change, import, publish."""

from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from proofroom.cli.client import Client
from proofroom.cli.content import ProjectOption, Work, in_project
from proofroom.cli.output import console, print_json, show_table
from proofroom.cli.run import Json, OursFlag
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

app = typer.Typer(
    name="site", help="Pages of a project: look, change, import, publish.", no_args_is_help=True
)
_READS = ("list_", "read_", "render_", "inspect_", "open_", "getNode")
"""How tools begin that only look."""
_TEXT = (".html", ".htm", ".css", ".js")
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg")
_FONTS, _MOST_FONTS = (".woff2", ".woff", ".ttf", ".otf"), 48
RefOption = Annotated[str | None, typer.Option("--ref", help="Branch; the content branch if left out.")]


def in_site(project: str | None, work: Work, as_json: bool = False) -> Any:
    """Do something with a project's site, which lies below the given path."""
    return in_project(project, work, as_json, "site")


@app.command("pages")
def pages(project: ProjectOption = None, ref: RefOption = None, json: Json = False) -> None:
    """List pages, templates and components."""
    found = in_site(project, lambda client, path: client.get(f"{path}/tools/list_documents", ref=ref))["data"]
    if json:
        print_json(found)
        return
    rows = [
        [one["document"]["type"], one["document"]["id"], one["title"], one.get("slug", ""), one["summary"]]
        for one in found["documents"]
    ]
    show_table(("type", "id", "title", "slug", "what it is"), rows)


@app.command("show")
def show(
    document: Annotated[str, typer.Argument(help="Page, template or component, by id or slug.")] = "",
    part: Annotated[int, typer.Option(help="Part of a long document.")] = 1,
    css: Annotated[bool, typer.Option("--css", help="Show the styles too.")] = False,
    project: ProjectOption = None,
    ref: RefOption = None,
    json: Json = False,
) -> None:
    """Show a document as HTML in which every element names its node."""

    async def go(client: Client, path: str) -> Any:
        given: dict[str, Any] = {"part": part}
        if document:
            given["document"] = await _find(client, path, document, ref)
        said = orjson.dumps(given).decode()
        return await client.get(f"{path}/tools/read_document", input=said, ref=ref)

    found = in_site(project, go)["data"]
    if json:
        print_json(found)
        return
    console.print(found["html"].strip(), markup=False)
    if css and found["css"]:
        console.print(found["css"], markup=False)
    info = found["pageInfo"]
    if info["nextPart"]:
        console.print(f"part {info['part']} of {info['totalParts']}", style="dim")


@app.command("tokens")
def tokens(project: ProjectOption = None, ref: RefOption = None, json: Json = False) -> None:
    """List the design tokens."""
    found = in_site(project, lambda client, path: client.get(f"{path}/tools/list_tokens", ref=ref))["data"]
    if json:
        print_json(found)
        return
    known = found["tokens"]
    rows = [["colour", one["cssVar"], one["value"]] for one in known["colors"]]
    for family in ("typography", "spacing"):
        rows += [
            [family, step["cssVar"], step["value"]] for group in known[family] for step in group["steps"]
        ]
    rows += [["font", one["cssVar"], one["stack"]] for one in known["fonts"]]
    show_table(("family", "variable", "value"), rows)


@app.command("apply-css")
def apply_css(
    file: Annotated[Path, typer.Argument(help="File with CSS.")],
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """Create and edit style rules with the CSS of a file."""
    body = {"css": _read(file)}
    _show(in_site(project, lambda client, path: client.post(f"{path}/tools/applyCss", body)), json)


@app.command("use")
def use(
    tool: Annotated[str, typer.Argument(help="A tool of the site, such as insertHtml or list_documents.")],
    given: Annotated[str, typer.Argument(metavar="INPUT", help="Its input as JSON.")] = "{}",
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """Use one of the agents' tools by hand."""
    try:
        body = orjson.loads(given)
    except orjson.JSONDecodeError as error:
        raise InvalidInput(say("site.input_not_json")) from error
    reads = tool.removeprefix("site_").startswith(_READS)
    _show(
        in_site(
            project,
            lambda client, path: (
                client.get(f"{path}/tools/{tool}", input=orjson.dumps(body).decode())
                if reads
                else client.post(f"{path}/tools/{tool}", body)
            ),
        ),
        json,
    )


@app.command("import")
def import_folder(
    folder: Annotated[Path, typer.Argument(help="Folder with an HTML site.")],
    ours: OursFlag = False,
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """Bring an HTML site in: pages, the style sheets, fonts, scripts and pictures they name, and links."""
    from proofroom.site.importing.folder import shown_in
    from proofroom.site.importing.sheets import encoded

    if not folder.is_dir():
        raise InvalidInput(say("cli.file_unreadable", file=str(folder), reason="not a folder"))
    files = {
        path.relative_to(folder).as_posix(): _read(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix.lower() in _TEXT
    }
    pictures = [path for path in folder.rglob("*") if path.suffix.lower() in _PICTURES]
    names = shown_in(files, {path.relative_to(folder).as_posix() for path in pictures})
    shown = {name: _read_bytes(folder / name) for name in names}
    lettered = [path for path in sorted(folder.rglob("*")) if path.suffix.lower() in _FONTS][:_MOST_FONTS]
    fonts = {path.relative_to(folder).as_posix(): encoded(_read_bytes(path)) for path in lettered}

    async def go(client: Client, path: str) -> Any:
        kept = {
            name: await _keep_picture(client, path, name.rpartition("/")[2], shown[name]) for name in shown
        }
        return await client.post(
            f"{path}/import", {"files": files, "pictures": kept, "fonts": fonts, "isOurs": ours}
        )

    done = in_site(project, go)
    if json:
        print_json(done)
        return
    pages = sum(name.lower().endswith((".html", ".htm")) for name in files)
    console.print(f"{pages} pages and {len(shown)} pictures came in.")
    _show_state(done)


async def _keep_picture(client: Client, site: str, name: str, data: bytes) -> str:
    """Put a picture into the media library, and return its address there."""
    library = f"{site.removesuffix('/site')}/media"
    done = await client.upload(library, name, data, {"alt": "", "tags": "", "variants": ""})
    return str(done["asset"]["originalPath"])


async def _find(client: Client, path: str, name: str, ref: str | None) -> dict[str, str]:
    listed = await client.get(f"{path}/tools/list_documents", ref=ref)
    for one in listed["data"]["documents"]:
        if name in (one["document"]["id"], one.get("slug"), one["title"]):
            return one["document"]
    raise InvalidInput(say("cli.no_such_document", name=name))


def _read(file: Path) -> str:
    from proofroom.site.importing.encoding import text_of

    return text_of(_read_bytes(file))


def _read_bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InvalidInput(say("cli.file_unreadable", file=str(file), reason=str(error))) from error


def _show(answer: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(answer)
        return
    console.rich.print_json(data=answer.get("data"))
    _show_state(answer)


def _show_state(answer: dict[str, Any]) -> None:
    settled: dict[str, Any] = answer.get("settled") or {}
    if settled.get("branch"):
        console.print(f"{settled.get('state', '')} {settled['branch']}".strip(), style="dim", markup=False)
