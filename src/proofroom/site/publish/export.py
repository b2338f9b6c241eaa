"""A site as one ZIP, for a web server elsewhere."""

import asyncio
import io
import zipfile
from collections.abc import Mapping

_AT = (2026, 1, 1, 0, 0, 0)
"""The same files make the same archive."""


async def zip_of(files: Mapping[str, bytes]) -> bytes:
    """Return files as a ZIP."""
    return await asyncio.to_thread(_pack, files)


def _pack(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in sorted(files):
            archive.writestr(zipfile.ZipInfo(path, _AT), files[path], zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
