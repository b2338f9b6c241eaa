"""How the local renderer draws: colours, a canvas, letters, scenes and diagrams, all from numbers.

Pure: the same input gives the same picture. It must not know assets, storage or models.
"""

from proofroom.media.drawing.canvas import Canvas
from proofroom.media.drawing.colour import Palette, palette_from
from proofroom.media.drawing.scenes import SCENES, scene_for

__all__ = ["SCENES", "Canvas", "Palette", "palette_from", "scene_for"]
