"""What media brings to the house."""

from datetime import datetime

from proofroom.access import Principal
from proofroom.connections import StoredConnection
from proofroom.house import (
    Destination,
    FindDestinations,
    House,
    LookAtCall,
    PreviewOfCall,
    RetentionRule,
    Room,
    Sweep,
    Use,
    late_look,
)
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.kernel.tool import ToolSpec
from proofroom.media import repo
from proofroom.media.draw import RENDERER, FindImages, LocalImages, OpenImages
from proofroom.media.film import FindFilms, OpenFilms
from proofroom.media.library import Library
from proofroom.media.missing import find_missing
from proofroom.media.types import Wanted
from proofroom.media.undo import MediaRunUndo
from proofroom.store import Database, FolderBlobs, open_blobs
from proofroom.store.sweep import sweeping

MEGABYTE = 1024 * 1024


def room(house: House) -> Room:
    """Return media: the library of all projects, and drawing for it."""
    settings, database = house.settings, house.database
    blobs = open_blobs(settings)

    async def find_uses(project_id: ProjectId, paths: frozenset[str], on_branches: bool) -> list[Use]:
        asked = [find for each in house.rooms for find in each.uses]
        return [use for find in asked for use in await find(project_id, paths, on_branches)]

    library = Library(
        database,
        blobs,
        house.transport,
        find_uses,
        house.access.audit,
        quota_bytes=settings.media_quota_mb * MEGABYTE,
        max_bytes=settings.media_file_mb * MEGABYTE,
    )
    house.repositories.checks.append(find_missing(library))

    def tools() -> list[ToolSpec]:
        from proofroom.media.contentrain import contentrain_media_tools
        from proofroom.media.draw import draw_tools
        from proofroom.media.film import film_tools
        from proofroom.media.process import process_tools
        from proofroom.media.tools import media_tools

        return [
            *media_tools(library),
            *contentrain_media_tools(library),
            *draw_tools(library, find_images(house)),
            *film_tools(library, find_films(house)),
            *process_tools(library),
        ]

    def previews() -> LookAtCall:
        from proofroom.media.preview import MediaPreviews

        return MediaPreviews(library).of_call

    return Room(
        name="media",
        offers=[library],
        tools=tools,
        opening=[library.index_missing],
        search=[_find_assets(library)],
        previews=[PreviewOfCall("media.team.read", late_look(previews))],
        undo=MediaRunUndo(library),
        retention=_retention(database, blobs),
    )


def _retention(database: Database, blobs: FolderBlobs) -> list[RetentionRule]:
    return [
        RetentionRule(
            "media",
            "Assets that people deleted; until then they can be brought back",
            "media_retention_days",
            sweeping(database, repo.sweep_deleted),
        ),
        RetentionRule(
            "blobs",
            "Files of assets that no asset has any more",
            "blob_retention_days",
            _unused(database, blobs),
        ),
    ]


def _find_assets(library: Library) -> FindDestinations:
    async def find(
        principal: Principal, project_id: ProjectId | None, query: str, limit: int
    ) -> list[Destination]:
        if project_id is None or not principal.can("media.team.read", project_id):
            return []
        wanted = Wanted(query=query, limit=limit)
        found = await library.search(principal.workspace_id, project_id, wanted)
        return [
            Destination("media", "asset", one.id, one.filename, f"/media?asset={one.id}", one.alt or "")
            for one in found.assets
        ]

    return find


def find_images(house: House) -> FindImages:
    """Return the port that opens a workspace's image provider, or the studio's own renderer."""

    async def find(workspace_id: WorkspaceId) -> OpenImages:
        for connection in await house.connections.list(workspace_id, "image"):
            if connection.status == "active":
                opened, model = house.connections.open(connection), image_model(connection)
                info = house.openers.image_info(opened, model)
                return OpenImages(house.openers.image(opened), model, connection.id, info)
        return OpenImages(LocalImages(), RENDERER)

    return find


def find_films(house: House) -> FindFilms:
    """Return the port that opens the first of a workspace's connections that names a film model."""

    async def find(workspace_id: WorkspaceId) -> OpenFilms | None:
        for connection in await house.connections.list(workspace_id, "image"):
            model = connection.options.get("video_model")
            if connection.status == "active" and model:
                opened = house.connections.open(connection)
                return OpenFilms(house.openers.film(opened), model, connection.id)
        return None

    return find


def image_model(connection: StoredConnection) -> str:
    """Return the model a connection draws with: the one it names, or its provider's usual one."""
    options = connection.options
    named = options.get("deployment") or options.get("model")
    return named or ("gemini-3.1-flash-image" if connection.provider == "gemini" else "gpt-image-2")


def _unused(database: Database, blobs: FolderBlobs) -> Sweep:
    async def go(before: datetime, is_dry_run: bool) -> dict[str, int]:
        async with database.reading() as connection:
            used = await repo.blobs_in_use(connection)
        count = size = 0
        # One that was stored a moment ago may belong to an asset whose row is not written yet.
        for blob in [blob async for blob in blobs.older_than(before) if blob.digest not in used]:
            if is_dry_run or await blobs.delete(blob.digest):
                count, size = count + 1, size + blob.size
        return {"files": count, "bytes": size}

    return go
