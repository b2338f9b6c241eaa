"""The content tools of agents: one definition each, bound to the repositories, the brain and the proposals.

Media and form tools join the same group `content` from their own rooms; this one must not know them, nor
models, conversations or HTTP.
"""

from proofroom.content.tools.kinds import GROUP, write_tool
from proofroom.content.tools.workbench import Given, Workbench
from proofroom.kernel.tool import ToolSpec

__all__ = ["GROUP", "Given", "Workbench", "content_tools", "write_tool"]


def content_tools(bench: Workbench) -> list[ToolSpec]:
    """Return every content tool."""
    from proofroom.content.tools import (  # much to import, and their models of input with them
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

    parts = (read, find, checks, write, status, models, locales, vocabulary, branches)
    return [spec for part in parts for spec in part.tools(bench)]
