"""Image models behind one interface: what to draw goes in, pictures come out, whoever draws them.

Knows wire formats and nothing of assets or where pictures are kept.
"""

from typing import TYPE_CHECKING

from proofroom.kernel.lazily import lazily
from proofroom.providers.images.types import Drawing, ImageDriver, ImageReply, ImageRequest

if TYPE_CHECKING:
    from proofroom.providers.images.driver import HttpImageDriver

__all__ = ["Drawing", "HttpImageDriver", "ImageDriver", "ImageReply", "ImageRequest"]

__getattr__ = lazily(__name__, {"driver": "HttpImageDriver"})
