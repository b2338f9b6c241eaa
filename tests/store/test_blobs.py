"""Files by their content."""

import asyncio
import gc
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from proofroom.kernel.errors import NotFound, StorageFailed, TooLarge
from proofroom.store.blobs import CHUNK, Blob, BlobStore, FolderBlobs


@pytest.fixture
def blobs(tmp_path: Path) -> FolderBlobs:
    return FolderBlobs(tmp_path / "blobs")


async def _pieces(data: bytes, size: int) -> AsyncIterator[bytes]:
    for at in range(0, len(data), size):
        yield data[at : at + size]


async def _all(stream: AsyncIterator[bytes]) -> bytes:
    return b"".join([chunk async for chunk in stream])


async def test_a_blob_is_named_by_its_bytes(blobs: BlobStore) -> None:
    blob = await blobs.put(b"hello")
    assert blob == Blob(hashlib.sha256(b"hello").hexdigest(), 5)
    assert await blobs.get(blob.digest) == b"hello"
    assert await blobs.size(blob.digest) == 5
    assert await blobs.exists(blob.digest)


async def test_the_same_bytes_are_kept_once(blobs: FolderBlobs) -> None:
    first = await blobs.put(b"hello")
    second = await blobs.put(_pieces(b"hello", 2))
    assert first == second
    assert [blob async for blob in blobs.list()] == [first]
    assert list((blobs.root / ".incoming").iterdir()) == []


async def test_a_range_can_be_streamed(blobs: FolderBlobs) -> None:
    data = bytes(range(256)) * (CHUNK // 256 * 2 + 3)
    digest = (await blobs.put(data)).digest
    assert await _all(blobs.stream(digest)) == data
    assert await _all(blobs.stream(digest, start=5, end=CHUNK + 9)) == data[5 : CHUNK + 9]
    assert await _all(blobs.stream(digest, start=len(data) + 1)) == b""


async def test_a_blob_over_the_limit_leaves_nothing(blobs: FolderBlobs) -> None:
    with pytest.raises(TooLarge):
        await blobs.put(_pieces(b"x" * 100, 10), max_bytes=50)
    assert [blob async for blob in blobs.list()] == []
    assert list((blobs.root / ".incoming").iterdir()) == []


async def test_a_broken_upload_leaves_nothing(blobs: FolderBlobs) -> None:
    async def breaks() -> AsyncIterator[bytes]:
        yield b"half"
        raise ConnectionResetError

    with pytest.raises(StorageFailed):
        await blobs.put(breaks())
    assert list((blobs.root / ".incoming").iterdir()) == []


async def test_many_can_put_the_same_blob_at_once(blobs: FolderBlobs) -> None:
    found = await asyncio.gather(*(blobs.put(b"same" * 1000) for _ in range(20)))
    assert len(set(found)) == 1
    assert await blobs.get(found[0].digest) == b"same" * 1000


@pytest.mark.parametrize("digest", ["", "../../etc/passwd", "a" * 63, "A" * 64, "a" * 64])
async def test_what_is_not_a_stored_digest_is_not_found(blobs: FolderBlobs, digest: str) -> None:
    assert not await blobs.exists(digest)
    with pytest.raises(NotFound):
        await blobs.get(digest)
    with pytest.raises(NotFound):
        await _all(blobs.stream(digest))


async def test_a_deleted_blob_is_gone(blobs: FolderBlobs) -> None:
    digest = (await blobs.put(b"x")).digest
    assert await blobs.delete(digest)
    assert not await blobs.delete(digest)
    assert not await blobs.exists(digest)


async def test_blobs_are_listed_by_name(blobs: FolderBlobs) -> None:
    put = [await blobs.put(str(n).encode()) for n in range(50)]
    assert [blob async for blob in blobs.list()] == sorted(put, key=lambda blob: blob.digest)


async def test_a_reader_who_goes_away_at_any_moment_leaves_no_file_open(blobs: FolderBlobs) -> None:
    kept = await blobs.put(b"x" * 300_000)
    for turns in range(12):
        reading = asyncio.create_task(_all(blobs.stream(kept.digest)))
        for _ in range(turns):
            await asyncio.sleep(0)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
    gc.collect()  # warnings are errors here: a file that is left open makes the test fail
