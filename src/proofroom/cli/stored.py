"""What `connect` and `connect mcp` do alike with something stored: try it out, and remove it."""

from collections.abc import Awaitable, Callable
from typing import Any

import typer

from proofroom.cli.client import Client
from proofroom.cli.output import FAILED, console, print_json
from proofroom.cli.run import with_studio
from proofroom.cli.secrets import say_trial

Find = Callable[[Client, str], Awaitable[dict[str, Any]]]


def try_out_stored(path: str, find: Find, name: str, *, as_json: bool) -> None:
    """Test what has the name and say how it went; exit with 1 if it failed."""

    async def work(client: Client) -> Any:
        found = await find(client, name)
        return await client.post(f"{path}/{found['id']}/test")

    tested = with_studio(work)
    if as_json:
        print_json(tested)
    else:
        say_trial(tested)
    if not tested["ok"]:
        raise typer.Exit(FAILED)


def remove_stored(path: str, find: Find, name: str, *, as_json: bool) -> None:
    """Remove what has the name."""

    async def work(client: Client) -> Any:
        found = await find(client, name)
        return await client.delete(f"{path}/{found['id']}")

    with_studio(work, as_json)
    console.print("Removed.")
