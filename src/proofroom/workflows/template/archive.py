"""A template as a ZIP file."""

import lzma
import stat
import struct
import zipfile
import zlib
from typing import BinaryIO

from proofroom.workflows.rules import found
from proofroom.workflows.template.contents import MAX_FILE_READ, Contents, Unreadable

MAX_AT_ONCE = MAX_FILE_READ + 1
MAX_RATIO = 200
RATIO_MATTERS_FROM = 4 * 1024 * 1024

# What the standard library raises on archives made by accident or malice; a compression method it does not
# know is a RuntimeError there.
FAULTS = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    OSError,
    EOFError,
    ValueError,
    RuntimeError,
    IndexError,
    OverflowError,
    struct.error,
    zlib.error,
    lzma.LZMAError,
)


class TooMuch(OSError):
    """More is asked for at once than a template needs."""


class Bounded:
    """A file that refuses to hand out more than a little at once.

    The list of entries is read in one piece whose size the archive itself declares; without a bound a small
    file could make us hold millions of entries before we can count them.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def read(self, size: int = -1, /) -> bytes:
        """Read; refuse if there is more than the bound."""
        if 0 <= size <= MAX_AT_ONCE:
            return self._file.read(size)
        content = self._file.read(MAX_AT_ONCE + 1)
        if len(content) > MAX_AT_ONCE:
            raise TooMuch
        return content

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Move to a place."""
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        """Return the place."""
        return self._file.tell()

    def seekable(self) -> bool:
        """Say that places can be moved to."""
        return True


def list_archive(file: BinaryIO) -> Contents | None:
    """List the entries of a ZIP file; None if it is none, or too broken to be listed."""
    try:
        archive = zipfile.ZipFile(Bounded(file))
    except TooMuch:
        return Contents(lambda path: b"").close("Z-002", "The list of entries is far too long.")
    except FAULTS:
        return None
    contents = Contents(lambda path: _read(archive, path))
    for number, entry in enumerate(archive.infolist(), 1):
        _take(contents, entry)
        if contents.is_full(number):
            break
    return contents


def _take(contents: Contents, entry: zipfile.ZipInfo) -> None:
    path = entry.filename
    if contents.refuse_path(entry.orig_filename):
        return
    mode = entry.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        contents.findings.append(found("Z-006", "This entry is a link or a device, not a file.", path))
    elif entry.flag_bits & 0x1:
        contents.findings.append(found("Z-007", "This entry is encrypted.", path))
    elif entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        contents.findings.append(found("Z-007", "This entry is packed by another method than deflate.", path))
    elif entry.is_dir():
        contents.add_folder(path.removesuffix("/"))
    elif entry.file_size > RATIO_MATTERS_FROM and entry.file_size > MAX_RATIO * entry.compress_size:
        message = f"This entry would grow to {entry.file_size:,} bytes from {entry.compress_size:,}."
        contents.findings.append(found("Z-004", message, path))
    else:
        contents.add_file(path, entry.file_size)


def _read(archive: zipfile.ZipFile, path: str) -> bytes:
    try:
        with archive.open(path) as file:
            content = file.read(MAX_FILE_READ + 1)
    except (*FAULTS, KeyError) as fault:
        raise Unreadable("its packed data is damaged") from fault
    if len(content) > MAX_FILE_READ:
        raise Unreadable(f"it is larger than {MAX_FILE_READ // 1024**2} MiB")
    return content
