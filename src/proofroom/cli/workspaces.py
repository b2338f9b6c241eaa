"""`proofroom workspaces`: list, make, rename, switch and leave workspaces."""

from typing import Annotated, Any

import typer

from proofroom.cli.client import Client
from proofroom.cli.output import console, print_json, show_table
from proofroom.cli.run import Json, with_studio
from proofroom.kernel.errors import NotFound
from proofroom.kernel.place import find_place, workspace_path
from proofroom.kernel.strings import say

app = typer.Typer(
    name="workspaces", help="Workspaces: list, make, rename, switch, leave.", no_args_is_help=True
)

WorkspaceArgument = Annotated[str, typer.Argument(help="Workspace, by short name or id.")]


@app.command("list")
def list_workspaces(json: Json = False) -> None:
    """List the owner's workspaces; the open one is the one that commands work in."""
    found = with_studio(lambda client: client.get("/api/workspaces"), json)
    rows = [[each["slug"], each["name"], "open" if each["isOpen"] else ""] for each in found]
    show_table(("workspace", "name", ""), rows)


@app.command("create")
def create_workspace(
    name: Annotated[str, typer.Argument(help="What it is called.")], json: Json = False
) -> None:
    """Make a workspace; nothing of the others is in it."""
    made = with_studio(lambda client: client.post("/api/workspaces", {"name": name}), json)
    console.print(f"Made `{made['slug']}`. Work in it with `proofroom workspaces switch {made['slug']}`.")


@app.command("rename")
def rename_workspace(name: Annotated[str, typer.Argument(help="Its new name.")], json: Json = False) -> None:
    """Rename the workspace that commands work in; its short name stays."""
    renamed = with_studio(lambda client: client.put("/api/workspaces/current", {"name": name}), json)
    console.print(f"Now called {renamed['name']}.", markup=False)


@app.command("switch")
def switch_workspace(workspace: WorkspaceArgument, json: Json = False) -> None:
    """Let commands on this machine work in another workspace from now on."""
    # Asked without the choice made before: a workspace that is gone must not keep one from choosing another.
    workspace_path(find_place()).unlink(missing_ok=True)

    async def work(client: Client) -> Any:
        for each in await client.get("/api/workspaces"):
            if workspace in (each["id"], each["slug"]):
                return each
        raise NotFound(say("access.no_workspace"), suggestion=say("cli.see_workspaces"))

    found = with_studio(work)
    path = workspace_path(find_place())
    path.touch(mode=0o600)
    path.write_text(found["id"])
    print_json(found) if json else console.print(f"Commands work in {found['name']} now.", markup=False)


@app.command("leave")
def leave_workspace(workspace: WorkspaceArgument, json: Json = False) -> None:
    """Leave a workspace; what was done there stays. Its only owner cannot leave."""
    left = with_studio(lambda client: client.post(f"/api/workspaces/{workspace}/leave"))
    if left["workspace"] is None or workspace_path(find_place()).is_file():
        workspace_path(find_place()).unlink(missing_ok=True)
    print_json(left) if json else console.print("Left.")
