"""The media library of every project: add, find, describe and delete assets, within a workspace's quota."""

import asyncio
import hashlib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final
from urllib.parse import unquote

from proofroom.access import Principal
from proofroom.access.audit import Audit, Named
from proofroom.house import FindUses, Use
from proofroom.kernel.addresses import split_address
from proofroom.kernel.errors import Conflict, InvalidInput, NotFound, StorageFailed, TooLarge
from proofroom.kernel.ids import AssetId, ProjectId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.media import repo
from proofroom.media.in_use import in_use
from proofroom.media.prepare import File, Prepared, prepare, recut
from proofroom.media.presets import preset_named
from proofroom.media.searching import has_words, lookup
from proofroom.media.types import (
    ORIGINAL,
    USUALLY_WRITTEN,
    Added,
    Asset,
    AssetChanges,
    AssetList,
    Storage,
    StoredFile,
    Upload,
    Wanted,
)
from proofroom.net import Transport
from proofroom.safety import in_sandbox
from proofroom.store import Database
from proofroom.store.blobs import BlobStore

FETCH_S: Final = 30.0
MOST_TAGS: Final = 20
LONGEST_TAG: Final = 40
LONGEST_ALT: Final = 1_000
_UNSAFE = re.compile(r"[^\w.\- ()]+")
_OWN_PATH = re.compile(rf"{ORIGINAL}/[a-z0-9][a-z0-9._-]{{0,120}}")


