"""Texts made larger or smaller: the size that a rule gives them, times a step, so that tokens stay tokens."""

import re
from collections.abc import Mapping
from typing import Any, Final

from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.table import refused
from proofroom.site.playbook.outline import PageOutline, PageText, look_at_page

_TAGS: Final = {"heading": ("h1", "h2", "h3"), "text": ("p", "li"), "button": ("a", "button")}
_STEPS: Final = {"smaller": "0.85", "larger": "1.15"}
_STEPPED: Final = re.compile(r"calc\((?P<size>.+) \* (?P<times>[\d.]+)\)")
_SIZE: Final = re.compile(r"font-size:\s*([^;}]+)")


def change_size(request: Request, said: Mapping[str, Any]) -> Plan:
    """Make the first heading, text or button of a page larger or smaller, by the rule that sizes it."""
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    texts = [one for one in page.texts if one.tag in _TAGS[str(said["role"])]]
    text = next(iter(texts), None)
    sized = [one for each in (texts if said.get("every") else texts[:1]) if (one := _sized_by(page, each))]
    if not text or not sized:
        return Ask(request.say("answer.site.no_size", role=said["role"], page=page.title))
    step = _STEPS[str(said["size"])]
    css = " ".join(f"{name} {{ font-size: {_times(size, step)}; }}" for name, size in dict(sized).items())
    made: Result = yield Call("applyCss", {"css": css})
    if not made.ok:
        return refused(request, made)
    selector = ", ".join(dict(sized))
    shown = text.text if "{" not in text.text else text.tag  # what is filled in when it is shown says nothing
    return Answer(request.say(f"answer.site.{said['size']}", text=shown, selector=selector))


def _sized_by(page: PageOutline, text: PageText) -> tuple[str, str] | None:
    """Return the rule that gives a text its size outside of any condition, and the size."""
    plain_rules = re.sub(r"@[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", " ", page.css)
    for selector in (*(f".{name}" for name in text.classes.split()), text.tag):
        found = re.search(rf"(?:^|[}}\s]){re.escape(selector)}\s*\{{([^}}]*)\}}", plain_rules)
        size = _SIZE.search(found[1]) if found else None
        if size is not None:
            return selector, size[1].strip()
    return None


def _times(size: str, step: str) -> str:
    known = _STEPPED.fullmatch(size)
    times = float(step) * (float(known["times"]) if known else 1)
    return f"calc({known['size'] if known else size} * {round(times, 3):g})"
