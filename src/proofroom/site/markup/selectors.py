"""Selectors as browsers read them: which are none, and how those that are one are written.

Chromium's rules, since sites are seen in browsers and the recorded cases come from one: names of elements and
attributes in lower case, one form for each formula, forgiving lists in `:is` and `:where`, and nothing behind
a pseudo-element but what may stand there.
"""

from collections.abc import Iterator
from typing import Any, Final

from proofroom.kernel.data import dataclass
from proofroom.kernel.lazily import late_module
from proofroom.kernel.patterns import late_pattern

_parse: Any = late_module("tinycss2")
_FORMULA = late_pattern(r"(?:(?P<step>[+-]?\d*)n)?(?P<offset>[+-]?\d+)?")
_AROUND_SIGN = late_pattern(r"(?<=\S)\s*([+-])\s*")
_COMBINATORS: Final = (">", "+", "~")
_COMPARISONS: Final = ("=", "~=", "|=", "^=", "$=", "*=")
_LEGACY: Final = frozenset({"before", "after", "first-line", "first-letter"})
_CLASS_NAMES: Final = """
active active-view-transition any-link autofill checked corner-present current decrement default defined
disabled double-button empty enabled end first-child first-of-type focus focus-visible focus-within
fullscreen future horizontal host hover in-range increment indeterminate interest-source interest-target
invalid last-child last-of-type link modal no-button only-child only-of-type open optional out-of-range past
picture-in-picture placeholder-shown popover-open read-only read-write required root scope single-button
start target target-current target-before target-after user-invalid user-valid valid vertical visited
window-inactive xr-overlay muted paused playing seeking stalled buffering volume-locked -webkit-any-link
-webkit-autofill -webkit-drag -webkit-full-page-media -webkit-full-screen -webkit-full-screen-ancestor
"""
_CLASSES: Final = frozenset(_CLASS_NAMES.split())
_ELEMENT_NAMES: Final = """
after before backdrop checkmark column cue details-content file-selector-button first-letter first-line
grammar-error interest-hint marker permission-icon picker-icon placeholder scroll-marker scroll-marker-group
search-text selection spelling-error target-text view-transition
"""
_ELEMENTS: Final = frozenset(_ELEMENT_NAMES.split())
_OF_TRANSITIONS: Final = tuple(
    f"view-transition-{part}" for part in ("group", "group-children", "image-pair", "new", "old")
)
_ELEMENTS_OF: Final = frozenset(
    {"cue", "highlight", "part", "picker", "scroll-button", "slotted", *_OF_TRANSITIONS}
)
_BY_HAND: Final = frozenset({"hover", "active", "focus", "focus-visible", "focus-within"})
_BAR_STATES: Final = """
horizontal vertical start end increment decrement single-button double-button no-button corner-present enabled
disabled window-inactive
"""
_OF_BARS: Final = frozenset(_BAR_STATES.split())
_LISTS: Final = frozenset({"is", "where", "not", "has", "-webkit-any"})


@dataclass(frozen=True, slots=True)
class _Place:
    """What may stand where a selector stands."""

    is_relative: bool = False
    """It may begin with a combinator."""
    is_forgiving: bool = False
    in_has: bool = False
    is_compound: bool = False
    has_elements: bool = True
    """Pseudo-elements may stand in it."""


class _End:
    """Stands behind the last token, as white space would."""

    type, value = "whitespace", ""


_END: Final[Any] = _End()


def selector_text(tokens: list[Any]) -> str:
    """Return a list of selectors as browsers write it; empty where it is none."""
    return _listed(tokens, _Place()) or ""


def _listed(tokens: list[Any], place: _Place) -> str | None:
    found = list[str]()
    for part in _parts(tokens):
        text = _complex(part, place)
        if text is not None:
            found.append(text)
        elif not place.is_forgiving:
            return None
    return ", ".join(found)


def _parts(tokens: list[Any]) -> Iterator[list[Any]]:
    part = list[Any]()
    for token in tokens:
        if token.type == "literal" and token.value == ",":
            yield part
            part = []
        elif token.type != "comment":
            part.append(token)
    yield part


