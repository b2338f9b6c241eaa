"""`/v1/responses`: the newer of OpenAI's two ways to ask, read into the older one, answered in its own shape.

Nothing is stored for `previous_response_id`: whoever asks sends the whole conversation. A stream gives the
answer as one piece, in the events that clients wait for.
"""

from collections.abc import Iterator
from typing import Any, cast

import orjson
from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from proofroom.access import Principal
from proofroom.api.chunks import usage_of
from proofroom.api.completions import read_request
from proofroom.api.gateway import CallerGone, begin, read_body
from proofroom.api.security import StudioDep, requires
from proofroom.durable import Run
from proofroom.kernel.blocks import TextBlock, ToolCallBlock
from proofroom.kernel.errors import InvalidInput
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
    try:
        run = await call.ended()
    except CallerGone:
        return Response(status_code=499)
    made = _response(run, asked.model, read_completed(run.result))
    if not asked.is_streamed:
        return JSONResponse(made)
    frames = (
        f"event: {event['type']}\ndata: {orjson.dumps(event | {'sequence_number': at}).decode()}\n\n"
        for at, event in enumerate(_events(made))
    )
    return Response("".join(frames), media_type="text/event-stream")


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


def _events(made: Json) -> Iterator[Json]:
    """Give the events of an answer that is there already."""
    yield {"type": "response.created", "response": made | {"status": "in_progress", "output": []}}
    for at, item in enumerate(cast("list[Json]", made["output"])):
        begun = item | {"status": "in_progress"}
        yield {"type": "response.output_item.added", "output_index": at, "item": begun}
        place = {"item_id": item["id"], "output_index": at}
        if item["type"] == "message":
            part = cast("list[Json]", item["content"])[0]
            inside = place | {"content_index": 0}
            yield {"type": "response.content_part.added", **inside, "part": part | {"text": ""}}
            yield {"type": "response.output_text.delta", **inside, "delta": part["text"], "logprobs": []}
            yield {"type": "response.output_text.done", **inside, "text": part["text"], "logprobs": []}
            yield {"type": "response.content_part.done", **inside, "part": part}
        else:
            told = {"arguments": item["arguments"]}
            yield {"type": "response.function_call_arguments.delta", **place, "delta": item["arguments"]}
            yield {"type": "response.function_call_arguments.done", **place, **told}
        yield {"type": "response.output_item.done", "output_index": at, "item": item}
    last = "response.incomplete" if made["status"] == "incomplete" else "response.completed"
    yield {"type": last, "response": made}
