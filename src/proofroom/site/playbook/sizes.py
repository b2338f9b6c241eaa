"""Texts made larger or smaller: the size that a rule gives them, times a step, so that tokens stay tokens."""

import re
from collections.abc import Mapping
from typing import Any, Final

from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.sentence import plain
from proofroom.providers.offline.table import refused
from proofroom.site.playbook.change import no_section, told
from proofroom.site.playbook.outline import PageOutline, PageText, look_at_page

_TAGS: Final = {"heading": ("h1", "h2", "h3"), "text": ("p", "li"), "button": ("a", "button")}
_STEPS: Final = {"smaller": "0.85", "larger": "1.15"}
_SCALE: Final = {"smaller": (14, 16), "larger": (17, 19.5)}
_SCALE_STEPS: Final = ("xs", "s", "m", "l", "xl", "2xl", "3xl", "4xl")
_WHOLE: Final = re.compile(
    r"(?:the |this |our |bu )?(?:whole |entire |butun |tum )?(?:page|site|website|sayfa\w*|site\w*)"
)
_STEPPED: Final = re.compile(r"calc\((?P<size>.+) \* (?P<times>[\d.]+)\)")
_SIZE: Final = re.compile(r"font-size:\s*([^;}]+)")


def change_size(request: Request, said: Mapping[str, Any]) -> Plan:
    """Make the first heading, text or button of a page larger or smaller, by the rule that sizes it."""
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    if place := str(said.get("place") or ""):
        return (yield from _sized_in(request, page, place, said))
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


def _sized_in(request: Request, page: PageOutline, place: str, said: Mapping[str, Any]) -> Plan:
    """Give the texts of one section the next step of the scale; all of the page by the scale itself."""
    role, size = str(said["role"]), str(said["size"])
    if _WHOLE.fullmatch(plain(place)) and role == "text":
        least, most = _SCALE[size]
        given = {"min": {"fontSize": least}, "max": {"fontSize": most}}
        made: Result = yield Call("set_type_scale", given)
        return told(request, made, "answer.site.type_scale")
    section = page.named(place)
    if section is None:
        return no_section(request, page, place)
    steps = {
        one.uid: step for one in section.texts if one.tag in _TAGS[role] and (step := _next(page, one, size))
    }
    if not steps:
        return Ask(request.say("answer.site.no_size", role=role, page=section.label))
    css = "".join(f".d-size-{one} {{ font-size: var(--text-{one}); }}" for one in sorted(set(steps.values())))
    calls = [Call("assignClass", {"nodeId": uid, "classId": f"d-size-{one}"}) for uid, one in steps.items()]
    results: list[Result] = yield [Call("applyCss", {"css": css}), *calls]
    failed = next((one for one in results if not one.ok), results[0])
    return told(request, failed, f"answer.site.section_{size}", section=section.label)


def _next(page: PageOutline, text: PageText, size: str) -> str:
    """Return the step of the scale beside the one that a text has; nothing where it has none."""
    known = _sized_by(page, text)
    found = re.fullmatch(r"var\(--text-(\w+)\)", known[1]) if known else None
    if known and not found:
        return ""
    at = _SCALE_STEPS.index(found[1] if found and found[1] in _SCALE_STEPS else "m")
    at += 1 if size == "larger" else -1
    return (
        _SCALE_STEPS[at] if 0 <= at < len(_SCALE_STEPS) and f"--text-{_SCALE_STEPS[at]}:" in page.css else ""
    )


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
