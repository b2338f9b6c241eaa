"""Responses requests: instructions, tools, and the conversation as a flat list of items."""

import orjson

from proofroom.kernel.blocks import TextBlock, ThinkingBlock, ToolCallBlock
from proofroom.providers.history import (
    HistoryRules,
    ModelTurn,
    Part,
    Result,
    Spoken,
    UserTurn,
    own_state,
    prepare,
    without_trailing_reasoning,
)
from proofroom.providers.names import wire_tool_name
from proofroom.providers.profiles import Profile
from proofroom.providers.responses.dialect import Dialect
from proofroom.providers.schema import fits_strict, is_any_object, object_root
from proofroom.providers.shapes import Json
from proofroom.providers.types import ModelRequest, ToolChoice, ToolDef

ID_PATTERN = r"[a-zA-Z0-9_:.-]{1,64}"


def body(
    request: ModelRequest, dialect: Dialect, profile: Profile, *, stream: bool, left_out: frozenset[str]
) -> Json:
    """Return the JSON of a request; what stays the same between turns comes first."""
    rules = HistoryRules(dialect.name, request.model, profile.vision, ID_PATTERN)
    marks = dialect.cache_control and profile.caches_prefix and "cache_control" not in left_out
    marks = marks or (profile.cache_breakpoints and "prompt_cache_breakpoint" not in left_out)
    made: Json = {"model": request.model}
    if request.tools and profile.tools:
        made["tools"] = [_tool(tool) for tool in request.tools]
    if not marks and (system := _join(request.system_prefix, request.system_suffix)):
        made["instructions"] = system
    made["input"] = _system_items(request, profile) if marks else []
    for turn in prepare(request.messages, rules):
        made["input"].extend(
            _user_items(turn) if isinstance(turn, UserTurn) else _model_items(turn, rules, dialect)
        )
    made["stream"] = stream
    made["store"] = False
    if stream and dialect.obfuscates:
        made["stream_options"] = {"include_obfuscation": False}
    if dialect.cache_key and request.cache_key:
        made["prompt_cache_key"] = request.cache_key
    if request.max_output_tokens:
        made["max_output_tokens"] = request.max_output_tokens
    if made.get("tools"):
        made["tool_choice"] = _tool_choice(request.tool_choice, profile)
        made["parallel_tool_calls"] = True
    thinks = _add_reasoning(made, request, dialect, profile)
    if request.temperature is not None and profile.takes_temperature(thinks=thinks):
        made["temperature"] = request.temperature
    if request.top_p is not None and profile.takes_temperature(thinks=thinks):
        made["top_p"] = request.top_p
    if request.output_schema is not None:
        made["text"] = {"format": _output_format(request.output_schema)}
    return {name: value for name, value in made.items() if name not in left_out}


def _join(*texts: str) -> str:
    return "\n\n".join(text for text in texts if text.strip())


def _system_items(request: ModelRequest, profile: Profile) -> list[Json]:
    """Return the system prompt as one message with a cache mark between its stable and its moving part."""
    mark: Json = {"cache_control": {"type": "ephemeral"}}
    if profile.cache_breakpoints:
        mark = {"prompt_cache_breakpoint": {"mode": "explicit"}}
    parts: list[Json] = []
    if request.system_prefix.strip():
        parts.append({"type": "input_text", "text": request.system_prefix, **mark})
    if request.system_suffix.strip():
        parts.append({"type": "input_text", "text": request.system_suffix})
    return [{"role": profile.system_role, "content": parts}] if parts else []


def _tool(tool: ToolDef) -> Json:
    schema = object_root(tool.input_schema)
    return {
        "type": "function",
        "name": wire_tool_name(tool.name),
        "description": tool.description,
        "parameters": schema,
        # Left out, it would mean that the host may bend the schema until it is strict.
        "strict": tool.strict and fits_strict(schema),
    }


