"""How each base module becomes an element: what opens it, and what closes it.

Props come as authors wrote them; every text goes through `escape` here and nowhere else. `head` is what
stands first in the tag: uid, style and class. One illegal prop is repaired alone; the rest of the node stays.
"""

import re
from collections.abc import Callable
from typing import Any

from proofroom.kernel.words import word_set
from proofroom.site.document.load import as_object
from proofroom.site.document.modules import BUTTON, LINK, MODULES, OWN_ATTRIBUTES, SUBMIT
from proofroom.site.document.types import Json
from proofroom.site.rendering.escape import attributes, escape, is_safe_url, safe_url, tag_name
from proofroom.site.rendering.sanitize import clean_richtext, clean_svg

Parts = tuple[str, str]
"""What opens an element, with the text in it where it takes no children; and what closes it."""
Element = Callable[[Json, str, bool], Parts]
"""Takes the props, the head of the tag, and whether there are children."""

VOID = word_set("area base br col embed hr img input link meta param source track wbr")
CONTAINERS = frozenset({"div", "section", "article", "main", "header", "footer", "nav", "aside", "ul", "ol"})
_TEXTS = frozenset({"p", "none", "h1", "h2", "h3", "h4", "h5", "h6", "span", "div", "small", "strong", "em"})
_TARGETS = frozenset({"_self", "_blank", "_parent"})
_IMAGE = frozenset({"alt", "decoding", "fetchpriority", "loading", "src", "style"})
_INPUT_TYPES = frozenset(
    {"text", "email", "password", "search", "tel", "url", "number", "date", "time", "datetime-local", "file"}
    | {"hidden"}
)

PLAYER = "https://www.youtube-nocookie.com"
_FILM = re.compile(
    r"(?:https?:)?//(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com/(?:embed/|shorts/|watch\?(?:[^#]*&)?v=)"
    r"|youtu\.be/)([\w-]{6,20})"
)


def text_of(props: Json, key: str, module_id: str = "") -> str:
    """Return a prop as text; a missing one takes its default."""
    value = props.get(key)
    if type(value) is str:
        return value
    if value is None:
        module = MODULES.get(module_id)
        default = module.by_key.get(key) if module else None
        return str(default.default) if default is not None else ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, int | float) else ""


def container(props: Json, head: str, has_children: bool) -> Parts:
    """Return a box of any kind."""
    tag = props.get("tag", "div")
    if tag not in CONTAINERS:
        tag = tag_name(tag, props.get("customTag"), CONTAINERS)
    authored = props.get("htmlAttributes")
    opened = f"<{tag}{head}{attributes(authored) if authored else ''}>"
    return (opened, "") if tag in VOID else (opened, f"</{tag}>")


def text(props: Json, head: str, has_children: bool) -> Parts:
    """Return a text, or bare words."""
    shown = escape(text_of(props, "text", "base.text"))
    if "\n" in shown:
        shown = shown.replace("\n", "<br>")
    tag = props.get("tag", "p")
    if tag == "none":
        return shown, ""
    if tag not in _TEXTS:
        tag = "p"
    authored = props.get("htmlAttributes")
    return f"<{tag}{head}{attributes(authored) if authored else ''}>{shown}", f"</{tag}>"


def _aim(props: Json) -> str:
    target = props.get("target", "_self")
    if target not in _TARGETS:
        target = "_self"
    return f' target="{target}"' + (' rel="noopener noreferrer"' if target == "_blank" else "")


def link(props: Json, head: str, has_children: bool) -> Parts:
    """Return a link."""
    href = escape(safe_url(text_of(props, "href", "base.link")))
    opened = (
        f'<a{head}{attributes(props.get("htmlAttributes"), OWN_ATTRIBUTES[LINK])} href="{href}"{_aim(props)}>'
    )
    return (
        (opened, "</a>") if has_children else (opened + escape(text_of(props, "text", "base.link")), "</a>")
    )


def button(props: Json, head: str, has_children: bool) -> Parts:
    """Return a button, or a link that looks like one."""
    label, href = escape(text_of(props, "label", "base.button")), text_of(props, "href").strip()
    authored = attributes(props.get("htmlAttributes"), OWN_ATTRIBUTES[BUTTON])
    if href and is_safe_url(href) and href != "#":
        return f'<a{head}{authored} href="{escape(href)}"{_aim(props)}>{label}', "</a>"
    off = ' disabled aria-disabled="true"' if props.get("disabled") is True else ""
    return f'<button{head}{authored} type="button"{off}>{label}', "</button>"


