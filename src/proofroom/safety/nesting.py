"""How deep a page's elements are inside each other and how many attributes one has, told before it is parsed.

A page of some hundred thousand open elements is small to send and costs a parser's reader minutes. So does
one element with as many attributes: the parser holds each against all before it, and nobody else works then.
"""

import re

DEEPEST = 2_000
"""Elements inside each other; pages that people make have some dozens."""
MOST_ATTRIBUTES = 1_000
"""Attributes of one element; those that people write have a dozen."""
_SHORTEST = 2 * MOST_ATTRIBUTES
"""Characters that so many attributes take at least."""
_ATTRIBUTE = r"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?)?+"""
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_OPENED = re.compile(rf"<[A-Za-z][^\s/>]*+(?:{_ATTRIBUTE})*+")
_QUOTED = re.compile(rf"""=\s*+(?:"[^"]{{{_SHORTEST},}}+"|'[^']{{{_SHORTEST},}}+')""")
_TAG = re.compile(rb"<(/?)([A-Za-z][A-Za-z0-9-]*)")
_CLOSE_THEMSELVES = frozenset(
    b"area base br col embed hr img input link meta source track wbr"
    b" p li dt dd tr td th thead tbody tfoot option optgroup rp rt html head body".split()
)


def costs_too_much(page: str) -> bool:
    """Tell whether a parser would be busy with a page for longer than anybody's page is worth."""
    return is_too_deep(page.encode("utf-8", "replace")) or has_too_many_attributes(page)


def is_too_deep(page: bytes) -> bool:
    """Tell whether a page has more elements inside each other than anybody makes."""
    depth = 0
    for found in _TAG.finditer(page):
        if found[2].lower() in _CLOSE_THEMSELVES:
            continue
        depth = max(0, depth - 1) if found[1] else depth + 1
        if depth > DEEPEST:
            return True
    return False


def has_too_many_attributes(page: str) -> bool:
    """Tell whether an element has more attributes than anybody writes."""
    waiting = [page]
    while waiting:
        for found in _OPENED.finditer(waiting.pop()):
            tag = found[0]
            if len(tag) < _SHORTEST:
                continue
            if sum(1 for _ in _ATTRIBUTES.finditer(tag)) > MOST_ATTRIBUTES:
                return True
            # What looks like an element may stand in a comment, and its quotation mark swallow a real one.
            waiting += [value[0][1:] for value in _QUOTED.finditer(tag) if "<" in value[0]]
    return False
