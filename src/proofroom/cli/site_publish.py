"""`proofroom site publish`: publish a site, go back, preview a branch, look at a page."""

from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from proofroom.cli.chat import Follow
from proofroom.cli.client import Client
from proofroom.cli.content import ProjectOption
from proofroom.cli.output import FAILED, console, errors, in_words, print_json, show_fields
from proofroom.cli.run import Json
from proofroom.cli.site import app, in_site
from proofroom.cli.site_folder import put_release, step_back
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say


@app.command("publish")
def publish(
    project: ProjectOption = None,
    to: Annotated[
        Path | None, typer.Option("--to", help="Also write the site into this folder, as `current`.")
    ] = None,
    address: Annotated[
        str | None, typer.Option("--address", help="Where the folder is served, such as https://example.org.")
    ] = None,
    branch: Annotated[
        str | None, typer.Option("--branch", help="Put the site on this Git branch instead, such as `pages`.")
    ] = None,
    push: Annotated[bool, typer.Option("--push", help="Send the branch to the project's remote.")] = False,
    over: Annotated[
        bool, typer.Option("--over", help="Go on top of what others committed to the branch there.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")] = False,
    json: Json = False,
) -> None:
    """Publish the site as it is on the content branch."""
    if branch is None and (push or over):
        raise InvalidInput(say("cli.only_with", option="--push", other="--branch"))
    if dry_run and (to or branch):
        raise InvalidInput(say("cli.dry_run_served"))
    if to is not None:
        _export(project, to, _address(address))
        return
    if branch is not None:
        wish = {"branch": branch, "address": _address(address), "push": push, "over": over}
        _to_branch(project, wish, as_json=json)
        return

    async def go(client: Client, path: str) -> Any:
        if dry_run:
            return await client.get(f"{path}/publication/changes")
        started = await client.post(f"{path}/publish")
        view = Follow(as_json=False)
        async for event in client.stream("GET", f"/api/runs/{started['runId']}/events"):
            if event["type"] == "progress":
                console.print(event["text"], style="dim", markup=False)
            elif not json:
                view.show(event)
        return {
            "run": (await client.get(f"/api/runs/{started['runId']}"))["run"],
            "isServed": not client.later,
            **await client.get(f"{path}/publication"),
        }

    _tell(in_site(project, go), dry_run=dry_run, as_json=json)


def _tell(found: Any, *, dry_run: bool, as_json: bool) -> None:
    if as_json:
        print_json(found)
    elif dry_run:
        for name in found["written"]:
            console.print(f"  {name}", markup=False)
        console.print(f"{len(found['written'])} files would be written, {len(found['removed'])} removed.")
    elif found["run"]["status"] == "completed":
        current = found["current"]
        console.print(f"{current['pages']} pages, {current['written']} files written: {found['address']}/")
        _tell_to_start(found)
    if not dry_run and found["run"]["status"] != "completed":
        raise typer.Exit(FAILED)


def _tell_to_start(found: Any) -> None:
    """Say what to do where a link leads to a studio that ran for this command only."""
    if not found["isServed"]:
        errors.print(str(say("cli.not_served")), markup=False)


def _address(given: str | None) -> str:
    """Return where the site is going to be served: a page names itself and its languages by it."""
    if not given:
        raise InvalidInput(say("cli.address_missing"))
    return given


def _to_branch(project: str | None, wish: dict[str, Any], *, as_json: bool) -> None:
    async def go(client: Client, path: str) -> Any:
        return await client.post(f"{path}/publish/branch", wish)

    found = in_site(project, go, as_json)
    told = "has the site now" if found["isNew"] else "had it already"
    console.print(f"Branch {found['branch']} {told}: {found['commit'][:12]}", markup=False)
    if found["sent"] == "pushed":
        console.print("The remote has it too.")
    elif found["sent"] == "rejected":
        errors.print(f"The remote did not take it: {found['reason']}", markup=False)
        raise typer.Exit(FAILED)


def _export(project: str | None, to: Path, address: str) -> None:
    async def go(client: Client, path: str) -> bytes:
        return await client.data(f"{path}/export", address=address)

    data = in_site(project, go)
    put_release(to, data)
    console.print(f"{to / 'current'} has the site now.", markup=False)


@app.command("rollback")
def rollback(
    project: ProjectOption = None,
    to: Annotated[Path | None, typer.Option("--to", help="Go back in this folder instead.")] = None,
    json: Json = False,
) -> None:
    """Serve the release before again; once more brings the newer one back."""
    if to is not None:
        _step_back(to)
        return

    async def go(client: Client, path: str) -> Any:
        return await client.post(f"{path}/rollback")

    found = in_site(project, go, json)
    console.print(
        f"The release of {in_words(found['at'])} is served again: {found['pages']} pages.", markup=False
    )


def _step_back(to: Path) -> None:
    earlier = step_back(to)
    if earlier is None:
        console.print("There is no release before this one.")
        raise typer.Exit(FAILED)
    console.print(f"{to / 'current'} is {earlier} again.", markup=False)


@app.command("preview")
def preview(
    branch: Annotated[str | None, typer.Argument(help="Branch; the content as it is if unset.")] = None,
    proposal: Annotated[
        str | None, typer.Option("--proposal", help="A proposal instead of a branch.")
    ] = None,
    hours: Annotated[int, typer.Option(help="How long the link works.")] = 24,
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """Print a signed link to the site on a branch or of a proposal."""
    wish = {"branch": branch, "proposalId": proposal, "hours": hours}

    async def go(client: Client, path: str) -> Any:
        given = await client.post(f"{path}/previews", wish)
        return given | {"url": client.address(given["path"]), "isServed": not client.later}

    found = in_site(project, go, json)
    console.print(found["url"], markup=False, soft_wrap=True)
    console.print(f"until {in_words(found['expiresAt'])}", markup=False)
    _tell_to_start(found)


@app.command("previews")
def previews(project: ProjectOption = None, json: Json = False) -> None:
    """List the links to drafts that were handed out and still work."""
    found = in_site(project, lambda client, path: client.get(f"{path}/previews"), json)
    show_fields(
        found,
        ("id", "shows", "branch", "madeBy", "createdAt", "until"),
        ("link", "shows", "branch", "given by", "given at", "until"),
    )


@app.command("end-preview")
def end_preview(
    link: Annotated[str, typer.Argument(help="The link, as `previews` lists it.")],
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """Take a link to drafts back: it opens nothing from now on."""
    in_site(project, lambda client, path: client.delete(f"{path}/previews/{link}"), json)
    console.print("The link opens nothing any more.")


@app.command("snapshot")
def snapshot(
    width: Annotated[str | None, typer.Option("--width", help="Breakpoint to look at, by id.")] = None,
    node: Annotated[str | None, typer.Option("--node", help="Only this node, by id.")] = None,
    branch: Annotated[
        str | None, typer.Option("--branch", help="Branch; the content as it is if unset.")
    ] = None,
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """Look at the homepage in a browser, and say what is wrong with its layout."""
    wish = {key: value for key, value in (("breakpointId", width), ("nodeId", node)) if value}

    async def go(client: Client, path: str) -> Any:
        said = orjson.dumps(wish).decode()
        return await client.get(f"{path}/tools/render_snapshot", input=said, ref=branch)

    found = in_site(project, go, json)
    layout = found["data"]["layout"]
    console.print(f"{layout['viewport']['width']} px wide, {len(layout['nodes'])} nodes", markup=False)
    for warning in layout["warnings"]:
        console.print(f"  {warning['type']}: {warning['message']}", markup=False)
