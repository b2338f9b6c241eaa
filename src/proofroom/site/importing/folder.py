"""A folder with an HTML site, as edits of a site: pages, style sheets and scripts.

Its pictures are in the media library by then: what pages and styles show of the folder leads there.
"""

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from urllib.parse import unquote

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.document.assets import safe_path
from proofroom.site.document.slugs import HOME, page_slug, public_path
from proofroom.site.document.types import Json
from proofroom.site.importing.css import import_css
from proofroom.site.importing.sheets import Sheets, font_edits, fonts_in, for_media, styles_in
from proofroom.site.markup.parse import Element, check_count, parse_document

MOST_PAGES = 200
_LEADS = re.compile(
    r"(\s(?:href|src|action)\s*=\s*)(?:([\"'])([^\"'#?]+)((?:[?#][^\"']*)?)\2|([^\"'\s#?>]+)([?#][^\"'\s>]*)?)",
    re.I,
)
"""A link, a frame, or a form that leads elsewhere."""
_SHOWN = re.compile(
    r"(\s(?:src|poster|href|background)\s*=\s*[\"']|url\(\s*[\"'])([^\"'#?]+)"
    r"|(\s(?:src|poster|href|background)\s*=\s*|url\(\s*)([^\"'()\s#?>]+)",
    re.I,
)
_SRCSET = re.compile(r"(\ssrcset\s*=\s*)([\"'])([^\"']+)\2", re.I)
_BASE = re.compile(r"<base\s[^<>]*?href\s*=\s*[\"']?([^\"'\s>]+)", re.I)
_IMAGE = re.compile(r"<img\s[^<>]*+>", re.I)
_SIDE = re.compile(r"\s(width|height)\s*=\s*[\"']?(\d{1,4})(?:px)?[\"'\s/>]", re.I)


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
            (":is(ul, ol) ul", "list-style: circle"),
            (":is(ul, ol) :is(ul, ol) ul", "list-style: square"),
            ("ol", "list-style: decimal"),
            ("ol[type='a']", "list-style: lower-alpha"),
            ("ol[type='i']", "list-style: lower-roman"),
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
    pages = sorted(path for path in files if is_page(path))
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
    edits: list[Json] = [
        {"tool": "applyCss", "input": {"css": _AS_WRITTEN + _sides(files[path] for path in pages)}}
    ]
    sheets = _used(files, read, "link", "href")
    edits += font_edits(fonts_in(files, [*sheets, *pages], _beside), fonts)
    own = dict[str, list[str]]()
    for css, users in _sheets(files, sheets, pictures):
        is_shared = len(users) == len(pages) or not _reaches_all(css)
        edits += [{"tool": "applyCss", "input": {"css": css}}] if is_shared else []
        for page in users if not is_shared else ():
            own.setdefault(page, []).append(css)
    edits += _script_edits(files, _used(files, read, "script", "src"))
    for path in pages:
        html = _linked(_with_pictures(files[path], path, pictures), path, slugs)
        html = _IMAGE.sub(_as_large, html)
        styles, bare = styles_in(html)
        if len(pages) > 1 and any(_reaches_all(one) for one in styles):
            own.setdefault(path, []).extend(styles)  # what one page says of itself is not said of the others
            html = bare
        title = titles[path]
        if slugs[path] == HOME:
            edits.append({"tool": "renamePage", "input": {"pageId": home.id, "title": title}})
            page, root = home.id, home.root
        else:
            edits.append({"tool": "addPage", "input": {"title": title, "slug": slugs[path]}})
            page, root = f"${len(edits) - 1}.pageId", f"${len(edits) - 1}.rootNodeId"
        edits.append({"tool": "assignClass", "input": {"nodeId": root, "classId": _CLASS}})
        edits.append({"tool": "insertHtml", "input": {"parentId": root, "html": html}})
        if css := "\n".join(one.replace("<!--", "").replace("-->", "") for one in own.get(path, [])).strip():
            runs = {"scope": {"type": "pages", "pageIds": [page]}}
            name = f"src/styles/{slugs[path]}.css"
            given = {"path": name, "type": "style", "content": css, "runtime": runs}
            edits.append({"tool": "write_code_asset", "input": given})
    return edits


def _reaches_all(css: str) -> bool:
    """Tell whether styles reach elements by what they are: those of every page."""
    return any(not re.search(r"[.#]", rule.selector) for rule in import_css(css, []).rules)


def _script_edits(files: Mapping[str, str], paths: Iterable[str]) -> Iterator[Json]:
    for path in paths:
        name = safe_path(f"src/scripts/{path}")
        if name is not None:
            content = {
                "path": name,
                "type": "script",
                "content": files[path],
                "runtime": {"format": "classic"},
            }
            yield {"tool": "write_code_asset", "input": content}


