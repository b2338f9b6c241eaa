"""The door of publishing: build a release, switch to it, go back, and show branches to guests."""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from proofroom.access import Project
from proofroom.content.brain import Brain, View
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidStatus, NotFound, ProofroomError
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.media import Asset, Library, Wanted
from proofroom.repository.git.branch import CONTENT_BRANCH
from proofroom.repository.git.commit import Identity
from proofroom.repository.git.save import Signed
from proofroom.site.document.load import as_list
from proofroom.site.document.types import Json, Site
from proofroom.site.publish.address import Address
from proofroom.site.publish.assets import StoredPicture
from proofroom.site.publish.build import Build, Inputs, SiteBuilder
from proofroom.site.publish.catalogue import Catalogue, read_catalogue
from proofroom.site.publish.releases import Release, Releases
from proofroom.site.publish.to_branch import check_branch, write_branch
from proofroom.site.publish.turns import Turns
from proofroom.site.sites import Sites

log = logging.getLogger(__name__)
SITES = "/sites"
PREVIEWS = "/site-preview"
PIECE = 40
"""How many pages are made before the next word about it."""
OPEN_PREVIEWS = 8


@dataclass(frozen=True, slots=True)
class Publication:
    """What became of publishing."""

    release: Release
    rendered: int
    """How many pages were rendered; the others were taken over as they were."""


@dataclass(frozen=True, slots=True)
class PendingFiles:
    """What publishing now would change, by path; `added` are those written files that are not there yet."""

    written: list[str]
    added: list[str]
    removed: list[str]
    pages: int


