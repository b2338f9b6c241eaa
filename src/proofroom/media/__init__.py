"""Pictures, films and files of projects, their variants, and the studio's own renderer.

It must not know content entries, conversations or HTTP: where an asset is used is asked through a port. The
modules that draw or decode (`render`, `pictures`) load Pillow and are imported on first use only.
"""

from proofroom.media.library import Library
from proofroom.media.types import Asset, StoredFile, Upload, Wanted

__all__ = ["Asset", "Library", "StoredFile", "Upload", "Wanted"]
