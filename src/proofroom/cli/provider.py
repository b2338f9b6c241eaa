"""`proofroom provider`: what can be connected, which models there are, recordings, and a local model."""

import signal
import threading
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import orjson
import typer

from proofroom.cli.client import Client
from proofroom.cli.output import console, print_line, show_table
from proofroom.cli.run import Json, with_studio
from proofroom.kernel.errors import NotFound
from proofroom.kernel.strings import say

app = typer.Typer(
    name="provider", help="Providers, their models, recordings, a local model.", no_args_is_help=True
)


@app.command("list")
def list_providers(json: Json = False) -> None:
    """List the providers that can be connected and the fields they need."""
    found = with_studio(lambda client: client.get("/api/ai/providers"), json)
    show_table(
        ("provider", "kind", "name", "asks for", "also takes"),
        [
            [
                each["id"],
                each["kind"],
                each["title"],
                _names(each["fields"], advanced=False),
                _names(each["fields"], advanced=True),
            ]
            for each in found
        ],
    )


@app.command("models")
def list_models(
    connection: Annotated[str | None, typer.Argument(help="Connection, by its name; all if unset.")] = None,
    json: Json = False,
) -> None:
    """List models with their windows and prices in dollars per million tokens."""

    async def work(client: Client) -> Any:
        if connection is None:
            return await client.get("/api/models")
        for each in await client.get("/api/ai/credentials", kind="model"):
            if connection in (each["displayLabel"], each["id"]):
                path = f"/api/ai/providers/{each['providerId']}/models"
                return (await client.get(path, credentialId=each["id"]))["models"]
        raise NotFound(say("connections.none_called", name=connection))

    found = with_studio(work, json)
    show_table(
        ("model", "window", "input", "output"),
        [
            [
                each["label"],
                each["contextWindow"],
                _dollars(each["inputMicrosPerMtok"]),
                _dollars(each["outputMicrosPerMtok"]),
            ]
            for each in found
        ],
    )


@app.command("replay")
def replay(
    folder: Annotated[Path, typer.Argument(help="Folder of one recording.", exists=True, file_okay=False)],
    json: Json = False,
) -> None:
    """Read a recording as if it came off the wire; print what each round amounts to, one line per round."""
    from proofroom.providers.replay import replay as read

    for number, outcome in enumerate(read(folder), 1):
        if json:
            print_line(orjson.dumps(outcome))
            continue
        console.print(f"Round {number}: {outcome['stop'] or 'failed'}", markup=False)
        for name in ("text", "tool_calls", "usage", "error"):
            if outcome[name]:
                console.print(f"  {name}: {outcome[name]}", markup=False, soft_wrap=True)


@app.command("local")
def local(
    port: Annotated[int, typer.Option(help="Port on loopback; 0 takes a free one.")] = 8089,
    weights: Annotated[Path | None, typer.Option(help="GGUF file; the packaged model if unset.")] = None,
) -> None:
    """Serve a small real model on loopback, to try the real-model path with no key; Ctrl+C stops it."""
    from proofroom.providers.local import start_server

    server = start_server(weights, port)
    place = server.url.removeprefix("http://").removesuffix("/v1")
    console.print(f"{server.model} listens at {server.url}", markup=False, soft_wrap=True)
    console.print(f"Allow it:   PROOFROOM_ALLOW_PRIVATE_HOSTS='[\"{place}\"]'", markup=False, soft_wrap=True)
    console.print(
        f"Connect it: proofroom connect add openai-compatible --name local --url {server.url}",
        markup=False,
        soft_wrap=True,
    )
    done = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, partial(_finish, done))
    done.wait()


def _finish(done: threading.Event, _number: int, _frame: FrameType | None) -> None:
    done.set()


def _names(fields: list[dict[str, Any]], *, advanced: bool) -> str:
    return ", ".join(field["name"] for field in fields if field["advanced"] is advanced)


def _dollars(micros: int | None) -> str:
    return "unknown" if micros is None else f"{micros / 1_000_000:g}"