class Publisher:
    """Publishes the sites of projects."""

    def __init__(
        self, sites: Sites, brain: Brain, library: Library, settings: Settings, clock: Clock
    ) -> None:
        self.sites, self._brain, self._library = sites, brain, library
        self._settings, self._clock = settings, clock
        self.releases = Releases(settings.data / "sites")
        self.turns = Turns(settings.data / "sites")
        self._previews = OrderedDict[tuple[str, str, str], SiteBuilder]()
        self.links = dict[tuple[ProjectId, str], Any]()
        """Signed links that editors have open, by project and branch."""

    def address(self, project: Project) -> Address:
        """Return where the studio serves a project's site."""
        return Address(self._settings.origin, f"{SITES}/{project.slug}")

    async def open(
        self,
        project: Project,
        ref: str | None = None,
        address: Address | None = None,
        *,
        uids: bool = False,
    ) -> SiteBuilder:
        """Read everything that a release is made from. A branch is a preview: drafts are shown too."""
        if ref is None and not await self.sites.exists(project.id):
            raise InvalidStatus(say("site.nothing_to_publish"))
        site = await self.sites.read(project.id, ref)
        now = self._clock.now()
        catalogue = await self._brain.look(
            project.id, ref, lambda view: _catalogue(view, site, now, drafts=ref is not None)
        )
        pictures, rows = await self._pictures(project.workspace_id, project.id)
        before = self.releases.current(project.id) if ref is None else None
        inputs = Inputs(
            site, catalogue, address or self.address(project), pictures, rows, before, ref is not None, uids
        )
        return await asyncio.to_thread(SiteBuilder, inputs)

    async def publish(self, project: Project, by: str) -> Publication:
        """Build a release and switch to it, all at once."""
        async with self.turns.take(project.id):
            return await self._build(project, by)

    async def _build(self, project: Project, by: str) -> Publication:
        builder = await self.open(project)
        await asyncio.to_thread(builder.publish, builder.routes)
        return await self.release(project, builder, by)

    async def release(self, project: Project, builder: SiteBuilder, by: str) -> Publication:
        """Keep what was built and serve it from now on."""
        made = await asyncio.to_thread(builder.finish)
        await self._keep(project.id, made)
        now = self._clock.now()
        release = Release(
            id=now.strftime("%Y%m%dT%H%M%S") + f"{now.microsecond:06d}",
            at=now.isoformat(),
            by=by,
            commit=await self.sites.repositories.tips(project.id, CONTENT_BRANCH),
            base=self.address(project).base,
            files=made.files,
            redirects=made.redirects,
            written=made.written,
            removed=made.removed,
            pages=made.pages,
            follows=builder.follows,
            entries=made.entries,
        )
        current = self.releases.current(project.id)
        if (
            current is not None
            and _is_same(current, release)
            and self.releases.is_newest(project.id, current)
        ):
            # Published twice, it is one release: going back leads to what was there before it.
            kept = replace(current, commit=release.commit, follows=release.follows, entries=release.entries)
            await asyncio.to_thread(self.releases.put, project.id, kept)
            return Publication(replace(kept, written=0, removed=0), made.rendered)
        await asyncio.to_thread(self._switch, project.id, release)
        return Publication(release, made.rendered)

    async def follow(self, project: Project, *, waits: bool = False) -> Release | None:
        """Return the release that is served; a site that follows its content is brought up to date first.

        While it is being published readers get the one before; whoever `waits` gets the new one.
        """
        current = self.releases.current(project.id)
        if current is None or not await self._is_behind(project, current):
            return current
        async with self.turns.take(project.id, waits=waits) as is_ours:
            current = self.releases.current(project.id)  # somebody may have been faster
            if not is_ours or current is None or not await self._is_behind(project, current):
                return current
            try:
                return (await self._build(project, current.by)).release
            except (OSError, ProofroomError):  # readers get what was published before
                log.exception("the site of %s could not follow its content", project.id)
                return current

    async def _is_behind(self, project: Project, current: Release) -> bool:
        """Tell whether the content has moved on; a site that somebody rolled back stays where they put it."""
        if not current.follows or not self.releases.is_newest(project.id, current):
            return False
        return await self.sites.repositories.tips(project.id, CONTENT_BRANCH) != current.commit

    async def entry_path(self, project: Project, model: str, entry: str, locale: str) -> str | None:
        """Return where an entry is on the published site, if it is there."""
        current = await self.follow(project, waits=True)
        path = current.entries.get(f"{model}/{entry}/{locale}") if current else None
        return f"{self.address(project).base}{path}" if path else None

    def current(self, project: Project) -> Release | None:
        """Return the release that is served."""
        return self.releases.current(project.id)

    async def rollback(self, project: Project) -> Release:
        """Serve the release before again. Once more, and the newer one is back."""
        async with self.turns.take(project.id):
            before = await asyncio.to_thread(self.releases.previous, project.id)
            if before is None:
                raise InvalidStatus(say("site.nothing_before"))
            await asyncio.to_thread(self.releases.switch, project.id, before.id)
            return before

    async def changes(self, project: Project) -> PendingFiles:
        """Return what publishing now would change."""
        builder = await self.open(project)
        await asyncio.to_thread(builder.publish, builder.routes)
        made = await asyncio.to_thread(builder.finish)
        current = self.releases.current(project.id)
        before = current.files if current else {}
        written = [
            path
            for path, file in made.files.items()
            if path not in before or before[path].digest != file.digest
        ]
        return PendingFiles(
            written=written,
            added=[path for path in written if path not in before],
            removed=[path for path in before if path not in made.files],
            pages=made.pages,
        )

    async def files_for(self, project: Project, address: Address) -> dict[str, bytes]:
        """Return all files of a site for an address of its own."""
        builder = await self.open(project, None, address)
        builder = await asyncio.to_thread(SiteBuilder, builder.fresh())
        await asyncio.to_thread(builder.publish, builder.routes)
        made = await asyncio.to_thread(builder.finish)
        found = {
            path: made.data[file.digest] for path, file in made.files.items() if file.digest in made.data
        }
        for path, one in made.pictures.items():
            found[path] = await self._library.blobs.get(one.digest)
        return found

    async def to_branch(
        self,
        project: Project,
        address: Address,
        branch: str,
        by: str,
        there: str | None = None,
        *,
        over: bool = False,
    ) -> tuple[str, bool]:
        """Put the site for an address on a branch of the repository; the commit, and whether it is new."""
        repo = self.sites.repositories.repo(project.id)
        await asyncio.to_thread(check_branch, repo, branch)
        files = await self.files_for(project, address)
        signed = Signed(Identity(by, "studio@proofroom.invalid"), self._clock.now())
        return await asyncio.to_thread(partial(write_branch, over=over), repo, branch, files, signed, there)

    async def preview(self, project: Project, ref: str, token: str) -> SiteBuilder:
        """Return a branch's site, ready to make any page of it."""
        base = f"{PREVIEWS}/{project.slug}/{token}"
        key = (str(project.id), base, await self.sites.repositories.tips(project.id, ref))
        known = self._previews.get(key)
        if known is None:
            known = await self.open(project, ref, Address(self._settings.origin, base), uids=True)
            self._previews[key] = known
            while len(self._previews) > OPEN_PREVIEWS:
                self._previews.popitem(last=False)
        return known

    async def preview_file(self, builder: SiteBuilder, path: str) -> tuple[bytes, str] | None:
        """Return a file of a branch's site, made now."""
        made = await asyncio.to_thread(builder.file, path)
        if made is None:
            return None
        data, type = made
        return (
            (await self._library.blobs.get(data.digest), type)
            if isinstance(data, StoredPicture)
            else (data, type)
        )

    async def preview_missing(self, builder: SiteBuilder, path: str) -> bytes:
        """Return what a branch's site shows where there is nothing."""
        return await asyncio.to_thread(builder.missing, path)

    async def _keep(self, project_id: ProjectId, made: Build) -> None:
        def keep() -> list[StoredPicture]:
            for data in made.data.values():
                self.releases.keep(project_id, data)
            return [one for one in made.pictures.values() if not self.releases.has(project_id, one.digest)]

        for one in await asyncio.to_thread(keep):
            data = await self._library.blobs.get(one.digest)
            await asyncio.to_thread(self.releases.keep, project_id, data)

    def _switch(self, project_id: ProjectId, release: Release) -> None:
        self.releases.put(project_id, release)
        self.releases.switch(project_id, release.id)
        self.releases.clean(project_id)

    async def _pictures(
        self, workspace_id: WorkspaceId, project_id: ProjectId
    ) -> tuple[dict[str, StoredPicture], list[Json]]:
        assets, after = list[Asset](), None
        while True:
            found = await self._library.search(workspace_id, project_id, Wanted(limit=100, before=after))
            assets += found.assets
            after = found.next
            if after is None:
                break
        files = await self._library.files(workspace_id, project_id)
        pictures = {one.path: picture for one in assets if (picture := _picture(one, files)) is not None}
        rows: list[Json] = [
            {
                "id": one.id,
                "filename": one.filename,
                "path": f"/{one.path}",
                "url": f"/{one.path}",
                "src": f"/{one.path}",
                "mimeType": one.content_type,
                "createdAt": one.created_at.isoformat(),
            }
            for one in assets
        ]
        return pictures, rows


