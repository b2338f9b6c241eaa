"""Chat Completions requests."""

import orjson

from proofroom.kernel.blocks import ImageBlock, TextBlock, ThinkingBlock, ToolCallBlock
from proofroom.kernel.words import word_list
from proofroom.providers.chat.dialect import Dialect
from proofroom.providers.history import HistoryRules, ModelTurn, Part, Result, Turn, UserTurn, prepare
from proofroom.providers.names import wire_tool_name
from proofroom.providers.profiles import Profile
from proofroom.providers.schema import fits_strict, is_any_object, object_root
from proofroom.providers.shapes import Json
from proofroom.providers.types import ModelRequest, ToolChoice, ToolDef

OPTIONAL_FIELDS = word_list("""
    stream_options parallel_tool_calls strict prompt_cache_key reasoning_effort reasoning cache_control
    max_completion_tokens max_tokens response_format temperature top_p seed tool_choice
    """)
"""What a host may not know. The limit on tokens is then sent under its other name."""


def body(
    request: ModelRequest, dialect: Dialect, profile: Profile, *, stream: bool, left_out: frozenset[str]
) -> Json:
    """Return the JSON of a request; what stays the same between turns comes first."""
    rules = HistoryRules(dialect.name, request.model, profile.vision, dialect.id_pattern, dialect.id_length)
    turns = prepare(request.messages, rules)
    tools = _offered(request) if profile.tools else []
    has_strict = dialect.strict_field and "strict" not in left_out
    made: Json = {"model": request.model}
    if tools:
        made["tools"] = [_tool(tool, has_strict=has_strict) for tool in tools]
    marks = dialect.cache_control and profile.caches_prefix and "cache_control" not in left_out
    made["messages"] = _messages(request, turns, dialect, profile, marks=marks)
    made["stream"] = stream
    if stream and dialect.stream_usage:
        made["stream_options"] = {"include_usage": True}
    if dialect.cache_key and request.cache_key:
        made["prompt_cache_key"] = request.cache_key
    if request.max_output_tokens:
        made[_max_tokens_field(dialect, left_out)] = request.max_output_tokens
    if tools and dialect.tool_choice:
        made["tool_choice"] = _tool_choice(request.tool_choice)
    if tools and dialect.parallel_field:
        made["parallel_tool_calls"] = True
    thinks = _add_effort(made, request, dialect, profile)
    if request.temperature is not None and profile.takes_temperature(thinks=thinks):
        made["temperature"] = request.temperature
    if request.top_p is not None and profile.takes_temperature(thinks=thinks):
        made["top_p"] = request.top_p
    if request.seed is not None:
        made["seed"] = request.seed
    if request.stop_sequences:
        made["stop"] = list(request.stop_sequences)
    if request.output_schema is not None:
        made["response_format"] = _response_format(request.output_schema)
    return {name: value for name, value in made.items() if name not in left_out}


def _max_tokens_field(dialect: Dialect, left_out: frozenset[str]) -> str:
    """Return how this host spells the limit: it has two names, and hosts know one or the other."""
    spellings = (dialect.max_tokens_field, "max_completion_tokens", "max_tokens")
    return next((name for name in spellings if name not in left_out), dialect.max_tokens_field)


def _offered(request: ModelRequest) -> list[ToolDef]:
    """Return the tools to offer: this format can only narrow a choice by leaving tools out."""
    choice = request.tool_choice
    if not choice.names or (choice.mode == "required" and len(choice.names) == 1):
        return request.tools
    return [tool for tool in request.tools if tool.name in choice.names]


def _tool(tool: ToolDef, *, has_strict: bool) -> Json:
    schema = object_root(tool.input_schema)
    function: Json = {
        "name": wire_tool_name(tool.name),
        "description": tool.description,
        "parameters": schema,
    }
    if has_strict:
        function["strict"] = tool.strict and fits_strict(schema)
    return {"type": "function", "function": function}


def _tool_choice(choice: ToolChoice) -> Json | str:
    if choice.mode == "required" and len(choice.names) == 1:
        return {"type": "function", "function": {"name": wire_tool_name(choice.names[0])}}
    return choice.mode


def _add_effort(made: Json, request: ModelRequest, dialect: Dialect, profile: Profile) -> bool:
    effort = profile.resting_effort if request.thinking == "off" else request.thinking
    if profile.thinking == "none" or not effort or not dialect.effort_field:
        return False
    made[dialect.effort_field] = {"effort": effort} if dialect.effort_field == "reasoning" else effort
    return True


