"""The import contracts of `.importlinter` bite: each is broken by a planted violation.

That the contracts hold for the code itself is `make check`'s part; it runs `lint-imports`.
"""

import ast
import configparser
import os
import re
import shutil
import subprocess
import sys

import pytest

from proofroom.kernel.errors import all_errors
from tests.architecture.house import PACKAGE, ROOT, sources

CONFIG = ROOT / ".importlinter"

PLANTED = {
    "kernel/planted.py": "import proofroom.store\nimport proofroom.store.tables\n",
    "kernel/frameworks.py": "import fastapi\nimport typer\nimport aiohttp\nimport sqlalchemy\nimport dbos\n",
    "kernel/sdk.py": "import openai\n",
    "kernel/protocol.py": "import mcp\n",
    "kernel/first.py": "import proofroom.kernel.second\n",
    "kernel/second.py": "import proofroom.kernel.first\n",
}


def contract_names() -> set[str]:
    parser = configparser.ConfigParser()
    parser.read(CONFIG)
    return {parser[section]["name"] for section in parser.sections() if section.startswith("importlinter:")}


def lint(tmp_path, planted: dict[str, str]) -> str:
    """Run the contracts on a copy of the package with more files in it."""
    copy = tmp_path / "proofroom"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("ui", "__pycache__"))
    for name, text in planted.items():
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).write_text(text)
    done = subprocess.run(
        [f"{sys.prefix}/bin/lint-imports", "--no-cache", "--config", CONFIG],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    return done.stdout


@pytest.fixture(scope="module")
def broken_house(tmp_path_factory) -> str:
    return lint(tmp_path_factory.mktemp("house"), PLANTED)


@pytest.mark.parametrize("name", sorted(contract_names()))
def test_a_planted_violation_breaks_the_contract(broken_house, name):
    assert re.search(rf"^{re.escape(name)} BROKEN", broken_house, re.MULTILINE)


def test_a_new_room_needs_a_place_and_what_has_one_may_use_what_belongs_there(tmp_path):
    here = {"access/repo.py": "import sqlalchemy\n", "api/planted.py": "import fastapi\n"}
    output = lint(tmp_path, {"attic/__init__.py": "", **here})
    assert "Rooms depend downward only BROKEN" in output
    assert "attic" in output
    assert "SQL stays in store and repo modules KEPT" in output
    assert "The web framework stays in api KEPT" in output


def test_libraries_that_few_need_are_imported_on_first_use():
    late = {"mcp", "httpx2", "alembic", "PIL", "anthropic", "numpy"}
    code = f"import sys, proofroom.api, proofroom.cli; print(sorted({late!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_a_model_is_called_and_its_tools_without_the_database():
    code = (
        "import sys, proofroom.net, proofroom.providers.driver, proofroom.tools;"
        "print(sorted({'sqlalchemy', 'pydantic_settings', 'proofroom.access'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


_OPEN = """
import asyncio, sys
from proofroom.kernel.settings import Settings
from proofroom.wiring import open_studio

async def look():
    studio = await open_studio(Settings(demo=False))
    late = {"dbos", "yaml", "croniter", "click", "psycopg", "mcp", "PIL", "fastapi"}
    wires = ("anthropic", "azure", "bedrock", "chat", "gemini", "ollama", "openrouter", "responses", "films")
    late |= {f"proofroom.providers.{name}" for name in (*wires, "images.driver", "search.driver")}
    tools = {name for name in sys.modules if name.startswith("proofroom.") and name.endswith("tools.entity")}
    print(sorted((late & set(sys.modules)) | tools))
    print("save_content" in studio.registry)
    await studio.close()

asyncio.run(look())
"""


def test_a_studio_is_ready_before_queues_tools_and_providers_are_imported(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", _OPEN],
        capture_output=True,
        text=True,
        env={**os.environ, "PROOFROOM_DATA": str(tmp_path)},
    )
    assert done.stdout.splitlines() == ["[]", "True"], done.stderr


def test_the_package_itself_imports_nothing():
    code = "import sys; before = set(sys.modules); import proofroom; print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['proofroom']"


def test_errors_that_people_see_are_defined_in_one_place():
    known = {error.__name__ for error in all_errors()}
    found = [
        f"{name}: {node.name}"
        for name, tree in sources().items()
        if name != "kernel/errors.py"
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and known
        & {base.id if isinstance(base, ast.Name) else getattr(base, "attr", "") for base in node.bases}
    ]
    assert found == []
