"""The HTML of each module, from props that were checked and escaped."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from proofroom.site.document import modules
from proofroom.site.document.types import Json
from proofroom.site.markup.escape import attributes, escape_html
from proofroom.site.markup.parse import VOID

CONTAINER_TAGS = frozenset(
    {"div", "section", "article", "main", "header", "footer", "nav", "aside", "ul", "ol"}
)
_CUSTOM = re.compile(r"[a-z][a-z0-9-]{0,31}", re.I)
_UNSAFE_TAGS = frozenset({"script", "style", "base", "meta", "link", "object", "embed", "applet", "noscript"})
_YOUTUBE = re.compile(
    r"https?://(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com/(?:watch\?(?:.*&)?v=|embed/|shorts/)|youtu\.be/)"
    r"([\w-]{6,20})"
)


@dataclass(frozen=True, slots=True)
class Picture:
    """What the media library knows about an image."""

    alt: str = ""
    srcset: str = ""
    sizes: str = ""
    width: int | None = None
    height: int | None = None
    src: str | None = None


FindPicture = Callable[[str], Picture | None]
"""Returns what is known about the image at an address."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a module renders: escaped props, rendered children, and what is known about pictures."""

    props: Json
    children: str = ""
    has_children: bool = False
    picture: FindPicture | None = None


def tag_of(props: Json, default: str = "div") -> str:
    """Return the tag of a container, loop or outlet."""
    tag = str(props.get("tag") or default)
    if tag == "custom":
        custom = str(props.get("customTag") or "")
        known = _CUSTOM.fullmatch(custom) is not None and custom.lower() not in _UNSAFE_TAGS
        return custom.lower() if known else default
    return tag if tag in CONTAINER_TAGS else default


def _attrs(given: Given, **options: Any) -> str:
    return attributes(given.props.get("htmlAttributes"), **options)


def _container(given: Given) -> str:
    tag = tag_of(given.props)
    opened = f"<{tag}{_attrs(given)}>"
    return opened if tag in VOID else f"{opened}{given.children}</{tag}>"


def _text(given: Given) -> str:
    text = str(given.props["text"]).replace("\r\n", "\n").replace("\n", "<br>")
    tag = given.props["tag"]
    return text if tag == "none" else f"<{tag}{_attrs(given)}>{text}</{tag}>"


def _list(given: Given) -> str:
    tag = "ol" if given.props["listType"] == "ordered" else "ul"
    items = [line.strip() for line in str(given.props["items"]).split("\n")]
    return f"<{tag}>{''.join(f'<li>{item}</li>' for item in items if item)}</{tag}>"


def _outlet(given: Given) -> str:
    tag = tag_of(given.props, "main")
    return f"<{tag} data-instatic-content-region>{given.props['html']}</{tag}>"


def _target(props: Json) -> str:
    rel = ' rel="noopener noreferrer"' if props["target"] == "_blank" else ""
    return f' target="{props["target"]}"{rel}'


def _link(given: Given) -> str:
    props = given.props
    inner = given.children if given.has_children else props["text"]
    own = _attrs(given, without=frozenset({"href", "rel", "target"}))
    return f'<a{own} href="{escape_html(str(props["href"]))}"{_target(props)}>{inner}</a>'


_BUTTON_OWN = frozenset({"aria-disabled", "disabled", "href", "rel", "target", "type"})


def _button(given: Given) -> str:
    props = given.props
    own = _attrs(given, without=_BUTTON_OWN)
    href = str(props["href"])
    if href and href != "#":
        return f'<a{own} href="{escape_html(href)}"{_target(props)}>{props["label"]}</a>'
    off = ' disabled aria-disabled="true"' if props["disabled"] else ""
    return f'<button{own} type="button"{off}>{props["label"]}</button>'


_IMAGE_OWN = frozenset(
    {"alt", "decoding", "fetchpriority", "height", "loading", "sizes", "src", "srcset", "style", "width"}
)


def _image(given: Given) -> str:
    props = given.props
    src = str(props["src"])
    if not src:
        return ""
    known = (given.picture(src) if given.picture else None) or Picture()
    # The prop was escaped with all others; what the library says was not.
    alt = str(props.get("alt") or "") or escape_html(known.alt)
    sized = "".join(
        f' {name}="{escape_html(str(value))}"'
        for name, value in (
            ("srcset", known.srcset),
            ("sizes", known.sizes),
            ("width", known.width),
            ("height", known.height),
        )
        if value
    )
    priority = f' fetchpriority="{props["fetchPriority"]}"' if props["fetchPriority"] != "auto" else ""
    return (
        f'<img{_attrs(given, without=_IMAGE_OWN)} src="{escape_html(known.src or src)}" alt="{alt}"{sized}'
        f' loading="{props["loading"]}" decoding="{props["decoding"]}"{priority}>'
    )


def _svg(given: Given) -> str:
    markup = str(given.props["svg"])
    title = str(given.props["title"])
    if not title:
        return markup
    return re.sub(r"<svg\b", f'<svg role="img" aria-label="{title}"'.replace("\\", r"\\"), markup, count=1)


def _video(given: Given) -> str:
    props = given.props
    url = str(props["videoUrl"])
    if not url or url == "#":
        return ""
    if found := _YOUTUBE.match(url):
        return (
            f'<iframe src="https://www.youtube-nocookie.com/embed/{found.group(1)}" loading="lazy"'
            ' allow="encrypted-media; picture-in-picture; fullscreen" allowfullscreen></iframe>'
        )
    poster = f' poster="{escape_html(str(props["poster"]))}"' if props["poster"] else ""
    flags = "".join(
        f" {name}" for name in ("playsinline", "autoplay", "loop", "muted", "controls") if props[name]
    )
    return f'<video src="{escape_html(url)}"{poster} preload="{props["preload"]}"{flags}></video>'


def _body(given: Given) -> str:
    return given.children


RENDERERS: dict[str, Callable[[Given], str]] = {
    modules.BODY: _body,
    modules.CONTAINER: _container,
    modules.TEXT: _text,
    modules.LIST: _list,
    modules.OUTLET: _outlet,
    modules.LINK: _link,
    modules.BUTTON: _button,
    modules.IMAGE: _image,
    modules.SVG: _svg,
    modules.VIDEO: _video,
}
