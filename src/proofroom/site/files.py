"""Where a site is in a repository, below `.proofroom/site/`: read it, and plan what a change writes.

    site.json                      name, breakpoints, conditions by id, settings
    pages/<id>/page.json           slug, title, template, order
    pages/<id>/nodes.json          the page's nodes by id
    components/<id>/component.json, components/<id>/nodes.json
    layouts/<id>.json
    rules.json                     style rules by id; utilities made from tokens are not stored
    tokens.json                    colours, type, spacing and fonts, each by id
    files.json, files/<path>       code assets: what they are and how they run, and their text
    collections.json               content models that are shown as pages, by model id

No time of change is stored: Git knows it, and two branches would always disagree about it.
"""

import base64
from dataclasses import field
from typing import Any, Protocol

import orjson

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.repository.json.text import parse_json
from proofroom.site.document.dump import (
    dump_component,
    dump_condition,
    dump_file,
    dump_node,
    dump_page,
    dump_rule,
    dump_shell,
)
from proofroom.site.document.generate import refresh_generated
from proofroom.site.document.lazy import LazyPage
from proofroom.site.document.load import (
    as_object,
    load_component,
    load_file,
    load_nodes,
    load_rules,
    load_shell,
    need_object,
    page_members,
)
from proofroom.site.document.new import new_site
from proofroom.site.document.types import Component, Json, Node, Page, Site, SiteFile, Tree

FOLDER = ".proofroom/site/"
SHELL, RULES, TOKENS, FILES, COLLECTIONS = (
    f"{FOLDER}{name}.json" for name in ("site", "rules", "tokens", "files", "collections")
)
PAGES, COMPONENTS, LAYOUTS = (f"{FOLDER}{name}/" for name in ("pages", "components", "layouts"))
ASSETS = f"{FOLDER}files/"
_TOKEN_LISTS = (("colors", "tokens"), ("typography", "groups"), ("spacing", "groups"))
_SCALES = ("typography", "spacing")


