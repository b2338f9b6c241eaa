"""Messages requests: the stable prefix first and marked for the cache, then the conversation."""

from proofroom.kernel.blocks import ImageBlock, TextBlock, ThinkingBlock, ToolCallBlock
from proofroom.providers.history import (
    HistoryRules,
    ModelTurn,
    Part,
    Result,
    Spoken,
    Turn,
    UserTurn,
    called_names,
    own_state,
    prepare,
    without_trailing_reasoning,
)
from proofroom.providers.names import wire_tool_name
from proofroom.providers.profiles import Profile
from proofroom.providers.schema import fits_strict, is_any_object, object_root
from proofroom.providers.shapes import Json
from proofroom.providers.types import ModelRequest, ToolDef

DEFAULT_MAX_TOKENS = 16_384
BUDGETS = {"low": 2_048, "medium": 8_192, "high": 24_576}
SMALLEST_BUDGET = 1_024
CLEAR_AFTER_TOKENS = 60_000
KEPT_TOOL_USES = 4
CLEAR_AT_LEAST_TOKENS = 10_000
CONTEXT_BETA = "context-management-2025-06-27"


def body(
    request: ModelRequest,
    provider: str,
    profile: Profile,
    *,
    stream: bool,
    left_out: frozenset[str],
    cache: Json | None,
) -> Json:
    """Return the JSON of a request; `cache` is the mark for the end of the stable prefix, or None."""
    rules = HistoryRules(provider, request.model, profile.vision)
    turns = prepare(request.messages, rules)
    tools = _tools(request, profile, turns)
    system = _system(request, cache)
    if cache and tools and not request.system_prefix:
        tools[-1]["cache_control"] = cache
    made: Json = {"model": request.model}
    if tools:
        made["tools"] = tools
    if system:
        made["system"] = system
    made["messages"] = [_message(turn, rules, is_last=turn is turns[-1]) for turn in turns]
    if cache and profile.caches_messages:
        made["cache_control"] = cache  # the server puts this mark on the last block
    usual = min(DEFAULT_MAX_TOKENS, profile.max_output or DEFAULT_MAX_TOKENS)
    made["max_tokens"] = request.max_output_tokens or usual
    made["stream"] = stream
    choice = _tool_choice(request, profile) if tools else None
    is_forced = choice is not None and choice["type"] in ("any", "tool")
    thinks = _add_thinking(made, request, profile, turns, is_forced=is_forced)
    if choice:
        made["tool_choice"] = choice
    _add_output_format(made, request, profile)
    if request.temperature is not None and profile.takes_temperature(thinks=thinks):
        made["temperature"] = request.temperature
    elif request.top_p is not None and profile.takes_temperature(thinks=thinks):
        made["top_p"] = request.top_p  # of the two only one may be sent
    if request.stop_sequences:
        made["stop_sequences"] = list(request.stop_sequences)
    if clears(request, profile):
        made["context_management"] = {"edits": [_clear_edit()]}
    return {name: value for name, value in made.items() if name not in left_out}


def clears(request: ModelRequest, profile: Profile) -> bool:
    """Tell whether old tool uses are to be cleared by the provider."""
    return request.clear_old_tool_uses and profile.clears_tool_uses and bool(request.tools)


def _clear_edit() -> Json:
    return {
        "type": "clear_tool_uses_20250919",
        "trigger": {"type": "input_tokens", "value": CLEAR_AFTER_TOKENS},
        "keep": {"type": "tool_uses", "value": KEPT_TOOL_USES},
        "clear_at_least": {"type": "input_tokens", "value": CLEAR_AT_LEAST_TOKENS},
    }


def _system(request: ModelRequest, cache: Json | None) -> list[Json]:
    blocks: list[Json] = []
    if request.system_prefix.strip():
        prefix: Json = {"type": "text", "text": request.system_prefix}
        if cache:
            prefix["cache_control"] = cache
        blocks.append(prefix)
    if request.system_suffix.strip():
        blocks.append({"type": "text", "text": request.system_suffix})
    return blocks


def _tools(request: ModelRequest, profile: Profile, turns: list[Turn]) -> list[Json]:
    offered = request.tools if profile.tools else []
    choice = request.tool_choice
    if choice.names and not (choice.mode == "required" and len(choice.names) == 1):
        offered = [tool for tool in offered if tool.name in choice.names]
    if not offered:  # calls in history are refused when no tool is declared
        offered = [ToolDef(name, "No longer offered.", {}) for name in called_names(turns)]
    return [_tool(tool, profile) for tool in offered]