def _complex(tokens: list[Any], place: _Place) -> str | None:
    """Return compounds with their combinators; None where something is missing between them."""
    found, compound, joint = list[str](), list[Any](), ""
    is_ended = False
    for token in [*tokens, _END]:
        is_joint = token.type == "literal" and token.value in _COMBINATORS
        if token.type != "whitespace" and not is_joint:
            compound.append(token)
            continue
        if compound:
            text, is_element = _compound(compound, place)
            if text is None or is_ended or (found and place.is_compound):
                return None
            if joint and not found and not place.is_relative:
                return None
            found.append(f"{joint} {text}" if joint else text)
            compound, joint, is_ended = [], "", is_element
        if is_joint:
            if joint:
                return None
            joint = token.value
    return " ".join(found) if found and not joint else None


def _compound(tokens: list[Any], place: _Place) -> tuple[str | None, bool]:
    """Return a compound, and whether it ends in a pseudo-element; None where it is none."""
    text, at = _type(tokens)
    if text is None:
        return None, False
    element = ""
    while at < len(tokens):
        token = tokens[at]
        if token.type == "literal" and token.value == ":":
            is_double = (
                at + 1 < len(tokens) and tokens[at + 1].type == "literal" and tokens[at + 1].value == ":"
            )
            at += 2 if is_double else 1
            if at >= len(tokens):
                return None, False
            said, name = _pseudo(tokens[at], place, element, is_double=is_double)
            element = name or element
        else:
            said, at = (
                ("" if element else _simple(tokens, at)),
                at + (token.type == "literal" and token.value == "."),
            )
        if not said:
            return None, False
        text += said
        at += 1
    return (text or None), bool(element)


def _type(tokens: list[Any]) -> tuple[str | None, int]:
    """Return the element that a compound begins with, and where its other parts begin."""
    names = [_name(one) for one in tokens[:3]]
    if _is_bar(tokens, 0) and len(names) > 1 and names[1]:
        return f"|{names[1]}", 2
    if len(tokens) > 1 and names[0] and _is_bar(tokens, 1):  # no namespace is declared
        return (names[2], 3) if names[0] == "*" and len(names) > 2 and names[2] else (None, 0)
    if not names or not names[0]:
        return "", 0
    return ("" if names[0] == "*" and len(tokens) > 1 else names[0]), 1


def _name(token: Any) -> str:
    if token.type == "ident":
        return str(token.serialize()).lower()
    return "*" if token.type == "literal" and token.value == "*" else ""


def _is_bar(tokens: list[Any], at: int) -> bool:
    return at < len(tokens) and tokens[at].type == "literal" and tokens[at].value == "|"


def _simple(tokens: list[Any], at: int) -> str:
    token = tokens[at]
    if token.type == "literal" and token.value == "&":
        return "&"
    if token.type == "literal" and token.value == "." and at + 1 < len(tokens):
        named = tokens[at + 1]
        return f".{named.serialize()}" if named.type == "ident" else ""
    if token.type == "hash" and token.is_identifier:
        return str(token.serialize())
    return _attribute(token.content) if token.type == "[] block" else ""


def _pseudo(token: Any, place: _Place, element: str, *, is_double: bool) -> tuple[str, str]:
    """Return a pseudo-class or pseudo-element, and its name if it is the latter; nothing where it is none."""
    if token.type not in ("ident", "function"):
        return "", ""
    name = token.lower_value if token.type == "ident" else token.lower_name
    if is_double or (name in _LEGACY and token.type == "ident"):
        said = _element(token, name) if place.has_elements and _may_follow(name, element) else ""
        return said, name
    if element and not _is_told_of(name, element):
        return "", ""
    if token.type == "ident":
        return (f":{name}" if name in _CLASSES else ""), ""
    inner = _arguments(token.arguments, name, place)
    return (f":{name}({inner})" if inner is not None else ""), ""


def _element(token: Any, name: str) -> str:
    if token.type == "ident":
        return f"::{name}" if name in _ELEMENTS or name.startswith("-webkit-") else ""
    if name not in _ELEMENTS_OF:
        return ""
    inner = (
        _listed(token.arguments, _Place(is_compound=True, has_elements=False))
        if name in ("slotted", "cue")
        else " ".join(_text(token.arguments).split())
    )
    return f"::{name}({inner})" if inner and (name == "part" or " " not in inner) else ""


