"""Typefaces of a site: fetched once from a font server, or uploaded, and kept as files of the site.

Published pages load them from the site itself; nobody's visit is told to the font server.
"""

import base64
import binascii
import re
from dataclasses import field
from typing import Final, Literal
from urllib.parse import urljoin

from proofroom.kernel.addresses import split_address
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, ProofroomError
from proofroom.kernel.strings import say
from proofroom.net import Transport
from proofroom.site.document.load import as_list, as_object
from proofroom.site.document.types import Json, Site, SiteFile

MOST_FILES: Final = 24
LARGEST: Final = 2_000_000
"""Bytes of one file."""
WITHIN_S: Final = 20
FontFormat = Literal["woff2", "woff", "ttf", "otf"]
_BEGINS: Final[dict[str, tuple[bytes, ...]]] = {
    "woff2": (b"wOF2",),
    "woff": (b"wOFF",),
    "ttf": (b"\x00\x01\x00\x00", b"true"),
    "otf": (b"OTTO",),
}
_TYPES: Final = {"woff2": "font/woff2", "woff": "font/woff", "ttf": "font/ttf", "otf": "font/otf"}
_FACE: Final = re.compile(r"(?:/\*\s*([\w-]+)\s*\*/\s*)?@font-face\s*{([^}]*)}")
_FAMILY: Final = re.compile(r"[\w][\w .'&+-]{0,80}\Z")
_VARIANT: Final = re.compile(r"[1-9]00(?:italic)?\Z")
# What a font server sends depends on who asks; only a browser gets woff2.
_BROWSER: Final = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"
)


@dataclass(frozen=True, slots=True)
class FontFile:
    """One file of a family: its weight and style, which letters it has, and its bytes."""

    variant: str
    subset: str
    format: FontFormat
    data: bytes
    unicode_range: str = ""


@dataclass(frozen=True, slots=True)
class FontFamily:
    """A family to install."""

    name: str
    source: Literal["google", "custom"]
    files: tuple[FontFile, ...] = field(default_factory=tuple[FontFile, ...])


async def fetch_family(
    transport: Transport, server: str, name: str, variants: list[str] | None, subsets: list[str] | None
) -> FontFamily:
    """Fetch a family from the font server. Whatever goes wrong is one error, and nothing was changed."""
    wanted = sorted(set(variants or ["400", "700"]))
    if not _FAMILY.match(name) or any(not _VARIANT.match(one) for one in wanted):
        raise _not_installed(name)
    try:
        sheet = await transport.request(
            "GET",
            server,
            tier="connection",
            params={"family": f"{name}:{_axes(wanted)}", "display": "swap"},
            headers={"User-Agent": _BROWSER, "Accept": "text/css"},
            timeout_s=WITHIN_S,
            max_bytes=LARGEST,
        )
        if not sheet.ok:
            raise _not_installed(name)
        faces = _faces(sheet.body.decode("utf-8", "replace"), subsets or ["latin", "latin-ext"])
        files = [await _file(transport, server, face) for face in faces[:MOST_FILES]]
    except InvalidInput:
        raise
    except ProofroomError as error:  # no network, a time-out, an address that may not be reached
        raise _not_installed(name) from error
    if not files:
        raise _not_installed(name)
    return FontFamily(name, "google", tuple(files))


def _not_installed(name: str) -> InvalidInput:
    return InvalidInput(say("site.font_not_installed", family=name), suggestion=say("site.font_upload"))


def _unreadable(format: str) -> InvalidInput:
    return InvalidInput(say("site.font_unreadable", format=format, size=LARGEST // 1_000_000))


def uploaded_file(variant: str, subset: str, format: FontFormat, data: str) -> FontFile:
    """Return a file that somebody uploads, as base64; only what is a font of that format."""
    try:
        raw = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError) as error:
        raise _unreadable(format) from error
    if len(raw) > LARGEST or not raw.startswith(_BEGINS[format]):
        raise _unreadable(format)
    return FontFile(variant, subset, format, raw)


def install_family(site: Site, family: FontFamily, new_id: str, at: int) -> Json:
    """Put a family's files into the site and return its entry; one that is there gets the files it lacks."""
    fonts: Json = site.settings.setdefault("fonts", {"items": []})
    items: list[Json] = fonts.setdefault("items", [])
    fresh: Json = {"id": new_id, "source": family.source, "family": family.name, "files": list[Json]()}
    entry = find_family(site, family.name)
    if entry is None:
        entry = fresh
        items.append(entry)
    listed: list[Json] = entry.setdefault("files", list[Json]())
    slug = re.sub(r"[^a-z0-9]+", "-", family.name.lower()).strip("-") or "font"
    for one in family.files:
        path = f"fonts/{slug}-{one.variant}-{one.subset}.{one.format}"
        about: Json = {"variant": one.variant, "subset": one.subset, "path": f"/{path}", "format": one.format}
        if one.unicode_range:
            about["unicodeRange"] = one.unicode_range
        listed[:] = [known for known in listed if known.get("path") != f"/{path}"] + [about]
        blob: Json = {"mimeType": _TYPES[one.format], "base64": base64.b64encode(one.data).decode()}
        kept = next((file for file in site.files if file.path == path), None)
        if kept is None:
            site.files.append(SiteFile(f"{new_id}-{len(listed)}", path, "asset", blob=blob, created_at=at))
        else:
            kept.blob = blob
    entry["variants"] = sorted({str(one["variant"]) for one in listed})
    entry["subsets"] = sorted({str(one["subset"]) for one in listed})
    return entry


def find_family(site: Site, name: str) -> Json | None:
    """Return an installed family by its name."""
    items = map(as_object, as_list(as_object(site.settings.get("fonts")).get("items")))
    return next((one for one in items if str(one.get("family") or "").lower() == name.lower()), None)


def _axes(variants: list[str]) -> str:
    if any(one.endswith("italic") for one in variants):
        pairs = sorted((int(one.endswith("italic")), one[:3]) for one in variants)
        return "ital,wght@" + ";".join(f"{italic},{weight}" for italic, weight in pairs)
    return "wght@" + ";".join(variants)


def _faces(css: str, subsets: list[str]) -> list[Json]:
    found = list[Json]()
    for subset, body in _FACE.findall(css):
        lines = {
            key.strip(): value.strip() for key, _, value in (line.partition(":") for line in body.split(";"))
        }
        address = re.search(
            r"url\(\s*['\"]?([^'\")]+)['\"]?\s*\)\s*format\(['\"]?woff2", lines.get("src", "")
        )
        if address is None or (subset and subset not in subsets):
            continue
        italic = "italic" if lines.get("font-style") == "italic" else ""
        weight = (re.findall(r"\d+", lines.get("font-weight", "")) or ["400"])[0]
        found.append(
            {
                "variant": f"{weight}{italic}",
                "subset": subset or "latin",
                "url": address[1],
                "range": lines.get("unicode-range", ""),
            }
        )
    return found


async def _file(transport: Transport, server: str, face: Json) -> FontFile:
    url = urljoin(server, str(face["url"]))
    # A sheet may name files of its own server, or of a public one; never another private address.
    tier = "connection" if split_address(url).netloc == split_address(server).netloc else "content"
    answer = await transport.request("GET", url, tier=tier, timeout_s=WITHIN_S, max_bytes=LARGEST)
    if not answer.ok or not answer.body.startswith(_BEGINS["woff2"]):
        raise _unreadable("woff2")
    return FontFile(str(face["variant"]), str(face["subset"]), "woff2", answer.body, str(face["range"]))