def _tool(tool: ToolDef, profile: Profile) -> Json:
    schema = object_root(tool.input_schema)
    made: Json = {"name": wire_tool_name(tool.name), "description": tool.description, "input_schema": schema}
    if tool.strict and profile.strict_tools and fits_strict(schema, limits=False):
        made["strict"] = True
    return made


def _tool_choice(request: ModelRequest, profile: Profile) -> Json:
    choice = request.tool_choice
    if choice.mode == "none" or not request.tools:
        return {"type": "none"}
    if choice.mode == "auto" or profile.forced_choice == "never":
        return {"type": "auto"}
    if len(choice.names) == 1:
        return {"type": "tool", "name": wire_tool_name(choice.names[0])}
    return {"type": "any"}


def _add_thinking(
    made: Json, request: ModelRequest, profile: Profile, turns: list[Turn], *, is_forced: bool
) -> bool:
    """Ask for reasoning as this model wants to be asked; tell whether it was asked for."""
    if request.thinking == "off" or (is_forced and profile.forced_choice == "unless_thinking"):
        return False
    if profile.thinking == "adaptive":
        made["thinking"] = {"type": "adaptive", "display": "summarized"}
        made["output_config"] = {"effort": request.thinking}
        return True
    if profile.thinking != "budget" or not _may_think(turns):
        return False
    ceiling = profile.max_output or made["max_tokens"]
    budget = min(BUDGETS[request.thinking], ceiling // 2)
    if budget < SMALLEST_BUDGET:
        return False
    made["max_tokens"] = min(made["max_tokens"] + budget, ceiling)
    made["thinking"] = {"type": "enabled", "budget_tokens": budget}
    return True


def _may_think(turns: list[Turn]) -> bool:
    """Tell whether the running tool turn begins with sealed thinking, as budget thinking demands."""
    if len(turns) < 2 or not isinstance(turns[-1], UserTurn) or not turns[-1].results:
        return True
    answered = turns[-2]
    return isinstance(answered, ModelTurn) and isinstance(answered.blocks[0], ThinkingBlock)


def _add_output_format(made: Json, request: ModelRequest, profile: Profile) -> None:
    if request.output_schema is None or is_any_object(request.output_schema):
        return  # there is no mode for any JSON: the prompt has to ask for it
    if profile.strict_tools:
        schema = {"type": "json_schema", "schema": object_root(request.output_schema)}
        made["output_config"] = {**made.get("output_config", {}), "format": schema}


def _message(turn: Turn, rules: HistoryRules, *, is_last: bool) -> Json:
    if isinstance(turn, UserTurn):
        content = [*map(_tool_result, turn.results), *map(_part, turn.parts)]
        return {"role": "user", "content": content}
    blocks = turn.blocks if is_last else without_trailing_reasoning(_finished(turn.blocks))
    return {"role": "assistant", "content": [_spoken(block, rules) for block in blocks]}


def _finished(blocks: list[Spoken]) -> list[Spoken]:
    """Leave out server tools that never answered: only the last turn may be continued."""
    answered = {
        str(block.opaque.get("tool_use_id"))
        for block in blocks
        if isinstance(block, ThinkingBlock) and block.opaque and "tool_use_id" in block.opaque
    }
    return [
        block
        for block in blocks
        if not (isinstance(block, ThinkingBlock) and block.opaque and _is_open(block.opaque, answered))
    ]


def _is_open(item: Json, answered: set[str]) -> bool:
    return item.get("type") == "server_tool_use" and item.get("id") not in answered


def _part(part: Part) -> Json:
    return {"type": "text", "text": part.text} if isinstance(part, TextBlock) else _image(part)


def _image(image: ImageBlock) -> Json:
    return {"type": "image", "source": {"type": "base64", "media_type": image.mime_type, "data": image.data}}


def _tool_result(result: Result) -> Json:
    content: list[Json] = [{"type": "text", "text": result.text}] if result.text.strip() else []
    content.extend(map(_image, result.images))
    return {
        "type": "tool_result",
        "tool_use_id": result.call.tool_call_id,
        "is_error": not result.ok,
        "content": content,
    }


def _spoken(block: Spoken, rules: HistoryRules) -> Json:
    match block:
        case TextBlock():
            return {"type": "text", "text": block.text, **own_state(block, rules)}
        case ToolCallBlock():
            return {
                "type": "tool_use",
                "id": block.tool_call_id,
                "name": block.tool_name,
                "input": block.input,
            }
        case ThinkingBlock():
            return block.opaque or {}
