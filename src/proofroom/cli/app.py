"""The `proofroom` command and how its endings look."""

import sys
from typing import Annotated

import typer

from proofroom import __version__
from proofroom.cli.commands import Commands
from proofroom.cli.given import take_plainly
from proofroom.kernel.errors import ProofroomError

take_plainly()
app = typer.Typer(
    name="proofroom",
    cls=Commands,
    help="A studio where AI agents do a content team's work and people proof it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: drawing boxes would take longer than everything else
)


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
        _end(error)
    except ValueError as error:
        from proofroom.kernel.settings import explain_wrong  # imported here: `--help` reads no settings

        explained = explain_wrong(error)
        if explained is None:
            raise
        _end(explained)
    except Exception as error:
        from proofroom.store.trouble import explain_any  # a full disk is told as that, wherever it is noticed

        trouble = explain_any(error)
        if trouble is None:
            raise
        _end(trouble)


def _end(error: ProofroomError) -> None:
    from proofroom.cli.output import FAILED, show_error

    show_error(error)
    sys.exit(FAILED)
