"""Letters: the one font that comes with Pillow has plain Latin only, so accents are drawn onto it."""

import unicodedata
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from proofroom.media.drawing.colour import Rgb

_INSTEAD: Final = {"—": "-", "–": "-", "ß": "ss", "œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "€": "EUR"}
_ABOVE: Final = {"\u0308": "dots", "\u0306": "breve", "\u0307": "dot", "\u0301": "acute", "\u0300": "grave"}
_ALSO_ABOVE: Final = {"\u0302": "roof", "\u030c": "hook", "\u0303": "wave", "\u030a": "ring"}
_BELOW: Final = frozenset({"\u0327", "\u0328"})


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    found = ImageFont.load_default(size)
    if not isinstance(found, ImageFont.FreeTypeFont):
        raise RuntimeError("Pillow was built without FreeType, so no letters can be drawn")
    return found


def can_letter(text: str) -> bool:
    """Tell whether every letter can be drawn; other scripts cannot, and get a picture without letters."""
    return all(_has(base) for base, _ in _pieces(text))


def text_width(text: str, size: int) -> float:
    """Return how wide a line becomes."""
    return sum(_font(size).getlength(base) for base, _ in _pieces(text))


def wrap(text: str, size: int, width: float) -> list[str]:
    """Break a text into lines that fit."""
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(joined, size) <= width:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


def write(image: Image.Image, at: tuple[float, float], text: str, size: int, colour: Rgb) -> None:
    """Write one line; `at` is its left end on the base line."""
    draw, font = ImageDraw.Draw(image), _font(size)
    x, y = at
    for base, marks in _pieces(text):
        if base == "ı":
            _write_dotless(image, x, y, font, colour)
        else:
            draw.text((x, y), base, font=font, fill=colour, anchor="ls")
        left, top, right, _ = font.getbbox(base if base != "ı" else "i", anchor="ls")
        for mark in marks:
            _draw_mark(draw, mark, x + (left + right) / 2, y + top, y, size, colour)
        x += font.getlength(base if base != "ı" else "i")


def _pieces(text: str) -> list[tuple[str, str]]:
    """Split into letters and the marks on them."""
    found: list[tuple[str, str]] = []
    for letter in unicodedata.normalize("NFC", text):
        for one in _INSTEAD.get(letter, letter):
            if one == "ı" or _has(one):
                found.append((one, ""))
            else:
                apart = unicodedata.normalize("NFD", one)
                base = "ı" if apart[0] == "i" and len(apart) > 1 else apart[0]
                found.append((base, apart[1:]))
    return found


@lru_cache(maxsize=1024)
def _has(letter: str) -> bool:
    if letter in ("ı", " "):
        return True
    return _drawn(letter) != _drawn("\uffff")


def _drawn(letter: str) -> bytes:
    sheet = Image.new("L", (64, 64))
    ImageDraw.Draw(sheet).text((8, 48), letter, font=_font(32), fill=255, anchor="ls")
    return sheet.tobytes()


def _write_dotless(image: Image.Image, x: float, y: float, font: ImageFont.FreeTypeFont, colour: Rgb) -> None:
    """Write an i and leave out everything above the height of an x."""
    mask = Image.new("L", image.size)
    ImageDraw.Draw(mask).text((x, y), "i", font=font, fill=255, anchor="ls")
    top = int(y + font.getbbox("x", anchor="ls")[1])
    mask.paste(0, (0, 0, image.size[0], max(0, top)))
    image.paste(colour, mask=mask)


def _draw_mark(
    draw: ImageDraw.ImageDraw, mark: str, x: float, top: float, line: float, size: int, colour: Rgb
) -> None:
    dot, half, lift = size * 0.055, size * 0.13, top - size * 0.13
    thick = max(1, round(size * 0.06))
    if mark in _BELOW:
        draw.arc(
            [x - half * 0.6, line, x + half * 0.6, line + size * 0.2], 250, 130, fill=colour, width=thick
        )
        return
    match _ABOVE.get(mark) or _ALSO_ABOVE.get(mark):
        case "dots":
            for side in (-half * 0.75, half * 0.75):
                draw.ellipse([x + side - dot, lift - dot, x + side + dot, lift + dot], fill=colour)
        case "dot":
            draw.ellipse([x - dot, lift - dot, x + dot, lift + dot], fill=colour)
        case "breve":
            draw.arc(
                [x - half, lift - half * 1.3, x + half, lift + half * 0.5], 20, 160, fill=colour, width=thick
            )
        case "ring":
            draw.ellipse(
                [x - half * 0.6, lift - half * 0.6, x + half * 0.6, lift + half * 0.6],
                outline=colour,
                width=thick,
            )
        case "acute":
            draw.line(
                [x - half * 0.3, lift + half * 0.5, x + half * 0.6, lift - half * 0.6],
                fill=colour,
                width=thick,
            )
        case "grave":
            draw.line(
                [x + half * 0.3, lift + half * 0.5, x - half * 0.6, lift - half * 0.6],
                fill=colour,
                width=thick,
            )
        case "roof" | "hook" as kind:
            turn = 1 if kind == "roof" else -1
            ends = [
                x - half,
                lift + turn * half * 0.4,
                x,
                lift - turn * half * 0.5,
                x + half,
                lift + turn * half * 0.4,
            ]
            draw.line(ends, fill=colour, width=thick)
        case _:
            draw.line([x - half, lift, x + half, lift], fill=colour, width=thick)
