"""`proofroom jobs`: work by the clock and in the background: what is due, what ran, cancel, again."""

from typing import Annotated

import typer

from proofroom.cli.output import console, show_fields
from proofroom.cli.run import Json, with_studio

app = typer.Typer(
    name="jobs", help="Work by the clock and in the background: list, cancel, again.", no_args_is_help=True
)

JobRun = Annotated[str, typer.Argument(help="Run, by its id.")]


@app.command("list")
def list_jobs(json: Json = False) -> None:
    """List what is due, and what ran."""
    found = with_studio(lambda client: client.get("/api/jobs"), json)
    show_fields(found["coming"], ("nextAt", "kind", "agent", "cron", "timeZone", "title"))
    show_fields(found["done"], ("runId", "createdAt", "kind", "agent", "status", "title"))


@app.command("cancel")
def cancel_job(run: JobRun, json: Json = False) -> None:
    """Stop a run that nobody talks to."""
    stopped = with_studio(lambda client: client.post(f"/api/jobs/{run}/cancel"), json)
    console.print(stopped["status"])


@app.command("retry")
def retry_job(run: JobRun, json: Json = False) -> None:
    """Do it again: go on where it failed, or begin another beat."""
    begun = with_studio(lambda client: client.post(f"/api/jobs/{run}/retry"), json)
    console.print(begun["status"])
