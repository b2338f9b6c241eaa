"""`/v1/responses`: the newer of OpenAI's two ways to ask, read into the older one, answered in its own shape.

Nothing is stored for `previous_response_id`: whoever asks sends the whole conversation. A stream gives the
text as it is made, and calls of tools at the end.
"""

from collections.abc import Iterator
from dataclasses import field
from typing import Any, cast

import orjson
from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from proofroom.access import Principal
from proofroom.api.chunks import usage_of
from proofroom.api.compatible import compatible_error
from proofroom.api.completions import read_request
from proofroom.api.gateway import CallerGone, begin, read_body, stream
from proofroom.api.security import StudioDep, requires
from proofroom.durable import Run
from proofroom.kernel import events
from proofroom.kernel.blocks import TextBlock, ToolCallBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, ProofroomError
from proofroom.kernel.strings import say
from proofroom.runtime.completion import Completed, read_completed

root = APIRouter(tags=["gateway"], include_in_schema=False)

Json = dict[str, Any]
_SAME = ("model", "temperature", "top_p", "stream", "seed")


@root.post("/v1/responses", response_model=None)
async def respond(
    request: Request, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> Response:
    """Call a model in the way of the Responses API."""
    given = await read_body(request)
    if not isinstance(given, dict):
        raise InvalidInput(say("gateway.not_json"))
    asked = read_request(as_chat(cast("Json", given)))
    call = await begin(request, studio, principal, asked)
    if asked.is_streamed:
        return await stream(call, ResponseEvents(call.run, asked.model))
    try:
        run = await call.ended()
    except CallerGone:
        return Response(status_code=499)
    return JSONResponse(_response(run, asked.model, read_completed(run.result)))


def as_chat(given: Json) -> Json:
    """Return a request of the Responses API as one of Chat Completions."""
    if given.get("previous_response_id"):
        raise _bad("previous_response_id", "nothing is kept here; send the whole conversation as `input`")
    chat: Json = {name: given[name] for name in _SAME if given.get(name) is not None}
    system = [{"role": "system", "content": given["instructions"]}] if given.get("instructions") else []
    said = given.get("input")
    items = [{"role": "user", "content": said}] if isinstance(said, str) else _objects(said, "input")
    if not items:
        raise _bad("input", "there is nothing to answer")
    chat["messages"] = [*system, *(_message(item) for item in items)]
    if given.get("max_output_tokens"):
        chat["max_completion_tokens"] = given["max_output_tokens"]
    if effort := _object(given.get("reasoning"), "reasoning").get("effort"):
        chat["reasoning_effort"] = effort
    if wanted := _object(given.get("text"), "text").get("format"):
        chat["response_format"] = _format(_object(wanted, "text.format"))
    if tools := given.get("tools"):
        chat["tools"] = [_tool(tool) for tool in _objects(tools, "tools")]
    if (choice := given.get("tool_choice")) is not None:
        is_named = isinstance(choice, dict)
        name = cast("Json", choice).get("name") if is_named else None
        chat["tool_choice"] = {"type": "function", "function": {"name": name}} if is_named else choice
    return chat


def _object(value: Any, place: str) -> Json:
    if value is not None and not isinstance(value, dict):
        raise _bad(place, "an object is wanted here")
    return cast("Json", value or {})


def _objects(value: Any, place: str) -> list[Json]:
    if value is not None and not isinstance(value, list):
        raise _bad(place, "a list is wanted here")
    return [_object(one, f"{place}[{at}]") for at, one in enumerate(cast("list[Any]", value or []))]


def _bad(place: str, problem: str) -> InvalidInput:
    return InvalidInput(say("api.completion_problem", field=place, problem=problem), field=place)


def _message(item: Json) -> Json:
    match item.get("type", "message"):
        case "function_call":
            function = {"name": item.get("name"), "arguments": item.get("arguments")}
            call = {"id": item.get("call_id"), "type": "function", "function": function}
            return {"role": "assistant", "content": None, "tool_calls": [call]}
        case "function_call_output":
            return {"role": "tool", "tool_call_id": item.get("call_id"), "content": item.get("output")}
        case _:
            content = item.get("content")
            is_text = isinstance(content, str)
            parts = content if is_text else [_part(part) for part in _objects(content, "input.content")]
            return {"role": item.get("role"), "content": parts}


def _part(part: Json) -> Json:
    if part.get("type") == "input_image":
        return {"type": "image_url", "image_url": {"url": part.get("image_url")}}
    is_text = part.get("type") in ("input_text", "output_text")
    return {"type": "text", "text": part.get("text")} if is_text else part


def _format(wanted: Json) -> Json:
    if wanted.get("type") != "json_schema":
        return wanted
    named = {"name": wanted.get("name"), "schema": wanted.get("schema")}
    return {"type": "json_schema", "json_schema": named}


def _tool(tool: Json) -> Json:
    if tool.get("type") != "function":
        return tool
    names = ("name", "description", "parameters", "strict")
    return {"type": "function", "function": {name: tool[name] for name in names if name in tool}}


def _output(run: Run, completed: Completed) -> Iterator[Json]:
    if text := "".join(block.text for block in completed.blocks if isinstance(block, TextBlock)):
        said: Json = {"type": "output_text", "text": text, "annotations": []}
        about: Json = {"role": "assistant", "status": "completed", "content": [said]}
        yield {"type": "message", "id": f"msg_{run.id}"} | about
    for block in completed.blocks:
        if isinstance(block, ToolCallBlock):
            written = block.invalid_json
            arguments = written if written is not None else orjson.dumps(block.input).decode()
            call = {"call_id": block.tool_call_id, "name": block.tool_name, "arguments": arguments}
            yield {"type": "function_call", "id": f"fc_{block.tool_call_id}", "status": "completed"} | call


def _response(run: Run, model: str, completed: Completed) -> Json:
    used, is_cut = usage_of(completed), completed.stop == "length"
    return {
        "id": f"resp_{run.id}",
        "object": "response",
        "created_at": int(run.created_at.timestamp()),
        "status": "incomplete" if is_cut else "completed",
        "incomplete_details": {"reason": "max_output_tokens"} if is_cut else None,
        "error": None,
        "model": model,
        "output": list(_output(run, completed)),
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": used["prompt_tokens"],
            "output_tokens": used["completion_tokens"],
            "total_tokens": used["total_tokens"],
            "input_tokens_details": used["prompt_tokens_details"],
            "output_tokens_details": used["completion_tokens_details"],
        },
    }


