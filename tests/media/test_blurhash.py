"""BlurHash: length, average colour and direction."""

from proofroom.media.blurhash import blurhash

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"


def number(text: str) -> int:
    found = 0
    for digit in text:
        found = found * 83 + DIGITS.index(digit)
    return found


def test_one_colour_is_its_average_and_no_waves() -> None:
    found = blurhash([(10, 200, 77)] * 64, 8, 8)
    assert len(found) == 28
    assert found[0] == "L", "four waves across, three down"
    assert number(found[2:6]) == (10 << 16) + (200 << 8) + 77
    assert set(found[6:]) == {"f", "Q"}, "every wave is zero"


def test_left_and_right_differ_in_the_first_wave_across() -> None:
    row = [(255, 255, 255)] * 8 + [(0, 0, 0)] * 8
    light_left, light_right = blurhash(row * 16, 16, 16), blurhash(row[::-1] * 16, 16, 16)
    first = [number(found[6:8]) // 361 for found in (light_left, light_right)]
    assert first[0] > 9 > first[1]
    assert number(light_left[12:14]) == number("fQ"), "there is no wave down"
