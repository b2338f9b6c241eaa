"""CSS taken apart: rules, declarations, selectors and conditions. The parser's library is known here only."""

import re
from collections.abc import Iterable
from dataclasses import field
from typing import Any, cast

from proofroom.kernel.data import dataclass
from proofroom.kernel.lazily import late_module
from proofroom.kernel.patterns import late_pattern
from proofroom.site.markup.selectors import selector_text

MOST_CHARACTERS = 4_000_000
SHOWN = 120
_parse: Any = late_module("tinycss2")
_COMPARED = late_pattern(r"\s*(<=|>=|<|>|(?<![<>])=)\s*")
_SPACE = late_pattern(r"^\s|\s\s|[^\S ]|\s$")
_COMMENT = late_pattern(r"/\*.*?\*/", re.S)
_SIMPLE = late_pattern(r"[\w.%# +-]+")
_PLAIN_RULE = late_pattern(r"\s*+(\.[A-Za-z_][A-Za-z0-9_-]*+)\s*+\{([^{}@\"'\\\\/()\[\]!<>&]*)\}")
_PLAIN_LINE = late_pattern(
    r"\s*+(-{0,2}[A-Za-z][A-Za-z0-9-]*+)\s*+:\s*+([A-Za-z0-9#%.+-][A-Za-z0-9#%.,+\s-]*+)"
)
_NO_QUERY = late_pattern(r"^[^()]*[!;@#$%^&*{}\[\]]")
"""A condition that browsers take for none, which holds nowhere."""
_ENDLESS = late_pattern(r"([0-9]{4000})[0-9]++")
_URL = late_pattern(r"url\(\s*(?:\"([^\"]*)\"|'([^']*)'|([^)\s]*))\s*\)", re.I)


