"""Pictures: read safely, made upright and clean, cut into variants. Everything here is slow: use the sandbox.

Pillow is imported by whoever imports this module, so that a studio that shows no picture never loads it.
"""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any, Final

from PIL import Image, ImageOps, ImageSequence, UnidentifiedImageError

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, TooLarge
from proofroom.kernel.strings import say
from proofroom.media.blurhash import blurhash
from proofroom.media.presets import Shape
from proofroom.media.sniff import sniff
from proofroom.media.types import USUALLY_WRITTEN, FocalPoint, PictureFormat

WIDEST: Final = 16_384
MOST_PIXELS: Final = 100_000_000
ORDINARY_PIXELS: Final = 16_000_000
PIXELS_PER_BYTE: Final = 500
MOVING_PIXELS: Final = 200_000_000
"""Pixels of all frames of a moving picture together."""
MASTER: Final = 4_096
MOST_FRAMES: Final = 300
CENTRE: Final = FocalPoint(0.5, 0.5)
_READERS: Final = {"jpeg": "JPEG", "png": "PNG", "gif": "GIF", "webp": "WEBP", "avif": "AVIF"}


@dataclass(frozen=True, slots=True)
class Made:
    """An encoded picture."""

    data: bytes
    width: int
    height: int
    format: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is kept: its master, and its hash for the time before it is loaded."""

    master: Made
    blurhash: str


def read_picture(data: bytes, format: str, written: PictureFormat = USUALLY_WRITTEN) -> Picture:
    """Turn any picture into a master: upright, at most 4,096 pixels a side, without metadata."""
    with _opened(data, format) as image:
        if getattr(image, "is_animated", False):
            master = _animated(image)
            first = _upright(next(ImageSequence.Iterator(image)))
        else:
            first = _upright(image)
            first.thumbnail((MASTER, MASTER), Image.Resampling.LANCZOS)
            master = _encode(first, written.format, written.quality)
        return Picture(master, _hash(first))


def make_variants(master: bytes, shapes: tuple[Shape, ...], focus: FocalPoint | None) -> dict[str, Made]:
    """Cut a master into the shapes, around its focal point; nothing is made larger than it is."""
    with _opened(master, sniff(master).format) as image:
        source = _upright(next(ImageSequence.Iterator(image)))
    return {
        shape.name: _encode(_shaped(source, shape, focus or CENTRE), shape.format, shape.quality)
        for shape in shapes
    }


def worked_on(data: bytes, format: str, operations: Sequence[Mapping[str, Any]]) -> bytes:
    """Return the first frame of a picture after its operations, as PNG."""
    with _opened(data, format) as image:
        picture = _upright(next(ImageSequence.Iterator(image)))
    for one in operations:
        if one["op"] == "resize":
            picture.thumbnail((one["width"], one["height"] or picture.height), Image.Resampling.LANCZOS)
        elif one["op"] == "crop":
            left, top = one["x"], one["y"]
            right, bottom = min(left + one["width"], picture.width), min(top + one["height"], picture.height)
            if left >= right or top >= bottom:
                raise InvalidInput(say("media.crop_outside", width=picture.width, height=picture.height))
            picture = picture.crop((left, top, right, bottom))
    return _encode(picture, "png", 100).data


@contextmanager
def _opened(data: bytes, format: str) -> Generator[Image.Image]:
    try:
        with Image.open(BytesIO(data), formats=[_READERS[format]]) as image:
            width, height = image.size
            if max(width, height) > WIDEST or width * height > MOST_PIXELS:
                raise TooLarge(
                    say(
                        "media.picture_large",
                        width=width,
                        height=height,
                        side=WIDEST,
                        pixels=f"{MOST_PIXELS:,}",
                    )
                )
            # A small file of many pixels is no photograph: it is made to be costly.
            if width * height > max(ORDINARY_PIXELS, len(data) * PIXELS_PER_BYTE):
                raise TooLarge(say("media.pixels"))
            yield image
    except Image.DecompressionBombError:
        raise TooLarge(say("media.pixels")) from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError) as error:
        raise InvalidInput(say("media.picture_unreadable", reason=error)) from None


def _upright(image: Image.Image) -> Image.Image:
    """Return the pixels as they are meant to be seen; everything else a file carries stays behind."""
    turned = ImageOps.exif_transpose(image)
    return turned.convert("RGBA" if _has_alpha(turned) else "RGB")


def _has_alpha(image: Image.Image) -> bool:
    return image.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in image.info


def _animated(image: Image.Image) -> Made:
    frames: list[Image.Image] = []
    durations: list[int] = []
    for frame in ImageSequence.Iterator(image):
        if (len(frames) + 1) * image.width * image.height > MOVING_PIXELS:
            raise TooLarge(say("media.pixels"))
        if len(frames) == MOST_FRAMES:
            raise TooLarge(say("media.frames", most=MOST_FRAMES))
        durations.append(int(frame.info.get("duration", 100)))
        small = frame.convert("RGBA")
        small.thumbnail((MASTER // 4, MASTER // 4), Image.Resampling.LANCZOS)
        frames.append(small)
    out = BytesIO()
    frames[0].save(
        out, "WEBP", save_all=True, append_images=frames[1:], duration=durations, loop=0, quality=80, method=2
    )
    return Made(out.getvalue(), *frames[0].size, "webp")


def _shaped(source: Image.Image, shape: Shape, focus: FocalPoint) -> Image.Image:
    width, height = source.size
    if shape.fit == "cover" and shape.height is not None:
        box = crop_box(width, height, shape.width / shape.height, focus)
        cut = source.crop(box)
        cut.thumbnail((shape.width, shape.height), Image.Resampling.LANCZOS)
        return cut
    whole = source.copy()
    whole.thumbnail((shape.width, shape.height or height), Image.Resampling.LANCZOS)
    if shape.fit == "contain" and shape.height is not None:
        sheet = Image.new("RGBA", (shape.width, shape.height), (0, 0, 0, 0))
        sheet.paste(whole, ((shape.width - whole.width) // 2, (shape.height - whole.height) // 2))
        return sheet
    return whole


def crop_box(width: int, height: int, ratio: float, focus: FocalPoint) -> tuple[int, int, int, int]:
    """Return the largest part of a picture that has a shape, its focal point as central as can be."""
    if width / height > ratio:
        wide = max(1, round(height * ratio))
        left = round(min(max(focus.x * width - wide / 2, 0), width - wide))
        return left, 0, left + wide, height
    high = max(1, round(width / ratio))
    top = round(min(max(focus.y * height - high / 2, 0), height - high))
    return 0, top, width, top + high


def _encode(image: Image.Image, format: str, quality: int) -> Made:
    options: dict[str, Any] = {"quality": quality}
    if format == "webp":
        options["method"] = 2
    elif format == "avif":
        options["speed"] = 9
    elif format == "jpeg":
        options |= {"progressive": True, "optimize": True}
        image = _flat(image)
    out = BytesIO()
    image.save(out, format.upper(), **options)
    return Made(out.getvalue(), *image.size, format)


def _flat(image: Image.Image) -> Image.Image:
    if image.mode != "RGBA":
        return image
    sheet = Image.new("RGB", image.size, (255, 255, 255))
    sheet.paste(image, mask=image.getchannel("A"))
    return sheet


def _hash(image: Image.Image) -> str:
    small = _flat(image).copy()
    small.thumbnail((32, 32), Image.Resampling.BILINEAR)
    raw = small.tobytes()
    pixels = [(raw[at], raw[at + 1], raw[at + 2]) for at in range(0, len(raw), 3)]
    return blurhash(pixels, *small.size)
