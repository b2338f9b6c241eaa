"""Code assets: where they may be, how they run, and on which documents."""

from typing import Any, Literal

from proofroom.site.document.load import as_list, as_object
from proofroom.site.document.types import Component, Json, Page, Site, SiteFile

Kind = Literal["script", "style"]
_SCRIPT_CHOICES: dict[str, tuple[str, ...]] = {
    "format": ("module", "classic"),
    "placement": ("body-end", "head"),
    "timing": ("dom-ready", "immediate", "idle"),
}
MOST_PATH = 200


def safe_path(path: str) -> str | None:
    """Return a path without empty steps; None where it may not be used."""
    if not path or "\\" in path or path.startswith("/") or len(path) > MOST_PATH or not path.isprintable():
        return None
    parts = [part for part in path.split("/") if part != "."]
    if any(part in ("", "..") or part.lower() == ".git" for part in parts):
        return None
    clean = "/".join(parts)
    return None if not clean or clean == "src/pages" or clean.startswith("src/pages/") else clean


def runtime_config(kind: Kind, given: Any) -> Json:
    """Return how an asset runs, with the default for everything that is not said or not legal."""
    raw = as_object(given)
    priority = raw.get("priority")
    is_number = isinstance(priority, int | float) and not isinstance(priority, bool)
    shared: Json = {"scope": scope_of(raw.get("scope")), "priority": priority if is_number else 100}
    enabled = raw.get("enabled") if isinstance(raw.get("enabled"), bool) else True
    if kind == "style":
        return {"enabled": enabled} | shared
    chosen = {
        name: raw[name] if raw.get(name) in choices else choices[0]
        for name, choices in _SCRIPT_CHOICES.items()
    }
    in_canvas = raw.get("runInCanvas") if isinstance(raw.get("runInCanvas"), bool) else True
    return {"enabled": enabled, "runInCanvas": in_canvas} | chosen | shared


def scope_of(given: Any) -> Json:
    """Return on which pages an asset runs."""
    raw = as_object(given)
    for kind, name in (("pages", "pageIds"), ("templates", "templatePageIds")):
        if raw.get("type") == kind:
            return {"type": kind, name: [one for one in as_list(raw.get(name)) if isinstance(one, str)]}
    return {"type": "all-pages"}


def config_of(site: Site, file: SiteFile) -> Json:
    """Return how a file of the site runs."""
    kind: Kind = "script" if file.type == "script" else "style"
    return runtime_config(kind, as_object(site.runtime.get(f"{kind}s")).get(file.id))


def applies_to(config: Json, tree: Page | Component) -> bool:
    """Tell whether an asset runs on a document."""
    if not config["enabled"]:
        return False
    scope = config["scope"]
    if scope["type"] == "pages":
        return tree.id in scope["pageIds"]
    if scope["type"] == "templates":
        return isinstance(tree, Page) and tree.is_template and tree.id in scope["templatePageIds"]
    return True


def in_order(site: Site, kind: Kind) -> list[tuple[SiteFile, Json]]:
    """Return the assets of a kind with how they run, in the order they do."""
    found = [(file, config_of(site, file)) for file in site.files if file.type == kind]
    return sorted(found, key=lambda one: (one[1]["priority"], one[0].path))


def applying(site: Site, kind: Kind, tree: Page | Component) -> list[tuple[SiteFile, Json]]:
    """Return the assets of a kind that run on a document, in order."""
    return [(file, config) for file, config in in_order(site, kind) if applies_to(config, tree)]
