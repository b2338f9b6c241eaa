"""A folder with an HTML site, as edits of a site: pages, style sheets and scripts.

Its pictures are in the media library by then: what pages and styles show of the folder leads there.
"""

import posixpath
import re
from collections.abc import Collection, Mapping
from types import MappingProxyType

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.document.assets import safe_path
from proofroom.site.document.slugs import HOME, page_slug, public_path
from proofroom.site.document.types import Json
from proofroom.site.importing.sheets import Sheets, font_edits, fonts_in, for_media
from proofroom.site.markup.parse import Element, check_count, parse_document

MOST_PAGES = 200
_HREF = re.compile(r"(\shref\s*=\s*)([\"'])([^\"'#?]+\.html?)((?:[?#][^\"']*)?)\2", re.I)
_SHOWN = re.compile(r"(\s(?:src|poster|href)\s*=\s*[\"']|url\(\s*[\"']?)([^\"'()\s#?]+)", re.I)
_SRCSET = re.compile(r"(\ssrcset\s*=\s*)([\"'])([^\"']+)\2", re.I)


_CLASS = "as-written"
_LISTS, _TEXTS = "ul, ol", "p, ul, ol, dl, pre, blockquote, figure"
_AS_WRITTEN = (
    "\n".join(
        f":where(.{_CLASS} :is({parts})) {{ {style}; }}"
        for parts, style in (
            ("*", "box-sizing: content-box"),
            ("button, select", "box-sizing: border-box"),
            ("button, input, select, textarea", "font: revert; color: revert"),
            (_TEXTS, "margin-block: 1em"),
            *(
                (f"h{level}", f"margin-block: {space}em")
                for level, space in enumerate((0.67, 0.83, 1, 1.33, 1.67, 2.33), 1)
            ),
            (_LISTS, "padding-inline-start: 40px"),
            ("ul", "list-style: disc"),
            ("ol", "list-style: decimal"),
            ("li ul, li ol", "margin-block: 0"),
            ("blockquote, figure", "margin-inline: 40px"),
            ("dd", "margin-inline-start: 40px"),
            ("img, svg, video, picture", "display: inline"),
            ("a[href]", "color: #0000ee"),
        )
    )
    + f"\n.{_CLASS} {{ --{_CLASS}: yes; }}\n:where(.{_CLASS}) {{ margin: 8px; }}"
)
"""What browsers give a page that says nothing: ours begin without it, one from elsewhere counts on it."""


@dataclass(frozen=True, slots=True)
class Homepage:
    """The page that `index.html` fills, if nothing is on it yet."""

    id: str
    root: str
    is_empty: bool


def plan_folder(
    files: Mapping[str, str],
    home: Homepage,
    pictures: Mapping[str, str],
    fonts: Mapping[str, str] = MappingProxyType({}),
) -> list[Json]:
    """Return the edits that bring a folder's pages in. A homepage with something on it stays as it is.

    `pictures` are the addresses of the folder's pictures in the media library, by their paths in the folder,
    and `fonts` its font files as base64.
    """
    pages = sorted(path for path in files if path.lower().endswith((".html", ".htm")))
    if not pages:
        raise InvalidInput(say("site.folder_without_pages"))
    if len(pages) > MOST_PAGES:
        raise InvalidInput(say("site.folder_too_large", most=MOST_PAGES))
    check_count(*(files[path] for path in pages))
    read = {path: parse_document(files[path]) for path in pages}
    titles = {path: title_of(one) or _named(path) for path, one in read.items()}
    slugs = {path: slug_of(path) for path in pages}
    if not home.is_empty:
        slugs |= {path: page_slug(titles[path]) or "home" for path, slug in slugs.items() if slug == HOME}
    edits: list[Json] = [{"tool": "applyCss", "input": {"css": _AS_WRITTEN}}]
    sheets = _used(files, read, "link", "href")
    edits += font_edits(fonts_in(files, sheets, _beside), fonts)
    brought = Sheets(files, _beside, lambda text, at: _with_pictures(text, at, pictures))
    for path, media in sheets.items():
        css = brought.whole(path)
        if css.strip():
            edits.append({"tool": "applyCss", "input": {"css": for_media(css, media)}})
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
        html = _linked(_with_pictures(files[path], path, pictures), path, slugs)
        title = titles[path]
        if slugs[path] == HOME:
            edits.append({"tool": "renamePage", "input": {"pageId": home.id, "title": title}})
            root = home.root
        else:
            edits.append({"tool": "addPage", "input": {"title": title, "slug": slugs[path]}})
            root = f"${len(edits) - 1}.rootNodeId"
        edits.append({"tool": "assignClass", "input": {"nodeId": root, "classId": _CLASS}})
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


def shown_in(files: Mapping[str, str], names: Collection[str]) -> list[str]:
    """Return which of the files named are shown by a folder's pages and style sheets, in order."""
    found = dict[str, None]()
    for path, text in files.items():
        sets = [one.split()[0] for hit in _SRCSET.finditer(text) for one in hit[3].split(",") if one.strip()]
        for name in (*(hit[2] for hit in _SHOWN.finditer(text)), *sets):
            if (place := _beside(path, name)) in names:
                found[place] = None
    return list(found)


def _with_pictures(text: str, path: str, pictures: Mapping[str, str]) -> str:
    """Return a page or a style sheet that shows the library's pictures instead of those of its folder."""

    def lead(found: re.Match[str]) -> str:
        address = pictures.get(_beside(path, found[2]))
        return f"{found[1]}/{address.lstrip('/')}" if address else found[0]

    def lead_each(found: re.Match[str]) -> str:
        known = list[str]()
        for one in found[3].split(","):
            name, *more = one.split(None, 1) or [""]
            address = pictures.get(_beside(path, name))
            known.append(" ".join([f"/{address.lstrip('/')}" if address else name, *more]).strip())
        return f"{found[1]}{found[2]}{', '.join(known)}{found[2]}"

    return _SRCSET.sub(lead_each, _SHOWN.sub(lead, text)) if pictures else text


def _named(path: str) -> str:
    return posixpath.basename(path).rsplit(".", 1)[0].capitalize()


def _linked(html: str, path: str, slugs: Mapping[str, str]) -> str:
    """Return a document whose links to other files of the folder lead to their pages."""

    def lead(found: re.Match[str]) -> str:
        target = _beside(path, found.group(3))
        if target not in slugs:
            return found.group()
        quote = found.group(2)
        return f"{found.group(1)}{quote}{public_path(slugs[target])}{found.group(4)}{quote}"

    return _HREF.sub(lead, html)


def _used(files: Mapping[str, str], read: Mapping[str, Element], tag: str, attribute: str) -> dict[str, str]:
    """Return the style sheets or scripts that pages name, in the order they are met, with their media."""
    found = dict[str, str]()
    for page, document in read.items():
        for one in document.everything():
            name = one.attributes.get(attribute, "") if one.name == tag else ""
            is_wanted = tag != "link" or "stylesheet" in one.attributes.get("rel", "").lower()
            path = _beside(page, name.split("?")[0]) if name and is_wanted else ""
            if path in files:
                found.setdefault(path, one.attributes.get("media", ""))
    return found


def _beside(page: str, name: str) -> str:
    if name.startswith("/"):
        return name.lstrip("/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), name))
