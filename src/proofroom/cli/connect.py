"""`proofroom connect`: add, list, test and remove connections, and choose default models."""

import sys
from typing import Annotated, Any

import typer

from proofroom.cli import mcp_servers
from proofroom.cli.client import Client
from proofroom.cli.output import console, show_fields, show_table
from proofroom.cli.run import Json, with_studio
from proofroom.cli.secrets import read_pair, read_secret, say_trial
from proofroom.cli.stored import remove_stored, try_out_stored
from proofroom.kernel.errors import NotFound
from proofroom.kernel.strings import say

app = typer.Typer(
    name="connect",
    help="Connections to model, search and image providers and MCP servers, and default models.",
    no_args_is_help=True,
)

app.add_typer(mcp_servers.app, name="mcp")

PATH = "/api/ai/credentials"
Name = Annotated[str, typer.Argument(help="Connection, by its name or id.")]


@app.command("add")
def add(
    provider: Annotated[str, typer.Argument(help="Provider, e.g. anthropic; see `provider list`.")],
    name: Annotated[str, typer.Option(help="Name; the provider's if unset.")] = "",
    kind: Annotated[str, typer.Option(help="model, search or image.")] = "model",
    url: Annotated[str | None, typer.Option(help="Address, where it is not the provider's own.")] = None,
    fields: Annotated[
        list[str] | None, typer.Option("--set", help="A field, as NAME=VALUE; see `provider list`.")
    ] = None,
    secrets: Annotated[
        list[str] | None,
        typer.Option("--secret", help="A secret field, as NAME=env:VARIABLE, NAME=file:PATH or NAME=-."),
    ] = None,
    save_anyway: Annotated[bool, typer.Option(help="Save it even if the test fails.")] = False,
    json: Json = False,
) -> None:
    """Test a connection and save it. Secrets are asked for, or read from a variable, a file or stdin."""
    given: dict[str, str] = dict(read_pair(text) for text in fields or [])
    given |= {field: read_secret(source) for field, source in map(read_pair, secrets or [])}
    if url is not None:
        given["baseUrl"] = url

    async def work(client: Client) -> Any:
        values = _ask(await _preset(client, kind, provider), given)
        body = {"providerId": provider, "kind": kind, "displayLabel": name, "fields": values}
        return await client.post(PATH, body | {"saveAnyway": save_anyway})

    saved = with_studio(work, json)
    console.print(f"Saved as {saved['credential']['displayLabel']}.", markup=False)
    say_trial(saved["tested"])


@app.command("list")
def list_connections(json: Json = False) -> None:
    """List connections; their secrets are never shown."""
    found = with_studio(lambda client: client.get(PATH), json)
    show_fields(
        found,
        ("displayLabel", "kind", "providerId", "status", "lastTestedAt", "lastError"),
        ("name", "kind", "provider", "status", "last test", "last error"),
    )


@app.command("test")
def try_out(name: Name, json: Json = False) -> None:
    """Make a real request over a connection and say how it went."""
    try_out_stored(PATH, _find, name, as_json=json)


@app.command("remove")
def remove(name: Name, json: Json = False) -> None:
    """Remove a connection that no scope uses by default."""
    remove_stored(PATH, _find, name, as_json=json)


@app.command("default")
def default(
    scope: Annotated[
        str | None, typer.Argument(help="content, site, articles, workspace or workflows; all if unset.")
    ] = None,
    model: Annotated[str | None, typer.Argument(help="Model, as CONNECTION/MODEL.")] = None,
    clear: Annotated[bool, typer.Option(help="Clear it: the built-in model is used then.")] = False,
    json: Json = False,
) -> None:
    """Show the default models, or set or clear that of a scope."""

    async def work(client: Client) -> Any:
        if scope is not None and clear:
            await client.delete(f"/api/ai/defaults/{scope}")
        elif scope is not None and model is not None:
            name, _, model_id = model.partition("/")
            found = await _find(client, name)
            body = {"credentialId": found["id"], "modelId": model_id}
            await client.put(f"/api/ai/defaults/{scope}", body)
        return await client.get("/api/ai/defaults")

    found = with_studio(work, json)
    show_table(
        ("scope", "model", "chosen"),
        [[each["scope"], each["label"], "automatically" if each["auto"] else "by hand"] for each in found],
    )


async def _preset(client: Client, kind: str, provider: str) -> dict[str, Any]:
    known = await client.get("/api/ai/providers")
    for preset in known:
        if (preset["kind"], preset["id"]) == (kind, provider):
            return preset
    names = ", ".join(preset["id"] for preset in known if preset["kind"] == kind)
    raise NotFound(
        say("connections.no_provider_of", kind=kind, provider=provider),
        suggestion=say("next.one_of_listed", known=names),
    )


def _ask(preset: dict[str, Any], given: dict[str, str]) -> dict[str, str]:
    """Ask a person for what the provider needs and was not given; a script is told by the studio instead."""
    if not sys.stdin.isatty():
        return given
    values = dict(given)
    has_choice = bool(preset["anyOf"])
    for field in preset["fields"]:
        is_wanted = field["required"] or (has_choice and not field["advanced"])
        if is_wanted and field["name"] not in values:
            default = field["example"] if preset["baseUrl"] and field["name"] == "baseUrl" else ""
            answer: str = typer.prompt(
                field["label"] + ("" if field["required"] else " (empty to leave out)"),
                default=default,
                show_default=bool(default),
                hide_input=field["isSecret"],
            )
            if answer:
                values[field["name"]] = answer
    return values


async def _find(client: Client, name: str) -> dict[str, Any]:
    for each in await client.get(PATH):
        if name in (each["displayLabel"], each["id"]):
            return each
    raise NotFound(say("connections.none_called", name=name))
