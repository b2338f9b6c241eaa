"""The style sheets of a folder: what they import put in its place, the media they are for, their fonts."""

import base64
import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Any, Final, cast

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.document.types import Json
from proofroom.site.fonts import uploaded_file
from proofroom.site.importing.css import import_css

Beside = Callable[[str, str], str]
"""Returns the path of a file that another names."""
Rewrite = Callable[[str, str], str]
"""Returns a text with its pictures' addresses in the library."""
_STATEMENT: Final = re.compile(
    r"(?:\s++|/\*.*?\*/)*+"
    r"(?P<whole>@(?P<word>import|charset|layer)\b(?P<said>(?:[^;{}\"']++|\"[^\"]*+\"|'[^']*+')*+);)",
    re.I | re.S,
)
"""What may stand before the first rule of a sheet; an import anywhere else counts for nothing."""
_SHEET: Final = re.compile(r"\s*+(?:url\(\s*+)?+[\"']?([^\"')\s]++)[\"']?\s*+\)?(?P<media>.*)", re.I | re.S)
MOST_IMPORTED: Final = 2_000_000
"""Characters that sheets of a folder bring in of each other: sheets that import sheets multiply."""
_OPENS: Final = re.compile(r"<style\b[^<>]*+>", re.I)
_CLOSES: Final = re.compile(r"</style\s*+>", re.I)
_LAYER: Final = re.compile(r"\blayer(?:\([^()]*+\))?|\bsupports\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)", re.I)
"""What an import names beside its media."""
_DEEPEST: Final = 8
_ON_SCREENS: Final = re.compile(r"(?:(?:only\s++)?screen|all)?", re.I)
_FONTS: Final = ("woff2", "woff", "ttf", "otf")
_WEIGHT: Final = re.compile(r"[1-9]00")


class Sheets:
    """The style sheets of a folder, as they hold once those they import are in their places."""

    def __init__(self, files: Mapping[str, str], beside: Beside, rewrite: Rewrite) -> None:
        self._files, self._beside, self._rewrite = files, beside, rewrite
        self._left = MOST_IMPORTED

    def whole(self, path: str, above: tuple[str, ...] = ()) -> str:
        """Return a sheet with those that it imports before it; one that imports itself counts once."""
        css, at, before = self._rewrite(self._files[path], path), 0, list[str]()
        above = (*above, path)
        while (found := _STATEMENT.match(css, at)) is not None:
            at = found.end()
            if found["word"].lower() == "import":
                before.append(self._imported(path, found["said"], above))
            elif found["word"].lower() == "layer":
                before.append(found["whole"])
        return "\n".join([*before, css[at:]]) if before else css[at:]

    def _imported(self, path: str, said: str, above: tuple[str, ...]) -> str:
        named = _SHEET.fullmatch(said)
        target = self._beside(path, named[1]) if named else ""
        if named is None or target not in self._files or target in above or len(above) > _DEEPEST:
            return ""
        self._left -= len(self._files[target]) + 1
        if self._left < 0:
            raise InvalidInput(say("site.imports_too_long", most=MOST_IMPORTED))
        return for_media(self.whole(target, above), _LAYER.sub("", named["media"]))


def imported_by(files: Mapping[str, str], paths: Collection[str], beside: Beside) -> list[str]:
    """Return style sheets with those that they import, each once."""
    found = dict.fromkeys(paths)
    waiting = list(paths)
    while waiting:
        path, at = waiting.pop(), 0
        while (one := _STATEMENT.match(files.get(path, ""), at)) is not None:
            at = one.end()
            named = _SHEET.fullmatch(one["said"]) if one["word"].lower() == "import" else None
            target = beside(path, named[1]) if named else ""
            if target in files and target not in found:
                found[target] = None
                waiting.append(target)
    return list(found)


def styles_in(html: str) -> tuple[list[str], str]:
    """Return the styles that a page has of its own, and the page without them."""
    styles, rest, at = list[str](), list[str](), 0
    while opened := _OPENS.search(html, at):
        closed = _CLOSES.search(html, opened.end())
        if closed is None:
            break
        styles.append(html[opened.end() : closed.start()])
        rest.append(html[at : opened.start()])
        at = closed.end()
    return styles, "".join([*rest, html[at:]])


def for_media(css: str, media: str) -> str:
    """Return a sheet as it holds for some media only."""
    media = media.strip()
    return css if _ON_SCREENS.fullmatch(media) else f"@media {media} {{\n{css}\n}}"


def fonts_in(files: Mapping[str, str], sheets: Collection[str], beside: Beside) -> dict[str, list[str]]:
    """Return the paths of the font files that sheets name, by the family and weight they are for."""
    found = dict[str, list[str]]()
    for sheet in imported_by(files, sheets, beside):
        css = files[sheet] if sheet.lower().endswith(".css") else "\n".join(styles_in(files[sheet])[0])
        for face in import_css(css, []).font_faces if "@font-face" in css.lower() else ():
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
