"""Sections as files: `[[name]]` is a text, `[[&name]]` markup of ours, `[[each list]] … [[end]]` repeats."""

import html
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, cast

_MARK = re.compile(r"\[\[(each |end|&)?(\w*)\]\]")
_COLOURS = "paper|surface|ink|soft|line|accent|on-accent|deep|on-deep|deep-soft|glow"
_COLOUR = re.compile(rf"var\(--(?=(?:{_COLOURS})\))")
_CLASS = re.compile(r"(?<=[\"\s.])d-(?=[a-z])")
_EMPTY = re.compile(r'<p class="d-(?:lead|text|fill)"></p>')
COLOURS = tuple(_COLOURS.split("|"))


@cache
def read_part(name: str) -> str:
    """Return a file that sections are made of."""
    return resources.files("proofroom.site.playbook").joinpath(*name.split("/")).read_text("utf-8")


def fill_section(text: str, values: Mapping[str, Any]) -> str:
    """Return a section with its texts in their places."""
    filled, _ = _fill(text, 0, values)
    return _EMPTY.sub("", filled)


def own_names(text: str, prefix: str) -> str:
    """Return a section whose classes and colours carry a prefix, for a site that has a design of its own."""
    if not prefix:
        return text
    return _CLASS.sub(f"d-{prefix}-", _COLOUR.sub(f"var(--{prefix}-", text))


def _fill(text: str, start: int, values: Mapping[str, Any]) -> tuple[str, int]:
    """Return the text from a place up to its `[[end]]`, and where that ends."""
    out, at = list[str](), start
    while (mark := _MARK.search(text, at)) is not None:
        out.append(text[at : mark.start()])
        kind, name = (mark[1] or "").strip(), mark[2]
        at = mark.end()
        if kind == "end":
            return "".join(out), at
        if kind == "each":
            rows = cast("list[dict[str, Any]]", values.get(name) or [])
            _, after = _fill(text, at, {})
            out += [_fill(text, at, {**values, **row})[0] for row in rows]
            at = after
        else:
            value = str(values.get(name, ""))
            out.append(value if kind == "&" else html.escape(value, quote=True))
    return "".join([*out, text[at:]]), len(text)
