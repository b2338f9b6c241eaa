"""The sets of variants that can be made of a picture."""

from typing import Final, Literal

from proofroom.kernel.data import dataclass

Fit = Literal["cover", "inside", "contain"]
"""`cover` fills and crops, `inside` keeps all and may be smaller, `contain` keeps all on clear ground."""
Format = Literal["webp", "jpeg", "png", "avif"]

AVIF_QUALITY: Final = -25
"""AVIF at this much less says the same as WebP does."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One variant: a name, a size, how the picture fits into it and how it is written."""

    name: str
    width: int
    height: int | None
    fit: Fit
    quality: int
    format: Format = "webp"


DEFAULT: Final = "hero-image"

PRESETS: Final[dict[str, tuple[Shape, ...]]] = {
    DEFAULT: (
        Shape("hero", 1920, 1080, "cover", 85),
        Shape("card", 600, 400, "cover", 80),
        Shape("thumb", 300, 200, "cover", 75),
        Shape("og", 1200, 630, "cover", 90, "jpeg"),
    ),
    "avatar": (
        Shape("large", 256, 256, "cover", 90),
        Shape("medium", 96, 96, "cover", 85),
        Shape("small", 48, 48, "cover", 80),
    ),
    "gallery": (
        Shape("full", 1600, 1200, "inside", 85),
        Shape("medium", 800, 600, "inside", 80),
        Shape("thumb", 200, 200, "cover", 75),
    ),
    "icon": (
        Shape("default", 128, 128, "contain", 90),
        Shape("small", 48, 48, "contain", 85),
        Shape("tiny", 24, 24, "contain", 80),
    ),
    "logo": (
        Shape("default", 400, None, "inside", 90),
        Shape("small", 200, None, "inside", 85),
        Shape("favicon", 32, 32, "contain", 90, "png"),
    ),
}


def shapes_of(preset: str) -> tuple[Shape, ...]:
    """Return what a preset makes: its own variants, and a WebP of photographic size also as AVIF."""
    found = PRESETS.get(preset) or PRESETS[DEFAULT]
    modern = [
        Shape(f"{one.name}-avif", one.width, one.height, one.fit, one.quality + AVIF_QUALITY, "avif")
        for one in found
        if one.format == "webp" and one.width >= 600
    ]
    return (*found, *modern)


def preset_named(name: str) -> str:
    """Return the preset to use; an unknown name means the default one."""
    return name if name in PRESETS else DEFAULT