def _may_follow(name: str, element: str) -> bool:
    if not element:
        return True
    if name == "marker":
        return element in ("before", "after")
    return name in ("before", "after") and element in ("part", "slotted", "details-content")


def _is_told_of(name: str, element: str) -> bool:
    """Tell whether a pseudo-class may stand behind a pseudo-element."""
    if element.startswith("-webkit-scrollbar") or element == "selection":
        return name in _OF_BARS or (name in _BY_HAND and element != "selection")
    if element in _OF_TRANSITIONS:
        return name == "only-child"
    is_open = element in ("part", "file-selector-button", "details-content") or element.startswith("-webkit-")
    return is_open and (name in _BY_HAND or name in _LISTS)


def _arguments(tokens: list[Any], name: str, place: _Place) -> str | None:
    """Return what stands in the brackets of a pseudo-class; None where it may not."""
    if name in _LISTS:
        if name == "has" and place.in_has:
            return None
        inner = _Place(
            is_relative=name == "has",
            is_forgiving=name in ("is", "where"),
            in_has=place.in_has or name == "has",
            is_compound=name == "-webkit-any",
            has_elements=False,
        )
        return _listed(tokens, inner)
    if name in ("nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"):
        return _nth(tokens, with_list=name.endswith("child"))
    said = [one for one in tokens if one.type not in ("whitespace", "comment")]
    if name in ("host", "host-context"):
        return _listed(tokens, _Place(is_compound=True, has_elements=False))
    if name in ("lang", "dir", "state") and len(said) == 1 and said[0].type == "ident":
        return str(said[0].serialize())
    return None


def _nth(tokens: list[Any], *, with_list: bool) -> str | None:
    formula, of, selector = " ".join(_text(tokens).split()).partition(" of ")
    plain = _formula(_AROUND_SIGN.sub(r"\1", formula.strip().lower()))
    if not of or plain is None:
        return plain
    inner = _listed(_parse.parse_component_value_list(selector, skip_comments=True), _Place())
    return f"{plain} of {inner}" if inner and with_list else None


def _formula(text: str) -> str | None:
    """Return a formula such as `odd` or `+1n+0` in its shortest form; None where it is none."""
    parts = _FORMULA.fullmatch({"odd": "2n+1", "even": "2n"}.get(text, text))
    if parts is None or not text:
        return None
    step, offset = parts.group("step"), int(parts.group("offset") or 0)
    times = 0 if step is None else int(f"{step}1") if step in ("", "+", "-") else int(step)
    if not times:
        return str(offset)
    shown = {1: "n", -1: "-n"}.get(times, f"{times}n")
    return f"{shown}{offset:+d}" if offset else shown


def _attribute(tokens: list[Any]) -> str:
    """Return what stands in square brackets: a name, alone or compared with a word or a string."""
    said = [token for token in tokens if token.type not in ("whitespace", "comment")]
    lead = ""
    if len(said) > 1 and _name(said[0]) == "*" and _is_bar(said, 1):
        lead, said = "*|", said[2:]
    elif _is_bar(said, 0):
        said = said[1:]
    if not said or said[0].type != "ident":
        return ""
    name = f"{lead}{str(said[0].serialize()).lower()}"
    if len(said) == 1:
        return f"[{name}]"
    is_flagged = len(said) == _FLAGGED and said[3].type == "ident" and said[3].lower_value == "i"
    if len(said) != _COMPARED and not is_flagged:
        return ""
    if (
        said[1].type != "literal"
        or said[1].value not in _COMPARISONS
        or said[2].type not in ("ident", "string")
    ):
        return ""
    value = said[2].value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name}{said[1].value}"{value}"{" i" if is_flagged else ""}]'


_COMPARED: Final = 3
_FLAGGED: Final = 4


def _text(tokens: list[Any]) -> str:
    return str(_parse.serialize(tokens)).replace("/**/", "")  # stands between tokens that would run together
