"""The style sheets of a folder: what they import put in its place, the media they are for, their fonts."""

import base64
import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Any, Final, cast

from proofroom.kernel.errors import InvalidInput
from proofroom.site.document.types import Json
from proofroom.site.fonts import uploaded_file
from proofroom.site.importing.css import import_css

Beside = Callable[[str, str], str]
"""Returns the path of a file that another names."""
Rewrite = Callable[[str, str], str]
"""Returns a text with its pictures' addresses in the library."""
_IMPORT: Final = re.compile(r"@import\s+(?:url\(\s*)?[\"']?([^\"')\s;]+)[\"']?\s*\)?\s*([^;]*);", re.I)
_DEEPEST: Final = 8
_ON_SCREENS: Final = re.compile(r"\s*(?:(?:only\s+)?screen|all)?\s*", re.I)
_FONTS: Final = ("woff2", "woff", "ttf", "otf")
_WEIGHT: Final = re.compile(r"[1-9]00")


def with_imports(
    files: Mapping[str, str], path: str, beside: Beside, rewrite: Rewrite, depth: int = 0
) -> str:
    """Return a sheet with the sheets of the folder that it imports in the places where it does."""

    def brought(found: re.Match[str]) -> str:
        target = beside(path, found[1])
        if target not in files or depth >= _DEEPEST:
            return ""
        return for_media(with_imports(files, target, beside, rewrite, depth + 1), found[2])

    return _IMPORT.sub(brought, rewrite(files[path], path))


def for_media(css: str, media: str) -> str:
    """Return a sheet as it holds for some media only."""
    return css if _ON_SCREENS.fullmatch(media) else f"@media {media.strip()} {{\n{css}\n}}"


def fonts_in(files: Mapping[str, str], sheets: Collection[str], beside: Beside) -> dict[str, list[str]]:
    """Return the paths of the font files that sheets name, by the family and weight they are for."""
    found = dict[str, list[str]]()
    for sheet in sheets:
        for face in import_css(files[sheet], []).font_faces if "@font-face" in files[sheet].lower() else ():
            variant = str(face["variant"])
            weight = _WEIGHT.match(variant) if " " not in variant else None
            slant = "italic" if variant.endswith("italic") else ""
            key = f"{face['family']}\n{weight[0] if weight else '400'}{slant}"
            found.setdefault(key, []).extend(beside(sheet, url) for url in face["srcUrls"])
    return found


def font_edits(named: Mapping[str, list[str]], fonts: Mapping[str, str]) -> list[Json]:
    """Return the edits that put fonts of the folder into the site; what is no font stays out."""
    families = dict[str, list[dict[str, str]]]()
    for key, paths in named.items():
        family, variant = key.split("\n")
        for path in paths:
            form = path.rpartition(".")[2].lower()
            if path not in fonts or form not in _FONTS:
                continue
            with suppress(InvalidInput):
                uploaded_file(variant, "latin", cast("Any", form), fonts[path])
                given = {"variant": variant, "subset": "latin", "format": form, "data": fonts[path]}
                families.setdefault(family, []).append(given)
                break  # the first that is there; the others are the same letters for older browsers
    return [
        {"tool": "upload_font", "input": {"family": family, "files": files[:24]}}
        for family, files in families.items()
    ]


def encoded(data: bytes) -> str:
    """Return a font as a request carries it."""
    return base64.b64encode(data).decode()
