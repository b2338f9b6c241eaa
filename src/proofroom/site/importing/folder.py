"""A folder with an HTML site, as edits of a site: pages, style sheets and scripts."""

import posixpath
import re
from collections.abc import Mapping

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.document.assets import safe_path
from proofroom.site.document.slugs import HOME, page_slug, public_path
from proofroom.site.document.types import Json
from proofroom.site.markup.parse import Element, check_count, parse_document

MOST_PAGES = 200
_HREF = re.compile(r"(\shref\s*=\s*)([\"'])([^\"'#?]+\.html?)((?:[?#][^\"']*)?)\2", re.I)


def plan_folder(files: Mapping[str, str], home_id: str, home_root: str) -> list[Json]:
    """Return the edits that bring a folder's pages in; `index.html` fills the homepage that is there."""
    pages = sorted(path for path in files if path.lower().endswith((".html", ".htm")))
    if not pages:
        raise InvalidInput(say("site.folder_without_pages"))
    if len(pages) > MOST_PAGES:
        raise InvalidInput(say("site.folder_too_large", most=MOST_PAGES))
    check_count(*(files[path] for path in pages))
    slugs = {path: slug_of(path) for path in pages}
    read = {path: parse_document(files[path]) for path in pages}
    edits: list[Json] = [
        {"tool": "applyCss", "input": {"css": files[path]}}
        for path in _used(files, read, "link", "href")
        if files[path].strip()
    ]
    for path in _used(files, read, "script", "src"):
        name = safe_path(f"src/scripts/{path}")
        if name is not None:
            content = {
                "path": name,
                "type": "script",
                "content": files[path],
                "runtime": {"format": "classic"},
            }
            edits.append({"tool": "write_code_asset", "input": content})
    for path in pages:
        html = _linked(files[path], path, slugs)
        title = title_of(read[path]) or posixpath.basename(path).rsplit(".", 1)[0].capitalize()
        if slugs[path] == HOME:
            edits.append({"tool": "renamePage", "input": {"pageId": home_id, "title": title}})
            root = home_root
        else:
            edits.append({"tool": "addPage", "input": {"title": title, "slug": slugs[path]}})
            root = f"${len(edits) - 1}.rootNodeId"
        edits.append({"tool": "insertHtml", "input": {"parentId": root, "html": html}})
    return edits


def slug_of(path: str) -> str:
    """Return the slug of a file: `about.html` is `about`, and `blog/index.html` is `blog`."""
    plain = re.sub(r"\.html?$", "", path, flags=re.I)
    plain = re.sub(r"(?:^|/)index$", "", plain, flags=re.I)
    return page_slug(plain) or HOME


def title_of(document: Element) -> str:
    """Return the title of a document."""
    found = next((one for one in document.everything() if one.name == "title"), None)
    return " ".join(found.text().split()) if found else ""


def _linked(html: str, path: str, slugs: Mapping[str, str]) -> str:
    """Return a document whose links to other files of the folder lead to their pages."""

    def lead(found: re.Match[str]) -> str:
        target = _beside(path, found.group(3))
        if target not in slugs:
            return found.group()
        quote = found.group(2)
        return f"{found.group(1)}{quote}{public_path(slugs[target])}{found.group(4)}{quote}"

    return _HREF.sub(lead, html)


def _used(files: Mapping[str, str], read: Mapping[str, Element], tag: str, attribute: str) -> list[str]:
    """Return the style sheets or scripts that pages name, in the order they are met."""
    found = dict[str, None]()
    for page, document in read.items():
        for one in document.everything():
            name = one.attributes.get(attribute, "") if one.name == tag else ""
            is_wanted = tag != "link" or "stylesheet" in one.attributes.get("rel", "").lower()
            path = _beside(page, name.split("?")[0]) if name and is_wanted else ""
            if path in files:
                found[path] = None
    return list(found)


def _beside(page: str, name: str) -> str:
    if name.startswith("/"):
        return name.lstrip("/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), name))
