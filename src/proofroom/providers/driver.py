"""Calling a model over HTTP: one driver for all wire formats.

A call is repeated only while nothing of its answer has been passed on, when the provider's word or the kind
of failure says that it can help, and as long as the provider is not resting behind its breaker.
"""

import asyncio
import random
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from proofroom.kernel.blocks import TextBlock, ThinkingBlock
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import OutsideFailed, ProofroomError, ProviderFailed
from proofroom.kernel.patterns import late_pattern
from proofroom.net import PROVIDER, Backoff, Breaker, Stream, Transport
from proofroom.providers.adapters import adapter_for
from proofroom.providers.catalogue import Catalogue, snapshot
from proofroom.providers.endpoint import WHOLE_BYTES, Endpoint, as_provider_failure
from proofroom.providers.failures import unreadable
from proofroom.providers.frames import last_frames, open_frames
from proofroom.providers.listing import list_models, with_knowledge
from proofroom.providers.profiles import Profile, profile_for
from proofroom.providers.protocol import NO_FIELDS, Adapter, Credential, HttpCall, Reader
from proofroom.providers.types import ModelInfo, ModelRequest, Reply, Sink
from proofroom.providers.whole import whole_reader

_UNKNOWN = late_pattern(
    r"unsupported|unrecogni[sz]ed|unknown|unexpected|not supported|does not support|not permitted|not allowed"
    r"|extra (?:inputs|fields)|additional propert|invalid (?:parameter|argument|field)",
    re.IGNORECASE,
)

DRAIN_S = 0.5
IDLE_S = 300.0
WHOLE_ANSWER_S = 600.0


class HttpDriver:
    """Calls the models of one provider with one credential."""

    def __init__(
        self,
        transport: Transport,
        credential: Credential,
        *,
        breaker: Breaker | None = None,
        clock: Clock | None = None,
        catalogue: Catalogue | None = None,
        adapter: Adapter | None = None,
        backoff: Backoff = PROVIDER,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        draw: Callable[[], float] = random.random,
    ) -> None:
        self.name = credential.provider
        self._credential = credential
        self._adapter = adapter or adapter_for(credential)
        self._catalogue = catalogue or snapshot()
        self._endpoint = Endpoint(
            transport, credential, breaker=breaker, clock=clock, backoff=backoff, sleep=sleep, draw=draw
        )
        self._left_out: dict[str, frozenset[str]] = {}
        self._known: dict[str, ModelInfo] = {}

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        """Call the model, pass pieces to the sink as they come, and return the whole answer."""
        return await self._endpoint.patiently(lambda: self._stream_once(request, sink))

    async def models(self) -> list[ModelInfo]:
        """Return the models this credential can use, with prices and sizes where they are known."""
        listed = await list_models(self._adapter, self._credential, self._fetch)
        known = [with_knowledge(info, self._credential, self._catalogue) for info in listed]
        self._known.update({info.id: info for info in known})
        return known

    async def check(self) -> None:
        """Raise unless the provider can be reached and accepts the credential."""
        from proofroom.providers.openrouter import OpenRouter  # an adapter is loaded with its first use

        call = self._adapter.models_call(self._credential)
        if isinstance(self._adapter, OpenRouter):  # whose list of models needs no key
            call = self._adapter.key_call(self._credential)
        if call is None:
            model = self._credential.option("deployment") or self._credential.option("model")
            request = ModelRequest(model=model, messages=[], max_output_tokens=16)
            call = self._adapter.build(request, self._credential, self.profile(model), stream=False)
        await self._fetch(call)

    def profile(self, model: str) -> Profile:
        """Return what a model accepts; a deployment is looked up as the model behind it."""
        behind = self._credential.option("model", model)
        info = self._known.get(model) or self._catalogue.find(behind)
        profile = profile_for(self.name, behind, info)
        if eyes := self._credential.option("vision"):  # for hosts whose models nobody has described
            profile = replace(profile, vision=eyes == "on")
        return profile

    async def _fetch(self, call: HttpCall) -> bytes:
        return await self._endpoint.fetch(call, self._adapter.error)

    async def _stream_once(self, request: ModelRequest, sink: Sink) -> Reply:
        profile = self.profile(request.model)
        is_streamed = self._credential.option("stream") != "off"
        while True:
            left_out = self._left_out.get(request.model, NO_FIELDS)
            call = self._adapter.build(
                request, self._credential, profile, stream=is_streamed, left_out=left_out
            )
            try:
                return await self._send(call, request, sink)
            except ProviderFailed as error:
                unknown = unknown_fields(error, call, self._adapter) - left_out
                if not unknown:
                    raise
                self._left_out[request.model] = left_out | unknown

    async def _send(self, call: HttpCall, request: ModelRequest, sink: Sink) -> Reply:
        call = self._endpoint.signed(call)
        async with self._endpoint.transport.stream(
            call.method,
            call.url,
            tier="connection",
            headers=call.headers,
            body=call.body,
            idle_s=IDLE_S if call.framing != "json" else WHOLE_ANSWER_S,
        ) as answer:
            reader = self._adapter.reader(request)
            if answer.status >= 400:
                return self._refused(answer, await answer.read(), reader, sink)
            try:
                if call.framing == "json" or _is_plain_json(answer, call):
                    return _whole(self._adapter, await answer.read(WHOLE_BYTES), request, sink)
                return await _read(answer, call, reader, sink)
            except (ProofroomError, ValueError) as error:
                raise self._judged(error, reader) from error

    def _refused(self, answer: Stream, body: bytes, reader: Reader, sink: Sink) -> Reply:
        """Raise what an HTTP error means, unless it still amounts to an answer."""
        error = self._adapter.error(answer.status, answer.headers, body)
        if error.context.get("provider_code") == "tool_use_failed":
            reader.feed([(b"error", body)], sink)
            if (saved := reader.recover()) is not None:
                return saved
        raise error

    def _judged(self, error: Exception, reader: Reader) -> ProofroomError:
        """Return the error of a broken answer, marked when parts of it have been passed on."""
        found = error if isinstance(error, ProofroomError) else unreadable(self.name)
        if isinstance(found, OutsideFailed):
            found = as_provider_failure(found, self.name)
        if reader.has_spoken:
            found.context["retryable"] = False
            found.context["partial"] = True
        return found


