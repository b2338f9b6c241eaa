import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofroom.kernel.errors import TooLarge
from proofroom.net import NdjsonReader

BODY = '{"a":1}\n\n{"b":"ü\u2028"}\r\n  \n{"c":"\u0085"}\n{"last":true}'.encode()
LINES = [b'{"a":1}', '{"b":"ü\u2028"}'.encode(), '{"c":"\u0085"}'.encode(), b'{"last":true}']


def read(*chunks: bytes) -> list[bytes]:
    reader = NdjsonReader()
    return [line for chunk in chunks for line in reader.feed(chunk)] + reader.finish()


def test_a_cut_at_any_place_changes_nothing() -> None:
    for cut in range(len(BODY) + 1):
        assert read(BODY[:cut], BODY[cut:]) == LINES, cut
    assert read(*(BODY[at : at + 1] for at in range(len(BODY)))) == LINES


@given(st.lists(st.sampled_from([b"x", b"\n", b"\r\n", b"\r", b" ", b"{}"]), max_size=30))
def test_any_pieces_give_the_lines_of_the_whole(pieces: list[bytes]) -> None:
    expected = [line.removesuffix(b"\r") for line in b"".join(pieces).split(b"\n")]
    assert read(*pieces) == [line for line in expected if line.strip()]


def test_a_line_without_end_is_stopped() -> None:
    reader = NdjsonReader(max_bytes=1000)
    reader.feed(b"x" * 600)
    with pytest.raises(TooLarge):
        reader.feed(b"x" * 600)
