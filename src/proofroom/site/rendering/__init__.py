"""Nodes → HTML, rules and tokens → CSS, templates around pages. Pure; used by reading and by publishing."""

from proofroom.site.rendering.compose import compose_entry, compose_page
from proofroom.site.rendering.nodes import Frames, Renderer
from proofroom.site.rendering.stylesheet import rules_css

__all__ = ["Frames", "Renderer", "compose_entry", "compose_page", "rules_css"]
