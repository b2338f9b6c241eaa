"""The OpenAI-compatible door: any configured model, by API key, each call a run with its line in the ledger.

Errors have OpenAI's shape here. Going away stops the run, and with it the provider's work.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from typing import Any, Protocol

import orjson
from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from proofroom.access import Principal
from proofroom.api.chunks import Chunks, whole_answer
from proofroom.api.completions import Asked, read_request
from proofroom.api.security import StudioDep, asker, requires
from proofroom.durable import Run
from proofroom.durable.failure import revive
from proofroom.kernel import events
from proofroom.kernel.errors import InvalidInput, NotFound, ProofroomError, TooLarge
from proofroom.kernel.events import decode_event
from proofroom.kernel.strings import say
from proofroom.providers.types import ModelRequest, OpenModel
from proofroom.runtime.completion import SCOPE, Completed, read_completed, start_completion
from proofroom.runtime.titles import first_words
from proofroom.wiring import Studio

log = logging.getLogger(__name__)

root = APIRouter(tags=["gateway"], include_in_schema=False)

LARGEST = 20 * 1024 * 1024
HOLD_S = 10.0
"""How long the head of a stream is held back, so that an early failure has its own status."""
KEEP_ALIVE_S = 15.0
GLANCE_S = 1.0
WAITING = b": waiting\n\n"

_stopping: set[asyncio.Task[None]] = set()


@root.get("/v1/models", response_model=None)
async def list_models(studio: StudioDep, principal: Principal = requires("ai.chat")) -> dict[str, Any]:
    """Return every model that can be used, by the name to ask for."""
    models = await studio.list_models(principal.workspace_id)
    return {"object": "list", "data": [_show(model) for model in models]}


@root.get("/v1/models/{label:path}", response_model=None)
async def read_model(
    label: str, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> dict[str, Any]:
    """Return one model."""
    return _show(await studio.models.find(principal.workspace_id, SCOPE, label))


@root.post("/v1/chat/completions", response_model=None)
async def complete_chat(
    request: Request, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> Response:
    """Call a model, streamed or not, with or without tools."""
    asked = read_request(await read_body(request))
    call = await begin(request, studio, principal, asked)
    if asked.is_streamed:
        return await stream(call, Chunks(call.run, asked.model, asked.wants_usage))
    try:
        run = await call.ended()
    except CallerGone:
        return Response(status_code=499)  # nobody reads it
    return JSONResponse(whole_answer(run, asked.model, read_completed(run.result)))


@root.post("/v1/embeddings", response_model=None)
async def embed(principal: Principal = requires("ai.chat")) -> Response:
    """Say clearly that no connection makes embeddings here."""
    raise NotFound(say("gateway.no_embeddings"))


async def begin(request: Request, studio: Studio, principal: Principal, asked: Asked) -> "FollowedCall":
    """Start the run of one call for a program."""
    model = await studio.models.find(principal.workspace_id, SCOPE, asked.model)
    if principal.api_key_id is None:
        is_free = model.info.provider == "offline"
        await studio.access.rates.hit_agent(principal, is_free=is_free)
    run = await start_completion(
        studio.engine,
        asker(principal),
        model.label,
        asked.request,
        title=_said_last(asked.request) or f"{model.label} for {principal.name}",
        project_id=principal.only_project,
    )
    return FollowedCall(request, studio, run)


def _said_last(request: ModelRequest) -> str:
    """Return what the program asked last, in the words that a list of runs has room for."""
    said = (first_words(one.text) for one in reversed(request.messages) if one.role == "user")
    return next(filter(None, said), "")


async def read_body(request: Request) -> Any:
    """Return the JSON of a request, which may be large for its images."""
    raw = await request.body()
    if len(raw) > LARGEST:
        raise TooLarge(say("gateway.too_large", size=LARGEST // 1024**2))
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        raise InvalidInput(say("gateway.not_json")) from None


class CallerGone(Exception):
    """The program that asked has gone away."""


class FollowedCall:
    """Reads a run's events for one caller, and stops the run when the caller goes away first."""

    def __init__(self, request: Request, studio: Studio, run: Run) -> None:
        self._request, self._studio, self.run = request, studio, run
        self._is_over = False

    async def events(self, quiet_s: float | None = None) -> AsyncGenerator[events.AnyEvent | None]:
        """Yield events until the run ends; None when nothing came for a while, if that is asked for."""
        batches = aiter(self._studio.watch(self.run.id, self.run.workspace_id, after=0))
        gone = asyncio.create_task(self._wait_until_gone())
        fresh = asyncio.ensure_future(anext(batches, None))
        try:
            while True:
                await asyncio.wait({gone, fresh}, timeout=quiet_s, return_when=asyncio.FIRST_COMPLETED)
                if fresh.done():
                    batch = fresh.result()
                    if batch is None:
                        return
                    fresh = asyncio.ensure_future(anext(batches, None))
                    for line in batch.splitlines():
                        event = decode_event(line)
                        self._is_over = self._is_over or isinstance(event, events.TERMINAL)
                        yield event
                elif gone.done():
                    raise CallerGone
                else:
                    yield None
        finally:
            gone.cancel()
            fresh.cancel()
            self.stop()

    async def ended(self) -> Run:
        """Wait for the end and return the run, or raise what made it fail."""
        async with aclosing(self.events()) as found:
            async for _ in found:
                pass
        return await self.outcome()

    async def outcome(self) -> Run:
        """Return the run after its end, or raise what made it fail."""
        run = await self._studio.engine.runs.get(self.run.id, self.run.workspace_id)
        if run.status == "completed":
            return run
        steps = await self._studio.engine.runs.steps(run.id, run.workspace_id)
        told = next((step.error for step in steps if step.error), run.error)
        raise revive(told) if told else ProofroomError(say("gateway.stopped"))

    def stop(self) -> None:
        """Stop the run, unless it has ended."""
        if not self._is_over:
            task = asyncio.create_task(self._stop())
            _stopping.add(task)
            task.add_done_callback(_stopping.discard)

    async def _stop(self) -> None:
        try:
            await self._studio.stop_run(self.run)
        except ProofroomError as error:  # the studio may be closing, which ends the call as well
            log.info("the call %s could not be stopped: %s", self.run.id, error)

    async def _wait_until_gone(self) -> None:
        while (await self._request.receive())["type"] != "http.disconnect":
            pass


