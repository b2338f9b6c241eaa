"""What tokens and bindings can see while a page is rendered."""

from dataclasses import field, replace
from typing import Any

from proofroom.kernel.data import dataclass
from proofroom.site.document.interpolate import as_text, interpolate, walk
from proofroom.site.document.types import Json


@dataclass(frozen=True, slots=True)
class Frames:
    """The entries that loops and routes have opened, innermost last; the page, the site and the route."""

    entries: tuple[Json, ...] = ()
    page: Json = field(default_factory=dict[str, Any])
    site: Json = field(default_factory=dict[str, Any])
    route: Json = field(default_factory=dict[str, Any])
    body: str = ""
    """What an entry's outlet shows, as checked HTML."""

    def look_up(self, source: str, path: str) -> Any:
        """Return the value of a token."""
        match source:
            case "currentEntry":
                return walk(self.entries[-1], path) if self.entries else None
            case "parentEntry":
                return walk(self.entries[-2], path) if len(self.entries) > 1 else None
            case "page":
                return walk(self.page, path)
            case "site":
                return walk(self.site, path)
            case "route":
                return walk(self.route, path)
            case _:
                return None

    def opened(self, entry: Json) -> "Frames":
        """Return them with one more entry open."""
        return replace(self, entries=(*self.entries, entry))

    def fill(self, text: str) -> str:
        """Return a text with its tokens replaced."""
        return interpolate(text, self.look_up)

    def bound(self, binding: Json, authored: Any) -> Any:
        """Return the value of a dynamic binding; what the author wrote stands in where nothing is found."""
        found = self.look_up(str(binding["source"]), str(binding["field"]))
        shown = as_text(found)
        if shown:
            return shown
        return "" if binding.get("fallback") == "empty" else authored
