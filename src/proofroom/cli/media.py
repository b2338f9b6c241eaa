"""`proofroom media`: the media library of a project."""

from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import typer

from proofroom.cli.content import ProjectOption, Work, in_project
from proofroom.cli.output import console, print_json, show_table
from proofroom.cli.run import Json
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

app = typer.Typer(
    name="media", help="Media library of a project: add, find, draw, describe, delete.", no_args_is_help=True
)

AssetArgument = Annotated[str, typer.Argument(help="Asset, by id.")]
AltOption = Annotated[str | None, typer.Option(help="What it shows, for those who cannot see it.")]
TagsOption = Annotated[list[str] | None, typer.Option("--tag", help="Tag; may be repeated.")]
PresetOption = Annotated[
    str, typer.Option("--variants", help="Preset: hero-image, avatar, gallery, icon or logo.")
]


def in_library(project: str | None, work: Work, as_json: bool = False) -> Any:
    """Do something with a project's library, which lies below the given path."""
    return in_project(project, work, as_json, "media")


@app.command("list")
def list_assets(
    query: Annotated[str, typer.Argument(help="Words in the name, description or tags.")] = "",
    tag: Annotated[str | None, typer.Option(help="Tag that must be there.")] = None,
    type: Annotated[str, typer.Option(help="image, video, a format or a media type.")] = "",
    limit: Annotated[int, typer.Option(help="How many.")] = 30,
    deleted: Annotated[bool, typer.Option("--deleted", help="What was deleted lately.")] = False,
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """List or search assets, newest first."""
    wanted: dict[str, Any] = {"query": query, "tag": tag, "type": type, "limit": limit}
    wanted["deleted"] = "true" if deleted else None
    found = in_library(project, lambda client, path: client.get(path, **wanted), json)
    rows = [
        [one["id"], one["filename"], one["format"], _dimensions(one), one["alt"] or ""]
        for one in found["assets"]
    ]
    show_table(("id", "file", "format", "size", "shows"), rows)
    console.print(f"{found['total']} in all", style="dim")


@app.command("add")
def add(
    source: Annotated[str, typer.Argument(help="File on this machine, or an https:// address.")],
    alt: AltOption = None,
    tag: TagsOption = None,
    variants: PresetOption = "",
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """Add a file, from this machine or from the web."""
    if source.startswith(("http://", "https://")):
        body = {"url": source, "alt": alt, "tags": tag or [], "variants": variants}
        done = in_library(project, lambda client, path: client.post(f"{path}/fetch", body))
    else:
        fields = {"alt": alt or "", "tags": ",".join(tag or []), "variants": variants}
        name, data = Path(source).name, _read(Path(source))
        done = in_library(project, lambda client, path: client.upload(path, name, data, fields))
    if json:
        print_json(done)
        return
    asset = done["asset"]
    console.print(f"{asset['id']}  {asset['originalPath']}", markup=False)
    if not done["isNew"]:
        console.print("The same file was here already.", style="dim")


@app.command("draw")
def draw(
    prompt: Annotated[str, typer.Argument(help="What the picture shows; steps as A -> B -> C.")],
    size: Annotated[str, typer.Option(help="1024x1024, 1536x1024 or 1024x1536.")] = "1536x1024",
    count: Annotated[int, typer.Option(help="How many.")] = 1,
    alt: AltOption = None,
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """Draw pictures with the connected image model, or with the studio's own renderer."""
    body = {"prompt": prompt, "size": size, "count": count, "alt": alt}
    done = in_library(project, lambda client, path: client.post(f"{path}/generate", body), json)
    for asset in done["assets"]:
        console.print(f"{asset['id']}  {asset['originalPath']}", markup=False)
    console.print(f"drawn by {done['provider']}/{done['model']}", style="dim", markup=False)


@app.command("show")
def show(asset: AssetArgument, project: ProjectOption = None, json: Json = False) -> None:
    """Show one asset: variants, and where it is used."""
    found = in_library(project, lambda client, path: client.get(f"{path}/{quote(asset, safe='')}"), json)
    console.print(f"{found['filename']}  {found['contentType']}  {_dimensions(found)}", markup=False)
    console.print(found["alt"] or "No alternative text yet.", markup=False)
    rows = [[name, one["format"], _dimensions(one), one["path"]] for name, one in found["variants"].items()]
    show_table(("variant", "format", "size", "path"), rows)
    for use in found["usedIn"]:
        place = f"{use['modelId']} {use['label'] or use['entryId']} {use['fieldId']} ({use['locale']})"
        console.print(f"used in {place}", markup=False)


@app.command("set")
def change(
    asset: AssetArgument,
    alt: AltOption = None,
    tag: TagsOption = None,
    focus: Annotated[str | None, typer.Option(help="Focal point as x,y from 0 to 1.")] = None,
    name: Annotated[str | None, typer.Option(help="File name.")] = None,
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """Set an asset's description, tags, focal point or file name."""
    body: dict[str, Any] = {"alt": alt, "tags": tag, "filename": name, "focalPoint": _point(focus)}
    said = {key: value for key, value in body.items() if value is not None}
    done = in_library(project, lambda client, path: client.put(f"{path}/{quote(asset, safe='')}", said), json)
    console.print(f"{done['filename']} is changed.", markup=False)


@app.command("delete")
def delete(asset: AssetArgument, project: ProjectOption = None, json: Json = False) -> None:
    """Delete an asset with its variants; refused while entries use it."""
    in_library(project, lambda client, path: client.delete(f"{path}/{quote(asset, safe='')}"), json)
    console.print("Deleted.")


@app.command("restore")
def restore(asset: AssetArgument, project: ProjectOption = None, json: Json = False) -> None:
    """Bring a deleted asset back; see what there is with `list --deleted`."""
    path_of = f"{quote(asset, safe='')}/restore"
    done = in_library(project, lambda client, path: client.post(f"{path}/{path_of}"), json)
    console.print(f"{done['filename']} is back.", markup=False)


@app.command("storage")
def storage(project: ProjectOption = None, json: Json = False) -> None:
    """Show how much the workspace keeps and may keep."""
    found = in_library(project, lambda client, path: client.get(f"{path}/storage"), json)
    used, quota = found["usedBytes"] / 1e6, found["quotaBytes"] / 1e6
    console.print(f"{found['assets']} assets, {used:,.1f} MB of {quota:,.0f} MB")


def _dimensions(one: dict[str, Any]) -> str:
    return f"{one['width']}x{one['height']}" if one["width"] else ""


def _point(text: str | None) -> dict[str, float] | None:
    if text is None:
        return None
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise InvalidInput(say("cli.focal", text=text)) from None
    return {"x": x, "y": y}


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidInput(say("cli.file_unreadable", file=path, reason=error.strerror)) from None
