"""`proofroom content`: whose words a project holds, and taking them over as one's own."""

from typing import Annotated, Any

import typer

from proofroom.cli.content import ProjectOption, app, in_project
from proofroom.cli.output import console, show_table
from proofroom.cli.run import Json


@app.command("origins")
def origins(project: ProjectOption = None, json: Json = False) -> None:
    """Show what holds words that nobody here wrote or accepted: agents who read it ask before they act."""
    found = in_project(project, lambda client, path: client.get(f"{path}/origins"), json)
    rows = [[f"{one['model']}/{one['entry']}".rstrip("/"), one["origin"]] for one in found["entries"]]
    show_table(("what", "origin"), rows)
    console.print(f"{found['total']} in all.")


@app.command("accept")
def accept(
    entry: Annotated[
        list[str] | None, typer.Argument(help="MODEL/ENTRY, as `origins` shows it; everything if unset.")
    ] = None,
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """Accept words from imports, remotes and forms as your own."""
    body: dict[str, Any] = {}
    if entry:
        named = [one.partition("/") for one in entry]
        body["entries"] = [{"model": model, "entry": key} for model, _, key in named]
    done = in_project(project, lambda client, path: client.post(f"{path}/origins/accept", body), json)
    console.print(f"{done['accepted']} accepted.")
