"""Which module an element becomes, and with which props. The first rule that fits decides."""

from collections.abc import Callable
from typing import NamedTuple

from proofroom.site.document import modules
from proofroom.site.document.modules import MODULES
from proofroom.site.document.types import Json
from proofroom.site.importing.texts import identifier, normal, tokens, whole_number
from proofroom.site.markup.names import is_attribute
from proofroom.site.markup.parse import VOID, Element, serialize
from proofroom.site.rendering.elements import film_of

TEXT_TAGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "p", "span", "small", "strong", "em"})
CONTAINERS = frozenset({"ul", "ol", "div", "section", "article", "main", "header", "footer", "nav", "aside"})
INPUT_TYPES = frozenset(MODULES["base.input"].by_key["inputType"].values or ())
_PLAIN_INPUTS = frozenset({"color", "image", "month", "range", "week"})
"""Fields that HTML has and no module: they stay the elements that they are."""


class Mapped(NamedTuple):
    """What an element becomes."""

    module: str
    props: Json
    recurses: bool = False


def map_element(element: Element, name: str, *, in_form: bool) -> Mapped:
    """Return what an element becomes; `name` is its tag in lower case."""
    if rule := _RULES.get(name):
        return rule(element, in_form)
    if name in TEXT_TAGS:
        if element.has_elements:
            return _custom(name)
        return Mapped(modules.TEXT, {"text": normal(element.text()), "tag": name})
    if name in CONTAINERS:
        return Mapped(modules.CONTAINER, {"tag": name}, recurses=True)
    return _custom(name, recurses=name not in VOID)


def kept_attributes(module: str, element: Element) -> Json | None:
    """Return the authored attributes that a node keeps; None where it keeps none."""
    given = element.attributes
    if not given or (len(given) == 1 and "class" in given):  # what nearly all elements have
        return None
    own = modules.OWN_ATTRIBUTES.get(module)
    if own is None:
        return None
    found = {
        lower: value
        for name, value in given.items()
        if (lower := name.lower()) not in own and is_attribute(lower)
    }
    return found or None


def _custom(name: str, *, recurses: bool = True) -> Mapped:
    return Mapped(modules.CONTAINER, {"tag": "custom", "customTag": name}, recurses)


def _attribute(element: Element, name: str, default: str = "") -> str:
    return element.attributes.get(name, default)


def _has(element: Element, name: str) -> bool:
    return name in element.attributes


def _outlet(element: Element, in_form: bool) -> Mapped:
    tag = _attribute(element, "data-tag")
    return Mapped(modules.OUTLET, {"tag": tag} if tag else {})


def _loop(element: Element, in_form: bool) -> Mapped:
    given = element.attributes
    props: Json = {
        "sourceId": given.get("data-source-id", ""),
        "orderBy": given.get("data-order-by", ""),
        "direction": "asc" if given.get("data-direction") == "asc" else "desc",
        "limit": whole_number(given.get("data-limit"), 10, 1),
        "offset": whole_number(given.get("data-offset"), 0),
        "pagination": "infinite" if given.get("data-pagination") == "infinite" else "none",
        "pageSize": whole_number(given.get("data-page-size"), 10, 1),
    }
    if table := given.get("data-table-id"):
        filters: Json = {"tableId": table}
        if field := given.get("data-field"):
            filters |= {"field": field, "value": given.get("data-value", "")}
        if given.get("data-others") == "true":
            filters["others"] = True
        props["filters"] = filters
    if custom := given.get("data-custom-tag"):
        props |= {"tag": "custom", "customTag": custom}
    elif tag := given.get("data-tag"):
        props["tag"] = tag
    return Mapped(modules.LOOP, props, recurses=True)


def _form(element: Element, in_form: bool) -> Mapped:
    given = element.attributes
    is_own = given.get("data-instatic-form-mode") == "cms"
    method = given.get("method", "").strip().lower()
    props: Json = {
        "mode": "cms" if is_own else "custom",
        "formId": identifier(
            given.get("data-instatic-form-id"), given.get("id"), given.get("name"), default="form"
        ),
        "targetTableId": given.get("data-instatic-target-table", "") if is_own else "",
        "action": given.get("action", ""),
        "method": method if method in ("post", "dialog") else "get",
    }
    if redirect := given.get("data-instatic-success-redirect"):
        props |= {"successBehavior": "redirect", "redirectUrl": redirect}
    if message := given.get("data-instatic-success-message"):
        props["successMessage"] = message
    return Mapped(modules.FORM, props, recurses=True)


def _label(element: Element, in_form: bool) -> Mapped:
    if element.elements:
        return _custom("label")
    target = _attribute(element, "for")
    props = {
        "text": normal(element.text()),
        "targetMode": "explicit" if target else "auto",
        "targetId": target,
    }
    return Mapped("base.label", props)