def _response_format(schema: Json) -> Json:
    if is_any_object(schema):
        return {"type": "json_object"}
    root = object_root(schema)
    named = {"name": "answer", "strict": fits_strict(root), "schema": root}
    return {"type": "json_schema", "json_schema": named}


def _messages(
    request: ModelRequest, turns: list[Turn], dialect: Dialect, profile: Profile, *, marks: bool
) -> list[Json]:
    messages = _system(request, profile, marks=marks)
    running = _running_from(turns)
    for at, turn in enumerate(turns):
        if isinstance(turn, UserTurn):
            messages.extend(_user_messages(turn))
        else:
            messages.append(_assistant(turn, dialect, profile, is_running=at >= running))
    if profile.system_role == "user":
        _fold_system(request, messages)
    return messages


def _system(request: ModelRequest, profile: Profile, *, marks: bool) -> list[Json]:
    texts = [text for text in (request.system_prefix, request.system_suffix) if text.strip()]
    if not texts or profile.system_role == "user":
        return []
    if not marks:
        return [{"role": profile.system_role, "content": "\n\n".join(texts)}]
    parts: list[Json] = [{"type": "text", "text": text} for text in texts]
    if request.system_prefix.strip():
        parts[0]["cache_control"] = {"type": "ephemeral"}
    return [{"role": profile.system_role, "content": parts}]


def _fold_system(request: ModelRequest, messages: list[Json]) -> None:
    """Put the system prompt into the first user message, for models that take no other."""
    texts = [text for text in (request.system_prefix, request.system_suffix) if text.strip()]
    if not texts:
        return
    first = messages[0]
    if isinstance(first["content"], str):
        first["content"] = "\n\n".join([*texts, first["content"]])
    else:
        first["content"] = [{"type": "text", "text": "\n\n".join(texts)}, *first["content"]]


def _running_from(turns: list[Turn]) -> int:
    """Return where the running tool turn begins: after the last turn in which a person spoke."""
    spoken = [at for at, turn in enumerate(turns) if isinstance(turn, UserTurn) and turn.parts]
    return spoken[-1] if spoken else 0


def _user_messages(turn: UserTurn) -> list[Json]:
    """Return tool messages, then one user message, the only place where images of results can go."""
    messages = [_tool_message(result) for result in turn.results]
    shown: list[Part] = []
    for result in turn.results:
        if result.images:
            shown.append(TextBlock(f"Images returned by {result.call.tool_name}:"))
            shown.extend(result.images)
    parts = [*shown, *turn.parts]
    if parts:
        messages.append({"role": "user", "content": _content(parts)})
    return messages


def _tool_message(result: Result) -> Json:
    text = result.said
    if result.images:
        stub = "[The images are in the next user message.]"
        text = f"{text}\n{stub}" if result.text else stub
    return {"role": "tool", "tool_call_id": result.call.tool_call_id, "content": text}


def _content(parts: list[Part]) -> str | list[Json]:
    if len(parts) == 1 and isinstance(parts[0], TextBlock):
        return parts[0].text
    return [_part(part) for part in parts]


def _part(part: Part) -> Json:
    if isinstance(part, ImageBlock):
        url = f"data:{part.mime_type};base64,{part.data}"
        return {"type": "image_url", "image_url": {"url": url, "detail": "auto"}}
    return {"type": "text", "text": part.text}


def _assistant(turn: ModelTurn, dialect: Dialect, profile: Profile, *, is_running: bool) -> Json:
    text = "".join(block.text for block in turn.blocks if isinstance(block, TextBlock))
    message: Json = {"role": "assistant", "content": text or (None if dialect.null_content else "")}
    message.update(_reasoning(turn, dialect, profile, is_running=is_running))
    if turn.calls:
        message["tool_calls"] = [_call(call) for call in turn.calls]
    return message


def _reasoning(turn: ModelTurn, dialect: Dialect, profile: Profile, *, is_running: bool) -> Json:
    states = [block.opaque or {} for block in turn.blocks if isinstance(block, ThinkingBlock)]
    if dialect.reasoning_back == "details":
        details = [part for state in states for part in state.get("reasoning_details", [])]
        return {"reasoning_details": details} if details else {}
    if dialect.reasoning_back == "running" and profile.replays_running_thoughts and is_running:
        text = "".join(state.get("reasoning_content", "") for state in states)
        return {"reasoning_content": text} if text else {}
    return {}


def _call(call: ToolCallBlock) -> Json:
    function = {"name": call.tool_name, "arguments": orjson.dumps(call.input).decode()}
    return {"id": call.tool_call_id, "type": "function", "function": function}
