"""The `proofroom` command and how its endings look."""

import sys
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Annotated

import typer

import proofroom.cli as here
from proofroom import __version__
from proofroom.cli.output import FAILED, show_error
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.settings import explain_wrong

FIRST = ("up", "demo", "chat", "run", "approvals")
"""What the help shows first; everything else follows by name."""

app = typer.Typer(
    name="proofroom",
    help="A studio where AI agents do a content team's work and people proof it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _add(module: ModuleType) -> None:
    """Add what a module has: commands by its `register`, and every group that has a name."""
    if register := getattr(module, "register", None):
        register(app)
    known = [each.typer_instance for each in app.registered_groups]
    for group in vars(module).values():
        if isinstance(group, typer.Typer) and isinstance(group.info.name, str) and group not in known:
            app.add_typer(group)


_FOUND = {each.name for each in iter_modules(here.__path__)} - {"app"}
for _name in (*FIRST, *sorted(_FOUND - set(FIRST))):
    _add(import_module(f"{here.__name__}.{_name}"))


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
