"""The library: the same bytes once, a quota, uses, and blobs that go when nothing names them."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from proofroom.access.actors import person_actor
from proofroom.access.audit import Audit
from proofroom.house import Use
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.errors import AddressRefused, Conflict, InvalidInput, NotFound, TooLarge
from proofroom.kernel.ids import PersonId, ProjectId, WorkspaceId, new_id
from proofroom.media import Asset, Library, Upload, Wanted
from proofroom.media.repo import sweep_deleted
from proofroom.media.types import FocalPoint
from proofroom.net import Transport
from proofroom.store.blobs import FolderBlobs
from proofroom.store.database import Database
from tests.media.samples import PDF, SVG, picture

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
WORKSPACE, OTHER = WorkspaceId(new_id()), WorkspaceId(new_id())
PROJECT = ProjectId(new_id())
ADA = person_actor(WORKSPACE, PersonId(new_id()), "Ada")


class Room:
    """A library, and what its port says."""

    def __init__(self, database: Database, folder: Path, transport: Transport) -> None:
        self.database = database
        self.uses: list[Use] = []
        self.asked: list[tuple[frozenset[str], bool]] = []
        self.blobs = FolderBlobs(folder)
        self.library = Library(
            *(database, self.blobs, transport, self._find, Audit(database, SystemClock())),
            quota_bytes=400_000,
            max_bytes=100_000,
        )

    async def _find(self, project_id: ProjectId, paths: frozenset[str], on_branches: bool) -> list[Use]:
        self.asked.append((paths, on_branches))
        return self.uses

    async def add(self, data: bytes, name: str = "a.png", **more: Any) -> Asset:
        upload = Upload(data, name, preset="icon", **more)
        return (await self.library.add(WORKSPACE, PROJECT, upload, new_id(), NOON, ADA)).asset

    async def kept(self) -> int:
        return len([blob async for blob in self.blobs.list()])


@pytest.fixture
async def room(database: Database, tmp_path: Path) -> AsyncIterator[Room]:
    async with Transport.open() as transport:
        yield Room(database, tmp_path / "blobs", transport)


async def test_an_asset_lives_from_upload_to_deletion(room: Room) -> None:
    library = room.library
    asset = await room.add(picture(), "../My Cat!.png", alt=" A cat ", tags=("pets", "pets"), by="ada@x.org")
    assert (asset.filename, asset.path) == ("My Cat-.png", f"media/original/{asset.id}.webp")
    assert (asset.alt, asset.tags, asset.dimensions, asset.format) == ("A cat", ("pets",), "120x80", "webp")
    assert asset == await library.get(WORKSPACE, PROJECT, asset.id)
    again = await library.add(WORKSPACE, PROJECT, Upload(picture(), "b.png"), new_id(), NOON, ADA)
    assert (again.is_new, again.asset.id) == (False, asset.id), "the same bytes are one asset"
    file = await library.file(WORKSPACE, PROJECT, asset.variants["tiny"].path)
    assert len(await room.blobs.get(file.digest)) == file.size
    await library.delete(asset, NOON, ADA)
    assert room.asked[-1] == (frozenset({asset.path, *(v.path for v in asset.variants.values())}), True)
    with pytest.raises(NotFound):
        await library.get(WORKSPACE, PROJECT, asset.id)
    with pytest.raises(NotFound):
        await library.file(WORKSPACE, PROJECT, asset.path)


async def test_what_was_deleted_comes_back_until_it_is_thrown_away(room: Room) -> None:
    library = room.library
    asset = await room.add(PDF)
    for bring_back in (lambda: library.restore(WORKSPACE, PROJECT, asset.id, ADA), lambda: room.add(PDF)):
        await library.delete(asset, NOON, ADA)
        trash = await library.search(WORKSPACE, PROJECT, Wanted(is_deleted=True))
        assert [one.id for one in trash.assets] == [asset.id]
        assert (await library.search(WORKSPACE, PROJECT, Wanted())).total == 0
        assert await bring_back() == asset
        assert await library.get(WORKSPACE, PROJECT, asset.id) == asset
    await library.delete(asset, NOON, ADA)
    async with room.database.transaction() as connection:
        assert await sweep_deleted(connection, NOON, False) == {"assets": 0}
        later = NOON + timedelta(seconds=1)
        assert await sweep_deleted(connection, later, True) == {"assets": 1}
        assert await sweep_deleted(connection, later, False) == {"assets": 1}
    with pytest.raises(NotFound):
        await library.restore(WORKSPACE, PROJECT, asset.id, ADA)
    assert (await library.storage(WORKSPACE)).used_bytes == 0


async def test_nobody_else_sees_it_and_shared_bytes_stay_while_one_needs_them(room: Room) -> None:
    mine = await room.add(PDF, "a.pdf")
    theirs = await room.library.add(
        OTHER, second := ProjectId(new_id()), Upload(PDF, "b.pdf"), new_id(), NOON, ADA
    )
    assert await room.kept() == 1
    with pytest.raises(NotFound):
        await room.library.get(OTHER, PROJECT, mine.id)
    with pytest.raises(NotFound):
        await room.library.file(OTHER, PROJECT, mine.path)
    assert (await room.library.search(OTHER, PROJECT, Wanted())).total == 0
    await room.library.delete(mine, NOON, ADA)
    assert await room.kept() == 1
    found = await room.library.file(OTHER, second, theirs.asset.path)
    assert await room.blobs.get(found.digest) == PDF


async def test_search_by_words_tags_and_type_in_pages(room: Room) -> None:
    cat = await room.add(picture(colour="#111"), "cat.png", alt="Kedi, İstanbul", tags=("pets", "city"))
    dog = await room.add(picture(colour="#222"), "dog_1.png", alt="100% dog", tags=("pets",))
    paper = await room.add(PDF, "paper.pdf")
    drawing = await room.add(SVG, "logo.svg")

    async def ids(**wanted: Any) -> list[str]:
        return [
            asset.id for asset in (await room.library.search(WORKSPACE, PROJECT, Wanted(**wanted))).assets
        ]

    assert await ids() == [drawing.id, paper.id, dog.id, cat.id]
    assert await ids(query="KEDI") == await ids(query="istanbul") == [cat.id]
    assert await ids(query="100%") == [dog.id]
    assert await ids(query="_", type="image") == [dog.id]
    assert await ids(tags=("pets",)) == [dog.id, cat.id]
    assert await ids(tags=("pets", "city")) == [cat.id]
    assert await ids(tags=("pet",)) == []
    assert await ids(type="image/svg+xml") == [drawing.id]
    assert await ids(type="pdf") == [paper.id]
    page = await room.library.search(WORKSPACE, PROJECT, Wanted(limit=3))
    assert (page.total, page.next) == (4, dog.id)
    rest = await room.library.search(WORKSPACE, PROJECT, Wanted(limit=3, before=page.next))
    assert ([asset.id for asset in rest.assets], rest.next) == ([cat.id], None)


async def test_a_focal_point_cuts_the_variants_again(room: Room) -> None:
    asset = await room.add(picture(400, 100))
    before, kept = asset.variants["small"].path, await room.kept()
    after = await room.library.change(asset, {"focal_point": FocalPoint(0, 0.5), "alt": ""}, NOON, ADA)
    assert (after.focal_point, after.alt) == (FocalPoint(0, 0.5), None)
    assert after == await room.library.get(WORKSPACE, PROJECT, asset.id)
    assert after.variants["small"].path != before, "an address never changes what stands behind it"
    with pytest.raises(NotFound):
        await room.library.file(WORKSPACE, PROJECT, before)
    assert (await room.library.file(WORKSPACE, PROJECT, after.variants["small"].path)).size
    assert await room.kept() <= kept


async def test_what_content_shows_is_not_deleted(room: Room) -> None:
    asset = await room.add(PDF, "plan.pdf")
    room.uses = [Use("articles", "swifts", "cover", "en", "Counting swifts")]
    with pytest.raises(Conflict, match=r"plan.pdf is used by Counting swifts \(articles\)") as refused:
        await room.library.delete(asset, NOON, ADA)
    assert refused.value.context["used_in"][0]["fieldId"] == "cover"
    assert await room.library.get(WORKSPACE, PROJECT, asset.id) == asset


async def test_the_quota_counts_every_file_and_a_refused_one_leaves_nothing(room: Room) -> None:
    with pytest.raises(TooLarge, match="larger than 100,000"):
        await room.add(PDF + bytes(100_000))
    for number in range(4):
        await room.add(PDF + bytes(95_000) + bytes([number]))
    kept = await room.kept()
    with pytest.raises(TooLarge, match="would keep"):
        await room.add(PDF + bytes(95_000) + b"x")
    await room.add(PDF)
    assert await room.kept() == kept + 1
    storage = await room.library.storage(WORKSPACE)
    assert (storage.assets, storage.quota_bytes) == (5, 400_000)
    assert 380_000 < storage.used_bytes < 400_000
    room.library.quota_bytes = storage.used_bytes + 2_000
    with pytest.raises(TooLarge):  # the bytes would fit, their variants do not
        await room.add(picture(1200, 900, "JPEG", quality=1))
    assert await room.kept() == kept + 1


async def test_addresses_inside_the_network_are_refused(room: Room) -> None:
    for url in ("http://127.0.0.1/a.png", "http://169.254.169.254/latest/meta-data", "http://localhost/a"):
        with pytest.raises(AddressRefused):
            await room.library.fetch(WORKSPACE, PROJECT, url, Upload(b"", ""), new_id(), NOON, ADA)
    with pytest.raises(InvalidInput):
        await room.library.fetch(
            WORKSPACE, PROJECT, "file:///etc/passwd", Upload(b"", ""), new_id(), NOON, ADA
        )


async def test_limits_of_what_is_said_and_of_own_paths(room: Room) -> None:
    with pytest.raises(InvalidInput, match="20 tags"):
        await room.add(PDF, tags=tuple(str(number) for number in range(21)))
    for path in ("media/original/../x", "elsewhere/x.webp", "media/original/"):
        with pytest.raises(InvalidInput, match="cannot be the path"):
            await room.add(PDF, path=path)
    own = await room.add(PDF, path="media/original/plan.pdf")
    with pytest.raises(Conflict, match=r"Another asset is called media/original/plan.pdf"):
        await room.add(PDF + b"\n", path=own.path)
    assert replace(own, alt="x") != own
