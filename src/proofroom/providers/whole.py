"""An answer that came in one piece: by request, or from a host that ignores that a stream was asked for."""

from proofroom.providers.draft import load
from proofroom.providers.protocol import Adapter, Reader
from proofroom.providers.types import ModelRequest


def whole_reader(adapter: Adapter, request: ModelRequest, body: bytes) -> Reader:
    """Return a reader that has read the whole answer."""
    reader = adapter.reader(request)
    reader.take_whole(load(adapter.name, body))
    return reader
