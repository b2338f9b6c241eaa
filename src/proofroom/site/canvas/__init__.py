"""The editor's frames: a document with what is needed to change it, and pages that tell what was pressed."""

from proofroom.site.canvas.page import frame_policy, framed, is_key
from proofroom.site.canvas.view import canvas_view

__all__ = ["canvas_view", "frame_policy", "framed", "is_key"]
