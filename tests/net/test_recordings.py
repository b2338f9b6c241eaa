"""The readers on recorded traffic of real providers, where it is at hand."""

from pathlib import Path

import pytest

from proofroom.net import EventStreamReader, SseReader

RECORDINGS = Path(__file__).parents[3] / "shared" / "data" / "recordings"
READERS = {".sse": SseReader, ".eventstream": EventStreamReader}
BODIES = sorted(path for path in RECORDINGS.glob("*/*.body.*") if path.suffix in READERS)

pytestmark = pytest.mark.skipif(not BODIES, reason="the recordings are not beside this checkout")


@pytest.mark.parametrize("path", BODIES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_recorded_stream_reads_the_same_in_any_two_parts(path: Path) -> None:
    body = path.read_bytes()
    kind = READERS[path.suffix]
    whole = read(kind, body)
    assert whole
    assert read(kind, *(body[at : at + 1] for at in range(len(body)))) == whole
    for cut in range(0, len(body), max(1, len(body) // 1000)):
        assert read(kind, body[:cut], body[cut:]) == whole, cut


def read(kind: type[SseReader] | type[EventStreamReader], *chunks: bytes) -> list[object]:
    reader = kind()
    found: list[object] = []
    for chunk in chunks:
        found += reader.feed(chunk)
    return [*found, *reader.finish()]