class Library:
    """Assets of projects: rows that name blobs, and rules about both."""

    def __init__(
        self,
        database: Database,
        blobs: BlobStore,
        transport: Transport,
        find_uses: FindUses,
        audit: Audit,
        *,
        quota_bytes: int,
        max_bytes: int,
    ) -> None:
        self._database, self._blobs, self._transport = database, blobs, transport
        self._find_uses, self._audit = find_uses, audit
        self.quota_bytes, self.max_bytes = quota_bytes, max_bytes
        # Bytes are kept once: one is not deleted while another upload is about to name it.
        self._keeping = asyncio.Lock()

    # --- adding

    async def add(
        self,
        workspace_id: WorkspaceId,
        project_id: ProjectId,
        upload: Upload,
        asset_id: str,
        now: datetime,
        by: Principal,
    ) -> Added:
        """Add a file to a project, or return the asset that was made from the same bytes."""
        if len(upload.data) > self.max_bytes:
            raise TooLarge(say("media.too_large", size=f"{self.max_bytes:,}"))
        digest = _digest(upload)
        known = await self._known(workspace_id, project_id, digest)
        if known is not None:
            await self._mend(known, upload)
            return Added(await self.bring_back(known, by), is_new=False)
        await self._check_quota(workspace_id, len(upload.data))
        preset = preset_named(upload.preset)
        path = _own_path(upload.path)
        ready = await in_sandbox(prepare, asset_id, upload.data, preset, path, upload.written)
        asset = _asset(workspace_id, project_id, AssetId(asset_id), upload, ready, preset, digest, now)
        return await self._keep(asset, ready, by)

    async def fetch(
        self,
        workspace_id: WorkspaceId,
        project_id: ProjectId,
        url: str,
        upload: Upload,
        asset_id: str,
        now: datetime,
        by: Principal,
    ) -> Added:
        """Add a file from an address; private, loopback and metadata hosts are refused."""
        found = await self._transport.request(
            "GET", url, tier="content", timeout_s=FETCH_S, max_bytes=self.max_bytes
        )
        if found.status >= 400:
            raise InvalidInput(say("media.address_status", status=found.status))
        name = upload.filename or unquote(split_address(url).path).rpartition("/")[2]
        sent = replace(upload, data=found.body, filename=name, source=upload.source)
        return await self.add(workspace_id, project_id, sent, asset_id, now, by)

    async def _keep(self, asset: Asset, ready: Prepared, by: Principal) -> Added:
        async with self._keeping:
            files = await self._store(ready.files)
            async with self._database.transaction() as connection:
                is_new = await repo.add(connection, asset, files)
                used = await repo.used_bytes(connection, asset.workspace_id) if is_new else 0
                if used > self.quota_bytes:
                    await connection.rollback()
                elif is_new:
                    await self._audit.change(
                        connection, by, "media.add", None, asset, _named, project_id=asset.project_id
                    )
            if is_new and used <= self.quota_bytes:
                return Added(asset, is_new=True)
            await self._drop(files)
        if is_new:
            raise self._over_quota(used)
        known = await self._known(asset.workspace_id, asset.project_id, asset.content_hash)
        if known is None:
            raise Conflict(say("media.name_taken", path=asset.path), suggestion=say("names.another"))
        return Added(known, is_new=False)

    async def _mend(self, asset: Asset, upload: Upload) -> None:
        """Make the files of an asset again where one of them was lost or damaged."""
        async with self._database.reading() as connection:
            old = await repo.files_of(connection, asset)
        if await self._are_sound(old):
            return
        ready = await in_sandbox(prepare, asset.id, upload.data, asset.preset, asset.path, upload.written)
        async with self._keeping:
            fresh = await self._store(ready.files)
            async with self._database.transaction() as connection:
                await repo.remove_files(connection, asset, old)
                await repo.put_files(connection, asset, fresh)

    async def _are_sound(self, files: Iterable[StoredFile]) -> bool:
        try:
            for file in files:
                await self._blobs.verify(file.digest)
        except (NotFound, StorageFailed):
            return False
        return True

    async def _store(self, files: Iterable[File]) -> list[StoredFile]:
        kept: list[StoredFile] = []
        for file in files:
            blob = await self._blobs.put(file.data)
            kept.append(StoredFile(file.path, blob.digest, blob.size, file.content_type))
        return kept

    async def _drop(self, files: Iterable[StoredFile]) -> None:
        digests = {file.digest for file in files}
        async with self._database.reading() as connection:
            named = await repo.still_named(connection, digests)
        for digest in digests - named:
            await self._blobs.delete(digest)

    async def _known(self, workspace_id: WorkspaceId, project_id: ProjectId, digest: str) -> Asset | None:
        async with self._database.reading() as connection:
            return await repo.by_hash(connection, workspace_id, project_id, digest)

    # --- finding

    async def search(self, workspace_id: WorkspaceId, project_id: ProjectId, wanted: Wanted) -> AssetList:
        """Return assets of a project, newest first; a part of a word is enough if no word begins so."""
        async with self._database.reading() as connection:
            look = lookup(wanted, in_parts=bool(wanted.query) and not has_words(wanted))
            found, total = await repo.search(connection, workspace_id, project_id, look)
            if wanted.query and not total:
                look = lookup(wanted, in_parts=True)
                found, total = await repo.search(connection, workspace_id, project_id, look)
        shown = found[: wanted.limit]
        return AssetList(shown, total, shown[-1].id if len(found) > len(shown) and not wanted.sort else None)

    async def index_missing(self, workspace_id: WorkspaceId) -> None:
        """Make assets searchable that an earlier release has stored."""
        async with self._database.transaction() as connection:
            await repo.index_missing(connection, workspace_id)

    async def get(self, workspace_id: WorkspaceId, project_id: ProjectId, asset_id: str) -> Asset:
        """Return one asset."""
        async with self._database.reading() as connection:
            return await repo.get(connection, workspace_id, project_id, asset_id)

    async def uses(self, asset: Asset, *, on_branches: bool = False) -> list[Use]:
        """Return where the content shows an asset or one of its variants."""
        paths = frozenset({asset.path, *(variant.path for variant in asset.variants.values())})
        return await self._find_uses(asset.project_id, paths, on_branches)

    async def file(self, workspace_id: WorkspaceId, project_id: ProjectId, path: str) -> StoredFile:
        """Return the file at a path, for whoever delivers it."""
        async with self._database.reading() as connection:
            found = await repo.file_at(connection, workspace_id, project_id, path)
        if found is None:
            raise NotFound(say("media.no_such_file"))
        return found

    async def files(self, workspace_id: WorkspaceId, project_id: ProjectId) -> dict[str, str]:
        """Return which blob every path of a project is, for whoever publishes them."""
        async with self._database.reading() as connection:
            return await repo.digests_of(connection, workspace_id, project_id)

    @property
    def blobs(self) -> BlobStore:
        """Return where the bytes are."""
        return self._blobs

    async def storage(self, workspace_id: WorkspaceId) -> Storage:
        """Return how much a workspace keeps."""
        async with self._database.reading() as connection:
            used = await repo.used_bytes(connection, workspace_id)
            return Storage(used, self.quota_bytes, await repo.count(connection, workspace_id))

    # --- changing

    async def change(self, asset: Asset, changes: AssetChanges, now: datetime, by: Principal) -> Asset:
        """Change what is said about an asset; another focal point cuts its variants again."""
        after = _changed(asset, changes, now)
        if after.focal_point == asset.focal_point or not asset.variants:
            await self._update(asset, after, "media.update", by)
            return after
        master = await self.file(asset.workspace_id, asset.project_id, asset.path)
        data = await self._blobs.get(master.digest)
        cut = await in_sandbox(recut, asset.id, data, asset.preset, after.focal_point)
        return await self._recut(asset, replace(after, variants=cut[1]), cut[0], by)

    async def _recut(self, asset: Asset, after: Asset, files: list[File], by: Principal) -> Asset:
        async with self._keeping:
            fresh = await self._store(files)
            async with self._database.transaction() as connection:
                old = [file for file in await repo.files_of(connection, after) if file.path != asset.path]
                await repo.remove_files(connection, after, old)
                await repo.put_files(connection, after, fresh)
                await repo.update(connection, after)
                await self._audit.change(
                    connection, by, "media.update", asset, after, _named, project_id=after.project_id
                )
            await self._drop(old)
        return after

    async def delete(self, asset: Asset, now: datetime, by: Principal) -> None:
        """Delete an asset with its variants; refused while content shows it, also on branches that wait.

        It can be brought back until retention forgets it.
        """
        uses = await self.uses(asset, on_branches=True)
        if uses:
            raise in_use(asset, uses)
        await self._update(asset, replace(asset, deleted_at=now), "media.delete", by)

    async def restore(
        self, workspace_id: WorkspaceId, project_id: ProjectId, asset_id: str, by: Principal
    ) -> Asset:
        """Bring a deleted asset back."""
        async with self._database.reading() as connection:
            found = await repo.get(connection, workspace_id, project_id, asset_id, is_deleted=True)
        return await self.bring_back(found, by)

    async def bring_back(self, asset: Asset, by: Principal) -> Asset:
        """Return an asset that is not deleted any more."""
        if asset.deleted_at is None:
            return asset
        back = replace(asset, deleted_at=None)
        await self._update(asset, back, "media.restore", by)
        return back

    async def _update(self, before: Asset, after: Asset, action: str, by: Principal) -> None:
        async with self._database.transaction() as connection:
            await repo.update(connection, after)
            await self._audit.change(
                connection, by, action, before, after, _named, project_id=after.project_id
            )

    # --- limits

    async def _check_quota(self, workspace_id: WorkspaceId, size: int) -> None:
        async with self._database.reading() as connection:
            used = await repo.used_bytes(connection, workspace_id)
        if used + size > self.quota_bytes:
            raise self._over_quota(used + size)

    def _over_quota(self, used: int) -> TooLarge:
        return TooLarge(say("media.quota", used=f"{used:,}", quota=f"{self.quota_bytes:,}"))


