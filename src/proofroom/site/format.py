"""The site as a format of the repository: what its files are, and what people call a change in them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from proofroom.kernel.strings import say
from proofroom.repository import Derived, OpenFormat, Told
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.tree import TreeView
from proofroom.repository.json.text import parse_json
from proofroom.repository.merge.types import Hunk, Place
from proofroom.reviews import Finding
from proofroom.reviews.types import HunkTarget
from proofroom.site import files
from proofroom.site.checks import check_site
from proofroom.site.document.load import as_list, as_object
from proofroom.site.document.modules import find_module
from proofroom.site.reading.bound import with_names
from proofroom.site.rendering.escape import kebab

ROOM = "site"
_REGISTRIES = {
    files.RULES: ("rule", "records"),
    files.FILES: ("asset", "records"),
    files.COLLECTIONS: ("collection", "records"),
    files.TOKENS: ("token", "object"),
    files.SHELL: ("site", "object"),
}


class OpenSite(OpenFormat):
    """A site needs no other file to be understood."""

    def place(self, path: str) -> Place | None:
        """Return what a file of the site is."""
        if not path.startswith(files.FOLDER):
            return None
        if path in _REGISTRIES:
            kind, shape = _REGISTRIES[path]
            return _place(path, kind, shape)
        if path.startswith(files.ASSETS):
            return Place(
                path, "asset", ROOM, "asset", "text", key=path[len(files.ASSETS) :], code="file_conflict"
            )
        parts = path[len(files.FOLDER) :].split("/")
        if len(parts) == 3 and parts[0] in ("pages", "components"):
            if parts[2] == "nodes.json":
                return _place(path, "node", "records", area=parts[1])
            return _place(path, "page" if parts[0] == "pages" else "component", "object", area=parts[1])
        if len(parts) == 2 and parts[0] == "layouts":
            return _place(path, "layout", "object", area=parts[1].removesuffix(".json"))
        return None

    def link(self, hunks: list[Hunk]) -> Mapping[str, tuple[str, ...]]:
        """Return what each hunk cannot do without: a new node its place in the parent."""
        holders = dict[tuple[str, str], str]()
        added = dict[tuple[str, str], str]()
        for hunk in hunks:
            if hunk.type != "node" or hunk.op not in ("add", "change"):
                continue
            if hunk.op == "add" and not hunk.path:
                added[hunk.area or "", hunk.key or ""] = hunk.id
                children = as_list(as_object(hunk.new).get("children"))
            else:
                children = as_list(hunk.new) if hunk.path == ("children",) else []
            holders |= {(hunk.area or "", child): hunk.id for child in children}
        found = dict[str, tuple[str, ...]]()
        for place, hunk_id in added.items():
            holder = holders.get(place)
            if holder is not None:
                found[hunk_id] = (*found.get(hunk_id, ()), holder)
        return found


class SiteFormat:
    """Sites in a repository."""

    room = ROOM

    def open(self, repo: Repo, trees: Sequence[Sha]) -> OpenFormat:
        """Open it; no tree is needed."""
        return OpenSite()

    def derive(self, before: TreeView, tree: TreeView, at: datetime, *, by_agent: bool) -> Derived | None:
        """Return nothing: what is published is no file of the content branch."""
        return None

    def tell(self, trees: Sequence[TreeView], hunks: Sequence[Hunk]) -> Mapping[str, Told]:
        """Return what pages, nodes, rules and tokens of hunks are called."""
        known = _Names(trees)
        return {
            hunk.id: Told(known.title(hunk), labels=_labels(hunk), order=known.order(hunk)) for hunk in hunks
        }

    def check(self, tree: TreeView, hunks: Sequence[Hunk]) -> Sequence[Finding]:
        """Return what the changed pages and rules break: links, pictures, tokens, contrast."""
        trees = {hunk.area for hunk in hunks if hunk.type in ("node", "page", "component") and hunk.area}
        rules = {hunk.key for hunk in hunks if hunk.type == "rule" and hunk.key}
        if not trees and not rules:
            return ()
        site = files.read_site(tree, "", ROOM)
        return [
            Finding("warning", one.message, HunkTarget(ROOM, one.type, one.id, one.area))
            for one in check_site(site, trees, rules)
        ]


class _Names:
    """What the things of a site are called, in the last tree that knows them."""

    def __init__(self, trees: Sequence[TreeView]) -> None:
        self._trees = list(reversed(trees))
        self._read = dict[tuple[int, str], Any]()
        self._orders = dict[str, dict[str, int]]()

    def order(self, hunk: Hunk) -> int:
        """Return where a node stands on its page; what is removed comes after what is there."""
        if hunk.type != "node":
            return 0
        if hunk.file not in self._orders:
            self._orders[hunk.file] = _reading_order(reversed(self._versions(hunk.file)))
        return self._orders[hunk.file].get(hunk.key or "", 0)

    def title(self, hunk: Hunk) -> str:
        key = hunk.key or ""
        match hunk.type:
            case "node":
                return self._node(hunk.file, key)
            case "rule":
                rule = self._record(hunk.file, key)
                return str(rule.get("selector") or key)
            case "page":
                return str(self._whole(hunk.file).get("title") or hunk.area)
            case "component":
                return str(self._whole(hunk.file).get("name") or hunk.area)
            case "token":
                return self._token(hunk)
            case "asset":
                return str(self._record(hunk.file, key).get("path") or key)
            case "site":
                return say("site.settings")
            case _:
                return key

    def _node(self, file: str, key: str) -> str:
        node = self._record(file, key)
        module = find_module(str(node.get("moduleId")))
        props = as_object(node.get("props"))
        name = node.get("label") or _words(props) or (module.name if module else key)
        page = self._whole(file.replace("nodes.json", "page.json"))
        return f"{page['title']} · {name}" if page.get("title") else str(name)

    def _token(self, hunk: Hunk) -> str:
        # The path is (colors, tokens, <id>, …), (preferences, …) and so on.
        tokens: Any = self._whole(hunk.file)
        for name in hunk.path[:3]:
            tokens = as_object(tokens).get(name)
        one = as_object(tokens)
        return str(one.get("slug") or one.get("name") or one.get("family") or " ".join(hunk.path[:1]))

    def _record(self, file: str, key: str) -> dict[str, Any]:
        return next((as_object(one[key]) for one in self._versions(file) if key in one), dict[str, Any]())

    def _whole(self, file: str) -> dict[str, Any]:
        return next((one for one in self._versions(file) if one), dict[str, Any]())

    def _versions(self, file: str) -> list[dict[str, Any]]:
        return [self._parsed(number, file) for number in range(len(self._trees))]

    def _parsed(self, number: int, file: str) -> dict[str, Any]:
        if (number, file) not in self._read:
            raw = self._trees[number].read(file)
            try:
                self._read[number, file] = as_object(parse_json(raw)) if raw else {}
            except ValueError:
                self._read[number, file] = {}
        return self._read[number, file]


def _reading_order(versions: Iterable[dict[str, Any]]) -> dict[str, int]:
    """Number the nodes of a document from top to bottom, those of the first version before others'."""
    found = dict[str, int]()
    for nodes in versions:
        children = {key: as_list(as_object(node).get("children")) for key, node in nodes.items()}
        inner = {child for each in children.values() for child in each}
        waiting, seen = [key for key in children if key not in inner], set[str]()
        while waiting:
            key = waiting.pop()
            if key not in seen:
                seen.add(key)
                found.setdefault(key, len(found) + 1)
                waiting.extend(reversed(children.get(key, [])))
    return found


def _words(props: dict[str, Any]) -> str:
    for name in ("text", "label"):
        text = props.get(name)
        if isinstance(text, str) and text.strip():
            words = with_names(" ".join(text.split()))
            return words if len(words) <= 60 else f"{words[:57]}…"
    tag = props.get("customTag") or props.get("tag")
    return f"<{tag}>" if isinstance(tag, str) and tag else ""


def _place(path: str, kind: str, shape: Any, *, area: str | None = None) -> Place:
    return Place(
        path,
        kind,
        ROOM,
        kind,
        shape,
        area=area,
        render=files.render_ordered,
        is_whole=kind in ("page", "component"),
    )


def _labels(hunk: Hunk) -> dict[str, dict[str, str]]:
    """Return what a declaration is called: its property, and the width or condition it holds at."""
    match hunk.path:
        case ("styles" | "inlineStyles", name):
            label = kebab(name)
        case ("contextStyles", context, name):
            label = f"{kebab(name)} @ {context}"
        case ("props", name):
            label = name
        case _:
            return {}
    return {".".join(hunk.path): {"en": label}}
