"""`proofroom destinations`: places outside that records are published to."""

from datetime import datetime
from typing import Annotated

import typer

from proofroom.cli.output import console, show_fields, show_table
from proofroom.cli.run import Json, with_studio
from proofroom.cli.secrets import read_secret

app = typer.Typer(
    name="destinations", help="Places outside that records are published to.", no_args_is_help=True
)

Secret = Annotated[
    str, typer.Option(help="Secret of a webhook, or application password: env:NAME, file:PATH or -.")
]


@app.command("list")
def list_all(json: Json = False) -> None:
    """List the places."""
    found = with_studio(lambda client: client.get("/api/publish-destinations"), json)
    show_fields(
        found, ("id", "name", "provider", "url", "status"), ("id", "name", "kind", "address", "status")
    )


@app.command("add")
def add(
    provider: Annotated[str, typer.Argument(help="webhook or wordpress.")],
    url: Annotated[str, typer.Argument(help="Its address.")],
    secret: Secret,
    name: Annotated[str, typer.Option(help="What it is called here.")] = "",
    username: Annotated[str, typer.Option(help="User name, for WordPress.")] = "",
    json: Json = False,
) -> None:
    """Keep a place; its secret is sealed."""
    read = read_secret(secret)
    given = {"provider": provider, "url": url, "name": name}
    given |= {"username": username, "password": read} if username else {"secret": read}
    made = with_studio(lambda client: client.post("/api/publish-destinations", given), json)
    console.print(f"{made['name']} is kept.", markup=False)


@app.command("test")
def test(destination: Annotated[str, typer.Argument(help="Id of the place.")]) -> None:
    """Ask a place whether it would take a record; nothing is published there."""
    with_studio(lambda client: client.post(f"/api/publish-destinations/{destination}/test"))
    console.print("It answers and would take records.")


@app.command("sent")
def sent(destination: Annotated[str, typer.Argument(help="Id of the place.")], json: Json = False) -> None:
    """List what was published to a place."""
    found = with_studio(
        lambda client: client.get(f"/api/publish-destinations/{destination}/publications"), json
    )
    rows = [[one["createdAt"][:16], one["title"], one["version"], one["status"], one["url"]] for one in found]
    show_table(("when", "record", "version", "status", "address"), rows)


@app.command("remove")
def remove(destination: Annotated[str, typer.Argument(help="Id of the place.")]) -> None:
    """Forget a place."""
    with_studio(lambda client: client.delete(f"/api/publish-destinations/{destination}"))
    console.print("It is forgotten.")


@app.command("publish")
def publish(
    record: Annotated[str, typer.Argument(help="Record, by id.")],
    to: Annotated[str, typer.Option(help="Id or name of the place.")],
    status: Annotated[str, typer.Option(help="draft, publish or schedule.")] = "draft",
    at: Annotated[datetime | None, typer.Option(help="When, for schedule.")] = None,
    json: Json = False,
) -> None:
    """Publish a record; the same words are sent once."""
    body = {"connection": to, "status": status, "publishAt": at.astimezone().isoformat() if at else None}
    made = with_studio(lambda client: client.post(f"/api/entities/{record}/publish", body), json)
    said = "Published" if made["isNew"] else "Was published before"
    console.print(f"{said}: {made['destination']} {made['url'] or made['externalId']}", markup=False)