def image(props: Json, head: str, has_children: bool) -> Parts:
    """Return an image; nothing without an address."""
    src = text_of(props, "src").strip()
    if not src:
        return "", ""
    authored = props.get("htmlAttributes")
    alt = props.get("alt")
    if not isinstance(alt, str):
        alt = str(as_object(authored).get("alt") or "")
    loading = "eager" if props.get("loading") == "eager" else "lazy"
    decoding = props.get("decoding") if props.get("decoding") in ("sync", "auto") else "async"
    priority = props.get("fetchPriority")
    sized = "".join(
        f' {key}="{escape(str(props[key]))}"'
        for key in ("srcset", "sizes", "width", "height")
        if props.get(key)
    )
    return (
        f'<img{head}{attributes(authored, _IMAGE)} src="{escape(safe_url(src))}" alt="{escape(alt)}"{sized}'
        f' loading="{loading}" decoding="{decoding}"'
        + (f' fetchpriority="{priority}">' if priority in ("high", "low") else ">")
    ), ""


def svg(props: Json, head: str, has_children: bool) -> Parts:
    """Return a drawing in the page."""
    drawn = clean_svg(text_of(props, "svg"))
    start = drawn.find("<svg")
    if start < 0:
        return drawn, ""
    title = text_of(props, "title")
    told = f' role="img" aria-label="{escape(title)}"' if title else ""
    # What the node says counts: the drawing's own classes are among the node's.
    own = [name for name in ("aria-label", "role", "class", "style") if f" {name}=" in head + told]
    if own:
        end = drawn.find(">", start)
        opened = drawn[start:end]
        for name in own:
            at = opened.find(f' {name}="')
            if at >= 0:
                opened = opened[:at] + opened[opened.index('"', at + len(name) + 3) + 1 :]
        drawn = drawn[:start] + opened + drawn[end:]
    return f"{drawn[:start]}<svg{head}{told}{drawn[start + 4 :]}", ""


def listing(props: Json, head: str, has_children: bool) -> Parts:
    """Return a list of lines."""
    tag = "ol" if props.get("listType") == "ordered" else "ul"
    items = (line.strip() for line in text_of(props, "items").split("\n"))
    return f"<{tag}{head}>" + "".join(f"<li>{escape(line)}</li>" for line in items if line), f"</{tag}>"


def outlet(props: Json, head: str, has_children: bool) -> Parts:
    """Return where a template shows what it wraps."""
    tag = tag_name(props.get("tag", "main"), props.get("customTag"), CONTAINERS, "main")
    html = text_of(props, "html")
    return f"<{tag}{head} data-instatic-content-region>{clean_richtext(html) if html else ''}", f"</{tag}>"


def film_of(url: str) -> str:
    """Return the id of a film of YouTube; nothing for any other address."""
    found = _FILM.match(url)
    return found[1] if found else ""


def video(props: Json, head: str, has_children: bool) -> Parts:
    """Return a video; one that YouTube has in its player, or as a picture that leads there."""
    src = text_of(props, "videoUrl").strip()
    if not src:
        return "", ""
    poster = text_of(props, "poster").strip()
    if (film := film_of(src)) and poster:
        href = f"https://www.youtube.com/watch?v={film}"
        return (
            f'<a{head} href="{href}"><img src="{escape(safe_url(poster))}" alt="Video" loading="lazy">',
            "</a>",
        )
    if film:
        told = 'title="Video" loading="lazy" allow="fullscreen; picture-in-picture"'
        return f'<iframe{head} src="{PLAYER}/embed/{film}" {told}>', "</iframe>"
    preload = props.get("preload") if props.get("preload") in ("none", "auto") else "metadata"
    flags = "".join(
        f" {name}"
        for name, default in (("playsinline", True), ("autoplay", False), ("loop", False), ("muted", False))
        if props.get(name, default) is True
    ) + (" controls" if props.get("controls", True) is True else "")
    shown = f' poster="{escape(safe_url(poster))}"' if poster else ""
    return f'<video{head} src="{escape(safe_url(src))}"{shown} preload="{preload}"{flags}>', "</video>"


def form(props: Json, head: str, has_children: bool) -> Parts:
    """Return a form."""
    mode = "custom" if props.get("mode") == "custom" else "cms"
    out = f'<form{head} data-instatic-form-id="{escape(text_of(props, "formId", "base.form"))}"'
    out += f' data-instatic-form-mode="{mode}"'
    if mode == "cms":
        table = text_of(props, "targetTableId")
        out += f' data-instatic-target-table="{escape(table)}"' if table else ""
    else:
        method = props.get("method") if props.get("method") in ("get", "dialog") else "post"
        action = text_of(props, "action")
        out += (f' action="{escape(safe_url(action))}"' if action else "") + f' method="{method}"'
    if props.get("successBehavior") == "redirect":
        out += f' data-instatic-success-redirect="{escape(safe_url(text_of(props, "redirectUrl")))}"'
    else:
        told = escape(text_of(props, "successMessage", "base.form"))
        out += f' data-instatic-success-message="{told}"' if told else ""
    trap = escape(text_of(props, "honeypotName", "base.form"))
    hidden = (
        f'<input type="text" name="{trap}" autocomplete="off" tabindex="-1" data-instatic-honeypot hidden>'
        if mode == "cms" and trap
        else ""
    )
    return f"{out}>{hidden}", "</form>"


