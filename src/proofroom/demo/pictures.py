"""The pictures of the demo project: drawn by the studio's own renderer when it is made."""

from collections.abc import Callable
from functools import partial
from typing import Final

from proofroom.media.render import Step, render_cover, render_diagram, render_portrait

FOLDER: Final = "media/original"
WIDTH, HEIGHT = 960, 640

_COVERS: Final[dict[str, tuple[str, str, str]]] = {
    "river-under-the-market": ("The river under the market", "#2f6f8f", "river"),
    "counting-swifts": ("Counting swifts in July", "#a8552f", "birds"),
    "bench-for-every-hill": ("A bench for every hill", "#4f7f3a", "hill"),
    "rooftop-gardens": ("Rooftop gardens after the heat", "#a8552f", "roofs"),
    "night-bus": ("Night bus, night birds", "#2b2f55", "night"),
    "last-elm": ("The last elm on Mill Street", "#6b5b2e", "tree"),
    "canal-flood": ("The canal that learned to flood", "#39726b", "canal"),
    "quiet-streets": ("A map of the quiet streets", "#8a6d9b", "streets"),
    "lamps-off": ("The lamps we turned off", "#2b2f55", "lamps"),
    "forty-paces": ("Forty paces of park", "#4f7f3a", "park"),
}
"""Title, colour and scene by file name."""
_BOWL: Final = (
    Step("Canal", "rises in heavy rain"),
    Step("Low bank", "60 cm above normal"),
    Step("Meadow", "takes the water for two days"),
    Step("Houses", "cellars stay dry"),
)


def pictures(authors: dict[str, str]) -> dict[str, Callable[[], bytes]]:
    """Return how to draw each picture, by its path; `authors` are names by id."""
    drawn: dict[str, Callable[[], bytes]] = {
        f"{FOLDER}/{name}.webp": partial(
            render_cover, title, colour=colour, scene=scene, width=WIDTH, height=HEIGHT
        )
        for name, (title, colour, scene) in _COVERS.items()
    }
    drawn[f"{FOLDER}/canal-diagram.webp"] = partial(
        render_diagram, "How the bowl works", _BOWL, colour="#39726b", width=WIDTH, height=380
    )
    for author, name in authors.items():
        drawn[f"{FOLDER}/{author}.webp"] = partial(render_portrait, name)
    return drawn


def described(path: str, authors: dict[str, str]) -> tuple[str, tuple[str, ...], str]:
    """Return a picture's alternative text, its tags, and the set of variants that suits it."""
    name = path.rpartition("/")[2].removesuffix(".webp")
    if name in authors:
        return f"Portrait of {authors[name]}: initials over rings", ("portrait",), "avatar"
    if name in _COVERS:
        title, _, scene = _COVERS[name]
        return f"Cover of “{title}”, a drawing: {scene}", ("cover", scene), "gallery"
    return "How the bowl works: canal, low bank, meadow, houses", ("diagram",), "gallery"
