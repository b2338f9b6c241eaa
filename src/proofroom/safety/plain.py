"""Text of strangers without markup: tags go, and with scripts and styles what is in them."""

from html.parser import HTMLParser

_WITH_CONTENT = frozenset({"script", "style", "template", "iframe", "noscript"})
_ROUNDS = 5


class _Text(HTMLParser):
    def __init__(self) -> None:
        # Character references stay as they were written: `&lt;` must not become a tag here.
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _WITH_CONTENT:
            self._hidden += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        return None

    def handle_endtag(self, tag: str) -> None:
        if tag in _WITH_CONTENT and self._hidden:
            self._hidden -= 1

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")


def strip_markup(text: str) -> str:
    """Return a text without tags and control characters; `a < b` and `<3` are text and stay."""
    found = "".join(sign for sign in text if sign in "\n\t" or ord(sign) >= 32)
    for _ in range(_ROUNDS):
        stripped = _strip(found)
        if stripped == found:
            break
        found = stripped  # what was cut out may have joined its neighbours into a tag
    return found.strip()


def _strip(text: str) -> str:
    if "<" not in text:
        return text
    reader = _Text()
    reader.feed(text)
    reader.close()
    return "".join(reader.parts)
