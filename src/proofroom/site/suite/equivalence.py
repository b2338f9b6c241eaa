"""Whether two sets of declarations mean the same, although one of them went through a browser."""

import re
from collections import Counter

from proofroom.site.document.types import Bag
from proofroom.site.importing.bags import is_part

_HEX = re.compile(r"#([0-9a-fA-F]{3,8})\b")
_NUMBER = re.compile(r"(?<![\w.#-])([+-]?)(\d*\.?\d+)(?=[a-zA-Z%]|\b|$)")
_ZERO = re.compile(r"(?<![\w.#-])0(?=$|[\s,)/])")
_SPLIT = re.compile(r"[\s,/()]+")
_USUAL = frozenset(
    {
        "initial",
        "normal",
        "auto",
        "none",
        "0s",
        "0px",
        "ease",
        "running",
        "1",
        "all",
        "0%",
        "repeat",
        "scroll",
    }
    | {
        "padding-box",
        "border-box",
        "medium",
        "currentcolor",
        "100%",
        "outside",
        "disc",
        "transparent",
        "stretch",
    }
    | {"100", "400", "unset", "row", "dense", "0", "separate", "solid", "visible"}
)


def differing(expected: Bag, ours: Bag) -> list[str]:
    """Return the properties in which two bags differ."""
    wrong = list[str]()
    for name, value in expected.items():
        if name in ours:
            if not same_value(str(value), str(ours[name])):
                wrong.append(name)
            continue
        covering = [key for key in ours if is_part(name, key)]
        if not covering or not any(_holds(str(ours[key]), str(value)) for key in covering):
            wrong.append(name)
    return wrong


def same_value(one: str, other: str) -> bool:
    """Tell whether two values mean the same."""
    first, second = _plain(one), _plain(other)
    return first == second or Counter(_tokens(first)) == Counter(_tokens(second)) or _close(first, second)


def _close(first: str, second: str) -> bool:
    """Tell whether a browser only left out what is the default."""
    left, right = (Counter(t for t in _tokens(text) if t not in _USUAL) for text in (first, second))
    return bool(left) and left == right


def _holds(shorthand: str, value: str) -> bool:
    known = set(_tokens(_plain(shorthand)))
    return all(token in known or token in _USUAL for token in _tokens(_plain(value)))


def _tokens(value: str) -> list[str]:
    return [token for token in _SPLIT.split(value) if token]


def _plain(value: str) -> str:
    text = _HEX.sub(_rgb, value.strip()).lower().replace("'", '"')
    text = re.sub(r"url\(\s*\"?([^\")]*)\"?\s*\)", r"url(\1)", text)
    text = text.replace('"', "")
    text = _NUMBER.sub(lambda found: found.group(1).replace("+", "") + _number(found.group(2)), text)
    text = _ZERO.sub("0px", text)
    text = re.sub(r"\bto bottom,\s*|180deg,\s*", "", text)
    return re.sub(r"\s+", " ", re.sub(r"\s*,\s*", ", ", text))


def _number(text: str) -> str:
    number = float(text)
    return str(int(number)) if number == int(number) else str(number)


def _rgb(found: re.Match[str]) -> str:
    digits = found.group(1)
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) not in (6, 8):
        return found.group()
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    if len(digits) == 8:
        return f"rgba({red}, {green}, {blue}, {round(int(digits[6:], 16) / 255, 3):g})"
    return f"rgb({red}, {green}, {blue})"