def _digest(upload: Upload) -> str:
    # The same pixels written in another way are another asset.
    more = b"" if upload.written == USUALLY_WRITTEN else repr(upload.written).encode()
    return hashlib.sha256(upload.data + more).hexdigest()


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Return tags without doubles, or refuse too many or too long ones."""
    found = tuple(dict.fromkeys(tag.strip() for tag in tags if tag.strip()))
    if len(found) > MOST_TAGS or any(len(tag) > LONGEST_TAG or "\n" in tag for tag in found):
        raise InvalidInput(say("media.tags", most=MOST_TAGS, longest=LONGEST_TAG))
    return found


def clean_filename(name: str, format: str) -> str:
    """Return a name without folders and odd characters; an empty one is called after its format."""
    last = unicodedata.normalize("NFC", name).replace("\\", "/").rpartition("/")[2]
    return _UNSAFE.sub("-", last).strip(" .-")[:120] or f"file.{format}"


def _asset(
    workspace_id: WorkspaceId,
    project_id: ProjectId,
    asset_id: AssetId,
    upload: Upload,
    ready: Prepared,
    preset: str,
    digest: str,
    now: datetime,
) -> Asset:
    return Asset(
        id=asset_id,
        workspace_id=workspace_id,
        project_id=project_id,
        filename=clean_filename(upload.filename, ready.format),
        path=ready.files[0].path,
        content_type=ready.content_type,
        format=ready.format,
        size=len(ready.files[0].data),
        width=ready.width,
        height=ready.height,
        blurhash=ready.blurhash,
        alt=_clean_alt(upload.alt),
        focal_point=None,
        tags=clean_tags(upload.tags),
        variants=ready.variants,
        preset=preset,
        source=upload.source,
        uploaded_by=upload.by[:200],
        content_hash=digest,
        created_at=now,
        updated_at=now,
        is_outside=upload.is_outside,
    )


def _changed(asset: Asset, changes: AssetChanges, now: datetime) -> Asset:
    after = replace(asset, updated_at=now)
    if "alt" in changes:
        after = replace(after, alt=_clean_alt(changes["alt"]))
    if "tags" in changes:
        after = replace(after, tags=clean_tags(changes["tags"]))
    if "filename" in changes:
        after = replace(after, filename=clean_filename(changes["filename"], asset.format))
    if "focal_point" in changes:
        after = replace(after, focal_point=changes["focal_point"])
    if "is_outside" in changes:
        after = replace(after, is_outside=changes["is_outside"])
    return after


def _clean_alt(alt: str | None) -> str | None:
    if alt is not None and len(alt) > LONGEST_ALT:
        raise InvalidInput(say("media.alt_long", most=LONGEST_ALT))
    return (alt or "").strip() or None


def _own_path(path: str | None) -> str | None:
    if path is not None and not _OWN_PATH.fullmatch(path):
        raise InvalidInput(say("media.path", path=path, folder=ORIGINAL))
    return path


def _named(asset: Asset) -> Named:
    return "asset", asset.id, asset.filename
