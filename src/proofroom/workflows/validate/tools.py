"""Tools: names, folders and files, and what their requirements list."""

import re
from collections.abc import Iterator

from proofroom.workflows.rules import found, plain
from proofroom.workflows.template.contents import Contents, Unreadable
from proofroom.workflows.types import Violation
from proofroom.workflows.validate.code import check_code
from proofroom.workflows.validate.layout import TOOLS
from proofroom.workflows.validate.rows import Manifest, Row

NAME = re.compile(r"[a-zA-Z0-9 ]+")
PYDANTIC = re.compile(r"pydantic(?![\w.-])", re.IGNORECASE)


def check_tools(contents: Contents, manifest: Manifest, *, strict: bool = False) -> Iterator[Violation]:
    """Check every tool of a manifest and its files."""
    names: dict[str, str] = {}
    folders: dict[str, str] = {}
    for tool in manifest.tools:
        yield from _check_name(tool, names)
        folder = tool.text("source_folder_path").removesuffix("/")
        if folder and folder in folders:
            message = f"{plain(tool.label)} shares its folder with {plain(folders[folder])}."
            yield found("T-009", message, tool.at("source_folder_path"))
            continue
        folders[folder] = tool.label
        yield from _check_folder(contents, tool, folder, strict=strict)


def _check_name(tool: Row, names: dict[str, str]) -> Iterator[Violation]:
    name = tool.text("name")
    if not NAME.fullmatch(name):
        message = f"The tool name {plain(name)!r} may have only letters A to Z, digits and spaces."
        yield found("N-001", message, tool.at("name"))
    if name and name in names:
        message = f"The tool name {plain(name)!r} is also that of {names[name]}."
        yield found("N-002", message, tool.at("name"))
    names.setdefault(name, tool.place)


def _check_folder(contents: Contents, tool: Row, folder: str, *, strict: bool) -> Iterator[Violation]:
    if folder not in contents.folders:
        message = f"{plain(tool.label)}: there is no folder {plain(folder)!r}."
        yield found("T-001", message, tool.at("source_folder_path"))
        return
    if folder.rpartition("/")[0] != TOOLS:
        message = f"{plain(tool.label)}: the folder must be directly in {TOOLS}/."
        yield found("T-010", message, tool.at("source_folder_path"))
    code, findings = _open(contents, tool, folder, "python_code_file_name", "T-002")
    yield from findings
    if code is not None:
        path, source = code
        yield from check_code(source, path, strict=strict)
    requirements, findings = _open(contents, tool, folder, "python_requirements_file_name", "T-003")
    yield from findings
    if requirements is not None and not lists_pydantic(requirements[1]):
        yield found("T-W03", "The requirements do not list pydantic.", requirements[0])


def _open(
    contents: Contents, tool: Row, folder: str, field: str, missing: str
) -> tuple[tuple[str, bytes] | None, list[Violation]]:
    """Return a tool's file with its path, or why there is none."""
    usual = "tool.py" if field == "python_code_file_name" else "requirements.txt"
    name = tool.text(field) or usual
    if "/" in name or "\\" in name:
        message = f"{plain(tool.label)}: {plain(name)!r} is not a plain file name."
        return None, [found("T-011", message, tool.at(field))]
    path = f"{folder}/{name}"
    if path not in contents.files:
        return None, [found(missing, f"{plain(tool.label)}: {plain(name)} is missing.", path)]
    try:
        return (path, contents.read(path)), []
    except Unreadable as fault:
        return None, [found("Z-009", f"This file cannot be read: {fault}.", path)]


def lists_pydantic(requirements: bytes) -> bool:
    """Tell whether a requirements file lists pydantic, in any spelling of a requirement."""
    lines = requirements.decode("utf-8-sig", "replace").splitlines()
    return any(PYDANTIC.match(line.strip()) for line in lines)
