"""How a part of a page looks, as rules: the value it has now, and the rule to write for another.

A value is changed where it stands. Where the rule that sets it reaches further than what is meant, what is
meant gets a class of its own. Colours of a design that has tokens become tokens.
"""

import colorsys
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Call
from proofroom.providers.offline.sentence import plain
from proofroom.site.document.colors import parse_color
from proofroom.site.markup.css import Block, escape_class, parse_stylesheet
from proofroom.site.playbook.copy import LOOKS
from proofroom.site.playbook.outline import PageOutline, uid_of
from proofroom.site.playbook.things import Thing, things_of

PHONES: Final = "(max-width: 480px)"
_USUAL_SIZE: Final = {"h1": "2em", "h2": "1.5em", "h3": "1.17em"}
_LENGTH: Final = re.compile(r"(?P<number>\d*\.?\d+)(?P<unit>px|rem|em|%|vw|ch)")
_STEPPED: Final = re.compile(r"calc\((?P<size>.+) \* (?P<times>[\d.]+)\)")
_TOKEN: Final = re.compile(r"--[\w-]+-d-1:")
_LEAST: Final = 4.5
"""Contrast of text that can be read."""


@dataclass(frozen=True, slots=True)
class Restyled:
    """The calls that give parts of a page another look, and what they set, as an answer tells it."""

    calls: tuple[Call, ...]
    selector: str
    told: str


class Rules:
    """The rules of a page that hold everywhere, and the parts that each of them reaches."""

    def __init__(self, page: PageOutline) -> None:
        css = re.sub(r"</?style[^>]*>", " ", page.css)
        self._rules = [one for one in parse_stylesheet(css) if isinstance(one, Block)]
        self._tree = LexborHTMLParser(f"<body>{page.html}</body>")
        self.has_tokens = _TOKEN.search(css) is not None
        self._variables = {
            line.name: line.value
            for one in self._rules
            if ":root" in one.selector
            for line in one.declarations
            if line.name.startswith("--")
        }

    def reached(self, selector: str) -> set[str]:
        """Return the parts that a selector reaches on the page."""
        try:
            return {uid_of(one) for one in self._tree.css(selector)}
        except (SelectolaxError, ValueError):
            return set()

    def now(self, thing: Thing, *names: str) -> tuple[str, str, str] | None:
        """Return the last rule that sets one of some properties of a part: selector, property and value."""
        hits = [
            (one.selector, line.name, line.value)
            for one in self._rules
            if thing.uid in self.reached(one.selector)
            for line in one.declarations
            if line.name in names
        ]
        return hits[-1] if hits else None

    def colour(self, value: str) -> tuple[float, float, float] | None:
        """Return a colour's red, green and blue, following the design's tokens."""
        for _ in range(4):
            found = re.search(r"var\((--[\w-]+)", value)
            if found is None:
                break
            value = self._variables.get(found[1], "")
        shade = parse_color(value.strip())
        if shade is None:
            return None
        hue, full, light = shade.hue / 360, shade.saturation / 100, shade.lightness / 100
        return colorsys.hls_to_rgb(hue, light, full)

    def inks_in(
        self, things: Sequence[Thing], ground: Thing
    ) -> Iterator[tuple[str, tuple[float, float, float]]]:
        """Yield the rules by which words on a ground have colours of their own, with these."""
        for one in things:
            chain = one.around[one.around.index(ground) + 1 :] if ground in one.around else ()
            if not one.is_leaf or ground not in one.around or self._has_ground(one, chain):
                continue
            found = next((hit for each in (one, *reversed(chain)) if (hit := self.now(each, "color"))), None)
            shade = self.colour(found[2]) if found else None
            if found and shade is not None:
                yield found[0], shade

    def _has_ground(self, thing: Thing, chain: Sequence[Thing]) -> bool:
        return any(self.now(one, "background", "background-color") for one in (thing, *chain))

    def behind(self, thing: Thing) -> tuple[float, float, float] | None:
        """Return the colour that a part stands on."""
        for one in (thing, *reversed(thing.around)):
            found = self.now(one, "background", "background-color")
            shade = self.colour(found[2]) if found else None
            if shade is not None:
                return shade
        return (1.0, 1.0, 1.0)


def stepped(value: str, step: float) -> str:
    """Return a length times a step; what is no plain length is calculated where it is shown."""
    if known := _STEPPED.fullmatch(value):
        return f"calc({known['size']} * {round(float(known['times']) * step, 3):g})"
    if _LENGTH.fullmatch(value):
        found = _LENGTH.fullmatch(value)
        assert found is not None
        number = float(found["number"]) * step
        return f"{round(number) if found['unit'] == 'px' else round(number, 3):g}{found['unit']}"
    return f"calc({value} * {step:g})"


def with_look(
    page: PageOutline, things: Sequence[Thing], look: Mapping[str, Any], device: str
) -> Restyled | None:
    """Return what gives parts a look: a step from what they have, or a value; None where nothing is known."""
    rules = Rules(page)
    name = str(look["property"])
    if name == "space":
        return _with_space(rules, things, float(look["grow"]), device)
    if "grow" not in look:
        return _written(rules, things, {name: str(look["value"])}, device)
    groups = dict[tuple[str, str], list[Thing]]()
    for one in things:
        now = rules.now(one, name)
        groups.setdefault((now[0], now[2]) if now else ("", _USUAL_SIZE.get(one.tag, "1em")), []).append(one)
    made = [
        _written(rules, alike, {name: stepped(size, float(look["grow"]))}, device)
        for (_, size), alike in groups.items()
    ]
    calls = tuple(call for one in made for call in one.calls)
    return Restyled(calls, ", ".join(dict.fromkeys(one.selector for one in made)), made[0].told)