def _values(props: Json, *names: str) -> str:
    """Return attributes that have a value; numbers of 0 count as none."""
    found = list[str]()
    for name in names:
        value: Any = props.get(name)
        if value not in (None, "", 0, False):
            found.append(f' {name.lower()}="{escape(text_of(props, name))}"')
    return "".join(found)


def _flags(props: Json, *names: str) -> str:
    return "".join(f" {name.lower()}" for name in names if props.get(name) is True)


def _control(props: Json, kind: str) -> str:
    field = text_of(props, "fieldId")
    told = f' data-instatic-form-control="{kind}"'
    told += f' data-instatic-field-id="{escape(field)}"' if field else ""
    return told + attributes(props.get("htmlAttributes"), OWN_ATTRIBUTES[f"base.{kind}"])


def field(props: Json, head: str, has_children: bool) -> Parts:
    """Return a field of one line."""
    kind = props.get("inputType") if props.get("inputType") in _INPUT_TYPES else "text"
    named = _values(props, "name", "id", "placeholder", "value", "autocomplete", "min", "max")
    limits = _values(props, "minLength", "maxLength", "pattern")
    flags = _flags(props, "required", "disabled", "readOnly")
    return f'<input{head}{_control(props, "input")} type="{kind}"{named}{limits}{flags}>', ""


def textarea(props: Json, head: str, has_children: bool) -> Parts:
    """Return a field of many lines."""
    named = _values(props, "name", "id", "placeholder", "rows", "minLength", "maxLength")
    flags = _flags(props, "required", "disabled", "readOnly")
    value = escape(text_of(props, "value"))
    return f"<textarea{head}{_control(props, 'textarea')}{named}{flags}>{value}", "</textarea>"


def select(props: Json, head: str, has_children: bool) -> Parts:
    """Return a choice."""
    named = _values(props, "name", "id") + _flags(props, "required", "disabled", "multiple")
    return f"<select{head}{_control(props, 'select')}{named}>", "</select>"


def option(props: Json, head: str, has_children: bool) -> Parts:
    """Return one option of a choice."""
    flags = _flags(props, "selected", "disabled")
    label = escape(text_of(props, "label", "base.option"))
    return f'<option{head} value="{escape(text_of(props, "value"))}"{flags}>{label}', "</option>"


def option_group(props: Json, head: str, has_children: bool) -> Parts:
    """Return a group of options."""
    label = escape(text_of(props, "label", "base.option-group"))
    return f'<optgroup{head} label="{label}"{_flags(props, "disabled")}>', "</optgroup>"


def _choice(kind: str) -> Element:
    def render(props: Json, head: str, has_children: bool) -> Parts:
        named = _values(props, "name", "id")
        value = escape(text_of(props, "value", f"base.{kind}"))
        flags = _flags(props, "checked", "required", "disabled")
        return f'<input{head} type="{kind}"{_control(props, kind)}{named} value="{value}"{flags}>', ""

    return render


def label(props: Json, head: str, has_children: bool) -> Parts:
    """Return the label of a field."""
    target = text_of(props, "targetId") if props.get("targetMode") == "explicit" else ""
    told = f' for="{escape(target)}"' if target else ""
    told += attributes(props.get("htmlAttributes"), OWN_ATTRIBUTES["base.label"])
    return f"<label{head}{told}>{escape(text_of(props, 'text', 'base.label'))}", "</label>"


def submit(props: Json, head: str, has_children: bool) -> Parts:
    """Return the button that sends a form."""
    named = f' form="{escape(text_of(props, "formId"))}"' if props.get("formId") else ""
    named += attributes(props.get("htmlAttributes"), OWN_ATTRIBUTES[SUBMIT])
    shown = escape(text_of(props, "label", "base.submit"))
    return f'<button{head} type="submit"{named}{_flags(props, "disabled")}>{shown}', "</button>"


def form_message(props: Json, head: str, has_children: bool) -> Parts:
    """Return where a form answers."""
    kind = props.get("kind") if props.get("kind") in ("success", "error") else "status"
    role = "alert" if kind == "error" else "status"
    named = f' data-instatic-form-id="{escape(text_of(props, "formId"))}"' if props.get("formId") else ""
    told = f'<div{head} data-instatic-form-message="{kind}"{named} role="{role}">'
    return told + escape(text_of(props, "text")), "</div>"


ELEMENTS: dict[str, Element] = {
    "base.container": container,
    "base.text": text,
    "base.link": link,
    "base.button": button,
    "base.image": image,
    "base.svg": svg,
    "base.list": listing,
    "base.outlet": outlet,
    "base.video": video,
    "base.form": form,
    "base.label": label,
    "base.input": field,
    "base.textarea": textarea,
    "base.select": select,
    "base.option": option,
    "base.option-group": option_group,
    "base.checkbox": _choice("checkbox"),
    "base.radio": _choice("radio"),
    "base.submit": submit,
    "base.form-message": form_message,
}