@dataclass(frozen=True, slots=True)
class Declaration:
    """One declaration: the name as it was written, in lower case unless it is a custom property."""

    name: str
    value: str
    is_important: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A style rule: its selector, or why there is none, and what stands in it."""

    selector: str
    declarations: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class AtRule:
    """An at-rule with what stands in it, where it has a block."""

    name: str
    prelude: str
    source: str
    content: Any = field(default=None, compare=False)


def parse_stylesheet(css: str) -> "list[Block | AtRule]":
    """Return the rules of a style sheet in order; what cannot be read is left out."""
    if len(css) > MOST_CHARACTERS:
        return []
    text = _plain(css)
    plain_rules, end = _plain_rules(text)
    rest = text[end:]
    if not rest.strip():
        return plain_rules
    return plain_rules + _rules(_parse.parse_stylesheet(rest, skip_comments=True, skip_whitespace=True))


def rules_in(rule: AtRule) -> "list[Block | AtRule]":
    """Return the rules inside an at-rule."""
    if rule.content is None:
        return []
    return _rules(_parse.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True))


def frames_in(rule: AtRule) -> list[tuple[str, tuple[Declaration, ...]]]:
    """Return the frames of a keyframes rule: their selectors as written, and their declarations."""
    if rule.content is None:
        return []
    found = _parse.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
    return [
        (_collapsed(_text(one.prelude)), _declarations(one.content))
        for one in found
        if one.type == "qualified-rule"
    ]


def declarations_in(rule: AtRule) -> tuple[Declaration, ...]:
    """Return the declarations directly inside an at-rule."""
    return _declarations(rule.content) if rule.content is not None else ()


def parse_declarations(css: str) -> tuple[Declaration, ...]:
    """Return the declarations of a `style` attribute."""
    if len(css) > MOST_CHARACTERS:
        return ()
    plain = _plain_declarations(css)
    return plain if plain is not None else _declarations(_plain(css))


def urls_in(value: str) -> list[str]:
    """Return what every `url()` of a value holds."""
    return [next((part for part in found if part), "") for found in _URL.findall(value)]


def split_value(value: str) -> list[str]:
    """Return the parts of a value that spaces separate at its top level."""
    if _SIMPLE.fullmatch(value):
        return value.split()
    parts, current = list[str](), list[Any]()
    for token in _parse.parse_component_value_list(_plain(value), skip_comments=True):
        if token.type == "whitespace":
            if current:
                parts.append(_text(current))
                current = []
        else:
            current.append(token)
    return [*parts, _text(current)] if current else parts


def media_query(prelude: str) -> str:
    """Return a condition as browsers write it: in lower case, with one space where one belongs."""
    text = _collapsed(prelude).lower()
    text = re.sub(r"\s*:\s*", ": ", text)
    text = re.sub(r"\(\s+", "(", re.sub(r"\s+\)", ")", text))
    text = re.sub(r"(?<=\d)\s*/\s*(?=\d)", " / ", text)
    if _NO_QUERY.search(text):
        return "not all"
    text = _COMPARED.sub(r" \1 ", text)
    return re.sub(r"(^|, )all and (?=\()", r"\1", re.sub(r"\s*,\s*", ", ", text)).strip()


def escape_class(name: str) -> str:
    """Return a class name as it stands in a selector."""
    found = list[str]()
    for at, character in enumerate(name):
        if character == "\0":
            found.append("\ufffd")
        elif (
            "\x01" <= character <= "\x1f"
            or character == "\x7f"
            or (character.isdigit() and character.isascii() and (at == 0 or (at == 1 and name[0] == "-")))
        ):
            found.append(f"\\{ord(character):x} ")
        elif character == "-" and len(name) == 1:
            found.append("\\-")
        elif character >= "\x80" or character in "-_" or (character.isalnum() and character.isascii()):
            found.append(character)
        else:
            found.append(f"\\{character}")
    return "".join(found)


def _plain_rules(css: str) -> "tuple[list[Block | AtRule], int]":
    """Return the class rules at the beginning that need no parser, and where they end.

    They are most of what agents write, and the parser takes five times as long for them.
    """
    found, at = list[Block | AtRule](), 0
    while (rule := _PLAIN_RULE.match(css, at)) is not None:
        declarations = _plain_declarations(rule[2])
        if declarations is None:
            break
        found.append(Block(rule[1], declarations))
        at = rule.end()
    return found, at


def _plain_declarations(css: str) -> tuple[Declaration, ...] | None:
    """Return declarations that need no parser; None where one of them does."""
    lines = [_PLAIN_LINE.fullmatch(line) for line in css.split(";") if line.strip()]
    if not all(lines):
        return None
    named = ((line[1], " ".join(line[2].split())) for line in lines if line is not None)
    return tuple(Declaration(name if name.startswith("--") else name.lower(), value) for name, value in named)


def _plain(css: str) -> str:
    """Return what the parser can read: no halves of characters, and no number longer than Python's."""
    return _ENDLESS.sub(r"\1", css.encode("utf-8", "replace").decode("utf-8"))


def _rules(parsed: Iterable[Any]) -> "list[Block | AtRule]":
    found = list[Block | AtRule]()
    for one in parsed:
        try:
            if one.type == "qualified-rule":
                selector = selector_text(one.prelude)
                if selector:
                    found.append(Block(selector, _declarations(one.content)))
            elif one.type == "at-rule":
                found.append(
                    AtRule(one.lower_at_keyword, _collapsed(_text(one.prelude)), _shown(one), one.content)
                )
        except RecursionError:  # blocks inside each other without end
            continue
    return found


def _declarations(content: Any) -> tuple[Declaration, ...]:
    """Return the declarations of a block; nested rules are not among them."""
    found = list[Declaration]()
    for one in _parse.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if one.type != "declaration":
            continue
        try:
            value = _collapsed(_text(one.value))
        except RecursionError:
            continue
        name = one.name if one.name.startswith("--") else one.lower_name
        if value or name.startswith("--"):
            found.append(Declaration(name, value, bool(one.important)))
    return tuple(found)


def _shown(rule: Any) -> str:
    text = _collapsed(rule.serialize())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _text(tokens: Iterable[Any]) -> str:
    return cast("str", _parse.serialize(list(tokens)))


def _collapsed(text: str) -> str:
    if "/*" in text:
        text = _COMMENT.sub("", text)
    return " ".join(text.split()) if _SPACE.search(text) else text