def _sheets(
    files: Mapping[str, str], sheets: Mapping[str, tuple[str, list[str]]], pictures: Mapping[str, str]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the style sheets as they hold, with what they import, and the pages that name them."""
    brought = Sheets(files, _beside, lambda text, at: _with_pictures(text, at, pictures))
    for path, (media, users) in sheets.items():
        if (css := brought.whole(path)).strip():
            yield for_media(css, media), users


def is_page(path: str) -> bool:
    """Tell whether a file of the folder is a page."""
    return path.lower().endswith((".html", ".htm"))


def _as_large(image: re.Match[str]) -> str:
    """Return a picture with classes for the width and height that it names: our pictures have their own."""
    sides = [f"{side.lower()}-{size}" for side, size in _SIDE.findall(image[0])]
    if not sides:
        return image[0]
    named = re.search(r"(\sclass\s*=\s*[\"'])", image[0], re.I)
    if named:
        return f"{image[0][: named.end()]}{' '.join(sides)} {image[0][named.end() :]}"
    return f'{image[0][:4]} class="{" ".join(sides)}"{image[0][4:]}'


def _sides(texts: Iterable[str]) -> str:
    """Return the rules for the widths and heights that pictures name; any other rule wins over them."""
    images = (one for text in texts for one in _IMAGE.findall(text))
    found = {(side.lower(), size) for one in images for side, size in _SIDE.findall(one)}
    return "".join(f"\n:where(.{side}-{size}) {{ {side}: {size}px; }}" for side, size in sorted(found))


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
        place = _place(path, text)
        sets = [one.split()[0] for hit in _SRCSET.finditer(text) for one in hit[3].split(",") if one.strip()]
        for name in (*(hit[2] or hit[4] for hit in _SHOWN.finditer(text)), *sets):
            if (shown := _beside(place, name)) in names:
                found[shown] = None
    return list(found)


def _with_pictures(text: str, path: str, pictures: Mapping[str, str]) -> str:
    """Return a page or a style sheet that shows the library's pictures instead of those of its folder."""
    place = _place(path, text)

    def lead(found: re.Match[str]) -> str:
        before, name = (found[1], found[2]) if found[2] else (found[3], found[4])
        address = pictures.get(_beside(place, name))
        return f"{before}/{address.lstrip('/')}" if address else found[0]

    def lead_each(found: re.Match[str]) -> str:
        known = list[str]()
        for one in found[3].split(","):
            name, *more = one.split(None, 1) or [""]
            address = pictures.get(_beside(place, name))
            known.append(" ".join([f"/{address.lstrip('/')}" if address else name, *more]).strip())
        return f"{found[1]}{found[2]}{', '.join(known)}{found[2]}"

    return _SRCSET.sub(lead_each, _SHOWN.sub(lead, text)) if pictures else text


def _place(path: str, text: str) -> str:
    """Return the path that the links of a file are relative to: its own, else what it names as its base."""
    found = _BASE.search(text) if is_page(path) else None
    return posixpath.join(posixpath.dirname(path), found[1]) if found and "//" not in found[1] else path


def _named(path: str) -> str:
    return posixpath.basename(path).rsplit(".", 1)[0].capitalize()


def _linked(html: str, path: str, slugs: Mapping[str, str]) -> str:
    """Return a document whose links to other files of the folder lead to their pages."""
    place = _place(path, html)

    def lead(found: re.Match[str]) -> str:
        name, rest = (found[3], found[4]) if found[3] else (found[5], found[6])
        target = _beside(place, name)
        inside = posixpath.normpath(posixpath.join(target, "index.html"))
        page = next((one for one in (target, f"{target}.html", inside) if one in slugs), None)
        if page is None:
            return found[0]
        return f'{found[1]}"{public_path(slugs[page])}{rest or ""}"'

    return _LEADS.sub(lead, html)


def _used(
    files: Mapping[str, str], read: Mapping[str, Element], tag: str, attribute: str
) -> dict[str, tuple[str, list[str]]]:
    """Return the style sheets or scripts that pages name, as they are met: their media, and their pages."""
    found = dict[str, tuple[str, list[str]]]()
    for page, document in read.items():
        place = _place(page, files[page])
        for one in document.everything():
            name = one.attributes.get(attribute, "") if one.name == tag else ""
            is_wanted = tag != "link" or one.attributes.get("rel", "").lower().split() == ["stylesheet"]
            path = _beside(place, name.split("?")[0]) if name and is_wanted else ""
            if path in files:
                users = found.setdefault(path, (one.attributes.get("media", ""), []))[1]
                users += [] if page in users else [page]
    return found


def _beside(page: str, name: str) -> str:
    name = unquote(name)
    if name.startswith("/"):
        return name.lstrip("/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), name))
