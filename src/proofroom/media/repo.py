"""Assets and their files in the database."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.media.searching import SEARCHED, filtered, searched
from proofroom.media.types import Asset, FocalPoint, StoredFile, Variant
from proofroom.search.repo import Lookup
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.sweep import sweep
from proofroom.store.tables.media import asset_files, assets
from proofroom.store.tables.search import search_rows


def _dump_variants(variants: Mapping[str, Variant]) -> dict[str, Any]:
    return {name: asdict(variant) for name, variant in variants.items()}


def _read_variants(stored: Mapping[str, Any]) -> dict[str, Variant]:
    return {name: Variant(**variant) for name, variant in stored.items()}


def _read_focus(stored: Mapping[str, float]) -> FocalPoint:
    return FocalPoint(**stored)


_ASSETS = Mapped(
    assets,
    Asset,
    focal_point=(asdict, _read_focus),
    tags=(list, tuple),
    variants=(_dump_variants, _read_variants),
)
_FILES = Mapped(asset_files, StoredFile)
_THERE = assets.c.deleted_at.is_(None)


async def add(connection: Connection, asset: Asset, files: Iterable[StoredFile]) -> bool:
    """Add an asset with its files; False if the project has its bytes or its path already."""
    if not await _ASSETS.insert_if_absent(connection, asset):
        return False
    await put_files(connection, asset, files)
    await _index(connection, asset)
    return True


async def put_files(connection: Connection, asset: Asset, files: Iterable[StoredFile]) -> None:
    """Write which blobs an asset consists of."""
    whose = {"asset_id": asset.id, "workspace_id": asset.workspace_id, "project_id": asset.project_id}
    await _FILES.insert_many(connection, files, **whose)


async def update(connection: Connection, asset: Asset) -> None:
    """Write what changed of an asset."""
    names = ("filename", "alt", "is_outside", "focal_point", "tags", "variants", "updated_at", "deleted_at")
    await _ASSETS.change(connection, asset, names, project_id=asset.project_id)
    await _index(connection, asset)


async def files_of(connection: Connection, asset: Asset) -> list[StoredFile]:
    """Return the files of an asset."""
    return await _FILES.list(connection, workspace_id=asset.workspace_id, asset_id=asset.id)


async def remove_files(connection: Connection, asset: Asset, files: Sequence[StoredFile]) -> None:
    """Remove files of an asset."""
    meant = asset_files.c.path.in_([file.path for file in files])
    await _FILES.delete(connection, meant, workspace_id=asset.workspace_id, asset_id=asset.id)


async def still_named(connection: Connection, digests: Iterable[str]) -> set[str]:
    """Return those blobs that a file of any workspace still names: bytes are kept once for all."""
    query = sa.select(asset_files.c.digest).where(asset_files.c.digest.in_(list(digests))).distinct()
    return set((await connection.execute(query)).scalars())


async def get(
    connection: Connection,
    workspace_id: WorkspaceId,
    project_id: ProjectId,
    asset_id: str,
    *,
    is_deleted: bool = False,
) -> Asset:
    """Return an asset of a project, or a deleted one that can be brought back, or say that there is none."""
    which = {"workspace_id": workspace_id, "project_id": project_id, "id": asset_id}
    fits = ~_THERE if is_deleted else _THERE
    return await _ASSETS.get(connection, say("media.no_asset"), fits, **which)


async def by_hash(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, content_hash: str
) -> Asset | None:
    """Return the asset that was made from some bytes, also a deleted one."""
    which = {"workspace_id": workspace_id, "project_id": project_id, "content_hash": content_hash}
    return await _ASSETS.find(connection, **which)


async def digests_of(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId
) -> dict[str, str]:
    """Return the digests of a project's files by path, but for those of deleted assets."""
    query = (
        sa.select(asset_files.c.path, asset_files.c.digest)
        .join(assets, assets.c.id == asset_files.c.asset_id)
        .where(
            asset_files.c.workspace_id == workspace_id,
            asset_files.c.project_id == project_id,
            _THERE,
        )
    )
    return {row.path: row.digest for row in (await connection.execute(query)).all()}


async def file_at(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, path: str
) -> StoredFile | None:
    """Return the file that stands at a path, unless its asset was deleted."""
    is_there = sa.exists().where(assets.c.id == asset_files.c.asset_id, _THERE)
    which = {"workspace_id": workspace_id, "project_id": project_id, "path": path}
    return await _FILES.find(connection, is_there, **which)


async def search(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, wanted: Lookup
) -> tuple[list[Asset], int]:
    """Return assets in the order of a look at their search rows, and how many there are."""
    ranking = await SEARCHED.find(connection, workspace_id, [project_id], wanted)
    ids = [one.key for one in ranking.found]
    found = await _ASSETS.list(connection, assets.c.id.in_(ids), workspace_id=workspace_id) if ids else []
    by_id: dict[str, Asset] = {one.id: one for one in found}
    return [by_id[one] for one in ids if one in by_id], ranking.total


async def index_missing(connection: Connection, workspace_id: WorkspaceId) -> int:
    """Put assets that no search row knows, as after an upgrade; return how many there were."""
    known = sa.select(search_rows.c.item_id).where(
        search_rows.c.workspace_id == workspace_id, search_rows.c.kind == SEARCHED.kind
    )
    is_new, order = assets.c.id.not_in(known), assets.c.id
    found = await _ASSETS.list(connection, is_new, order_by=order, workspace_id=workspace_id)
    for asset in found:
        await _index(connection, asset)
    return len(found)


async def _index(connection: Connection, asset: Asset) -> None:
    await SEARCHED.put(
        connection, asset.workspace_id, asset.project_id, asset.id, searched(asset), filtered(asset)
    )


async def sweep_deleted(connection: Connection, before: datetime, is_dry_run: bool) -> dict[str, int]:
    """Sweep assets that people deleted; their files go with the blobs that nothing has any more."""
    count = await sweep(connection, assets, assets.c.deleted_at < before, is_dry_run)
    if count and not is_dry_run:
        await SEARCHED.keep(connection, sa.select(assets.c.id))
    return {"assets": count}


async def blobs_in_use(connection: Connection) -> set[str]:
    """Return the digests of all files that an asset consists of."""
    return set((await connection.execute(sa.select(asset_files.c.digest).distinct())).scalars())


async def used_bytes(connection: Connection, workspace_id: WorkspaceId) -> int:
    """Return how many bytes the files of a workspace have."""
    query = sa.select(sa.func.sum(asset_files.c.size)).where(asset_files.c.workspace_id == workspace_id)
    return int((await connection.execute(query)).scalar() or 0)


async def count(connection: Connection, workspace_id: WorkspaceId) -> int:
    """Return how many assets a workspace has."""
    return await _ASSETS.count(connection, _THERE, workspace_id=workspace_id)
