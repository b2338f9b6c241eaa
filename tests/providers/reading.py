"""Reading made-up answers: frames in, reply and pieces out."""

import json
from pathlib import Path
from typing import Any

import pytest

from proofroom.kernel.blocks import user
from proofroom.providers.protocol import Adapter, Reader
from proofroom.providers.replay import Ear
from proofroom.providers.types import ModelRequest, Reply

RECORDINGS = Path(__file__).resolve().parents[3] / "shared/data/recordings"

with_recordings = pytest.mark.skipif(
    not RECORDINGS.is_dir(), reason="the recordings are not on this machine (../shared/data/recordings)"
)


def events(*objects: Any) -> list[tuple[bytes, bytes]]:
    """Return SSE events with these data."""
    return [(b"", item.encode() if isinstance(item, str) else json.dumps(item).encode()) for item in objects]


def read(adapter: Adapter, *objects: Any, request: ModelRequest | None = None) -> tuple[Reply, Ear]:
    """Read SSE events as one answer."""
    reader, ear = begin(adapter, *objects, request=request)
    return reader.finish(), ear


def begin(adapter: Adapter, *objects: Any, request: ModelRequest | None = None) -> tuple[Reader, Ear]:
    """Feed SSE events to a reader and do not finish."""
    ear = Ear()
    reader = adapter.reader(request or ModelRequest("m", [user("hi")]))
    reader.feed(events(*objects), ear)
    return reader, ear
