"""Assets and their files in the database."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import AssetId, ProjectId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.media.searching import SEARCHED, filtered, searched
from proofroom.media.types import Asset, FocalPoint, StoredFile, Variant
from proofroom.search.repo import Lookup
from proofroom.store import Connection
from proofroom.store.sweep import sweep
from proofroom.store.tables.media import asset_files, assets
from proofroom.store.tables.search import search_rows
from proofroom.store.upsert import insert_if_absent


async def add(connection: Connection, asset: Asset, files: Iterable[StoredFile]) -> bool:
    """Add an asset with its files; False if the project has its bytes or its path already."""
    if not await insert_if_absent(connection, assets, _values(asset)):
        return False
    await put_files(connection, asset, files)
    await _index(connection, asset)
    return True


async def put_files(connection: Connection, asset: Asset, files: Iterable[StoredFile]) -> None:
    """Write which blobs an asset consists of."""
    whose = {"asset_id": asset.id, "workspace_id": asset.workspace_id, "project_id": asset.project_id}
    rows = [{**whose, **asdict(file)} for file in files]
    if rows:
        await connection.execute(asset_files.insert(), rows)


async def update(connection: Connection, asset: Asset) -> None:
    """Write what changed of an asset."""
    names = ("filename", "alt", "is_outside", "focal_point", "tags", "variants", "updated_at", "deleted_at")
    values = _values(asset)
    await connection.execute(
        assets.update()
        .where(*_one(asset.workspace_id, asset.project_id, asset.id))
        .values({name: values[name] for name in names})
    )
    await _index(connection, asset)


async def files_of(connection: Connection, asset: Asset) -> list[StoredFile]:
    """Return the files of an asset."""
    query = sa.select(asset_files).where(
        asset_files.c.workspace_id == asset.workspace_id, asset_files.c.asset_id == asset.id
    )
    return [_file(row) for row in (await connection.execute(query)).mappings()]


async def remove_files(connection: Connection, asset: Asset, files: Sequence[StoredFile]) -> None:
    """Remove files of an asset."""
    await connection.execute(
        asset_files.delete().where(
            asset_files.c.workspace_id == asset.workspace_id,
            asset_files.c.asset_id == asset.id,
            asset_files.c.path.in_([file.path for file in files]),
        )
    )


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
    query = sa.select(assets).where(*_one(workspace_id, project_id, AssetId(asset_id)), _deleted(is_deleted))
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        raise NotFound(say("media.no_asset"))
    return _asset(row)


async def by_hash(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, content_hash: str
) -> Asset | None:
    """Return the asset that was made from some bytes, also a deleted one."""
    query = sa.select(assets).where(
        assets.c.workspace_id == workspace_id,
        assets.c.project_id == project_id,
        assets.c.content_hash == content_hash,
    )
    row = (await connection.execute(query)).mappings().first()
    return _asset(row) if row else None


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
            _deleted(False),
        )
    )
    return {row.path: row.digest for row in (await connection.execute(query)).all()}


async def file_at(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, path: str
) -> StoredFile | None:
    """Return the file that stands at a path, unless its asset was deleted."""
    query = (
        sa.select(asset_files)
        .join(assets, assets.c.id == asset_files.c.asset_id)
        .where(
            asset_files.c.workspace_id == workspace_id,
            asset_files.c.project_id == project_id,
            asset_files.c.path == path,
            _deleted(False),
        )
    )
    row = (await connection.execute(query)).mappings().first()
    return _file(row) if row else None


async def search(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, wanted: Lookup
) -> tuple[list[Asset], int]:
    """Return assets in the order of a look at their search rows, and how many there are."""
    ranking = await SEARCHED.find(connection, workspace_id, [project_id], wanted)
    ids = [one.key for one in ranking.found]
    query = sa.select(assets).where(assets.c.workspace_id == workspace_id, assets.c.id.in_(ids))
    rows = (await connection.execute(query)).mappings() if ids else ()
    by_id = {row["id"]: _asset(row) for row in rows}
    return [by_id[one] for one in ids if one in by_id], ranking.total


async def index_missing(connection: Connection, workspace_id: WorkspaceId) -> int:
    """Put assets that no search row knows, as after an upgrade; return how many there were."""
    known = sa.select(search_rows.c.item_id).where(
        search_rows.c.workspace_id == workspace_id, search_rows.c.kind == SEARCHED.kind
    )
    query = sa.select(assets).where(assets.c.workspace_id == workspace_id, assets.c.id.not_in(known))
    found = [_asset(row) for row in (await connection.execute(query.order_by(assets.c.id))).mappings()]
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
    mine = assets.c.workspace_id == workspace_id
    query = sa.select(sa.func.count()).select_from(assets).where(mine, _deleted(False))
    return int((await connection.execute(query)).scalar() or 0)


_COLUMNS = tuple(column.name for column in assets.columns)


def _deleted(is_deleted: bool) -> sa.ColumnElement[bool]:
    return assets.c.deleted_at.is_not(None) if is_deleted else assets.c.deleted_at.is_(None)


def _one(workspace_id: WorkspaceId, project_id: ProjectId, asset_id: AssetId) -> list[Any]:
    return [
        assets.c.workspace_id == workspace_id,
        assets.c.project_id == project_id,
        assets.c.id == asset_id,
    ]


def _values(asset: Asset) -> dict[str, Any]:
    values = {name: getattr(asset, name) for name in _COLUMNS}
    return values | {
        "focal_point": asdict(asset.focal_point) if asset.focal_point else None,
        "tags": list(asset.tags),
        "variants": {name: asdict(variant) for name, variant in asset.variants.items()},
    }


def _asset(row: sa.RowMapping) -> Asset:
    values: dict[str, Any] = {name: row[name] for name in _COLUMNS}
    focus = values["focal_point"]
    values["focal_point"] = FocalPoint(**focus) if focus else None
    values["tags"] = tuple(values["tags"])
    values["variants"] = {name: Variant(**variant) for name, variant in values["variants"].items()}
    return Asset(**values)


def _file(row: sa.RowMapping) -> StoredFile:
    return StoredFile(row["path"], row["digest"], row["size"], row["content_type"])
