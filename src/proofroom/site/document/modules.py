"""The modules a node can be: what they are called, what props they have, whether they take children."""

import json
from functools import cached_property
from importlib import resources
from typing import Any, Literal

from proofroom.kernel.data import dataclass
from proofroom.site.document.types import Json

BODY, CONTAINER, LOOP, TEXT, LIST = "base.body", "base.container", "base.loop", "base.text", "base.list"
OUTLET, IMAGE, SVG, VIDEO = "base.outlet", "base.image", "base.svg", "base.video"
BUTTON, LINK, FORM, SUBMIT = "base.button", "base.link", "base.form", "base.submit"
SLOT, SLOT_OUTLET, COMPONENT = "base.slot-instance", "base.slot-outlet", "base.visual-component-ref"
_FIELD = frozenset({"name", "id", "type", "disabled", "required"})
_LENGTHS = frozenset({"placeholder", "minlength", "maxlength", "readonly"})
_CHOICE = _FIELD | {"value", "checked"}
OWN_ATTRIBUTES: dict[str, frozenset[str]] = {
    CONTAINER: frozenset(),
    TEXT: frozenset(),
    LINK: frozenset({"href", "rel", "target"}),
    BUTTON: frozenset({"aria-disabled", "disabled", "href", "rel", "target", "type"}),
    IMAGE: frozenset(
        {"alt", "decoding", "fetchpriority", "height", "loading", "sizes", "src", "srcset", "style", "width"}
    ),
    SUBMIT: frozenset({"type", "form", "formaction", "disabled", "value"}),
    "base.label": frozenset({"for"}),
    "base.input": _FIELD | _LENGTHS | {"value", "autocomplete", "min", "max", "pattern"},
    "base.textarea": _FIELD | _LENGTHS | {"rows"},
    "base.select": _FIELD | {"multiple"},
    "base.checkbox": _CHOICE,
    "base.radio": _CHOICE,
}
"""Attributes that a module makes itself, for the modules that keep authored ones."""


@dataclass(frozen=True)
class Prop:
    """One prop of a module. `control` is how a person edits it; `values` are the legal ones of a choice."""

    key: str
    default: Any
    control: Json | None = None
    values: tuple[str, ...] | None = None

    @property
    def type(self) -> str:
        """The type of its control, which also says how it is escaped."""
        return str(self.control["type"]) if self.control else "text"

    @property
    def is_responsive(self) -> bool:
        """Tell whether breakpoints may override it."""
        return bool(self.control and self.control.get("breakpointOverridable"))


@dataclass(frozen=True)
class Module:
    """A kind of node."""

    id: str
    name: str
    category: str
    version: str
    takes_children: bool
    publish: Literal["standard", "special", "transparent"]
    props: tuple[Prop, ...]
    style_hints: tuple[Json, ...] = ()

    @cached_property
    def by_key(self) -> dict[str, Prop]:
        """Its props by key."""
        return {prop.key: prop for prop in self.props}

    def defaults(self) -> Json:
        """Return fresh default props."""
        found = self._defaults.copy()
        for key in self._shared:
            found[key] = found[key].copy()
        return found

    @cached_property
    def _defaults(self) -> Json:
        return {prop.key: prop.default for prop in self.props}

    @cached_property
    def _shared(self) -> list[str]:
        """The defaults that a node may change in place."""
        return [prop.key for prop in self.props if isinstance(prop.default, dict | list)]


def _read() -> dict[str, Module]:
    raw = json.loads((resources.files("proofroom.site.document") / "modules.json").read_text("utf-8"))
    hints = tuple(raw["styleHints"])
    return {
        one["id"]: Module(
            one["id"],
            one["name"],
            one["category"],
            one["version"],
            one["children"],
            one["publish"],
            tuple(
                Prop(
                    prop["key"],
                    prop["default"],
                    prop.get("control"),
                    tuple(prop["values"]) if "values" in prop else None,
                )
                for prop in one["props"]
            ),
            hints if one.get("hasStyleHints") else (),
        )
        for one in raw["modules"]
    }


MODULES: dict[str, Module] = _read()


def find_module(module_id: str) -> Module | None:
    """Return a module by id."""
    return MODULES.get(module_id)


def describe_modules(category: str | None = None) -> list[Json]:
    """Return the catalogue as agents read it, by id; the body is no module anybody inserts."""
    return [
        {
            "id": module.id,
            "name": module.name,
            "category": module.category,
            "canHaveChildren": module.takes_children,
            "defaults": module.defaults(),
            "props": [_describe(prop) for prop in module.props if prop.control and prop.type != "group"],
            "styles": list(module.style_hints),
        }
        for module in sorted(MODULES.values(), key=lambda one: one.id)
        if module.id != BODY and (category is None or module.category.lower() == category.strip().lower())
    ]


def _describe(prop: Prop) -> Json:
    control = prop.control or {}
    kept = {
        key: control[key] for key in ("description", "options", "breakpointOverridable") if key in control
    }
    return {
        "key": prop.key,
        "type": prop.type,
        "label": control["label"],
        "defaultValue": prop.default,
        **kept,
    }
