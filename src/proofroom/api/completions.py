"""Chat Completions requests of programs, read into ours. What cannot be honoured is refused by name."""

import re
from typing import Any, Final, Literal, cast

import orjson

from proofroom.kernel.blocks import AnyBlock, ImageBlock, Message, TextBlock, ToolCallBlock, ToolResultBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.providers.types import ModelRequest, ToolChoice, ToolDef

Json = dict[str, Any]
Thinking = Literal["off", "low", "medium", "high"]

_DATA_URL = re.compile(r"data:(image/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/=\s]+)")
_EFFORTS: dict[str, Thinking] = {
    "none": "off",
    "minimal": "low",
    "low": "low",
    "medium": "medium",
    "high": "high",
    "xhigh": "high",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: which model, what for, and how the answer is wanted."""

    model: str
    request: ModelRequest
    is_streamed: bool
    wants_usage: bool


_TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


_NOT_HAD: Final[dict[str, tuple[Any, str]]] = {
    "n": (1, "one answer is given per request"),
    "logprobs": (False, "likelihoods of tokens are not passed on"),
    "functions": (None, "it was replaced by `tools` and `tool_choice`"),
    "function_call": (None, "it was replaced by `tools` and `tool_choice`"),
    "modalities": (["text"], "answers are text"),
    "audio": (None, "answers are text"),
    "web_search_options": (None, "models search nothing by themselves here; offer a tool that does"),
}
"""What asks for another kind of answer than there is: its usual value, and why it is refused."""


def read_request(body: Any) -> Asked:
    """Read a request, or say which field cannot be used."""
    given = _object(body, "body")
    model = given.get("model")
    if not isinstance(model, str) or not model:
        raise _bad("model", "name a model, as `GET /v1/models` lists them")
    for name, (usual, why) in _NOT_HAD.items():
        if given.get(name) and given[name] != usual:
            raise _bad(name, why)
    system, messages = _messages(_list(given.get("messages"), "messages"))
    if not messages:
        raise _bad("messages", "there is nothing to answer")
    tools = [_tool(each, at) for at, each in enumerate(_list(given.get("tools") or [], "tools"))]
    request = ModelRequest(
        model=model,
        messages=messages,
        system_prefix=system,
        tools=tools,
        tool_choice=_tool_choice(given.get("tool_choice"), {tool.name for tool in tools}),
        max_output_tokens=_limit(given),
        temperature=_temperature(given.get("temperature")),
        top_p=_top_p(given.get("top_p")),
        seed=_seed(given.get("seed")),
        thinking=_thinking(given.get("reasoning_effort")),
        stop_sequences=_stop(given.get("stop")),
        output_schema=_schema(given.get("response_format")),
    )
    options = _object(given.get("stream_options") or {}, "stream_options")
    return Asked(model, request, bool(given.get("stream")), bool(options.get("include_usage")))


def _messages(given: list[Any]) -> tuple[str, list[Message]]:
    system: list[str] = []
    messages: list[Message] = []
    names: dict[str, str] = {}
    for at, each in enumerate(given):
        place = f"messages[{at}]"
        message = _object(each, place)
        match message.get("role"):
            case "system" | "developer":
                system.append(_text(message.get("content"), f"{place}.content"))
            case "user":
                messages.append(Message("user", _parts(message.get("content"), f"{place}.content")))
            case "assistant":
                blocks = _assistant(message, place)
                names |= {b.tool_call_id: b.tool_name for b in blocks if isinstance(b, ToolCallBlock)}
                if blocks:
                    messages.append(Message("assistant", blocks))
            case "tool":
                _add_result(messages, _result(message, names, place))
            case role:
                raise _bad(f"{place}.role", f"{role!r} is not a role")
    return "\n\n".join(text for text in system if text), messages


def _parts(content: Any, place: str) -> list[AnyBlock]:
    if isinstance(content, str):
        return [TextBlock(content)]
    parts: list[AnyBlock] = []
    for at, each in enumerate(_list(content, place)):
        part, where = _object(each, f"{place}[{at}]"), f"{place}[{at}]"
        match part.get("type"):
            case "text":
                parts.append(TextBlock(_text(part.get("text"), where)))
            case "image_url":
                parts.append(_image(part.get("image_url"), where))
            case kind:
                raise _bad(f"{where}.type", f"{kind!r} cannot be sent to models here; text and image_url can")
    return parts


def _image(given: Any, place: str) -> ImageBlock:
    url = given if isinstance(given, str) else _object(given, place).get("url")
    found = _DATA_URL.fullmatch(url) if isinstance(url, str) else None
    if found is None:
        raise _bad(place, "send the image itself, as a data address with base64 of a PNG, JPEG, GIF or WebP")
    return ImageBlock(found[1], "".join(found[2].split()))


def _assistant(message: Json, place: str) -> list[AnyBlock]:
    said = message.get("content")
    text = _text(said, f"{place}.content") if said is not None else ""
    blocks: list[AnyBlock] = [TextBlock(text)] if text else []
    for at, each in enumerate(_list(message.get("tool_calls") or [], f"{place}.tool_calls")):
        where = f"{place}.tool_calls[{at}]"
        call = _object(each, where)
        function = _object(call.get("function"), f"{where}.function")
        name, key = function.get("name"), call.get("id")
        if not isinstance(name, str) or not isinstance(key, str) or not name or not key:
            raise _bad(where, "a call has an id and the name of a function")
        given, broken = _arguments(function.get("arguments"))
        blocks.append(ToolCallBlock(key, name, given, invalid_json=broken))
    return blocks


def _arguments(given: Any) -> tuple[Json, str | None]:
    text = given if isinstance(given, str) else ""
    try:
        parsed = orjson.loads(text or "{}")
    except orjson.JSONDecodeError:
        return {}, text
    return (cast("Json", parsed), None) if isinstance(parsed, dict) else ({}, text)


def _result(message: Json, names: dict[str, str], place: str) -> ToolResultBlock:
    key = message.get("tool_call_id")
    if not isinstance(key, str) or key not in names:
        raise _bad(f"{place}.tool_call_id", "no call before it has this id")
    content = message.get("content")
    text = _text(content, f"{place}.content") if content is not None else ""
    return ToolResultBlock(key, names[key], ok=True, content=text)


def _add_result(messages: list[Message], result: ToolResultBlock) -> None:
    if messages and messages[-1].role == "tool":
        messages[-1] = Message("tool", [*messages[-1].blocks, result])
    else:
        messages.append(Message("tool", [result]))


def _text(content: Any, place: str) -> str:
    if isinstance(content, str):
        return content
    texts = [_object(part, place) for part in _list(content, place)]
    found = [part.get("text") or part.get("refusal") for part in texts]
    if not all(isinstance(text, str) for text in found):
        raise _bad(place, "only text can stand here")
    return "".join(cast("list[str]", found))


def _tool(given: Any, at: int) -> ToolDef:
    place = f"tools[{at}]"
    tool = _object(given, place)
    if tool.get("type") != "function":
        raise _bad(f"{place}.type", "only tools of type `function` can be offered")
    function = _object(tool.get("function"), f"{place}.function")
    name = function.get("name")
    if not isinstance(name, str) or not _TOOL_NAME.fullmatch(name):
        raise _bad(f"{place}.function.name", "a name has up to 64 letters, digits, - and _")
    empty: Json = {"type": "object", "properties": {}}
    return ToolDef(
        name,
        str(function.get("description") or ""),
        _object(function.get("parameters") or empty, f"{place}.function.parameters"),
        strict=bool(function.get("strict")),
    )


def _tool_choice(given: Any, known: set[str]) -> ToolChoice:
    if given in (None, "auto"):
        return ToolChoice()
    if given == "required" and not known:
        raise _bad("tool_choice", "there are no `tools` to choose from")
    if given in ("none", "required"):
        return ToolChoice(given)
    choice = _object(given, "tool_choice")
    name = _object(choice.get("function") or {}, "tool_choice.function").get("name")
    if choice.get("type") != "function" or not isinstance(name, str):
        raise _bad("tool_choice", "use auto, none, required, or name a function")
    if name not in known:
        raise _bad("tool_choice", f"there is no function called {name!r} among `tools`")
    return ToolChoice("required", (name,))


def _limit(given: Json) -> int | None:
    for name in ("max_completion_tokens", "max_tokens"):
        value = given.get(name)
        if value is not None:
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise _bad(name, "use a whole number above nought")
            return value
    return None


def _temperature(given: Any) -> float | None:
    if given is None:
        return None
    if not isinstance(given, int | float) or not 0 <= given <= 2:
        raise _bad("temperature", "use a number from 0 to 2")
    return float(given)


def _top_p(given: Any) -> float | None:
    if given is None:
        return None
    if not isinstance(given, int | float) or isinstance(given, bool) or not 0 <= given <= 1:
        raise _bad("top_p", "use a number from 0 to 1")
    return float(given)


def _seed(given: Any) -> int | None:
    if given is None:
        return None
    if not isinstance(given, int) or isinstance(given, bool) or abs(given) >= 2**63:
        raise _bad("seed", "use a whole number")
    return given


def _thinking(given: Any) -> Thinking:
    if given is None:
        return "off"
    if given not in _EFFORTS:
        raise _bad("reasoning_effort", f"use one of {', '.join(_EFFORTS)}")
    return _EFFORTS[given]


def _stop(given: Any) -> tuple[str, ...]:
    found = [given] if isinstance(given, str) else _list(given or [], "stop")
    if len(found) > 4 or not all(isinstance(each, str) and each for each in found):
        raise _bad("stop", "use up to four texts")
    return tuple(found)


def _schema(given: Any) -> Json | None:
    if given is None:
        return None
    wanted = _object(given, "response_format")
    match wanted.get("type"):
        case "text":
            return None
        case "json_object":
            return {"type": "object"}
        case "json_schema":
            named = _object(wanted.get("json_schema"), "response_format.json_schema")
            return _object(named.get("schema"), "response_format.json_schema.schema")
        case kind:
            raise _bad("response_format.type", f"{kind!r} is not known")


def _object(value: Any, place: str) -> Json:
    if not isinstance(value, dict):
        raise _bad(place, "an object is wanted here")
    return cast("Json", value)


def _list(value: Any, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise _bad(place, "a list is wanted here")
    return cast("list[Any]", value)


def _bad(place: str, why: str) -> InvalidInput:
    return InvalidInput(say("api.completion_problem", field=place, problem=why), field=place)
