"""`proofroom connect mcp`: MCP servers, and which of their tools agents may use."""

from typing import Annotated, Any

import orjson
import typer

from proofroom.cli.client import Client
from proofroom.cli.output import console, print_json, show_fields, show_table
from proofroom.cli.remote import is_asking
from proofroom.cli.run import Json, with_studio
from proofroom.cli.secrets import read_pair, read_secret, say_trial
from proofroom.cli.stored import remove_stored, try_out_stored
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.strings import say

app = typer.Typer(help="MCP servers: connect them and accept their tools.", no_args_is_help=True)

PATH = "/api/connections/mcp"
Name = Annotated[str, typer.Argument(help="Server, by its name or id.")]
Url = Annotated[str | None, typer.Option(help="Address of the server.")]
Token = Annotated[
    str | None, typer.Option(help="Bearer token, as env:VARIABLE, file:PATH or - for standard input.")
]
Key = Annotated[str | None, typer.Option(help="Key header, as NAME=env:VARIABLE, NAME=file:PATH or NAME=-.")]
Anyway = Annotated[bool, typer.Option(help="Save it even if the test fails.")]


@app.command("add")
def add(
    name: Annotated[str, typer.Argument(help="What to call it.")],
    url: Url = None,
    token: Token = None,
    key: Key = None,
    command: Annotated[
        str | None, typer.Option(help="A command line of the setting mcp_commands, instead of --url.")
    ] = None,
    save_anyway: Anyway = False,
    json: Json = False,
) -> None:
    """Test a server and save it. Its tools wait until you accept them."""
    body: dict[str, Any] = {"name": name, "saveAnyway": save_anyway, **_reach(url, token, key)}
    if command is not None:
        body["command"] = command
    saved = with_studio(lambda client: client.post(PATH, body), json)
    console.print(f"Connected as {saved['server']['serverName']}.", markup=False)
    say_trial(saved["tested"])
    console.print(f"Its tools wait: look at them with `proofroom connect mcp tools {name}`.", markup=False)


@app.command("list")
def list_servers(json: Json = False) -> None:
    """List MCP servers; their secrets are never shown."""
    found = with_studio(lambda client: client.get(PATH), json)
    show_fields(
        found,
        ("name", "serverName", "transport", "authMode", "status", "lastError"),
        ("name", "agents call it", "transport", "opened by", "status", "last error"),
    )


@app.command("change")
def change(
    name: Name,
    rename: Annotated[str | None, typer.Option(help="A new name.")] = None,
    url: Url = None,
    token: Token = None,
    key: Key = None,
    switch: Annotated[str | None, typer.Option(help="on or off.")] = None,
    save_anyway: Anyway = False,
    json: Json = False,
) -> None:
    """Change a server: its name, address or secret, or switch it on or off."""
    body: dict[str, Any] = {"saveAnyway": save_anyway, **_reach(url, token, key)}
    if rename is not None:
        body["name"] = rename
    if switch is not None:
        body["status"] = {"on": "active", "off": "inactive"}.get(switch, switch)

    async def work(client: Client) -> Any:
        found = await _find(client, name)
        return await client.put(f"{PATH}/{found['id']}", body)

    saved = with_studio(work, json)
    console.print("Changed.")
    say_trial(saved["tested"])


@app.command("test")
def try_out(name: Name, json: Json = False) -> None:
    """List a server's tools for real and say how it went."""
    try_out_stored(PATH, _find, name, as_json=json)


@app.command("remove")
def remove(name: Name, json: Json = False) -> None:
    """Disconnect a server and forget what was accepted of it."""
    remove_stored(PATH, _find, name, as_json=json)


@app.command("tools")
def tools(name: Name, json: Json = False) -> None:
    """Ask a server for its tools and show which are accepted, new or changed."""

    async def work(client: Client) -> Any:
        found = await _find(client, name)
        return await client.post(f"{PATH}/{found['id']}/tools/refresh")

    found = with_studio(work)
    _show_tools(found, json)
    if not json:
        _show_words([each for each in found if _waits(each)])


