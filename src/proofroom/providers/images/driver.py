"""Calling image models over HTTP."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from proofroom.kernel.errors import InvalidInput, ProviderFailed
from proofroom.kernel.strings import say
from proofroom.net import MEDIA_BYTES
from proofroom.providers.draft import load
from proofroom.providers.endpoint import Endpoint
from proofroom.providers.failures import interrupted, name_failure
from proofroom.providers.frames import last_frames, open_frames
from proofroom.providers.images.google import GeminiImages, Imagen
from proofroom.providers.images.openai import COMPLETED, PARTIAL, OpenAIImages, count, read_drawing
from proofroom.providers.images.types import Drawing, ImageAdapter, ImageReply, ImageRequest, OnPartial
from proofroom.providers.protocol import HttpCall
from proofroom.providers.shapes import Json, as_int, as_object, as_text
from proofroom.providers.types import TokenUsage

DRAWING_S = 180.0


def image_adapter(provider: str, model: str) -> ImageAdapter:
    """Return the format in which a provider's image model is asked."""
    if provider in ("gemini", "vertex"):
        return Imagen(provider) if model.startswith("imagen") else GeminiImages(provider)
    if provider in ("openai", "azure", "openai-compatible"):
        return OpenAIImages(provider)
    raise InvalidInput(say("providers.no_images", provider=provider))


class HttpImageDriver:
    """Has pictures drawn by one provider with one credential."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.name = endpoint.credential.provider
        self._endpoint = endpoint

    async def generate(self, request: ImageRequest, on_partial: OnPartial | None = None) -> ImageReply:
        """Draw, and show unfinished pictures where the model can."""
        adapter = image_adapter(self.name, request.model)
        if adapter.draws_several or request.count == 1:
            reply = await self._draw(adapter, request, on_partial)
        else:
            one = replace(request, count=1)
            reply = together(
                await asyncio.gather(*(self._draw(adapter, one, None) for _ in range(request.count)))
            )
        drawings = [await self._fetched(drawing) for drawing in reply.drawings]
        return replace(reply, drawings=drawings)

    async def _draw(
        self, adapter: ImageAdapter, request: ImageRequest, on_partial: OnPartial | None
    ) -> ImageReply:
        call = adapter.build(request, self._endpoint.credential, stream=on_partial is not None)
        if call.framing == "sse" and on_partial is not None:
            return await self._endpoint.patiently(lambda: self._watch(adapter, call, request, on_partial))
        body = await self._endpoint.fetch(call, adapter.error, timeout_s=DRAWING_S)
        return adapter.parse(body, request)

    async def _watch(
        self, adapter: ImageAdapter, call: HttpCall, request: ImageRequest, on_partial: OnPartial
    ) -> ImageReply:
        drawings: list[Drawing] = []
        usages: list[TokenUsage | None] = []
        frames = open_frames("sse")
        async with self._endpoint.transport.stream(
            call.method, call.url, tier="connection", headers=call.headers, body=call.body, idle_s=DRAWING_S
        ) as answer:
            if answer.status >= 400:
                raise adapter.error(answer.status, answer.headers, await answer.read())
            events: list[Json] = []
            async for chunk in answer:
                events.extend(load(self.name, data) for _, data in frames.feed(chunk) if data != b"[DONE]")
                self._show(events, request, on_partial, drawings, usages)
            events.extend(load(self.name, data) for _, data in last_frames(frames) if data != b"[DONE]")
            self._show(events, request, on_partial, drawings, usages)
        if not drawings:
            raise interrupted(self.name)
        return ImageReply(drawings, _sum(usages), request.model)

    def _show(
        self,
        events: list[Json],
        request: ImageRequest,
        on_partial: OnPartial,
        drawings: list[Drawing],
        usages: list[TokenUsage | None],
    ) -> None:
        for event in events:
            kind = event.get("type")
            if kind == PARTIAL:
                on_partial(as_int(event.get("partial_image_index")), read_drawing(event, event, request))
            elif kind == COMPLETED:
                drawings.append(read_drawing(event, event, request))
                usages.append(count(as_object(event.get("usage"))))
            elif kind == "error" or event.get("error"):
                raise self._failure(as_object(event.get("error")) or event)
        events.clear()

    def _failure(self, error: Json) -> Exception:
        code = as_text(error.get("code")) or as_text(error.get("type"))
        found = name_failure(self.name, status=None, code=code, message=as_text(error.get("message")))
        if isinstance(found, ProviderFailed):
            found.context["retryable"] = False  # unfinished pictures may have been shown
        return found

    async def _fetched(self, drawing: Drawing) -> Drawing:
        """Return the drawing with its bytes; an address from outside is fetched like any found address."""
        if drawing.data or not drawing.url:
            return drawing
        answer = await self._endpoint.transport.request(
            "GET", drawing.url, tier="content", max_bytes=MEDIA_BYTES, media_types=("image/",)
        )
        if not answer.ok:
            raise name_failure(
                self.name, status=answer.status, code="", message="the picture could not be fetched"
            )
        return replace(drawing, data=answer.body, mime_type=answer.media_type, url="")


def together(replies: Sequence[ImageReply]) -> ImageReply:
    """Return several replies as one."""
    drawings = [drawing for reply in replies for drawing in reply.drawings]
    return ImageReply(drawings, _sum([reply.usage for reply in replies]), replies[0].model)


def _sum(usages: Sequence[TokenUsage | None]) -> TokenUsage | None:
    known = [usage for usage in usages if usage is not None]
    if not known:
        return None
    return TokenUsage(
        input=sum(usage.input for usage in known),
        cache_read=sum(usage.cache_read for usage in known),
        output=sum(usage.output for usage in known),
        reasoning=sum(usage.reasoning for usage in known),
        raw=known[-1].raw,
    )