class Frames(Protocol):
    """An answer in one format, made from a run's events as they come."""

    def feed(self, event: events.AnyEvent | None) -> Iterator[bytes]:
        """Give the frames for an event; most events have none."""
        ...

    def end(self, completed: Completed) -> Iterator[bytes]:
        """Give the last frames."""
        ...

    def fail(self, error: ProofroomError) -> Iterator[bytes]:
        """Give the last frames of an answer that failed on the way."""
        ...


async def stream(follow: FollowedCall, chunks: Frames) -> Response:
    """Answer with a stream; what fails before its first piece has a status of its own."""
    found = follow.events(quiet_s=GLANCE_S)
    held: list[bytes] = []
    held_until = asyncio.get_running_loop().time() + HOLD_S
    try:
        async for event in found:
            held.extend(chunks.feed(event))
            if isinstance(event, events.Error):
                await follow.outcome()
            if held or isinstance(event, events.Done) or asyncio.get_running_loop().time() > held_until:
                break
    except CallerGone:
        return Response(status_code=499)
    return StreamingResponse(
        _frames(follow, chunks, held, found),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"},
    )


async def _frames(
    follow: FollowedCall,
    chunks: Frames,
    held: list[bytes],
    found: AsyncGenerator[events.AnyEvent | None],
) -> AsyncGenerator[bytes]:
    """Yield the answer as it comes; a failure on the way is the last thing but one."""
    quiet = 0
    try:
        async with aclosing(found):
            yield b"".join(held) or WAITING
            async for event in found:
                quiet = quiet + 1 if event is None else 0
                if made := b"".join(chunks.feed(event)):
                    yield made
                elif quiet * GLANCE_S >= KEEP_ALIVE_S:
                    quiet = 0
                    yield WAITING
        run = await follow.outcome()
    except CallerGone:
        return
    except ProofroomError as error:
        yield b"".join(chunks.fail(error))
    else:
        yield b"".join(chunks.end(read_completed(run.result)))


def _show(model: OpenModel) -> dict[str, Any]:
    info = model.info
    return {
        "id": model.label,
        "object": "model",
        "created": 0,
        "owned_by": info.provider,
        "name": info.name or info.id,
        "context_window": info.context_window,
    }
