"""A real OTLP collector on loopback: it reads requests with OpenTelemetry's own generated classes."""

import asyncio
import gzip
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.patience import LIMIT_S


@dataclass
class Received:
    """One span as the collector read it."""

    name: str
    trace_id: str
    span_id: str
    parent_id: str
    start: int
    end: int
    kind: int
    status: int
    attributes: dict[str, Any]


@dataclass
class Collector:
    """What arrived. `answers` are the statuses to give next; then 200."""

    url: str = ""
    spans: dict[str, Received] = field(default_factory=dict[str, Received])
    resources: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    headers: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    answers: list[int] = field(default_factory=list[int])
    arrived: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def take(self, request: web.Request) -> web.Response:
        status = self.answers.pop(0) if self.answers else 200
        self.headers.append({name.lower(): value for name, value in request.headers.items()})
        if status == 200:
            assert request.content_type == "application/x-protobuf"
            body = await request.read()  # aiohttp opens the gzip that the header names
            sent = ExportTraceServiceRequest()
            sent.ParseFromString(gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body)
            for resource in sent.resource_spans:
                self.resources.append(read_attributes(resource.resource.attributes))
                for scope in resource.scope_spans:
                    for span in scope.spans:
                        self._keep(span)
        async with self.arrived:
            self.arrived.notify_all()
        return web.Response(status=status)

    def _keep(self, span: Any) -> None:
        received = Received(
            name=span.name,
            trace_id=span.trace_id.hex(),
            span_id=span.span_id.hex(),
            parent_id=span.parent_span_id.hex(),
            start=span.start_time_unix_nano,
            end=span.end_time_unix_nano,
            kind=span.kind,
            status=span.status.code,
            attributes=read_attributes(span.attributes),
        )
        self.spans[received.span_id] = received

    async def wait_for(self, count: int) -> list[Received]:
        async with self.arrived, asyncio.timeout(LIMIT_S):
            await self.arrived.wait_for(lambda: len(self.spans) >= count)
        return list(self.spans.values())


def read_attributes(pairs: Any) -> dict[str, Any]:
    return {pair.key: getattr(pair.value, pair.value.WhichOneof("value")) for pair in pairs}


@asynccontextmanager
async def collecting() -> AsyncGenerator[Collector]:
    """Run a collector until the block ends."""
    collector = Collector()
    app = web.Application()
    app.router.add_post("/v1/traces", collector.take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    assert site._server is not None
    collector.url = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"  # type: ignore[attr-defined]
    try:
        yield collector
    finally:
        await runner.cleanup()
