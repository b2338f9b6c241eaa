"""Icons: they exist, are pictures by their names, and are in their places."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from proofroom.workflows.rules import found, plain
from proofroom.workflows.template.contents import Contents
from proofroom.workflows.types import Violation
from proofroom.workflows.validate.layout import ASSETS
from proofroom.workflows.validate.rows import Manifest

SUFFIXES = (".png", ".jpg", ".jpeg")


def check_icons(contents: Contents, manifest: Manifest) -> Iterator[Violation]:
    """Check the icon of every tool, agent and MCP template that has one."""
    for code, kind, rows in (
        ("I-001", "tool", manifest.tools),
        ("I-002", "agent", manifest.agents),
        ("I-003", "mcp", manifest.mcps),
    ):
        name, folder = f"{kind}_image_path", f"{ASSETS}/{kind}_template_icons"
        for row in rows:
            path = row.text(name)
            if not path:
                continue
            if path not in contents.files:
                message = f"The icon of {plain(row.label)} is missing: {plain(path)}"
                yield found(code, message, row.at(name))
            if PurePosixPath(path).suffix.lower() not in SUFFIXES:
                message = f"The icon of {plain(row.label)} must be a .png, .jpg or .jpeg file."
                yield found("I-004", message, row.at(name))
            if path.rpartition("/")[0] != folder:
                yield found("I-005", f"The icon of {plain(row.label)} must be in {folder}/.", row.at(name))
