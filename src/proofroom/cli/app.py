"""The `proofroom` command and how its endings look."""

import sys
from typing import Annotated

import typer

from proofroom import __version__
from proofroom.cli import (
    access,
    agents,
    approvals,
    audit,
    chat,
    connect,
    data,
    demo,
    doctor,
    mcp,
    media,
    openapi,
    provider,
    retention,
    run,
    schedule,
    submissions,
    template,
    up,
    usage,
)
from proofroom.cli.output import FAILED, show_error
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.settings import explain_wrong

app = typer.Typer(
    name="proofroom",
    help="A studio where AI agents do a content team's work and people proof it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
up.register(app)
demo.register(app)
chat.register(app)
app.add_typer(run.app, name="run")
app.add_typer(approvals.app, name="approvals")
app.add_typer(template.app, name="template")
app.add_typer(agents.app, name="agents")
app.add_typer(schedule.app, name="schedule")
app.add_typer(submissions.app, name="content")
app.add_typer(media.app, name="media")
app.add_typer(access.keys, name="keys")
app.add_typer(access.people, name="people")
app.add_typer(audit.app, name="audit")
app.add_typer(usage.app, name="usage")
app.add_typer(connect.app, name="connect")
app.add_typer(provider.app, name="provider")
mcp.register(app)
doctor.register(app)
data.register(app)
retention.register(app)
openapi.register(app)


def _show_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"proofroom {__version__}\n")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Start with `proofroom up`."""


def run_app() -> None:
    """Run the command line; explained errors end with their sentence and exit code 1."""
    try:
        app()
    except ProofroomError as error:
        show_error(error)
        sys.exit(FAILED)
    except ValueError as error:
        explained = explain_wrong(error)
        if explained is None:
            raise
        show_error(explained)
        sys.exit(FAILED)
