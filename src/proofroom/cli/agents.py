"""`proofroom agents`: list, show, change and roll back agents."""

from pathlib import Path
from typing import Annotated, Any

import typer

from proofroom.cli.output import console, print_json, show_fields
from proofroom.cli.run import Json, with_studio
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

app = typer.Typer(
    name="agents", help="Agents: list, show, make, change, roll back, delete.", no_args_is_help=True
)

Slug = Annotated[str, typer.Argument(help="Agent, by its slug.")]


@app.command("list")
def list_agents(json: Json = False) -> None:
    """List the agents of the workspace."""
    found = with_studio(lambda client: client.get("/api/agents"), json)
    show_fields(found, ("slug", "name", "scope", "version", "enabled", "description"))


@app.command("show")
def show_agent(slug: Slug, json: Json = False) -> None:
    """Show an agent's instructions and configuration."""
    _show(with_studio(lambda client: client.get(f"/api/agents/{slug}")), json)


@app.command("create")
def create_agent(
    file: Annotated[Path, typer.Argument(help="YAML or JSON file with the record.")], json: Json = False
) -> None:
    """Make an agent from a file."""
    record = _read(file)
    _show(with_studio(lambda client: client.post("/api/agents", record)), json)


@app.command("edit")
@app.command("change", hidden=True)
def change_agent(
    slug: Slug,
    file: Annotated[Path | None, typer.Argument(help="YAML or JSON file with the fields to change.")] = None,
    enable: Annotated[bool | None, typer.Option("--enable/--disable", help="Switch it on or off.")] = None,
    note: Annotated[str, typer.Option(help="Why, for the list of versions.")] = "",
    candidate: Annotated[
        bool, typer.Option("--candidate", help="Keep it as a version that is tried before it goes live.")
    ] = False,
    json: Json = False,
) -> None:
    """Change an agent; every change is a version."""
    changes = (_read(file) if file else {}) | {"note": note}
    if enable is not None:
        changes["enabled"] = enable
    if candidate:
        path = f"/api/agents/{slug}/candidates"
        made = with_studio(lambda client: client.post(path, changes), json)
        console.print(f"Version {made['version']} of {slug} is a candidate; nobody talks to it yet.")
        return
    _show(with_studio(lambda client: client.put(f"/api/agents/{slug}", changes)), json)


@app.command("versions")
def list_versions(slug: Slug, json: Json = False) -> None:
    """List every version of an agent."""
    found = with_studio(lambda client: client.get(f"/api/agents/{slug}/versions"), json)
    show_fields(found, ("version", "source", "createdAt", "liveAt", "note"))


@app.command("diff")
def compare(slug: Slug, before: int, after: int, json: Json = False) -> None:
    """Show what differs between two versions."""
    path = f"/api/agents/{slug}/diff"
    found = with_studio(lambda client: client.get(path, before=before, after=after), json)
    show_fields(found, ("field", "before", "after"))


@app.command("rollback")
def roll_back(slug: Slug, version: int, json: Json = False) -> None:
    """Make an old version the newest."""
    _show(with_studio(lambda client: client.post(f"/api/agents/{slug}/rollback", {"version": version})), json)


@app.command("publish")
def publish(slug: Slug, version: int, json: Json = False) -> None:
    """Let a candidate go live, once it has passed the cases that the live version passes."""
    path = f"/api/agents/{slug}/candidates/{version}/publish"
    _show(with_studio(lambda client: client.post(path)), json)


@app.command("withdraw")
def withdraw(slug: Slug, version: int, json: Json = False) -> None:
    """Put a candidate away; its trials stay readable."""
    with_studio(lambda client: client.delete(f"/api/agents/{slug}/candidates/{version}"), json)
    console.print(f"Version {version} of {slug} is put away.")


@app.command("delete")
def delete_agent(slug: Slug, json: Json = False) -> None:
    """Delete an agent; its runs and versions stay readable."""
    with_studio(lambda client: client.delete(f"/api/agents/{slug}"), json)
    console.print(f"{slug} is deleted.")


def _show(agent: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(agent)
        return
    console.print(f"{agent['name']}  version {agent['version']}  {agent['description']}", markup=False)
    import yaml  # takes long, and few commands need it

    console.print(yaml.safe_dump(agent["config"], sort_keys=False, allow_unicode=True), markup=False)
    console.print(agent["systemPrompt"], markup=False)


def _read(file: Path) -> dict[str, Any]:
    import yaml

    try:
        found = yaml.safe_load(file.read_text("utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise InvalidInput(say("cli.file_unreadable", file=file, reason=error)) from None
    if not isinstance(found, dict):
        raise InvalidInput(say("cli.not_an_agent", file=file))
    return found  # pyright: ignore[reportUnknownVariableType]
