"""The media library of a project: upload, fetch, draw, find, describe and delete assets."""

from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.datastructures import UploadFile

from proofroom.access import Project
from proofroom.api.content import read_where
from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.api.shapes import Done, In, Out, fields_of, upload_form
from proofroom.house import Use
from proofroom.kernel.errors import InvalidInput, TooLarge
from proofroom.kernel.ids import new_id
from proofroom.kernel.strings import say
from proofroom.media import Asset, Library, Upload, Wanted
from proofroom.media.presets import PRESETS
from proofroom.media.types import AssetChanges
from proofroom.search import Where
from proofroom.wiring import Studio

router = APIRouter(prefix="/projects/{project_id}/media", tags=["media"])

FORM_BYTES = 64 * 1024
"""What a form may have besides its file."""


class FocalPointInfo(Out):
    """The place that stays visible when a picture is cropped, 0 to 1 from the top left."""

    x: float
    y: float


class VariantInfo(Out):
    """A smaller or differently cut version; `url` is its address in this studio."""

    path: str
    url: str
    width: int
    height: int
    format: str
    size: int


class UseInfo(Out):
    """A field that shows the asset; `branch` is set where only a waiting branch does."""

    model_id: str
    entry_id: str
    field_id: str
    locale: str
    label: str
    branch: str | None


class AssetInfo(fields_of(Asset, without=("workspace_id", "path"))):
    """An asset. Fields of entries store `originalPath`; `url` is its address in this studio."""

    focal_point: FocalPointInfo | None
    variants: dict[str, VariantInfo]
    source: str
    original_path: str
    url: str


class AssetDetail(AssetInfo):
    """An asset with where it is used."""

    used_in: list[UseInfo]


class AssetPage(Out):
    """Assets, newest first; `next` continues after the last one."""

    assets: list[AssetInfo]
    total: int
    next: str | None


class AssetAdded(Out):
    """What became of an upload; bytes that were here already are not added again."""

    asset: AssetInfo
    is_new: bool


class AssetsDrawn(Out):
    """Pictures that were made, and by whom."""

    assets: list[AssetInfo]
    provider: str
    model: str
    run_id: str | None


class StorageInfo(Out):
    """How much the workspace keeps and may keep, and how large one file may be."""

    used_bytes: int
    quota_bytes: int
    file_bytes: int
    assets: int
    presets: dict[str, list[str]]


class AssetFetch(In):
    """A file on the public web to add."""

    url: str = Field(max_length=4_000)
    alt: str | None = None
    tags: list[str] = Field(default_factory=list[str])
    variants: str = ""


class AssetDraw(In):
    """Pictures to draw."""

    prompt: str = Field(min_length=3, max_length=4_000)
    size: Literal["1024x1024", "1536x1024", "1024x1536"] = "1536x1024"
    count: int = Field(1, ge=1, le=4)
    alt: str | None = None


class AssetChange(In):
    """What to change; what is left out stays. A focal point of null is the middle again."""

    filename: str | None = Field(None, min_length=1, max_length=120)
    alt: str | None = None
    tags: list[str] | None = None
    focal_point: "FocalPointGiven | None" = None


class FocalPointGiven(In):
    """A place in a picture."""

    x: float = Field(ge=0, le=1)
    y: float = Field(ge=0, le=1)


@router.get("")
async def list_assets(
    studio: StudioDep,
    query: str = "",
    tag: str | None = None,
    type: str = "",
    limit: int = 30,
    after: str | None = None,
    deleted: bool = False,
    where: str | None = None,
    sort: str | None = None,
    inside: Inside = in_project("media.team.read"),
) -> AssetPage:
    """Return the project's assets, newest first: by words, by a tag, by type (`image`, `image/svg+xml`).

    `where` is a filter as JSON, such as `{"size": {"gt": 1000000}}`; `sort` is a field, a minus turns it.
    """
    given = read_where(where)
    asked = Where.parse(given) if given is not None else None
    order = (sort,) if sort else ()
    most = max(1, min(limit, 100))
    wanted = Wanted(query, (tag,) if tag else (), type, most, after, deleted, asked, order)
    page = await studio.get(Library).search(inside.project.workspace_id, inside.project.id, wanted)
    shown = [show_asset(inside.project, asset) for asset in page.assets]
    return AssetPage(assets=shown, total=page.total, next=page.next)


_UPLOAD = upload_form(
    alt={"type": "string"},
    tags={"type": "string", "description": "Tags with commas."},
    variants={"type": "string", "description": "The name of a set of variants."},
)
"""The form is read by hand, so that a file that is too large is refused before it is taken."""


@router.post("", status_code=201, openapi_extra=_UPLOAD)
async def upload_asset(
    request: Request, studio: StudioDep, inside: Inside = in_project("media.team.create")
) -> AssetAdded:
    """Upload a file as a multipart form: `file`, and `alt`, `tags` (with commas), `variants` (a preset)."""
    upload = await _read_form(request, studio, inside)
    project = inside.project
    added = await studio.get(Library).add(
        project.workspace_id, project.id, upload, new_id(), studio.clock.now(), inside.principal
    )
    return AssetAdded(asset=show_asset(project, added.asset), is_new=added.is_new)


@router.post("/fetch", status_code=201)
async def fetch_asset(
    body: AssetFetch, studio: StudioDep, inside: Inside = in_project("media.team.create")
) -> AssetAdded:
    """Add a file from a public address; addresses inside a network are refused."""
    called = await studio.direct.use(inside.asker, inside.project.id, "upload_media", body.model_dump())
    data = called.output.data
    asset = await _asset(studio, inside, data["id"])
    return AssetAdded(asset=show_asset(inside.project, asset), is_new=data["isNew"])


