"""The renderer draws real pictures, and the same ones each time."""

from io import BytesIO

import pytest
from PIL import Image, ImageStat

from proofroom.media.drawing.lettering import can_letter, text_width, wrap
from proofroom.media.drawing.scenes import SCENES, scene_for
from proofroom.media.render import Step, render_cover, render_diagram, render_portrait


def opened(data: bytes) -> Image.Image:
    picture = Image.open(BytesIO(data))
    picture.load()
    return picture


def test_a_cover_has_its_size_and_is_the_same_each_time() -> None:
    first = render_cover("The river under the market", colour="#2f6f8f", width=300, height=200)
    assert opened(first).size == (300, 200)
    assert first == render_cover("The river under the market", colour="#2f6f8f", width=300, height=200)


def test_titles_and_colours_give_different_covers() -> None:
    drawn = {
        render_cover(title, colour=colour, scene="roofs", width=240, height=160)
        for title in ("One", "Two")
        for colour in ("#2f6f8f", "#a8552f")
    }
    assert len(drawn) == 4


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_every_scene_is_a_picture_with_light_and_dark(scene: str) -> None:
    picture = opened(render_cover("A title", scene=scene, width=240, height=160))
    assert max(ImageStat.Stat(picture).stddev) > 12, "a flat sheet is no picture"
    assert len(picture.resize((60, 40)).getcolors(60 * 40) or ()) > 40


@pytest.mark.parametrize(
    ("title", "scene"),
    [
        ("The last elm on Mill Street", "tree"),
        ("Counting swifts in July", "birds"),
        ("Night bus, night birds", "night"),
        ("Pazarın altındaki nehir", "river"),
        ("Her tepeye bir bank", "hill"),
        ("Taşmayı öğrenen kanal", "canal"),
    ],
)
def test_the_scene_follows_the_first_word_that_names_one(title: str, scene: str) -> None:
    assert scene_for(title) == scene


def test_a_title_without_such_a_word_keeps_its_scene() -> None:
    assert scene_for("Quarterly figures") == scene_for("Quarterly figures")
    assert scene_for("Quarterly figures") in SCENES


def test_letters_with_accents_are_drawn_and_other_scripts_are_not_attempted() -> None:
    assert can_letter("Değirmen Sokağı'ndaki son karaağaç İŞÇÖÜ é à ñ ß")
    assert not can_letter("Москва")
    assert not can_letter("北京")
    plain, marked = (
        opened(render_cover(title, scene="field", width=300, height=200, with_title=True))
        for title in ("Kus sayimi", "Kuş sayımı")
    )
    assert plain.crop((0, 150, 300, 200)).tobytes() != marked.crop((0, 150, 300, 200)).tobytes()


def test_a_title_in_another_script_leaves_the_picture_without_letters() -> None:
    bare = render_cover("北京", scene="field", width=300, height=200)
    assert render_cover("北京", scene="field", width=300, height=200, with_title=True) == bare


def test_lines_are_broken_where_they_do_not_fit() -> None:
    lines = wrap("one two three four five six", 20, 120)
    assert len(lines) > 1
    assert all(text_width(line, 20) <= 120 for line in lines)
    assert " ".join(lines) == "one two three four five six"


def test_a_diagram_has_boxes_for_one_to_eight_steps() -> None:
    picture = opened(render_diagram("Steps", [Step("One", "note"), Step("Two")], width=400, height=160))
    assert picture.size == (400, 160)
    for count in (0, 9):
        with pytest.raises(ValueError, match="one to eight"):
            render_diagram("Steps", [Step("x")] * count)


@pytest.mark.parametrize("format", ["webp", "png", "jpeg"])
def test_portraits_come_in_the_wanted_format(format: str) -> None:
    picture = opened(render_portrait("Elif Kaya", size=64, format=format))  # type: ignore[arg-type]
    assert (picture.format or "").lower() == format
    assert picture.size == (64, 64)


def test_a_colour_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="not a colour"):
        render_cover("A title", colour="green-ish")