class Files(Protocol):
    """The files of a tree, as a repository gives them."""

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes, or None where there is no such file."""
        ...

    def list(self, prefix: str = "") -> list[str]:
        """Return the paths of all files below a folder, sorted."""
        ...


@dataclass(frozen=True, slots=True)
class SitePlan:
    """The files that a change of a site writes and deletes."""

    writes: dict[str, bytes] = field(default_factory=dict[str, bytes])
    deletes: tuple[str, ...] = ()


def render_ordered(value: Any) -> bytes:
    """Return JSON with members in the order they have: in style declarations it carries meaning."""
    return orjson.dumps(value, option=orjson.OPT_INDENT_2) + b"\n"


def has_site(tree: Files) -> bool:
    """Tell whether a site was ever saved."""
    return tree.read(SHELL) is not None


def read_site(tree: Files, name: str, seed: str) -> Site:
    """Return the site in a tree; where there is none, one with an empty homepage and ids from the seed."""
    shell = _read(tree, SHELL)
    if shell is None:
        site = new_site(name, seed)
    else:
        site = load_shell(_shell_in(shell))
        site.pages = _read_pages(tree)
        site.components = _read_components(tree)
        site.rules = load_rules(_read(tree, RULES))
        site.layouts = [
            layout for path in tree.list(LAYOUTS) if (layout := as_object(_read(tree, path))).get("id")
        ]
        _read_tokens(as_object(_read(tree, TOKENS)), site)
        _read_assets(tree, site)
        site.updated_at = site.created_at
    site.collections = as_object(_read(tree, COLLECTIONS))
    refresh_generated(site)
    return site


def plan_site(tree: Files, site: Site) -> SitePlan:
    """Return what has to be written so that a tree has exactly this site."""
    wanted = site_files(site)
    kept = {f"{PAGES}{page.id}/nodes.json" for page in site.pages if _is_unread(page)}
    gone = [
        path
        for path in tree.list(FOLDER)
        if path not in wanted and path not in kept and path.startswith((PAGES, COMPONENTS, LAYOUTS, ASSETS))
    ]
    changed = {path: data for path, data in wanted.items() if tree.read(path) != data}
    return SitePlan(changed, tuple(gone))


def site_files(site: Site) -> dict[str, bytes]:
    """Return every file of a site."""
    files: dict[str, Any] = {SHELL: _shell_out(site), TOKENS: _tokens_out(site)}
    order = -1
    for page in site.pages:
        order = page.order = page.order if page.order > order else order + 1
        folder = f"{PAGES}{page.id}/"
        files[f"{folder}page.json"] = {**dump_page(page, with_nodes=False), "order": order}
        if not _is_unread(page):
            files[f"{folder}nodes.json"] = nodes_out(page)
    for component in site.components:
        folder = f"{COMPONENTS}{component.id}/"
        files[f"{folder}component.json"] = dump_component(component, with_nodes=False)
        files[f"{folder}nodes.json"] = nodes_out(component)
    for layout in site.layouts:
        files[f"{LAYOUTS}{layout['id']}.json"] = layout
    rules = sorted((one for one in site.rules.values() if not one.generated), key=lambda one: one.order)
    files[RULES] = {rule.id: _undated(dump_rule(rule)) for rule in rules}
    files[FILES] = {
        file.id: _unpacked(_undated(dump_file(file, with_content=False))) | _runs(site, file.id)
        for file in sorted(site.files, key=_age)
    }
    if site.collections:
        files[COLLECTIONS] = site.collections
    rendered = {path: render_ordered(value) for path, value in files.items()}
    rendered |= {f"{ASSETS}{one.path}": data for one in site.files if (data := file_bytes(one)) is not None}
    return rendered


def file_bytes(file: SiteFile) -> bytes | None:
    """Return the bytes of a file of the site."""
    if file.content is not None:
        return file.content.encode()
    raw = as_object(file.blob).get("base64")
    try:
        return base64.b64decode(raw) if isinstance(raw, str) else None
    except ValueError:
        return None


def _is_unread(page: Page) -> bool:
    """Tell whether nobody has looked at a page's nodes, so that they are as they were."""
    return isinstance(page, LazyPage) and not page.is_read


def nodes_out(tree: Tree) -> Json:
    """Return the nodes of a page or component as its file has them: in the order a reader meets them."""
    found: Json = {}
    waiting = [tree.root_id]
    while waiting:
        node = tree.nodes[waiting.pop()]
        shown = dump_node(node)
        del shown["parentId"]
        for name in ("breakpointOverrides", "classIds"):
            if not shown[name]:
                del shown[name]
        found[node.id] = shown
        waiting += reversed(node.children)
    return found


def _read(tree: Files, path: str) -> Any:
    raw = tree.read(path)
    if raw is None:
        return None
    try:
        return parse_json(raw)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(say("site.bad_document", path=path)) from error


def _folders(tree: Files, prefix: str) -> list[str]:
    found = dict.fromkeys(path[len(prefix) :].split("/", 1)[0] for path in tree.list(prefix))
    return list(found)


def _read_pages(tree: Files) -> list[Page]:
    found = [_lazy_page(tree, key) for key in _folders(tree, PAGES)]
    return sorted(found, key=lambda page: (page.order, page.id))


def _lazy_page(tree: Files, key: str) -> Page:
    path = f"pages.{key}"
    given = need_object(_read(tree, f"{PAGES}{key}/page.json"), path)

    def read() -> tuple[str, dict[str, Node]]:
        return load_nodes(_read(tree, f"{PAGES}{key}/nodes.json"), given.get("rootNodeId"), path)

    root = str(given.get("rootNodeId") or "")
    return LazyPage(root_id=root, nodes={}, read=read, **page_members(given, path))


def _read_components(tree: Files) -> list[Component]:
    found = [
        load_component(
            _read(tree, f"{COMPONENTS}{key}/component.json"),
            f"components.{key}",
            _read(tree, f"{COMPONENTS}{key}/nodes.json"),
        )
        for key in _folders(tree, COMPONENTS)
    ]
    return sorted(found, key=lambda one: (one.created_at, one.id))


