"""`proofroom content`: what people sent through forms."""

from typing import Annotated, Any

import typer

from proofroom.cli.content import ProjectOption, app, in_project
from proofroom.cli.editing import tell_change
from proofroom.cli.output import console, show_table
from proofroom.cli.run import Json

SubmissionArgument = Annotated[str, typer.Argument(help="Submission, by the id that `submissions` shows.")]


@app.command("submissions")
def submissions(
    model: Annotated[str | None, typer.Option(help="Content model; all forms if unset.")] = None,
    status: Annotated[str, typer.Option(help="pending, approved, rejected, spam or all.")] = "pending",
    limit: Annotated[int, typer.Option(help="How many.")] = 50,
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """List what people sent through forms."""
    found = in_project(
        project,
        lambda client, path: client.get(f"{path}/submissions", model_id=model, status=status, limit=limit),
        json,
    )
    rows = [[one["id"], one["modelId"], one["status"], _said(one["data"])] for one in found["submissions"]]
    show_table(("id", "form", "status", "sent"), rows)
    console.print(f"{found['total']} in all", style="dim")


@app.command("approve")
def approve(submission: SubmissionArgument, project: ProjectOption = None, json: Json = False) -> None:
    """Make an entry of a submission, as a draft."""
    done = in_project(project, lambda client, path: client.post(f"{path}/submissions/{submission}/approve"))
    tell_change(done, json)


@app.command("decline")
def decline(submission: SubmissionArgument, project: ProjectOption = None, json: Json = False) -> None:
    """Turn a submission down."""
    done = in_project(
        project, lambda client, path: client.post(f"{path}/submissions/{submission}/reject"), json
    )
    console.print(f"Rejected: {_said(done['data'])}", markup=False)


def _said(data: dict[str, Any]) -> str:
    return ", ".join(str(value) for value in data.values())[:100]
