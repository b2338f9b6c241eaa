"""Image models behind one interface: what to draw goes in, pictures come out, whoever draws them.

Knows wire formats and nothing of assets or where pictures are kept.
"""

from proofroom.providers.images.driver import HttpImageDriver
from proofroom.providers.images.types import Drawing, ImageDriver, ImageReply, ImageRequest

__all__ = ["Drawing", "HttpImageDriver", "ImageDriver", "ImageReply", "ImageRequest"]
