"""Rules that follow from design tokens. They are made anew whenever a site is read or its tokens change."""

from proofroom.site.document.types import Site


def refresh_generated(site: Site) -> None:
    """Replace every generated rule by what the tokens say now."""
