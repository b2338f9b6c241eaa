"""One word per idea, no empty names, no unfinished marks, nothing that belongs to one machine."""

import ast
import re
from functools import cache

import pytest

from tests.architecture.house import DOCS, GENERATED, ROOT, sources, texts

EMPTY_NAMES = {
    "utils",
    "util",
    "helpers",
    "helper",
    "common",
    "base",
    "manager",
    "service",
    "handler",
    "misc",
}

SYNONYMS = {
    "tenant": "workspace",
    "organization": "workspace",
    "organisation": "workspace",
    "pull request": "proposal",
    "merge request": "proposal",
    "change request": "proposal",
    "changeset": "proposal",
    "datasource": "connection",
}

# Put together from halves, so that this file does not find itself.
UNFINISHED = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]) + r")\b")
ADDRESSES = [
    *("pypi" + ".org", "pythonhosted" + ".org", "npmjs" + ".org", "yarnpkg" + ".com", "debian" + ".org"),
    *("extra-index" + "-url", "find-links" + " ="),
]
MACHINE = re.compile(r"(?:^|[\s\"'`(=:,])/(?:work|root|farm|opt/pypi|home/[a-z]+|tmp/\w)\b")


def words(identifier: str) -> str:
    """Return the words of an identifier, apart and in lower case."""
    return re.sub(r"[_\W]+|(?<=[a-z0-9])(?=[A-Z])", " ", identifier).lower()


def identifiers(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


@cache
def named() -> list[tuple[str, str]]:
    """Return the identifiers of the package, each with its module."""
    return [(name, identifier) for name, tree in sources().items() for identifier in identifiers(tree)]


def test_no_module_has_an_empty_name():
    parts = {name: set(re.split(r"[/._]", name.removesuffix(".py"))) for name in sources()}
    assert {name for name, found in parts.items() if found & EMPTY_NAMES} == set()


@pytest.mark.parametrize(("synonym", "word"), SYNONYMS.items())
def test_code_uses_the_one_word(synonym, word):
    found = [
        f"{name}: {identifier}"
        for name, identifier in named()
        if re.search(rf"\b{synonym}s?\b", words(identifier))
    ]
    assert found == [], f"say {word}"


@pytest.mark.parametrize(("synonym", "word"), SYNONYMS.items())
def test_texts_for_people_use_the_one_word(synonym, word):
    shown = {
        name: text
        for name, text in texts().items()
        if (name.startswith(("docs/", "web/src/i18n/")) or name == "README.md")
        and name != "docs/reference/glossary.md"
    }
    pattern = re.compile(rf"\b{synonym}s?\b", re.IGNORECASE)
    assert [name for name, text in shown.items() if pattern.search(text)] == [], f"say {word}"


def test_the_glossary_explains_the_words_and_names_the_forbidden_ones():
    glossary = (DOCS / "reference/glossary.md").read_text()
    for synonym, word in SYNONYMS.items():
        assert f"**{word}**" in glossary.lower()
        assert synonym in glossary


def test_nothing_is_left_unfinished():
    found = [
        f"{name}:{number}"
        for name, text in texts().items()
        if name not in GENERATED
        for number, line in enumerate(text.splitlines(), 1)
        if UNFINISHED.search(line) or "NotImplemented" + "Error" in line
    ]
    assert found == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_file_names_a_package_registry(address):
    assert [name for name, text in texts().items() if address in text] == []


def test_no_file_names_a_path_of_one_machine():
    found = [
        f"{name}:{number}: {line.strip()[:80]}"
        for name, text in texts().items()
        for number, line in enumerate(text.splitlines(), 1)
        if MACHINE.search(line)
    ]
    assert found == []


def test_the_npm_lock_names_no_download_address():
    lock = ROOT / "web/package-lock.json"
    if not lock.exists():
        pytest.skip("the web app is not built yet")
    assert '"resolved"' not in lock.read_text()
