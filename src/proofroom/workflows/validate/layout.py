"""Where files are: the folders a template must have, and what does not belong in one."""

from collections.abc import Iterator

from proofroom.workflows.rules import found, plain
from proofroom.workflows.template.contents import Contents
from proofroom.workflows.types import Violation
from proofroom.workflows.validate.rows import MANIFEST, Manifest

DATA = "studio-data"
TOOLS = f"{DATA}/tool_templates"
ASSETS = f"{DATA}/dynamic_assets"
LEFTOVERS = frozenset({".venv", "__pycache__", ".requirements_hash.txt"})


def check_layout(contents: Contents, manifest: Manifest) -> Iterator[Violation]:
    """Check the folders, and report foreign and left-over files."""
    if manifest.tools and TOOLS not in contents.folders:
        yield found("S-003", f"There are tools, but no folder {TOOLS}/.", TOOLS)
    icons = ("tool_image_path", "agent_image_path", "mcp_image_path")
    has_icons = any(row.text(name) for row in manifest.rows() for name in icons)
    if has_icons and ASSETS not in contents.folders:
        yield found("S-004", f"There are icons, but no folder {ASSETS}/.", ASSETS)
    if DATA not in contents.folders:
        yield found("S-W01", f"There is no folder {DATA}/; Agent Studio refuses to import that.", DATA)
    yield from _check_foreign(contents)


def _check_foreign(contents: Contents) -> Iterator[Violation]:
    paths = sorted({*contents.files, *contents.folders})
    for name in sorted({path.partition("/")[0] for path in paths} - {MANIFEST, DATA}):
        yield found("Z-W01", f"{plain(name)} does not belong in a template.", name)
    yield from _check_case(paths)
    leftovers: set[str] = set()
    for path in paths:
        parts = path.split("/")
        first = next((number for number, part in enumerate(parts, 1) if part in LEFTOVERS), None)
        if first is not None:
            leftovers.add("/".join(parts[:first]))
    for path in sorted(leftovers):
        yield found("Z-W02", "This is made when a tool is run, and should not be packed.", path)


def _check_case(paths: list[str]) -> Iterator[Violation]:
    first: dict[str, str] = {}
    for path in paths:
        other = first.setdefault(path.casefold(), path)
        if other != path:
            message = f"On some systems this path and {plain(other)} are the same file."
            yield found("Z-W03", message, path)