@dataclass(slots=True)
class ResponseEvents:
    """Turns the events of one run into those of the Responses API, each piece of text once."""

    run: Run
    model: str
    _text: str = ""
    _shown: dict[int, int] = field(default_factory=dict[int, int])
    _sent: int = 0

    def feed(self, event: events.AnyEvent | None) -> Iterator[bytes]:
        """Give the frames for an event; only text has some."""
        if not isinstance(event, events.Text):
            return
        known = self._shown.get(event.block, 0)
        fresh = event.text[max(0, known - event.offset) :]
        self._shown[event.block] = max(known, event.offset + len(event.text))
        if not fresh:
            return
        if not self._text:
            yield from self._begin()
            yield from self._begin_text()
        self._text += fresh
        yield self._frame("response.output_text.delta", self._inside | {"delta": fresh, "logprobs": []})

    def end(self, completed: Completed) -> Iterator[bytes]:
        """Give the last frames: the whole text, calls of tools, and the answer as a whole."""
        made = _response(self.run, self.model, completed)
        if not self._sent:
            yield from self._begin()
        for at, item in enumerate(cast("list[Json]", made["output"])):
            if item["type"] == "message":
                yield from self._end_text(item)
            else:
                yield from self._call(at, item)
            yield self._frame("response.output_item.done", {"output_index": at, "item": item})
        is_cut = made["status"] == "incomplete"
        yield self._frame("response.incomplete" if is_cut else "response.completed", {"response": made})

    def fail(self, error: ProofroomError) -> Iterator[bytes]:
        """Give the last frames of an answer that failed on the way."""
        if not self._sent:
            yield from self._begin()
        told = cast("Json", compatible_error(error)["error"])
        failed = self._head() | {"status": "failed"}
        failed["error"] = {"code": told.get("code") or "server_error", "message": told["message"]}
        yield self._frame("response.failed", {"response": failed})

    @property
    def _inside(self) -> Json:
        return {"item_id": f"msg_{self.run.id}", "output_index": 0, "content_index": 0}

    def _head(self) -> Json:
        empty = Completed([], "end", {})
        return _response(self.run, self.model, empty) | {"status": "in_progress", "output": [], "usage": None}

    def _begin(self) -> Iterator[bytes]:
        yield self._frame("response.created", {"response": self._head()})
        yield self._frame("response.in_progress", {"response": self._head()})

    def _begin_text(self) -> Iterator[bytes]:
        item: Json = {"type": "message", "id": f"msg_{self.run.id}", "role": "assistant"}
        item |= {"status": "in_progress", "content": []}
        yield self._frame("response.output_item.added", {"output_index": 0, "item": item})
        part: Json = {"type": "output_text", "text": "", "annotations": []}
        yield self._frame("response.content_part.added", self._inside | {"part": part})

    def _end_text(self, item: Json) -> Iterator[bytes]:
        part = cast("list[Json]", item["content"])[0]
        if not self._text:  # nothing of it was seen on the way
            yield from self._begin_text()
            yield self._frame(
                "response.output_text.delta", self._inside | {"delta": part["text"], "logprobs": []}
            )
        yield self._frame("response.output_text.done", self._inside | {"text": part["text"], "logprobs": []})
        yield self._frame("response.content_part.done", self._inside | {"part": part})

    def _call(self, at: int, item: Json) -> Iterator[bytes]:
        begun = item | {"status": "in_progress", "arguments": ""}
        yield self._frame("response.output_item.added", {"output_index": at, "item": begun})
        place: Json = {"item_id": item["id"], "output_index": at}
        yield self._frame("response.function_call_arguments.delta", place | {"delta": item["arguments"]})
        yield self._frame("response.function_call_arguments.done", place | {"arguments": item["arguments"]})

    def _frame(self, kind: str, event: Json) -> bytes:
        told = {"type": kind, **event, "sequence_number": self._sent}
        self._sent += 1
        return f"event: {kind}\ndata: {orjson.dumps(told).decode()}\n\n".encode()
