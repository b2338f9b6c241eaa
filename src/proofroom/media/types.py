"""What an asset is: data, no behaviour. Wire names are those of the content room's media tools."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Literal, TypedDict

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import AssetId, ProjectId, WorkspaceId
from proofroom.search import Where

Source = Literal["upload", "url", "connector", "agent"]
ORIGINAL = "media/original"
VARIANTS = "media/variants"


@dataclass(frozen=True, slots=True)
class FocalPoint:
    """The place that must stay visible when a picture is cropped, 0 to 1 from the top left."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Variant:
    """A smaller or differently cut version of a picture."""

    path: str
    width: int
    height: int
    format: str
    size: int


@dataclass(frozen=True, slots=True)
class Asset:
    """A picture, film or document of a project, with everything a page needs to show it."""

    id: AssetId
    workspace_id: WorkspaceId
    project_id: ProjectId
    filename: str
    path: str
    """What fields of entries store: `media/original/…`."""
    content_type: str
    format: str
    size: int
    width: int | None
    height: int | None
    blurhash: str | None
    alt: str | None
    focal_point: FocalPoint | None
    tags: tuple[str, ...]
    variants: Mapping[str, Variant]
    preset: str
    source: Source
    uploaded_by: str
    content_hash: str
    """SHA-256 of the bytes as they were sent; the same bytes are one asset."""
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None
    """When it was deleted; it can be brought back for a while."""
    is_outside: bool = False
    """Whether a program wrote what is said about it, and no person has since."""

    @property
    def dimensions(self) -> str | None:
        """Return width and height as one text."""
        return f"{self.width}x{self.height}" if self.width and self.height else None


@dataclass(frozen=True, slots=True)
class StoredFile:
    """One file of an asset: which blob a path is."""

    path: str
    digest: str
    size: int
    content_type: str


@dataclass(frozen=True, slots=True)
class PictureFormat:
    """The format and quality of an encoded picture."""

    format: str = "webp"
    quality: int = 90


USUALLY_WRITTEN = PictureFormat()


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to add, and what is known of it."""

    data: bytes = field(repr=False)
    filename: str
    source: Source = "upload"
    by: str = ""
    alt: str | None = None
    tags: tuple[str, ...] = ()
    preset: str = ""
    path: str | None = None
    """A path of one's own below `media/original/`, for assets that content already names."""
    written: PictureFormat = USUALLY_WRITTEN
    """How a picture's master is written."""
    is_outside: bool = False
    """Whether its name and words are a program's."""


@dataclass(frozen=True, slots=True)
class Added:
    """What became of an upload; bytes that were here already are not added again."""

    asset: Asset
    is_new: bool


class AssetChanges(TypedDict, total=False):
    """What to change; what is left out stays."""

    alt: str | None
    tags: tuple[str, ...]
    focal_point: FocalPoint | None
    filename: str
    is_outside: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which assets are looked for. `type` is a media type, its beginning (`image`) or a format."""

    query: str = ""
    tags: tuple[str, ...] = ()
    type: str = ""
    limit: int = 20
    before: str | None = None
    """Continue after this asset."""
    is_deleted: bool = False
    """Look among what was deleted and can be brought back."""
    where: Where | None = None
    """Conditions on what is said of an asset."""
    sort: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AssetList:
    """Assets, newest first; `next` continues after the last one."""

    assets: list[Asset]
    total: int
    next: str | None


@dataclass(frozen=True, slots=True)
class Storage:
    """How much a workspace keeps, and how much it may."""

    used_bytes: int
    quota_bytes: int
    assets: int
