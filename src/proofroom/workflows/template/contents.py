"""What is in a template: its files and folders, and how to read one."""

import re
from collections.abc import Callable
from dataclasses import field
from typing import Self

from proofroom.kernel.data import dataclass
from proofroom.workflows.rules import found, plain
from proofroom.workflows.types import Violation

MAX_ENTRIES = 10_000
MAX_UNPACKED = 256 * 1024 * 1024
MAX_FILE_READ = 8 * 1024 * 1024
"""The largest file that is looked into: the manifest, tool code, requirements."""

# Control characters, and the halves that stand for bytes that are no text.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")

Read = Callable[[str], bytes]
"""Return the content of a file, or raise `Unreadable`."""


class Unreadable(Exception):
    """A listed file cannot be read."""


@dataclass
class Contents:
    """The entries of a template that are safe to use, and what was found while listing them."""

    read: Read
    files: dict[str, int] = field(default_factory=dict[str, int])
    folders: set[str] = field(default_factory=set[str])
    findings: list[Violation] = field(default_factory=list[Violation])
    unpacked: int = 0
    is_complete: bool = True
    """False when a limit was passed, so that the rest was not listed."""

    def add_folder(self, path: str) -> None:
        """Take a folder in, with those above it, unless a file is in the way."""
        wanted: list[str] = []
        while path and path not in self.folders:
            if path in self.files:
                self.findings.append(found("Z-008", "This path is a file and a folder at once.", path))
                return
            wanted.append(path)
            path = path.rpartition("/")[0]
        self.folders.update(wanted)

    def add_file(self, path: str, size: int) -> None:
        """Take a file in, with the folders above it; a second one of the same path is refused."""
        if path in self.files or path in self.folders:
            self.findings.append(found("Z-008", "This path is in the template twice.", path))
            return
        self.add_folder(path.rpartition("/")[0])
        self.files[path] = size
        self.unpacked += size

    def is_full(self, entries: int) -> bool:
        """Tell whether a limit is passed, and report which; nothing more should be listed then."""
        if entries > MAX_ENTRIES:
            self.close("Z-002", f"There are more than {MAX_ENTRIES:,} entries.")
        elif self.unpacked > MAX_UNPACKED:
            self.close("Z-003", f"The files together have more than {MAX_UNPACKED // 1024**2} MiB.")
        return not self.is_complete

    def close(self, code: str, message: str) -> Self:
        """Report why no more is listed."""
        self.findings.append(found(code, f"{message} Nothing more was checked.", "."))
        self.is_complete = False
        return self

    def refuse_path(self, path: str) -> bool:
        """Tell whether a path leads out of the template, and report it."""
        parts = path.removesuffix("/").split("/")
        is_bad = (
            not path
            or any(part in ("", ".", "..") for part in parts)
            or "\\" in path
            or ":" in parts[0]
            or CONTROL.search(path) is not None
        )
        if is_bad:
            message = (
                f"The path {plain(path)!r} could lead out of the template, or cannot be a file everywhere."
            )
            self.findings.append(found("Z-005", message, path or "."))
        return is_bad