def _is_same(one: Release, other: Release) -> bool:
    """Tell whether readers get the same from two releases."""
    return (one.base, one.redirects, _digests(one)) == (other.base, other.redirects, _digests(other))


def _digests(release: Release) -> dict[str, tuple[str, str]]:
    return {path: (file.digest, file.type) for path, file in release.files.items()}


def _picture(asset: Asset, files: dict[str, str]) -> StoredPicture | None:
    digest = files.get(asset.path)
    if digest is None:
        return None
    smaller = tuple(
        StoredPicture(one.path, files[one.path], f"image/{one.format}", one.size, one.width, one.height)
        for one in asset.variants.values()
        if one.path in files
    )
    size = (asset.width, asset.height)
    return StoredPicture(asset.path, digest, asset.content_type, asset.size, *size, asset.alt or "", smaller)


def _catalogue(view: View, site: Site, at: datetime, *, drafts: bool) -> Catalogue:
    named = [one for one in as_list(site.settings.get("locales")) if isinstance(one, str)]
    locales = tuple(named) or (view.project.ready_config.default_locale,)
    files = frozenset(file.path for file in site.files)
    return read_catalogue(view, site.collections, locales, at, drafts=drafts, files=files)


def no_site() -> NotFound:
    """Return what is said where nothing is published."""
    return NotFound(say("site.not_published"))
