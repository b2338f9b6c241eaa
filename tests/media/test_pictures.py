"""Pictures are made upright, clean and into variants."""

from io import BytesIO

import pytest
from PIL import Image

from proofroom.kernel.errors import InvalidInput, TooLarge
from proofroom.media import pictures
from proofroom.media.pictures import crop_box, make_variants, read_picture
from proofroom.media.presets import PRESETS, Shape, preset_named, shapes_of
from proofroom.media.types import FocalPoint
from tests.media.samples import picture


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def test_a_master_is_upright_webp_without_metadata() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # lying on its side
    exif[0x010E] = "taken at home"
    found = read_picture(picture(120, 80, "JPEG", exif=exif), "jpeg")
    image = opened(found.master.data)
    assert (image.format, image.size, (found.master.width, found.master.height)) == (
        "WEBP",
        (80, 120),
        (80, 120),
    )
    assert not image.getexif()
    assert b"taken at home" not in found.master.data
    assert len(found.blurhash) == 28


def test_a_large_picture_gets_a_smaller_master(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MASTER", 100)
    assert opened(read_picture(picture(400, 200), "png").master.data).size == (100, 50)


def test_an_animation_stays_one_and_its_variants_do_not_move() -> None:
    frames = [Image.new("RGB", (40, 40), colour) for colour in ("red", "green", "blue")]
    out = BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=50)
    found = read_picture(out.getvalue(), "gif")
    assert opened(found.master.data).n_frames == 3
    made = make_variants(found.master.data, PRESETS["avatar"], None)
    assert opened(made["small"].data).n_frames == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_makes_its_variants(preset: str) -> None:
    master = read_picture(picture(640, 480), "png").master.data
    made = make_variants(master, shapes_of(preset), None)
    assert [*made] == [shape.name for shape in shapes_of(preset)]
    for shape in shapes_of(preset):
        image = opened(made[shape.name].data)
        assert (image.format or "").lower() == shape.format
        assert image.size == (made[shape.name].width, made[shape.name].height)
        assert image.width <= shape.width
        assert shape.height is None or image.height <= shape.height
        if shape.fit == "contain":
            assert image.size == (shape.width, shape.height)


def test_photographs_come_as_avif_too_and_an_unknown_preset_is_the_default() -> None:
    names = [shape.name for shape in shapes_of("nonsense")]
    assert names == ["hero", "card", "thumb", "og", "hero-avif", "card-avif"]
    assert preset_named("nonsense") == "hero-image"


def test_a_crop_keeps_the_focal_point() -> None:
    assert crop_box(300, 100, 1.0, FocalPoint(0.5, 0.5)) == (100, 0, 200, 100)
    assert crop_box(300, 100, 1.0, FocalPoint(0, 0.5)) == (0, 0, 100, 100)
    assert crop_box(300, 100, 1.0, FocalPoint(1, 0.5)) == (200, 0, 300, 100)
    assert crop_box(100, 300, 1.0, FocalPoint(0.5, 0.9)) == (0, 200, 100, 300)
    master = read_picture(picture(600, 100), "png").master.data
    square = (Shape("s", 50, 50, "cover", 90),)
    left, right = (make_variants(master, square, FocalPoint(x, 0.5))["s"].data for x in (0.0, 1.0))
    dark = [opened(data).convert("L").getextrema()[0] for data in (left, right)]
    assert dark[0] < 60 < dark[1], "the dark square is at the left edge"


def test_bombs_and_broken_pictures_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_picture(picture()[:60], "png")
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_picture(b"\x89PNG\r\n\x1a\n" + b"x" * 40, "png")
    monkeypatch.setattr(pictures, "WIDEST", 100)
    with pytest.raises(TooLarge, match="120 by 80"):
        read_picture(picture(), "png")
