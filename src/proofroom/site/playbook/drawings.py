"""The small drawings of sections: marks beside what is listed, faces, and the pictures of a place."""

from typing import Final, cast

from proofroom.providers.offline.lexicon import read_toml
from proofroom.site.playbook.brief import TRADES, PageBrief
from proofroom.site.playbook.template import read_part

NEUTRAL: Final = ("shapes", "city", "garden", "waves", "shelf", "table")
_MARKS: Final = cast("list[str]", read_toml("proofroom.site.playbook", "looks.toml")["marks"])
_COLOURS: Final = ("accent", "deep", "glow", "soft")


def marks() -> list[str]:
    """Return the small drawings beside what is listed."""
    return [f'<svg class="d-mark" viewBox="0 0 64 64" aria-hidden="true">{one}</svg>' for one in _MARKS]


def face(at: int) -> str:
    """Return the drawing of a person whose picture nobody has given."""
    colour = _COLOURS[at % len(_COLOURS)]
    return (
        '<svg class="d-face-art" viewBox="0 0 200 200" aria-hidden="true"><rect width="200" height="200" '
        f'fill="var(--surface)"/><circle cx="100" cy="84" r="40" fill="var(--{colour})"/>'
        f'<path d="M28 200a72 72 0 0 1 144 0Z" fill="var(--{colour})"/></svg>'
    )


def own_art(brief: PageBrief) -> str:
    """Return the drawing of such a place."""
    return str(TRADES[brief.trade]["art"])


def picture(name: str) -> str:
    """Return a drawing as markup."""
    return read_part(f"art/{name}.svg").strip()