@app.command("accept")
def accept(
    name: Name,
    chosen: Annotated[list[str] | None, typer.Argument(help="Tools; with --all every waiting one.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Accept every waiting tool.")] = False,
    policy: Annotated[str | None, typer.Option(help="allow, ask or deny.")] = None,
    json: Json = False,
) -> None:
    """Accept tools as the server describes them, which is shown. Reading ones run at once, others ask."""

    async def look(client: Client) -> Any:
        found = await _find(client, name)
        known = await client.get(f"{PATH}/{found['id']}/tools")
        wanted = [each for each in known if each["name"] in (chosen or ()) or (everything and _waits(each))]
        if not wanted:
            raise InvalidInput(say("mcp.none_waits"))
        return found["id"], wanted

    server, wanted = with_studio(look)
    if not json:
        _show_words(wanted)
        if is_asking():
            typer.confirm("Agents will be told this. Accept it?", abort=True, err=True)
    # What was shown is what is accepted: the server refuses it if the words have changed meanwhile.
    words = [{"name": each["name"], "sha256": each["sha256"], "policy": policy} for each in wanted]
    _show_tools(with_studio(lambda client: client.post(f"{PATH}/{server}/tools", {"tools": words})), json)


@app.command("policy")
def set_policy(
    name: Name,
    tool: Annotated[str, typer.Argument(help="An accepted tool.")],
    policy: Annotated[str, typer.Argument(help="allow, ask or deny.")],
    json: Json = False,
) -> None:
    """Say whether an accepted tool runs at once, asks a person first, or never runs."""

    async def work(client: Client) -> Any:
        found = await _find(client, name)
        return await client.post(f"{PATH}/{found['id']}/tools", {"tools": [{"name": tool, "policy": policy}]})

    _show_tools(with_studio(work), json)


def _reach(url: str | None, token: str | None, key: str | None) -> dict[str, Any]:
    body: dict[str, Any] = {}
    if url is not None:
        body["url"] = url
    if token is not None:
        body |= {"authMode": "bearer", "token": read_secret(token)}
    if key is not None:
        header, source = read_pair(key)
        body |= {"authMode": "apiKeyHeader", "keyName": header, "keyValue": read_secret(source)}
    return body


async def _find(client: Client, name: str) -> dict[str, Any]:
    for each in await client.get(PATH):
        if name in (each["name"], each["serverName"], each["id"]):
            return each
    raise NotFound(say("mcp.no_server", name=name), suggestion=say("mcp.see_list"))


def _waits(tool: dict[str, Any]) -> bool:
    return tool["state"] in ("new", "changed")


def _show_words(found: list[dict[str, Any]]) -> None:
    """Show all that a server says about tools, as agents would read it."""
    for each in found:
        told, before = each["seen"] or each["accepted"], each["accepted"]
        console.print(f"\n{each['name']} ({each['state']})", style="bold", markup=False)
        if each["signs"]:
            signs = ", ".join(each["signs"])
            console.print(f"It reads like orders to a model: {signs}.", style="bold red", markup=False)
        console.print(told["description"] or "It says nothing about itself.", markup=False)
        console.print(orjson.dumps(told["inputSchema"], option=orjson.OPT_INDENT_2).decode(), markup=False)
        if each["state"] == "changed" and before["description"] != told["description"]:
            console.print(f"Accepted before: {before['description']}", markup=False)


def _show_tools(found: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    rows: list[list[Any]] = []
    for each in found:
        told = each["seen"] or each["accepted"]
        line = told["description"].strip().partition("\n")[0]
        rows.append(
            [each["name"], each["state"], each["policy"], "yes" if told["readOnly"] else "", line[:80]]
        )
    show_table(("tool", "state", "policy", "reads only", "description"), rows)
