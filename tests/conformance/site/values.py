"""The parts of a value, and which kind a part is."""

import re

Parts = dict[str, str]
"""Property → value."""
TIME = re.compile(r"[+-]?[\d.]+m?s")
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.I)
LENGTH = re.compile(r"[+-]?(?:\d|\.\d)[\w.%]*|(?:calc|clamp|min|max)\(.*", re.I)
EASING = re.compile(
    r"(?:linear|ease|ease-in|ease-out|ease-in-out|step-start|step-end)$|(?:cubic-bezier|steps|linear)\("
)


def split(text: str, separator: str = " ") -> list[str]:
    """Return the parts of a value, separated outside of brackets and quotes."""
    parts, depth, quote, current = list[str](), 0, "", ""
    for sign in text:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        else:
            depth += (sign in "([") - (sign in ")]")
            if depth == 0 and (sign == separator or (separator == " " and sign.isspace())):
                parts.append(current)
                current = ""
                continue
        current += sign
    return [part.strip() for part in [*parts, current] if part.strip()]