def _with_space(rules: Rules, things: Sequence[Thing], step: float, device: str) -> Restyled | None:
    """Return what brings parts further apart, or closer: the gap of what they stand in."""
    around = things[0].around[-1] if len(things) > 1 and things[0].around else None
    for one, names in ((around, ("gap",)), (things[0], ("gap", "padding", "padding-block"))):
        found = rules.now(one, *names) if one else None
        if one and found:
            values = [
                stepped(part, step) if _LENGTH.fullmatch(part) and part[0] != "0" else part
                for part in _parts(found[2])
            ]
            return _written(rules, [one], {found[1]: " ".join(values)}, device)
    return None


def _parts(value: str) -> list[str]:
    return re.findall(r"[^\s()]+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?", value)


def with_colour(page: PageOutline, things: Sequence[Thing], value: str, name: str) -> Restyled | None:
    """Return what gives parts a colour, and the words on it one that can be read there."""
    rules = Rules(page)
    first = things[0]
    is_ground = _is_ground(first)
    wanted = rules.colour(value)
    if wanted is None:
        return None
    calls, shown = list[Call](), value
    if rules.has_tokens and value.startswith("#"):
        slug = re.sub(r"[^a-z0-9]+", "-", plain(name)).strip("-") or "own"
        calls.append(Call("set_color_tokens", {"tokens": [{"slug": slug, "lightValue": value}]}))
        shown = f"var(--{slug})"
    if not is_ground:
        behind = rules.behind(first)
        if behind is not None and _contrast(wanted, behind) < _LEAST:
            return None
        made = _written(rules, things, {"color": shown}, "")
    else:
        known = rules.now(first, "background", "background-color")
        changes = {known[1] if known else "background-color": shown}
        ink = next(
            (hit for one in (first, *reversed(first.around)) if (hit := rules.now(one, "color"))), None
        )
        text = rules.colour(ink[2]) if ink else (0.0, 0.0, 0.0)
        readable = max(((0.1, 0.1, 0.1), (1.0, 1.0, 1.0)), key=lambda one: _contrast(wanted, one))
        own = "#fff" if readable[0] == 1.0 else "#1a1a1a"
        if text is None or _contrast(wanted, text) < _LEAST:
            changes["color"] = own
        parts = things_of(page)
        inside = {one.uid for one in parts if first in one.around}
        unread = {name for name, ink in rules.inks_in(parts, first) if _contrast(wanted, ink) < _LEAST}
        if not all(rules.reached(name) <= inside for name in unread):
            return None
        calls += [Call("applyCss", {"css": f"{name} {{ color: {own}; }}"}) for name in sorted(unread)]
        made = _written(rules, things, changes, "")
    return made and Restyled((*calls, *made.calls), made.selector, made.told)


def colour_of(page: PageOutline, thing: Thing) -> str:
    """Return the colour that a part has: of its ground, else of its words."""
    rules = Rules(page)
    names = ("background", "background-color") if _is_ground(thing) else ("color",)
    found = rules.now(thing, *names)
    return found[2] if found and rules.colour(found[2]) else ""


def _is_ground(thing: Thing) -> bool:
    """Tell whether the colour of a part is that of its ground, and not of its words."""
    return bool(thing.kinds & {"button", "section", "footer", "menu", "card", "form", "quote"})


def named_colour(said: str) -> str:
    """Return the value of a colour that words name, darker, lighter or warmer where they say so."""
    if found := re.search(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b", said):
        digits = found[0][1:]
        return f"#{digits if len(digits) == 6 else ''.join(one * 2 for one in digits)}".lower()
    words = plain(said)
    value = next(
        (one for one, names in LOOKS["colours"].values() if re.search(rf"\b(?!more\b)(?:{names})", words)), ""
    )
    if not value:
        return ""
    hue, light, full = colorsys.rgb_to_hls(*(int(value[at : at + 2], 16) / 255 for at in (1, 3, 5)))
    light *= 0.7 if re.search(r"\b(?:dark|deep|koyu)", words) else 1
    light += (1 - light) * 0.4 if re.search(r"\b(?:light|pale|bright|acik)", words) else 0
    return "#" + "".join(f"{round(one * 255):02x}" for one in colorsys.hls_to_rgb(hue, light, full))


def luminance(colour: tuple[float, float, float]) -> float:
    """Return how light a colour is, as contrasts count."""
    parts = [each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def _contrast(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _written(rules: Rules, things: Sequence[Thing], changes: Mapping[str, str], device: str) -> Restyled:
    """Return the rule that sets properties of parts and of nothing else on the page."""
    uids = {one.uid for one in things}
    name = next(iter(changes))
    now = rules.now(things[0], name)
    calls = list[Call]()
    shared = [one for one in things[0].classes if rules.reached(f".{escape_class(one)}") <= uids]
    if now and rules.reached(now[0]) <= uids:
        selector = now[0]
    elif shared:
        selector = f".{escape_class(shared[0])}"
    else:
        digest = hashlib.sha256(f"{sorted(uids)}".encode()).hexdigest()[:6]
        own = f"own-{digest}"
        base = now[0] if now and re.search(r"[\w-]$", now[0]) and "," not in now[0] else ""
        selector = f"{base}.{own}"
        calls = [Call("assignClass", {"nodeId": uid, "classId": own}) for uid in sorted(uids)]
        if base:  # the class has to be there before it is given
            calls.insert(0, Call("applyCss", {"css": f".{own} {{ }}"}))
    lines = "; ".join(f"{key}: {value}" for key, value in changes.items())
    css = f"{selector} {{ {lines}; }}"
    css = f"@media {device} {{ {css} }}" if device else css
    return Restyled((Call("applyCss", {"css": css}), *calls), selector, lines)
