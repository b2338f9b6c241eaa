"""The first line of a file of commands says what it holds: the help reads it, and a command imports by it."""

import ast
import asyncio
import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules

import typer
from typer.testing import CliRunner

import proofroom.cli as here
from proofroom.cli.app import app
from proofroom.cli.commands import FIRST, listed, load
from proofroom.kernel.settings import Settings
from tests.api.conftest import serve


def names_in(module) -> set[str]:
    """Return the commands of the first level that a module makes."""
    around = typer.Typer()
    if register := getattr(module, "register", None):
        register(around)
    for group in vars(module).values():
        if isinstance(group, typer.Typer) and isinstance(group.info.name, str):
            around.add_typer(group)
    return set(typer.main.get_group(around).commands) if register or around.registered_groups else set()


def test_every_command_is_named_in_the_first_line_of_its_file():
    for each in iter_modules(here.__path__):
        if each.name in {"app", "commands"}:
            continue
        for name in names_in(import_module(f"{here.__name__}.{each.name}")):
            assert name in listed(), f"cli/{each.name}.py makes `{name}`, its first line does not say so"


def test_every_name_that_is_shown_is_a_command_and_says_what_it_is_for():
    for name, each in listed().items():
        assert load(name) is not None, name
        assert each.help, name
        assert not each.help.endswith((".", ";", '"')), name
    assert tuple(listed())[: len(FIRST)] == FIRST


def loaded_by(code: str, packages: tuple[str, ...]) -> list[str]:
    """Run code in a process of its own, and return which of the packages it loaded; its words go nowhere."""
    look = f"print([m for m in {packages!r} if m in sys.modules], file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\n{look}"], capture_output=True, text=True, check=True
    )
    return ast.literal_eval(done.stderr)


def test_the_help_imports_neither_the_studio_nor_its_client():
    code = (
        "sys.argv = ['proofroom', '--help']\nfrom proofroom.cli.app import run_app\n"
        "try: run_app()\nexcept SystemExit: pass"
    )
    assert loaded_by(code, ("sqlalchemy", "pydantic", "aiohttp", "fastapi", "rich", "asyncio")) == []


ON_ITS_OWN = {"up", "worker", "demo", "backup", "restore", "rotate-key", "upgrade", "rollback", "mcp"}
"""Commands that are a studio, work on its data themselves, or speak another protocol with it."""
UNUSED = ("sqlalchemy", "aiohttp", "fastapi", "pygit2", "dbos", "pydantic", "msgspec", "yaml", "rich")


def test_no_command_that_asks_a_studio_imports_more_than_its_client():
    names = [name for name in listed() if name not in ON_ITS_OWN]
    code = f"from proofroom.cli.commands import load\nfor name in {names!r}: load(name)"
    assert loaded_by(code, UNUSED) == []


_ASK = """
import os
os.environ["PROOFROOM_DATA"] = {data!r}
from proofroom.cli.app import app
from proofroom.kernel.errors import NotFound
for words in ("content status", "run list", "workspaces list", "doctor", "jobs list"):
    try:
        app([*words.split(), "--json"], standalone_mode=False)
    except NotFound as error:
        assert words == "content status", error
"""


async def test_a_command_that_finds_a_studio_does_not_load_one(sqlite_settings: Settings):
    async with serve(sqlite_settings) as studio:
        studio.studio.lock.announce(studio.url)
        code = _ASK.format(data=str(sqlite_settings.data))
        assert await asyncio.to_thread(loaded_by, code, UNUSED) == []


def test_values_that_are_not_taken_plainly_are_typers():
    refused = CliRunner().invoke(app, ["run", "list", "--limit", "many"])
    assert refused.exit_code == 2
    assert "valid integer" in refused.output


def test_a_slip_is_answered_with_what_was_meant():
    for typed, meant in (("articles", "article"), ("conten", "content"), ("agent", "agents")):
        said = CliRunner().invoke(app, [typed])
        assert said.exit_code == 2
        assert f"Did you mean '{meant}'" in said.output
