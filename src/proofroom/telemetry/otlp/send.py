"""Sending the traces of ended runs, and keeping at it while a collector is away."""

import asyncio
import gzip
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from urllib.parse import unquote, urlsplit

from proofroom.durable import Run
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput, ProofroomError
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.net import Transport
from proofroom.telemetry.otlp.encode import encode_traces
from proofroom.telemetry.trace import Traces

log = logging.getLogger(__name__)

PATH = "/v1/traces"
BATCH = 50
GATHER_S = 0.2
"""How long an ended run waits for others, so that they are sent together."""
LOOK_S = 60.0
"""How often to look for runs that another process ended."""
MAX_REST_S = 300.0
GIVE_UP = timedelta(days=1)
"""How long after its end a run is still sent."""
HOPELESS = frozenset({400, 413, 415, 422})
"""Answers that will not change: what they refuse is left out, with a word in the log."""
FAREWELL_S = 3.0


class Exporter:
    """Sends what ended; one per process. Two processes may send the same: spans have the same ids then."""

    def __init__(self, settings: Settings, clock: Clock, traces: Traces) -> None:
        assert settings.otlp_endpoint is not None
        self._clock, self._traces = clock, traces
        self._url = address(settings.otlp_endpoint)
        self._headers = {
            "Content-Type": "application/x-protobuf",
            "Content-Encoding": "gzip",
            **read_headers(settings.otlp_headers.get_secret_value() if settings.otlp_headers else ""),
        }
        self._project = settings.otlp_project
        self._with_content = settings.trace_content == "everywhere"
        self._awake = asyncio.Event()
        self._begun = asyncio.Event()

    def begin(self) -> None:
        """Begin to send: the engine is open, and reading the database is in nobody's way."""
        self._begun.set()

    def hear(self, run: Run) -> None:
        """Take note of a run that came to rest."""
        if run.has_ended:
            self._awake.set()

    @asynccontextmanager
    async def working(self) -> AsyncGenerator[None]:
        """Send until the end, and once more then."""
        place = urlsplit(self._url)
        port = place.port or (443 if place.scheme == "https" else 80)
        # A transport of its own: what the operator allows for traces is allowed for nothing else.
        async with Transport.open([f"{place.hostname}:{port}"]) as transport:
            task = asyncio.create_task(self._keep_sending(transport))
            try:
                yield
            finally:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
                with suppress(TimeoutError):
                    async with asyncio.timeout(FAREWELL_S):
                        await self.send_all(transport)

    async def send_all(self, transport: Transport) -> bool:
        """Send everything that waits; False if the collector would not take it now."""
        try:
            while runs := await self._traces.unsent(since=self._clock.now() - GIVE_UP, limit=BATCH):
                await self._send(transport, runs)
        except ProofroomError as error:
            log.warning("traces could not be sent yet: %s", error.message)
            return False
        except Exception:
            log.exception("traces could not be sent yet")
            return False
        return True

    async def _keep_sending(self, transport: Transport) -> None:
        await self._begun.wait()
        rest_s = 1.0
        while True:
            self._awake.clear()
            if await self.send_all(transport):
                rest_s = 1.0
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_S):
                        await self._awake.wait()
                await asyncio.sleep(GATHER_S)
            else:
                await asyncio.sleep(rest_s)
                rest_s = min(rest_s * 2, MAX_REST_S)

    async def _send(self, transport: Transport, runs: list[Run]) -> None:
        traces = [await self._traces.of_one(run, with_content=self._with_content) for run in runs]
        body = await asyncio.to_thread(lambda: gzip.compress(encode_traces(traces, self._project), 5))
        answer = await transport.request(
            "POST", self._url, tier="connection", headers=self._headers, body=body, follow_redirects=False
        )
        if answer.status in HOPELESS:
            log.error("the collector refused %d traces with status %d", len(runs), answer.status)
        elif not 200 <= answer.status < 300:
            raise ProofroomError(say("telemetry.collector", status=answer.status))
        await self._traces.mark_sent([run.id for run in runs], self._clock.now())


def address(endpoint: str) -> str:
    """Return where traces go: an address with a path is taken as it is, others get OTLP's own path."""
    bare = endpoint.rstrip("/")
    if urlsplit(bare).scheme not in ("http", "https"):
        raise InvalidInput(say("telemetry.endpoint"))
    return bare if bare.endswith(PATH) else bare + PATH


def read_headers(given: str) -> dict[str, str]:
    """Read `name=value,name=value`, percent-encoded as OpenTelemetry's own variable is."""
    pairs = (part.partition("=") for part in given.split(",") if part.strip())
    return {name.strip(): unquote(value.strip()) for name, _, value in pairs}