@router.post("/generate", status_code=201)
async def draw_assets(
    body: AssetDraw, studio: StudioDep, inside: Inside = in_project("media.team.create")
) -> AssetsDrawn:
    """Have pictures drawn by the connected image model, or by the studio's own renderer."""
    called = await studio.direct.use(inside.asker, inside.project.id, "generateImage", body.model_dump())
    data = called.output.data
    assets = [await _asset(studio, inside, one["id"]) for one in data["assets"]]
    return AssetsDrawn(
        assets=[show_asset(inside.project, asset) for asset in assets],
        provider=data["provider"],
        model=data["model"],
        run_id=called.run_id,
    )


@router.get("/storage")
async def storage(studio: StudioDep, inside: Inside = in_project("media.team.read")) -> StorageInfo:
    """Return how much media the workspace keeps, what it may keep, and which sets of variants there are."""
    found = await studio.get(Library).storage(inside.project.workspace_id)
    return StorageInfo(
        used_bytes=found.used_bytes,
        quota_bytes=found.quota_bytes,
        file_bytes=studio.get(Library).max_bytes,
        assets=found.assets,
        presets={name: [shape.name for shape in shapes] for name, shapes in PRESETS.items()},
    )


@router.get("/{asset_id}")
async def read_asset(
    asset_id: str, studio: StudioDep, inside: Inside = in_project("media.team.read")
) -> AssetDetail:
    """Return one asset and where it is used."""
    return await _detail(studio, inside, await _asset(studio, inside, asset_id))


@router.put("/{asset_id}")
async def change_asset(
    asset_id: str, body: AssetChange, studio: StudioDep, inside: Inside = in_project("media.team.update")
) -> AssetDetail:
    """Change an asset's name, description, tags or focal point; a new focal point cuts its variants again."""
    asset = await _asset(studio, inside, asset_id)
    said: dict[str, Any] = body.model_dump(exclude_unset=True)
    if said.get("filename"):
        is_outside = inside.principal.kind == "key"
        renamed: AssetChanges = {"filename": said["filename"], "is_outside": is_outside}
        asset = await studio.get(Library).change(asset, renamed, studio.clock.now(), inside.principal)
    given = {"assetId": asset.id} | {key: said[key] for key in ("alt", "tags") if key in said}
    if "focal_point" in said:
        given["focalPoint"] = said["focal_point"]
    if len(given) > 1:
        await studio.direct.use(inside.asker, inside.project.id, "update_media", given)
    return await _detail(studio, inside, await _asset(studio, inside, asset_id))


@router.delete("/{asset_id}")
async def delete_asset(
    asset_id: str, studio: StudioDep, inside: Inside = in_project("media.team.delete")
) -> Done:
    """Delete an asset with its variants; 409 with the references while entries use it.

    For thirty days it can be brought back.
    """
    await studio.direct.use(inside.asker, inside.project.id, "delete_media", {"assetId": asset_id})
    return Done()


@router.post("/{asset_id}/restore")
async def restore_asset(
    asset_id: str, studio: StudioDep, inside: Inside = in_project("media.team.delete")
) -> AssetDetail:
    """Bring a deleted asset back."""
    project, by = inside.project, inside.principal
    back = await studio.get(Library).restore(project.workspace_id, project.id, asset_id, by)
    return await _detail(studio, inside, back)


def show_asset(project: Project, asset: Asset) -> AssetInfo:
    """Return an asset with its addresses."""
    return AssetInfo(**_told(project, asset))


def _told(project: Project, asset: Asset) -> dict[str, Any]:
    focus = asset.focal_point
    return {
        **{
            name: getattr(asset, name)
            for name in AssetInfo.model_fields
            if name not in ("url", "original_path", "variants", "focal_point", "tags")
        },
        "tags": list(asset.tags),
        "original_path": asset.path,
        "url": url_of(project, asset.path),
        "focal_point": FocalPointInfo(x=focus.x, y=focus.y) if focus else None,
        "variants": {
            name: VariantInfo.of(one, url=url_of(project, one.path)) for name, one in asset.variants.items()
        },
    }


def url_of(project: Project, path: str) -> str:
    """Return the address of a file: what stands in a field, below the project's delivery."""
    return f"/api/delivery/{project.slug}/{path}"


async def _asset(studio: Studio, inside: Inside, asset_id: str) -> Asset:
    return await studio.get(Library).get(inside.project.workspace_id, inside.project.id, asset_id)


async def _detail(studio: Studio, inside: Inside, asset: Asset) -> AssetDetail:
    uses = await studio.get(Library).uses(asset, on_branches=True)
    return AssetDetail(**_told(inside.project, asset), used_in=[_use(use) for use in uses])


def _use(use: Use) -> UseInfo:
    return UseInfo(
        model_id=use.model,
        entry_id=use.entry,
        field_id=use.field,
        locale=use.locale,
        label=use.label,
        branch=use.branch,
    )


async def _read_form(request: Request, studio: Studio, inside: Inside) -> Upload:
    length = request.headers.get("content-length", "")
    if not length.isdigit():
        raise InvalidInput(say("media.no_length"))
    if int(length) > studio.get(Library).max_bytes + FORM_BYTES:
        raise TooLarge(say("media.too_large", size=f"{studio.get(Library).max_bytes:,}"))
    async with request.form(max_files=1, max_fields=8) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise InvalidInput(say("media.no_file"))
        data, name = await file.read(), file.filename or ""
        texts = {key: value for key, value in form.items() if isinstance(value, str)}
    return Upload(
        data=data,
        filename=name,
        by=inside.principal.email or inside.principal.name,
        alt=texts.get("alt"),
        is_outside=inside.principal.kind == "key",
        tags=tuple(tag.strip() for tag in texts.get("tags", "").split(",")),
        preset=texts.get("variants", ""),
    )
