"""Where a stranger's text came from, in words: a run keeps a tool's name, people are told what it is."""

from typing import Final

from proofroom.kernel.strings import say
from proofroom.kernel.tool import ANSWER

_KNOWN: Final = {
    "delegateToAgent": "source.agent",
    "delegation": "source.agent",
    "webSearch": "source.search",
    "readPages": "source.pages",
    "web": "source.pages",
    "research": "source.research",
    "documents": "source.documents",
    "records": "source.records",
    "list_submissions": "source.forms",
    "callMcpTool": "source.mcp",
    ANSWER: "source.answer",
    "program": "source.program",
}


def told_source(source: str) -> str:
    """Return what a source is called; one without words of its own, such as a file, is named as it is."""
    return say(_KNOWN[source]) if source in _KNOWN else source
