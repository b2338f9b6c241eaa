"""Git and zlib read what is packed here, and nothing that was cut is taken for whole."""

import zlib

import pytest

from proofroom.repository.git.deflate import NotInflated, deflate, inflate

TEXT = b"river and street " * 10_000


def test_zlib_reads_what_is_packed_here_and_the_other_way_round():
    assert zlib.decompress(deflate(b"blob 3\0", b"abc")) == b"blob 3\0abc"
    assert inflate(zlib.compress(TEXT, 9)) == TEXT


@pytest.mark.parametrize(
    "spoil", [lambda raw: raw[:-1], lambda raw: raw[:100], lambda raw: b"", lambda raw: raw[:-2] + b"xx"]
)
def test_what_was_cut_or_changed_is_not_read(spoil):
    with pytest.raises(NotInflated):
        inflate(spoil(deflate(TEXT)))
