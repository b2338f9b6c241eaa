import struct
import uuid
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofroom.kernel.errors import OutsideFailed
from proofroom.net import EventStreamReader, Frame

EVERY_HEADER: list[tuple[str, int, bytes, object]] = [
    ("yes", 0, b"", True),
    ("no", 1, b"", False),
    ("i8", 2, b"\xff", -1),
    ("i16", 3, b"\x01\x00", 256),
    ("i32", 4, struct.pack(">i", -70000), -70000),
    ("i64", 5, struct.pack(">q", 1 << 40), 1 << 40),
    ("raw", 6, b"\x00\x02\x00\xff", b"\x00\xff"),
    (":event-type", 7, b"\x00\x05Idl\xc3\xa9", "Idlé"),
    ("at", 8, struct.pack(">q", 1_700_000_000_000), 1_700_000_000_000),
    ("id", 9, bytes(range(16)), uuid.UUID(bytes=bytes(range(16)))),
]


def encode(headers: bytes, payload: bytes) -> bytes:
    start = struct.pack(">II", 16 + len(headers) + len(payload), len(headers))
    whole = start + struct.pack(">I", crc32(start)) + headers + payload
    return whole + struct.pack(">I", crc32(whole))


def text_header(name: str, value: str) -> bytes:
    raw = value.encode()
    return bytes([len(name)]) + name.encode() + b"\x07" + struct.pack(">H", len(raw)) + raw


def read(*chunks: bytes) -> list[Frame]:
    reader = EventStreamReader()
    return [frame for chunk in chunks for frame in reader.feed(chunk)] + reader.finish()


BODY = (
    encode(text_header(":message-type", "event") + text_header(":event-type", "start"), b'{"role":"a"}')
    + encode(b"", b"")
    + encode(text_header(":exception-type", "throttlingException"), '{"message":"zu schnell – ü"}'.encode())
)
FRAMES = [
    Frame({":message-type": "event", ":event-type": "start"}, b'{"role":"a"}'),
    Frame({}, b""),
    Frame({":exception-type": "throttlingException"}, '{"message":"zu schnell – ü"}'.encode()),
]


def test_every_header_type_is_read() -> None:
    headers = b"".join(
        bytes([len(name)]) + name.encode() + bytes([kind]) + raw for name, kind, raw, _ in EVERY_HEADER
    )
    (frame,) = read(encode(headers, b"payload"))
    assert frame.headers == {name: value for name, _, _, value in EVERY_HEADER}
    assert frame.payload == b"payload"


def test_a_cut_at_any_place_changes_nothing() -> None:
    for cut in range(len(BODY) + 1):
        assert read(BODY[:cut], BODY[cut:]) == FRAMES, cut
    assert read(*(BODY[at : at + 1] for at in range(len(BODY)))) == FRAMES


@given(at=st.integers(0, len(BODY) - 1), bit=st.integers(0, 7))
def test_no_flipped_bit_goes_unnoticed(at: int, bit: int) -> None:
    damaged = bytearray(BODY)
    damaged[at] ^= 1 << bit
    with pytest.raises(OutsideFailed):
        read(bytes(damaged))


def test_a_stream_that_ends_inside_a_frame_is_an_error() -> None:
    with pytest.raises(OutsideFailed, match="middle"):
        read(BODY[:-1])


@pytest.mark.parametrize(
    "headers", [b"\x05ab", b"\x01a\x63", b"\x01a\x07\x00\xff", b"\x01a\x05\x00", b"\x02\xff\xff\x00"]
)
def test_headers_that_do_not_fit_are_an_error(headers: bytes) -> None:
    with pytest.raises(OutsideFailed, match="damaged"):
        read(encode(headers, b""))


def test_a_frame_that_claims_to_be_huge_is_refused_before_it_is_collected() -> None:
    start = struct.pack(">II", 1 << 31, 0)
    with pytest.raises(OutsideFailed, match="damaged"):
        EventStreamReader().feed(start + struct.pack(">I", crc32(start)))