def _tool_choice(choice: ToolChoice, profile: Profile) -> Json | str:
    if choice.mode == "none":
        return "none"
    is_forced = choice.mode == "required" and profile.forced_choice != "never"
    names = [wire_tool_name(name) for name in choice.names]
    if is_forced and len(names) == 1:
        return {"type": "function", "name": names[0]}
    mode = "required" if is_forced else "auto"
    if names:
        allowed = [{"type": "function", "name": name} for name in names]
        return {"type": "allowed_tools", "mode": mode, "tools": allowed}
    return mode


def _add_reasoning(made: Json, request: ModelRequest, dialect: Dialect, profile: Profile) -> bool:
    """Ask for as much reasoning as wanted; tell whether the model will reason."""
    if profile.thinking == "none":
        return False
    effort = profile.resting_effort if request.thinking == "off" else request.thinking
    if effort:
        made["reasoning"] = {"effort": effort}
        if request.thinking != "off":
            made["reasoning"]["summary"] = "auto"
    if profile.seals_reasoning and dialect.asks_for_sealed:
        made["include"] = ["reasoning.encrypted_content"]
    return bool(effort)


def _output_format(schema: Json) -> Json:
    if is_any_object(schema):
        return {"type": "json_object"}
    root = object_root(schema)
    return {"type": "json_schema", "name": "answer", "strict": fits_strict(root), "schema": root}


def _user_items(turn: UserTurn) -> list[Json]:
    items = [_output(result) for result in turn.results]
    if turn.parts:
        items.append({"role": "user", "content": [_part(part) for part in turn.parts]})
    return items


def _part(part: Part) -> Json:
    if isinstance(part, TextBlock):
        return {"type": "input_text", "text": part.text}
    url = f"data:{part.mime_type};base64,{part.data}"
    return {"type": "input_image", "image_url": url, "detail": "auto"}


def _output(result: Result) -> Json:
    output: str | list[Json] = result.said
    if result.images:
        texts: list[Json] = [{"type": "input_text", "text": result.said}] if result.text else []
        output = [*texts, *map(_part, result.images)]
    return {"type": "function_call_output", "call_id": result.call.tool_call_id, "output": output}


def _model_items(turn: ModelTurn, rules: HistoryRules, dialect: Dialect) -> list[Json]:
    blocks = [block for block in turn.blocks if _is_replayable(block, dialect)]
    return [_item(block, rules) for block in without_trailing_reasoning(_calls_together(blocks))]


def _is_replayable(block: Spoken, dialect: Dialect) -> bool:
    if not isinstance(block, ThinkingBlock):
        return True
    item = block.opaque or {}
    if item.get("type") != "reasoning":  # kept by the same provider's other format
        return False
    return dialect.plain_reasoning or bool(item.get("encrypted_content"))


def _calls_together(blocks: list[Spoken]) -> list[Spoken]:
    """Move texts that come after a call, with the reasoning that led to them, before the first call.

    Some hosts find no output for a call when a message stands between the two.
    """
    first = next((at for at, block in enumerate(blocks) if isinstance(block, ToolCallBlock)), len(blocks))
    while first and isinstance(blocks[first - 1], ThinkingBlock):
        first -= 1
    moved: list[Spoken] = []
    kept: list[Spoken] = []
    group: list[Spoken] = []
    for block in blocks[first:]:
        group.append(block)
        if not isinstance(block, ThinkingBlock):
            (moved if isinstance(block, TextBlock) else kept).extend(group)
            group = []
    return [*blocks[:first], *moved, *kept, *group]


def _item(block: Spoken, rules: HistoryRules) -> Json:
    match block:
        case ThinkingBlock():
            return block.opaque or {}
        case ToolCallBlock():
            return {
                "type": "function_call",
                "call_id": block.tool_call_id,
                "name": block.tool_name,
                "arguments": orjson.dumps(block.input).decode(),
            }
        case TextBlock():
            state = own_state(block, rules)
            if not state:
                return {"role": "assistant", "content": block.text}
            text: Json = {"type": "output_text", "text": block.text, "annotations": []}
            return {"type": "message", "role": "assistant", "status": "completed", "content": [text], **state}
