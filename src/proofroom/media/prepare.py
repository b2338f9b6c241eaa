"""From uploaded bytes to the files of an asset: what kind it is, its master, its variants. It blocks."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from proofroom.kernel.data import dataclass
from proofroom.media.presets import shapes_of
from proofroom.media.sniff import ALLOWED, sniff
from proofroom.media.types import ORIGINAL, USUALLY_WRITTEN, VARIANTS, FocalPoint, PictureFormat, Variant


@dataclass(frozen=True, slots=True)
class File:
    """Bytes with the path they will have."""

    path: str
    data: bytes = field(repr=False)
    content_type: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """An asset's files, ready to be stored; the master comes first."""

    files: list[File]
    format: str
    content_type: str
    width: int | None = None
    height: int | None = None
    blurhash: str | None = None
    variants: Mapping[str, Variant] = field(default_factory=dict[str, Variant])

    @property
    def size(self) -> int:
        """Return how many bytes all files have."""
        return sum(len(file.data) for file in self.files)


def prepare(
    asset_id: str, data: bytes, preset: str, path: str | None, written: PictureFormat = USUALLY_WRITTEN
) -> Prepared:
    """Look at bytes, make them safe and cut the variants; refuse what may not be here."""
    kind = sniff(data)
    if kind.is_picture:
        return _picture(asset_id, data, kind.format, preset, path, written)
    width = height = None
    if kind.format == "svg":
        from proofroom.media.svg import (
            clean_svg,  # in the process that reads strangers' files, not at a start
        )

        data, width, height = clean_svg(data)
    where = path or f"{ORIGINAL}/{asset_id}.{kind.format}"
    file = File(where, data, kind.content_type)
    return Prepared([file], kind.format, kind.content_type, width, height)


def recut(
    asset_id: str, master: bytes, preset: str, focus: FocalPoint | None
) -> tuple[list[File], dict[str, Variant]]:
    """Cut the variants of a picture again, around another focal point."""
    from proofroom.media.pictures import make_variants

    files: list[File] = []
    variants: dict[str, Variant] = {}
    for name, made in make_variants(master, shapes_of(preset), focus).items():
        # The path changes with the cut, so that an address can be cached for ever.
        mark = f"-{round(focus.x * 1000)}-{round(focus.y * 1000)}" if focus else ""
        where = f"{VARIANTS}/{asset_id}/{name}{mark}.{made.format}"
        files.append(File(where, made.data, ALLOWED[made.format].content_type))
        variants[name] = Variant(where, made.width, made.height, made.format, len(made.data))
    return files, variants


def process_picture(data: bytes, format: str, operations: Sequence[Mapping[str, Any]]) -> bytes:
    """Return a picture resized and cropped, without loss: how it is written is decided later."""
    from proofroom.media.pictures import worked_on

    return worked_on(data, format, operations)


def _picture(
    asset_id: str, data: bytes, format: str, preset: str, path: str | None, written: PictureFormat
) -> Prepared:
    from proofroom.media.pictures import read_picture

    found = read_picture(data, format, written)
    where = path or f"{ORIGINAL}/{asset_id}.{found.master.format}"
    master = File(where, found.master.data, ALLOWED[found.master.format].content_type)
    files, variants = recut(asset_id, found.master.data, preset, None)
    return Prepared(
        [master, *files],
        found.master.format,
        master.content_type,
        found.master.width,
        found.master.height,
        found.blurhash,
        variants,
    )
