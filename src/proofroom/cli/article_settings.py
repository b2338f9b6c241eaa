"""`proofroom article settings`: the models of each step, and a project's own style."""

from typing import Annotated, Any

import typer

from proofroom.cli.article import app
from proofroom.cli.client import Client
from proofroom.cli.output import console, show_table
from proofroom.cli.run import Json, with_studio
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say


@app.command("settings")
def settings(
    step: Annotated[
        list[str] | None,
        typer.Option(help="STEP=MODEL[,FALLBACK]: the models of a step; an empty one takes them away."),
    ] = None,
    preset: Annotated[str | None, typer.Option(help="Take the models of a preset, such as seed.")] = None,
    avoid: Annotated[
        list[str] | None,
        typer.Option(help="PHRASE=INSTEAD for the project's style; may be repeated."),
    ] = None,
    project: Annotated[str | None, typer.Option("--project", "-p", help="Project, by slug or id.")] = None,
    json: Json = False,
) -> None:
    """Show or set which models each step of an article uses, and what a project avoids to write."""

    async def go(client: Client) -> dict[str, Any]:
        place = await _project(client, project, is_needed=bool(avoid))
        if preset:
            told = await client.put("/api/article-settings/models", {"preset": preset})
        elif step:
            models = (await client.get("/api/article-settings"))["models"]
            models |= {name: value.split(",") if value else [] for name, value in map(_pair, step)}
            told = await client.put("/api/article-settings/models", {"models": models})
        else:
            told = await client.get("/api/article-settings", project_id=place)
        if avoid and place:
            known = (await client.get("/api/article-settings", project_id=place))["avoid"]
            body = {"projectId": place, "avoid": known | dict(map(_pair, avoid))}
            told = await client.put("/api/article-settings/style", body)
        return told

    found = with_studio(go, json)
    rows = [[name, ", ".join(found["models"].get(name, [])) or "-"] for name in found["steps"]]
    show_table(("step", "models"), rows)
    if found["avoid"]:
        show_table(
            ("avoid", "instead"), [[phrase, instead or "-"] for phrase, instead in found["avoid"].items()]
        )
    for name in found["lacking"]:
        console.print(f"{name}: no such model is connected", style="yellow", markup=False)


async def _project(client: Client, project: str | None, *, is_needed: bool) -> str | None:
    known = await client.get("/api/projects")
    chosen = [each for each in known if project in (None, each["slug"], each["id"])]
    if is_needed and not known:
        raise InvalidInput(say("cli.no_project"))
    if (project is not None or is_needed) and len(chosen) != 1:
        raise InvalidInput(say("cli.several_projects", names=", ".join(each["slug"] for each in known)))
    return chosen[0]["id"] if len(chosen) == 1 else None


def _pair(text: str) -> tuple[str, str]:
    name, mark, value = text.partition("=")
    if not (mark and name.strip()):
        raise typer.BadParameter(f"“{text}” has no NAME=VALUE.")
    return name.strip(), value.strip()
