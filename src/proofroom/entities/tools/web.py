"""`fetchPage` of the group `web`: one page or file read from an address, parsed in the limited worker."""

from typing import Final
from urllib.parse import unquote

from pydantic import Field

from proofroom.entities.parse import KINDS, parse_document
from proofroom.entities.tools.shapes import Given
from proofroom.kernel.addresses import split_address
from proofroom.kernel.errors import OutsideFailed
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.net import Transport
from proofroom.safety import in_sandbox

FETCH_S: Final = 30.0
FETCH_BYTES: Final = 4_000_000
OUTSIDE: Final = "web"
_READ_AS: Final = {
    "application/pdf": ".pdf",
    "text/markdown": ".md",
    "text/plain": ".txt",
    "text/html": ".html",
    "application/xhtml+xml": ".html",
}


class FetchPageInput(Given):
    """Input of `fetchPage`."""

    url: str = Field(min_length=8, max_length=4_000)
    max_chars: int = Field(8_000, ge=200, le=20_000)


def name_for(url: str, content_type: str) -> str:
    """Return a file name that says how to read an answer: by what it says it is, else by its address."""
    suffix = _READ_AS.get(content_type.partition(";")[0].strip().lower())
    last = unquote(split_address(url).path).rpartition("/")[2] or "page"
    if suffix is None:
        dot = last.rfind(".")
        suffix = last[dot:].lower() if dot > 0 and last[dot:].lower() in KINDS else ".html"
    return last.rpartition(".")[0] + suffix if "." in last else last + suffix


def web_tools(transport: Transport) -> list[ToolSpec]:
    """Return the tool."""

    async def fetch(_where: ToolContext, given: FetchPageInput) -> ToolOutput:
        answer = await transport.request(
            "GET", given.url, tier="content", timeout_s=FETCH_S, max_bytes=FETCH_BYTES
        )
        if not answer.ok:
            raise OutsideFailed(say("entities.page_status", status=answer.status))
        name = name_for(answer.url, answer.headers.get("content-type", ""))
        mime, title, pieces = await in_sandbox(parse_document, name, answer.body)
        text = "\n\n".join(pieces)
        data = {
            "url": answer.url,
            "title": title,
            "mime": mime,
            "text": text[: given.max_chars],
            "isCut": len(text) > given.max_chars,
        }
        summary = say("did.looked_at", thing=title)
        return ToolOutput(ok=True, data=data, summary=summary, outside=OUTSIDE)

    return [
        ToolSpec(
            "fetchPage",
            "Read the text of a page, PDF or document at an address that was named before.",
            FetchPageInput,
            fetch,
            "web",
            "read",
            "web.team.run",
            trust="untrusted",
            heavy=True,
            output_cap=21_000,
            fetches="url",
        )
    ]
