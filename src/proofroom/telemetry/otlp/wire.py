"""The few pieces of Protocol Buffers that OTLP needs: tags, variable and fixed integers, nested messages."""

import struct

VARINT, FIXED64, BYTES = 0, 1, 2


def varint(value: int) -> bytes:
    """Return an integer in groups of seven bits; negative ones as 64-bit two's complement."""
    value &= 0xFFFFFFFFFFFFFFFF
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)


def number(field: int, value: int) -> bytes:
    """Return an integer field."""
    return varint(field << 3 | VARINT) + varint(value)


def fixed64(field: int, value: int) -> bytes:
    """Return a field of eight bytes."""
    return varint(field << 3 | FIXED64) + struct.pack("<Q", value)


def double(field: int, value: float) -> bytes:
    """Return a floating-point field."""
    return varint(field << 3 | FIXED64) + struct.pack("<d", value)


def raw(field: int, value: bytes) -> bytes:
    """Return a field of bytes, or a nested message."""
    return varint(field << 3 | BYTES) + varint(len(value)) + value


def text(field: int, value: str) -> bytes:
    """Return a text field; lone surrogates, which UTF-8 cannot hold, are replaced."""
    return raw(field, value.encode("utf-8", "replace"))
