"""`proofroom groups`: conversations of several people and agents."""

from typing import Annotated, Any

import typer

from proofroom.cli.output import console, show_table
from proofroom.cli.run import Json, with_studio

app = typer.Typer(name="groups", help="Conversations of several people and agents.", no_args_is_help=True)

GroupArgument = Annotated[str, typer.Argument(help="Conversation, by its id.")]


@app.command("list")
def list_groups(json: Json = False) -> None:
    """List the conversations of several in which you take part."""
    found = with_studio(lambda client: client.get("/api/groups"), json)
    rows = [[one["id"], one["title"], ", ".join(who["name"] for who in one["members"])] for one in found]
    show_table(("id", "title", "members"), rows)


@app.command("open")
def open_group(
    title: Annotated[str, typer.Argument(help="What it is about.")],
    agent: Annotated[list[str], typer.Option(help="Agent that takes part, by its slug; several times.")],
    person: Annotated[
        list[str] | None, typer.Option(help="Person that takes part, by id; several times.")
    ] = None,
    project: Annotated[
        str | None, typer.Option(help="Project whose content and site they work on, by slug or id.")
    ] = None,
    json: Json = False,
) -> None:
    """Begin a conversation of several; the first agent answers where nobody is addressed."""
    body = {"title": title, "agents": agent, "people": person or [], "projectId": project}
    made = with_studio(lambda client: client.post("/api/groups", body), json)
    console.print(f"{made['id']}  {made['title']}", markup=False)


@app.command("show")
def show_group(group: GroupArgument, json: Json = False) -> None:
    """Show what was said."""
    found = with_studio(lambda client: client.get(f"/api/groups/{group}"), json)
    for one in found["messages"]:
        _print(one)


@app.command("say")
def say(
    group: GroupArgument,
    text: Annotated[str, typer.Argument(help="What to say; @name addresses an agent or a person.")],
    json: Json = False,
) -> None:
    """Say something; every agent that is addressed answers."""
    body = {"text": text}
    said = with_studio(lambda client: client.post(f"/api/groups/{group}/messages", body), json)
    console.print(", ".join(said["agents"]) or "-", markup=False)


def _print(message: dict[str, Any]) -> None:
    if message["text"]:
        console.print(f"{message['name']}: {message['text']}", markup=False)
