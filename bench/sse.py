"""What reading one streamed delta from bytes costs, in chunks as a socket gives them."""

from bench.measure import Row, median_cpu
from proofroom.net import SseReader

DELTA = b'data: {"id":"c1","object":"chunk","choices":[{"index":0,"delta":{"content":" word"}}]}\n\n'
COUNT = 20_000


def measure() -> list[Row]:
    """Measure a burst in chunks of 16 kB, and one delta per chunk."""
    body = DELTA * COUNT
    burst = [body[start : start + 16_384] for start in range(0, len(body), 16_384)]
    single = [DELTA] * COUNT
    return [
        Row(
            f"SSE reader, {name}",
            1e6 * median_cpu(5, lambda chunks=chunks: read(chunks)) / COUNT,
            "µs per delta",
        )
        for name, chunks in (("burst", burst), ("one delta per chunk", single))
    ]


def read(chunks: list[bytes]) -> None:
    """Read all chunks and check that nothing was lost."""
    reader = SseReader()
    found = sum(len(reader.feed(chunk)) for chunk in chunks)
    if found != COUNT:
        raise AssertionError(f"{found} of {COUNT} deltas were read")
