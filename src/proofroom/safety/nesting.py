"""How deep the elements of a page are inside each other, told before it is parsed.

A page of some hundred thousand open elements is small to send and costs a parser's reader minutes.
"""

import re

DEEPEST = 2_000
"""Elements inside each other; pages that people make have some dozens."""
_TAG = re.compile(rb"<(/?)([A-Za-z][A-Za-z0-9-]*)")
_CLOSE_THEMSELVES = frozenset(
    b"area base br col embed hr img input link meta source track wbr"
    b" p li dt dd tr td th thead tbody tfoot option optgroup rp rt html head body".split()
)


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
