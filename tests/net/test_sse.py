from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofroom.kernel.errors import TooLarge
from proofroom.net import SseEvent, SseReader

BODIES = {
    "plain": b"data: one\n\ndata: two\n\n",
    "crlf": b'data: {"a":1}\r\n\r\ndata: {"b":2}\r\n\r\n',
    "lone cr": b"data: one\r\rdata: two\r\r",
    "mixed ends": b"data: one\r\n\ndata: two\r\r\ndata: three\n\r\n\r",
    "named": b"event: start\ndata: {}\n\nevent:stop\ndata:x\n\n",
    "several lines": b"data: first\ndata: second\ndata:\ndata:  two spaces\n\n",
    "comments": b": hello\n\n: PROCESSING\n\n:\ndata: x\n: between\n\n",
    "fields we skip": b"id: 7\nretry: 100\nunknown: 1\ndata: x\nevent: late\n\n",
    "no colon": b"data\n\nevent\ndata\n\n",
    "empty data": b"data:\n\ndata: \n\n",
    "no data": b"event: ping\n\ndata: x\n\n",
    "many blank lines": b"\n\n\ndata: x\n\n\n\n\ndata: y\n\n\n",
    "byte order mark": b"\xef\xbb\xbfdata: x\n\n\xef\xbb\xbfdata: not a field\n\n",
    "unicode": "data: dü\u2028\u2029\u0085\x0b\x0c\x1c漢字🎉\n\n".encode(),
    "a value with a colon": b"data: a: b\n\ndatax: no\n\n",
    "unfinished": b"data: one\n\ndata: tw",
}
EXPECTED: dict[str, list[SseEvent]] = {
    "plain": [(b"", b"one"), (b"", b"two")],
    "crlf": [(b"", b'{"a":1}'), (b"", b'{"b":2}')],
    "lone cr": [(b"", b"one"), (b"", b"two")],
    "mixed ends": [(b"", b"one"), (b"", b"two"), (b"", b"three")],
    "named": [(b"start", b"{}"), (b"stop", b"x")],
    "several lines": [(b"", b"first\nsecond\n\n two spaces")],
    "comments": [(b"", b"x")],
    "fields we skip": [(b"late", b"x")],
    "no colon": [(b"", b""), (b"", b"")],
    "empty data": [(b"", b""), (b"", b"")],
    "no data": [(b"", b"x")],
    "many blank lines": [(b"", b"x"), (b"", b"y")],
    "byte order mark": [(b"", b"x")],
    "unicode": [(b"", "dü\u2028\u2029\u0085\x0b\x0c\x1c漢字🎉".encode())],
    "a value with a colon": [(b"", b"a: b")],
    "unfinished": [(b"", b"one"), (b"", b"tw")],
}


def read(*chunks: bytes) -> list[SseEvent]:
    reader = SseReader()
    return [event for chunk in chunks for event in reader.feed(chunk)] + reader.finish()


@pytest.mark.parametrize("name", BODIES)
def test_every_kind_of_body_is_read(name: str) -> None:
    assert read(BODIES[name]) == EXPECTED[name]


@pytest.mark.parametrize("name", BODIES)
def test_a_cut_at_any_place_changes_nothing(name: str) -> None:
    body = BODIES[name]
    for cut in range(len(body) + 1):
        assert read(body[:cut], body[cut:]) == EXPECTED[name], cut
    assert read(*(body[at : at + 1] for at in range(len(body)))) == EXPECTED[name]


LINES = st.lists(
    st.sampled_from(
        [b"data: a", b"data:b", b"data", b"event: e", b": c", b"", b"", b"id: 1", "data: é\u2028".encode()]
    ),
    max_size=12,
)
ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])


@given(
    lines=LINES, ends=st.lists(ENDS, min_size=12, max_size=12), cuts=st.lists(st.integers(0, 120), max_size=6)
)
def test_any_body_in_any_pieces_gives_the_same_events(
    lines: list[bytes], ends: list[bytes], cuts: list[int]
) -> None:
    body = b"".join(line + end for line, end in zip(lines, ends, strict=False))
    places = [0, *sorted(min(cut, len(body)) for cut in cuts), len(body)]
    pieces = [body[start:end] for start, end in pairwise(places)]
    assert read(*pieces) == read(body) == read_by_the_book(body)


def read_by_the_book(body: bytes) -> list[SseEvent]:
    """Read line by line as the standard tells it, with no thought of speed."""
    events: list[SseEvent] = []
    name, data = b"", list[bytes]()
    for line in [*body.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n"), b""]:
        if not line:
            if data:
                events.append((name, b"\n".join(data)))
            name, data = b"", []
            continue
        field, _, value = line.partition(b":")
        value = value[1:] if value[:1] == b" " else value
        if field == b"data":
            data.append(value)
        elif field == b"event":
            name = value
    return events


def test_an_event_is_given_as_soon_as_its_blank_line_is_there() -> None:
    reader = SseReader()
    assert reader.feed(b"data: a\r\n\r") == [(b"", b"a")]
    assert reader.feed(b"\n") == []
    assert reader.feed(b"data: b\n\n") == [(b"", b"b")]


def test_an_event_without_end_is_stopped() -> None:
    reader = SseReader(max_bytes=1000)
    reader.feed(b"data: " + b"x" * 600)
    with pytest.raises(TooLarge):
        reader.feed(b"x" * 600)