def _field(element: Element, *names: str) -> Json:
    given = element.attributes
    return {
        "fieldId": given.get("data-instatic-field-id") or given.get("name") or given.get("id") or "",
        "name": given.get("name", ""),
        "id": given.get("id", ""),
        **{name: given.get(name.lower(), "") for name in names},
        "disabled": _has(element, "disabled"),
        "required": _has(element, "required"),
    }


def _lengths(element: Element) -> Json:
    return {
        name: whole_number(element.attributes.get(name.lower()), 0) for name in ("minLength", "maxLength")
    }


def _textarea(element: Element, in_form: bool) -> Mapped:
    props = _field(element, "placeholder") | _lengths(element)
    props |= {
        "value": element.text(),
        "rows": whole_number(element.attributes.get("rows"), 4, 1),
        "readOnly": _has(element, "readonly"),
    }
    return Mapped("base.textarea", props)


def _select(element: Element, in_form: bool) -> Mapped:
    return Mapped("base.select", _field(element) | {"multiple": _has(element, "multiple")}, recurses=True)


def _option_group(element: Element, in_form: bool) -> Mapped:
    label = _attribute(element, "label") or normal(element.text())
    return Mapped("base.option-group", {"label": label, "disabled": _has(element, "disabled")}, recurses=True)


def _option(element: Element, in_form: bool) -> Mapped:
    text = normal(element.text())
    props = {
        "value": _attribute(element, "value") or text,
        "label": _attribute(element, "label") or text,
        "selected": _has(element, "selected"),
        "disabled": _has(element, "disabled"),
    }
    return Mapped("base.option", props)


def _input(element: Element, in_form: bool) -> Mapped:
    kind = _attribute(element, "type", "text").strip().lower()
    if kind in ("checkbox", "radio"):
        props = _field(element) | {
            "value": _attribute(element, "value") or "on",
            "checked": _has(element, "checked"),
        }
        return Mapped(f"base.{kind}", props)
    if kind in _PLAIN_INPUTS:
        return _custom("input", recurses=False)
    value = _attribute(element, "value")
    if kind == "submit":
        return _submit(element, value)
    if kind in ("button", "reset"):
        return Mapped(modules.BUTTON, {"label": value or "Button", "disabled": _has(element, "disabled")})
    props = _field(element, "placeholder", "value", "autocomplete", "min", "max", "pattern")
    props |= _lengths(element)
    props |= {"inputType": kind if kind in INPUT_TYPES else "text", "readOnly": _has(element, "readonly")}
    return Mapped("base.input", props)


def _submit(element: Element, label: str) -> Mapped:
    props: Json = {
        "disabled": _has(element, "disabled"),
        "formId": identifier(element.attributes.get("form")),
    }
    return Mapped(modules.SUBMIT, props | ({"label": label} if label else {}))


def _button(element: Element, in_form: bool) -> Mapped:
    kind = _attribute(element, "type").strip().lower()
    text = normal(element.text())
    if kind == "submit" or (not kind and in_form):
        return _submit(element, text)
    return Mapped(modules.BUTTON, {"label": text, "disabled": _has(element, "disabled")})


def _anchor(element: Element, in_form: bool) -> Mapped:
    where: Json = {
        "href": _attribute(element, "href"),
        "target": _attribute(element, "target") or "_self",
    }
    text = normal(element.text())
    names = _attribute(element, "class")
    if names and "btn" in tokens(names):
        return Mapped(modules.BUTTON, {"label": text, **where})
    return Mapped(modules.LINK, {"text": text, **where}, recurses=element.has_elements)


def _frame(element: Element, in_form: bool) -> Mapped:
    src = _attribute(element, "src").strip()
    return Mapped(modules.VIDEO, {"videoUrl": src}) if film_of(src) else _custom("iframe", recurses=False)


def _svg(element: Element, in_form: bool) -> Mapped:
    return Mapped(modules.SVG, {"svg": serialize(element), "title": _attribute(element, "aria-label")})


def _image(element: Element, in_form: bool) -> Mapped:
    props: Json = {"src": _attribute(element, "src")}
    if alt := _attribute(element, "alt").strip():
        props["alt"] = alt
    return Mapped(modules.IMAGE, props)


_RULES: dict[str, Callable[[Element, bool], Mapped]] = {
    "instatic-outlet": _outlet,
    "instatic-loop": _loop,
    "form": _form,
    "label": _label,
    "textarea": _textarea,
    "select": _select,
    "optgroup": _option_group,
    "option": _option,
    "input": _input,
    "a": _anchor,
    "svg": _svg,
    "img": _image,
    "iframe": _frame,
    "button": _button,
}
