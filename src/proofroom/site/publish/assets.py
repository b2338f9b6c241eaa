"""Files that pages load: styles, scripts, drawings and pictures, each under a name with its hash."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import field
from mimetypes import guess_type

from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern
from proofroom.site.document.load import as_list, as_object
from proofroom.site.document.types import Json, Page, Site, SiteFile
from proofroom.site.files import file_bytes
from proofroom.site.rendering.escape import escape
from proofroom.site.rendering.stylesheet import rules_css, used_ids, used_rules
from proofroom.site.rendering.tokens import RESET, fonts_css, framework_css, root_size_css

FOLDER = "assets"
SIZES = "(max-width: 768px) 100vw, 1200px"
_URL = late_pattern(r"""url\(\s*(['"]?)(/[^'")]+)\1\s*\)""")
_NAME = re.compile(r"[^a-z0-9-]+")
TYPES = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "woff2": "font/woff2"}


@dataclass(frozen=True, slots=True)
class StoredPicture:
    """A picture of the media library: where its bytes are, and its smaller versions."""

    path: str
    digest: str
    type: str
    size: int
    width: int | None = None
    height: int | None = None
    alt: str = ""
    smaller: tuple["StoredPicture", ...] = ()


@dataclass(slots=True)
class Assets:
    """The assets of one release. `made` are bytes of the site itself, `pictures` those of the library."""

    base: str
    library: dict[str, StoredPicture]
    made: dict[str, tuple[bytes, str]] = field(default_factory=dict[str, tuple[bytes, str]])
    pictures: dict[str, StoredPicture] = field(default_factory=dict[str, StoredPicture])
    own: dict[str, str] = field(default_factory=dict[str, str])
    """Where the site's own files are published, by their paths."""
    asked: list[str] = field(default_factory=list[str])
    """Pictures of the library that somebody asked for, found or not."""

    def add(self, name: str, data: bytes, type: str) -> str:
        """Publish bytes under a name with their hash, and return the address."""
        path = hashed(name, hashlib.sha256(data).hexdigest())
        self.made[path] = (data, type)
        return f"{self.base}/{path}"

    def picture(self, address: str) -> Json | None:
        """Return how a picture is shown; None where it is none of the site's or the library's."""
        key = address.split("#", 1)[0].removeprefix("/")
        if key in self.own:
            return {"src": self.own[key]}
        found = self.library.get(key)
        if found is None:
            if key.startswith("media/"):
                self.asked.append(key)
            return None
        self.asked.append(key)
        shown: Json = {"src": self._publish(found), "alt": found.alt}
        if found.width and found.height:
            shown |= {"width": str(found.width), "height": str(found.height)}
            smaller = [one for one in found.smaller if one.width and _is_same_shape(one, found)]
            if smaller:
                listed = sorted((*smaller, found), key=lambda one: one.width or 0)
                shown["srcset"] = ", ".join(f"{self._publish(one)} {one.width}w" for one in listed)
                shown["sizes"] = SIZES
        return shown

    def _publish(self, one: StoredPicture) -> str:
        path = hashed(one.path.rpartition("/")[2], one.digest)
        self.pictures[path] = one
        return f"{self.base}/{path}"

    def address(self, path: str) -> str:
        """Return where something on the site is, whatever it is."""
        found = self.picture(path)
        if found is not None:
            return str(found["src"])
        return f"{self.base}{path}" if path.startswith("/") and not path.startswith("//") else path

    def in_css(self, css: str) -> str:
        """Return CSS whose addresses lead to what is published."""
        return _URL.sub(lambda found: f'url("{self.address(found[2])}")', css)


def hashed(name: str, digest: str) -> str:
    """Return the path of an asset, with the beginning of its hash in it."""
    stem, dot, end = name.rpartition(".")
    stem = _NAME.sub("-", (stem if dot else name).lower()).strip("-") or "file"
    end = _NAME.sub("", end.lower()) if dot else "bin"
    return f"{FOLDER}/{stem}.{digest[:12]}.{end}"


def _is_same_shape(one: StoredPicture, other: StoredPicture) -> bool:
    if not (one.width and one.height and other.width and other.height):
        return False
    return abs(one.width / one.height - other.width / other.height) < 0.02


def publish_files(site: Site, assets: Assets) -> None:
    """Publish the site's own drawings, fonts and other assets."""
    for file in site.files:
        data = file_bytes(file)
        if file.type != "asset" or data is None:
            continue
        kind = str(as_object(file.blob).get("mimeType") or type_of(file.path))
        assets.own[file.path] = assets.add(file.path.rpartition("/")[2], data, kind)


def type_of(path: str) -> str:
    """Return the media type of a path."""
    end = path.rpartition(".")[2].lower()
    return TYPES.get(end) or guess_type(path)[0] or "application/octet-stream"


def site_css(site: Site, assets: Assets) -> str:
    """Return the styles that all pages share: reset, fonts, tokens, rules."""
    used = used_ids(site.trees)
    parts = (
        RESET,
        root_size_css(site),
        fonts_css(site),
        framework_css(site, used),
        rules_css(site, used_rules(site)),
    )
    return assets.in_css("\n\n".join(part for part in parts if part) + "\n")


class Code:
    """The code assets of a site, published as pages need them."""

    def __init__(self, site: Site, assets: Assets) -> None:
        self._assets = assets
        self._styles = _configured(site, "style", "styles")
        self._scripts = _configured(site, "script", "scripts")
        self._made = dict[tuple[str, ...], str]()

    def styles(self, page: Page | None, chain: Iterable[Page]) -> list[str]:
        """Return the addresses of the stylesheets that apply to a page, in their order."""
        chosen = [file for file, config in self._styles if _applies(config, page, chain)]
        if not chosen:
            return []
        key = tuple(file.id for file in chosen)
        if key not in self._made:
            texts = (f"/* {file.path.replace('*/', '* /')} */\n{file.content or ''}" for file in chosen)
            css = self._assets.in_css("\n\n".join(texts) + "\n")
            self._made[key] = self._assets.add("user.css", css.encode(), "text/css")
        return [self._made[key]]

    def scripts(self, page: Page | None, chain: Iterable[Page]) -> dict[str, list[str]]:
        """Return the script tags of a page by their place."""
        chain = list(chain)
        found: dict[str, list[str]] = {"head": [], "body-end": []}
        for file, config in self._scripts:
            if _applies(config, page, chain):
                place = "head" if config.get("placement") == "head" else "body-end"
                if (file.id,) not in self._made:
                    self._made[file.id,] = self._tag(file, config)
                found[place].append(self._made[file.id,])
        return found

    def _tag(self, file: SiteFile, config: Json) -> str:
        text, is_module = file.content or "", config.get("format", "module") != "classic"
        if config.get("timing") == "idle" and not is_module:
            text = f"(window.requestIdleCallback||setTimeout)(function(){{\n{text}\n}});\n"
        name = file.path.rpartition("/")[2].rpartition(".")[0] + ".js"
        address = self._assets.add(name, text.encode(), "text/javascript")
        kind = ' type="module"' if is_module else ""
        waits = " defer" if not is_module and config.get("timing") != "immediate" else ""
        return f'<script{kind} src="{escape(address)}"{waits}></script>'


def _configured(site: Site, kind: str, family: str) -> list[tuple[SiteFile, Json]]:
    configs = as_object(site.runtime.get(family))
    found = [(file, as_object(configs.get(file.id))) for file in site.files if file.type == kind]
    chosen = [(file, config) for file, config in found if config.get("enabled", True) is not False]
    return sorted(chosen, key=lambda one: (_priority(one[1]), one[0].path))


def _priority(config: Json) -> float:
    value = config.get("priority", 100)
    return value if isinstance(value, int | float) else 100


def _applies(config: Json, page: Page | None, chain: Iterable[Page]) -> bool:
    scope = as_object(config.get("scope"))
    match scope.get("type"):
        case "pages":
            return page is not None and page.id in as_list(scope.get("pageIds"))
        case "templates":
            wanted = as_list(scope.get("templatePageIds"))
            return any(one.id in wanted for one in chain)
        case _:
            return True
