"""A template as a folder, before it is packed."""

import os
from pathlib import Path

from proofroom.workflows.rules import found
from proofroom.workflows.template.contents import MAX_FILE_READ, Contents, Unreadable

SKIPPED = frozenset({".git", ".venv", "__pycache__", "node_modules"})
"""Folders that are named but not looked into: they are large, and no template needs them."""


def list_folder(root: Path) -> Contents | None:
    """List the files below a folder; None if it cannot be read."""
    contents = Contents(lambda path: _read(root, path))
    waiting, count = [""], 0
    while waiting:
        above = waiting.pop()
        try:
            entries = sorted(os.scandir(root / above), key=lambda entry: entry.name)
        except OSError:
            if not above:
                return None
            contents.findings.append(found("Z-009", "This folder cannot be read.", above))
            continue
        for entry in entries:
            count += 1
            path = f"{above}/{entry.name}" if above else entry.name
            if _take(contents, entry, path) and entry.name not in SKIPPED:
                waiting.append(path)
            if contents.is_full(count):
                return contents
    return contents


def _take(contents: Contents, entry: os.DirEntry[str], path: str) -> bool:
    """Take one entry in, and tell whether it is a folder to look into."""
    if contents.refuse_path(path):
        return False
    if entry.is_dir(follow_symlinks=False):
        contents.add_folder(path)
        return True
    if entry.is_file(follow_symlinks=False):
        contents.add_file(path, entry.stat(follow_symlinks=False).st_size)
    else:
        contents.findings.append(found("Z-006", "This is a link or a device, not a file.", path))
    return False


def _read(root: Path, path: str) -> bytes:
    try:
        with (root / path).open("rb") as file:
            content = file.read(MAX_FILE_READ + 1)
    except OSError as fault:
        raise Unreadable("the system refuses to open it") from fault
    if len(content) > MAX_FILE_READ:
        raise Unreadable(f"it is larger than {MAX_FILE_READ // 1024**2} MiB")
    return content