def unknown_fields(error: ProviderFailed, call: HttpCall, adapter: Adapter) -> frozenset[str]:
    """Return the optional fields that a host refused by name and that were really sent."""
    if error.context.get("provider_status") not in (400, 422) or not _UNKNOWN.search(error.message):
        return NO_FIELDS
    words = set(re.findall(r"\w+", error.message))
    return frozenset(
        field for field in adapter.optional_fields if field in words and f'"{field}"'.encode() in call.body
    )


async def _read(answer: Stream, call: HttpCall, reader: Reader, sink: Sink) -> Reply:
    frames = open_frames(call.framing)
    async for chunk in answer:
        if cut := frames.feed(chunk):
            reader.feed(cut, sink)
            if reader.is_done:
                await _drain(answer)
                break
    else:
        if rest := last_frames(frames):
            reader.feed(rest, sink)
    try:
        return reader.finish()
    except ProviderFailed:
        if (saved := reader.recover()) is not None:
            return saved
        raise


async def _drain(answer: Stream) -> None:
    """Read the end of the body, so that the connection can be used again; do not wait long for it."""
    with suppress(TimeoutError, OutsideFailed):
        async with asyncio.timeout(DRAIN_S):
            async for _ in answer:
                pass


def _whole(adapter: Adapter, body: bytes, request: ModelRequest, sink: Sink) -> Reply:
    reply = whole_reader(adapter, request, body).finish()
    for number, block in enumerate(reply.blocks):
        if isinstance(block, TextBlock):
            sink.text(number, block.text)
        elif isinstance(block, ThinkingBlock) and block.text:
            sink.thinking(number, block.text)
    return reply


def _is_plain_json(answer: Stream, call: HttpCall) -> bool:
    """Tell whether a host answered in one piece although a stream was asked for."""
    kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
    return call.framing == "sse" and kind == "application/json"
