"""Which file holds which command, read off what the files say at their top, so that nothing else is imported.

A file of commands starts with "`proofroom NAME`: what it is for."; several files may name the same group, and
one file several commands. `--help` shows these sentences, and a command imports the files that name it.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import typer
from typer.core import TyperGroup

from proofroom.kernel.data import dataclass

FIRST = ("up", "demo", "chat", "run", "approvals")
"""What the help shows first; everything else follows by name."""

_CLAUSE = re.compile(r"`proofroom (?P<name>[a-z-]+)(?P<below> [a-z-]+)?`: (?P<help>[^`]+)")


@dataclass(slots=True)
class Listed:
    """A command of the first level: what it is for, and the modules that make it."""

    help: str
    modules: list[str]


@cache
def listed() -> dict[str, Listed]:
    """Return the commands by name, in the order of the help."""
    found = dict[str, Listed]()
    for module, clause in _clauses():
        known = found.setdefault(clause["name"], Listed("", []))
        known.modules.append(module)
        if not known.help or (not clause["below"] and module == clause["name"]):
            known.help = clause["help"].partition(". ")[0].strip(" ;.\n").replace("\n", " ")
    order = [*FIRST, *sorted(found.keys() - set(FIRST))]
    return {name: found[name] for name in order if name in found}


def _clauses() -> Iterator[tuple[str, re.Match[str]]]:
    for file in sorted(Path(__file__).parent.glob("*.py")):
        opening = file.read_text("utf-8").split('"""', 2)
        for clause in _CLAUSE.finditer(opening[1]):
            yield file.stem, clause


class Commands(TyperGroup):
    """The first level of the command line; what is below a name is imported when the name is used."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names in the order of the help."""
        return list(listed())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, importing what it is made of."""
        return load(cmd_name) if cmd_name in listed() else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find what was typed; what is suggested for a slip comes from the names, not from imports."""
        self.commands = dict[str, Any].fromkeys(listed())
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the names and what each is for."""
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, f"{each.help[0].upper()}{each.help[1:]}.") for name, each in listed().items()]
            )


@cache
def load(name: str) -> Any:
    """Import the files that name a command, and return it."""
    around = typer.Typer(add_completion=False, rich_markup_mode=None)
    for module in listed()[name].modules:
        _add(around, import_module(f"{__package__}.{module}"))
    return typer.main.get_group(around).commands.get(name)


def _add(around: typer.Typer, module: ModuleType) -> None:
    """Add what a module has: commands by its `register`, and every group that has a name."""
    if register := getattr(module, "register", None):
        register(around)
    known = [each.typer_instance for each in around.registered_groups]
    for group in vars(module).values():
        if isinstance(group, typer.Typer) and isinstance(group.info.name, str) and group not in known:
            around.add_typer(group)
