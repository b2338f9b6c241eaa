"""The web app keeps nothing unused: no text without a reader, no class without a part, no lost module."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tests.architecture.house import ROOT

SOURCE = ROOT / "web/src"
BEGUN_BY_OTHERS = {"main.tsx", "vite-env.d.ts"}
"""Modules that no module imports."""
MADE_BY_A_LIBRARY = ("ProseMirror-", "selectedCell")
"""Classes that the editor gives its own parts."""


@cache
def modules() -> dict[Path, str]:
    """Return the modules of the app, without its tests and what is generated."""
    found = (path for path in SOURCE.rglob("*") if path.suffix in {".ts", ".tsx"})
    return {
        path: path.read_text("utf-8") for path in found if not re.search(r"\.test\.|schema\.d", path.name)
    }


@cache
def code() -> str:
    return "\n".join(modules().values())


def keys_of(texts: dict[str, Any], before: str) -> Iterator[str]:
    """Yield the keys of a dictionary as they are asked for: without what tells one from many."""
    for key, text in texts.items():
        if isinstance(text, dict):
            yield from keys_of(text, f"{before}{key}.")
        else:
            yield re.sub(r"_(?:zero|one|few|many|other)$", "", f"{before}{key}")


def test_every_text_is_shown_somewhere() -> None:
    written = set(re.findall(r"[\"`]([\w.-]+)[\"`]", code()))
    begun = {one for one in re.findall(r"`([\w.]+)\$\{", code()) if "." in one}
    keys = {
        key
        for path in (SOURCE / "i18n/en").glob("*.json")
        for key in keys_of(json.loads(path.read_text("utf-8")), f"{path.stem}.")
    }
    assert len(keys) > 500
    assert {key for key in keys - written if not key.startswith(tuple(begun))} == set()


def test_every_class_of_a_sheet_is_given_to_something() -> None:
    unused = set[str]()
    for sheet in SOURCE.rglob("*.module.css"):
        users = "\n".join(text for text in modules().values() if f"/{sheet.name}" in text)
        rules = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " {} ", sheet.read_text("utf-8"), flags=re.DOTALL)
        for name in set(re.findall(r"\.([a-zA-Z][\w-]*)", rules)):
            if not name.startswith(MADE_BY_A_LIBRARY) and not re.search(rf"\b{name}\b", users):
                unused.add(f"{sheet.relative_to(SOURCE)} .{name}")
    assert unused == set()


def test_every_module_is_imported_somewhere() -> None:
    imported = {
        path.rpartition("/")[2] for path in re.findall(r"(?:from|import)\s*\(?\s*[\"']([^\"']+)[\"']", code())
    }
    names = {path: path.parent.name if path.stem == "index" else path.stem for path in modules()}
    lost = {str(path.relative_to(SOURCE)) for path, name in names.items() if name not in imported}
    assert lost - BEGUN_BY_OTHERS == set()
