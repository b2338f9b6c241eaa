"""One document in parts that each fit a budget of characters, counted as JavaScript counts them."""

import json
import re

from proofroom.kernel.data import dataclass
from proofroom.site.document.types import Json

BUDGET = 80_000
LEAST_BUDGET = 1_200
_PLACEHOLDER = 999_999
NOTE = (
    "read_document is size-budgeted. If nextPart is not null, call read_document with that part to continue."
    " Long base64/data URLs and very long URLs are summarized; use node uid values with getNodeHtml when"
    " exact node markup is needed."
)
_BASE64 = re.compile(r"data:([a-zA-Z0-9.+/-]*(?:;[a-zA-Z0-9=.+-]+)*?);base64,([A-Za-z0-9+/=]{97,})")
_LONG = re.compile(r"(?:data:|https?://|/uploads/|/media/)[^\s\"'<>)]{200,}")
_LONGEST, _HEAD, _TAIL = 240, 160, 40


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A text without what only fills a context, and how much that was."""

    text: str
    data_urls: int = 0
    long_urls: int = 0


def clean(text: str) -> Cleaned:
    """Return a text with long data URLs and addresses shortened."""
    data_urls = long_urls = 0

    def base64(found: re.Match[str]) -> str:
        nonlocal data_urls
        data_urls += 1
        return f"data:{found.group(1)};base64,[omitted {len(found.group(2))} chars]"

    def middle(found: re.Match[str]) -> str:
        nonlocal long_urls
        url = found.group()
        if len(url) <= _LONGEST:
            return url
        long_urls += 1
        left = len(url) - _HEAD - _TAIL
        return f"{url[:_HEAD]}...[truncated {left} chars]...{url[-_TAIL:]}"

    shown = _BASE64.sub(base64, text)
    return Cleaned(_LONG.sub(middle, shown), data_urls, long_urls)


def read_part(html: str, css: str, part: int, budget: int = BUDGET) -> Json:
    """Return a part of a document, `{html, css, pageInfo}`; one beyond the end is the last."""
    shown_html, shown_css = clean(html), clean(css)
    stream = _Stream(units_of(shown_html.text), units_of(shown_css.text), max(budget, LEAST_BUDGET))
    stream.cleaned = {
        "base64DataUrls": shown_html.data_urls + shown_css.data_urls,
        "longUrls": shown_html.long_urls + shown_css.long_urls,
    }
    chunks = stream.chunks()
    number = max(1, min(part, len(chunks)))
    start, end = chunks[number - 1]
    following = number + 1 if number < len(chunks) else None
    return stream.render(start, end, number, len(chunks), following)


class _Stream:
    """HTML and CSS as one stream of UTF-16 units."""

    def __init__(self, html: str, css: str, budget: int) -> None:
        self._html, self._css, self._budget = html, css, budget
        self._total = len(html) + len(css)
        self.cleaned: Json = {}

    def chunks(self) -> list[tuple[int, int]]:
        found, start = list[tuple[int, int]](), 0
        while start < self._total:
            end = self._furthest(start)
            found.append((start, end))
            start = end
        return found or [(0, 0)]

    def _furthest(self, start: int) -> int:
        """Return the end of the longest chunk from a start that fits; one unit always does."""
        low, high = start + 1, min(self._total, start + self._budget)
        while low < high:
            middle = (low + high + 1) // 2
            if self._size(start, middle) <= self._budget:
                low = middle
            else:
                high = middle - 1
        return low

    def _size(self, start: int, end: int) -> int:
        shown = self.render(start, end, _PLACEHOLDER, _PLACEHOLDER, _PLACEHOLDER)
        return int(shown["pageInfo"]["serializedChars"])

    def render(self, start: int, end: int, part: int, total: int, following: int | None) -> Json:
        edge = len(self._html)
        html = self._html[start : min(end, edge)]
        css = self._css[max(0, start - edge) : max(0, end - edge)]
        info: Json = {
            "part": part,
            "totalParts": total,
            "nextPart": following,
            "maxChars": self._budget,
            "totalChars": self._total,
            "returnedChars": end - start,
            "serializedChars": 0,
            "ranges": list(self._ranges(start, end)),
            "cleanedStrings": self.cleaned,
            "note": NOTE,
        }
        shown: Json = {"html": text_of(html), "css": text_of(css), "pageInfo": info}
        size = _json_size(html) + _json_size(css) + _json_size_of(info)
        while info["serializedChars"] != size:
            digits = len(str(info["serializedChars"]))
            size += len(str(size)) - digits
            info["serializedChars"] = size
            size = _json_size(html) + _json_size(css) + _json_size_of(info)
        return shown

    def _ranges(self, start: int, end: int) -> list[Json]:
        edge = len(self._html)
        parts = (("html", 0, edge), ("css", edge, self._total))
        return [
            {
                "field": name,
                "start": max(start, first) - first,
                "end": min(end, last) - first,
                "totalChars": last - first,
            }
            for name, first, last in parts
            if max(start, first) < min(end, last)
        ]


_FRAME = len('{"html":,"css":,"pageInfo":}')


def _json_size_of(info: Json) -> int:
    return len(json.dumps(info, ensure_ascii=False, separators=(",", ":"))) + _FRAME


_ESCAPED = re.compile(r"[\"\\\b\f\n\r\t]")
_CONTROL = re.compile(r"[\x00-\x07\x0b\x0e-\x1f]")


def _json_size(units: str) -> int:
    return len(units) + 2 + len(_ESCAPED.findall(units)) + 5 * len(_CONTROL.findall(units))


def units_of(text: str) -> str:
    """Return a text with one character for each UTF-16 unit."""
    if text.isascii() or max(text, default="") < "\U00010000":
        return text
    raw = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(raw[at] | raw[at + 1] << 8) for at in range(0, len(raw), 2))


def text_of(units: str) -> str:
    """Return UTF-16 units as a text; half a character at an edge stays half."""
    if units.isascii():
        return units
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
