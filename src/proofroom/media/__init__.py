"""Pictures and files of a project, and the studio's own renderer.

It must not know content entries, agents or HTTP: rooms above hand it titles and colours and keep what it
returns.
"""

from proofroom.media.render import Step, render_cover, render_diagram, render_portrait

__all__ = ["Step", "render_cover", "render_diagram", "render_portrait"]