def _shell_out(site: Site) -> Json:
    shell = _undated(dump_shell(site))
    shell["conditions"] = {one.id: dump_condition(one) for one in site.conditions}
    shell["settings"] = {
        key: value for key, value in site.settings.items() if key not in ("framework", "fonts")
    }
    shell["runtime"] = {key: value for key, value in site.runtime.items() if key not in ("scripts", "styles")}
    return shell


def _shell_in(raw: Any) -> Json:
    shell = as_object(raw)
    conditions = list(as_object(shell.get("conditions")).values())
    return shell | {"conditions": conditions, "updatedAt": shell.get("createdAt")}


def _tokens_out(site: Site) -> Json:
    framework, fonts = as_object(site.settings.get("framework")), as_object(site.settings.get("fonts"))
    found: Json = {}
    for family, name in _TOKEN_LISTS:
        if family in framework:
            part = as_object(framework[family])
            found[family] = _by_id(part, name, "classes") if family in _SCALES else _by_id(part, name)
    if "preferences" in framework:
        found["preferences"] = framework["preferences"]
    if fonts:
        found["fonts"] = _by_id(fonts, "items", "tokens")
    return found


def _read_tokens(raw: Json, site: Site) -> None:
    framework: Json = {}
    for family, name in _TOKEN_LISTS:
        if family in raw:
            part = as_object(raw[family])
            framework[family] = _listed(part, name, "classes") if family in _SCALES else _listed(part, name)
    if "preferences" in raw:
        framework["preferences"] = raw["preferences"]
    if framework:
        site.settings["framework"] = framework
    if "fonts" in raw:
        site.settings["fonts"] = _listed(as_object(raw["fonts"]), "items", "tokens")


def _by_id(part: Json, *lists: str) -> Json:
    return {
        key: {one["id"]: _undated(one) for one in value} if key in lists else value
        for key, value in part.items()
    }


def _listed(part: Json, *lists: str) -> Json:
    def order(one: Json) -> Any:
        return one.get("order", 0)

    return {
        key: sorted(map(_dated, as_object(value).values()), key=order) if key in lists else value
        for key, value in part.items()
    }


def _read_assets(tree: Files, site: Site) -> None:
    scripts, styles = dict[str, Json](), dict[str, Json]()
    for key, raw in as_object(_read(tree, FILES)).items():
        given = as_object(raw)
        file = load_file(_dated(given) | {"id": key})
        if file is None:
            continue
        data = tree.read(f"{ASSETS}{file.path}")
        if file.blob is not None:
            file.blob = file.blob | {"base64": base64.b64encode(data or b"").decode()}
        else:
            file.content = None if data is None else data.decode("utf-8", "replace")
        site.files.append(file)
        if "runtime" in given:
            (scripts if file.type == "script" else styles)[key] = as_object(given["runtime"])
    site.files.sort(key=_age)
    site.runtime |= {"scripts": scripts, "styles": styles}


def _age(file: SiteFile) -> tuple[int, str]:
    """Return what files are ordered by: read and written alike, or the next change would move them all."""
    return file.created_at, file.id


def _runs(site: Site, file_id: str) -> Json:
    for family in ("scripts", "styles"):
        config = as_object(site.runtime.get(family)).get(file_id)
        if config is not None:
            return {"runtime": config}
    return {}


def _unpacked(one: Json) -> Json:
    """Return what is said of a file without its bytes, which have a file of their own."""
    if "blob" not in one:
        return one
    return one | {"blob": {key: value for key, value in one["blob"].items() if key != "base64"}}


def _undated(one: Json) -> Json:
    return {key: value for key, value in one.items() if key != "updatedAt"}


def _dated(one: Json) -> Json:
    return one | {"updatedAt": one.get("createdAt", 0)} if "createdAt" in one else one
