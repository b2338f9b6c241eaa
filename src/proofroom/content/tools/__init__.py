"""The content tools of agents: one definition each, bound to the repositories, the brain and the proposals.

Media and form tools join the same group `content` from their own rooms; this one must not know them, nor
models, conversations or HTTP.
"""

from proofroom.content.tools import (
    branches,
    checks,
    find,
    locales,
    models,
    read,
    status,
    vocabulary,
    write,
)
from proofroom.content.tools.kinds import GROUP, decide_tool, read_tool, write_tool
from proofroom.content.tools.workbench import Given, Workbench
from proofroom.kernel.tool import ToolSpec

__all__ = ["GROUP", "Given", "Workbench", "content_tools", "decide_tool", "read_tool", "write_tool"]

_PARTS = (read, find, checks, write, status, models, locales, vocabulary, branches)


def content_tools(bench: Workbench) -> list[ToolSpec]:
    """Return every content tool."""
    return [spec for part in _PARTS for spec in part.tools(bench)]
