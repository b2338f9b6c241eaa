"""Addresses that others wrote, taken apart: what cannot be one has no parts, and nobody stumbles over it."""

from urllib.parse import SplitResult, urlsplit

_NO_PARTS = SplitResult("", "", "", "", "")


def split_address(address: str) -> SplitResult:
    """Return the parts of an address; none of one that has an impossible host or port."""
    try:
        parts = urlsplit(address)
        _ = parts.port, parts.hostname
    except ValueError:
        return _NO_PARTS
    return parts
