"""Converse requests."""

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
    prepare,
    without_trailing_reasoning,
)
from proofroom.providers.names import wire_tool_name
from proofroom.providers.profiles import Profile
from proofroom.providers.schema import object_root
from proofroom.providers.shapes import Json
from proofroom.providers.types import ModelRequest, ToolChoice, ToolDef

ID_PATTERN = r"[a-zA-Z0-9_.:-]{1,64}"
BUDGETS = {"low": 2_048, "medium": 8_192, "high": 24_576}
SMALLEST_BUDGET = 1_024
RESULTS_READ = "I have read the results."


def body(
    request: ModelRequest, provider: str, profile: Profile, *, left_out: frozenset[str], cache_ttl: str = ""
) -> Json:
    """Return the JSON of a request; what stays the same between turns comes first."""
    rules = HistoryRules(provider, request.model, profile.vision, ID_PATTERN)
    turns = prepare(request.messages, rules)
    if profile.lone_results:
        turns = _results_alone(turns)
    mark: Json = {"cachePoint": {"type": "default", **({"ttl": cache_ttl} if cache_ttl else {})}}
    marks = "cachePoint" not in left_out
    made: Json = {}
    choice = _tool_choice(request.tool_choice, profile)
    tools = _tools(request, profile, turns)
    if tools:
        config: Json = {"tools": [_tool(tool) for tool in tools]}
        if choice and request.tools and "toolChoice" not in left_out:
            config["toolChoice"] = choice
        made["toolConfig"] = config
    if system := _system(request, mark if marks and profile.caches_prefix else None):
        made["system"] = system
    made["messages"] = [_message(turn, profile, is_last=turn is turns[-1]) for turn in turns]
    if marks and profile.caches_messages:
        made["messages"][-1]["content"].append(mark)
    inference: Json = {}
    if request.max_output_tokens:
        inference["maxTokens"] = request.max_output_tokens
    is_forced = choice is not None and "auto" not in choice
    fields = _thinking(request, profile, inference, is_forced=is_forced)
    if request.temperature is not None and profile.takes_temperature(thinks=bool(fields)):
        inference["temperature"] = request.temperature
    if request.stop_sequences:
        inference["stopSequences"] = list(request.stop_sequences)
    if inference:
        made["inferenceConfig"] = inference
    if fields:
        made["additionalModelRequestFields"] = fields
    return {name: value for name, value in made.items() if name not in left_out}


def _system(request: ModelRequest, mark: Json | None) -> list[Json]:
    blocks: list[Json] = []
    if request.system_prefix.strip():
        blocks.append({"text": request.system_prefix})
        if mark:
            blocks.append(mark)
    if request.system_suffix.strip():
        blocks.append({"text": request.system_suffix})
    return blocks


def _tools(request: ModelRequest, profile: Profile, turns: list[Turn]) -> list[ToolDef]:
    """Return the tools to declare: those of history when there are none, since it may not call others."""
    choice = request.tool_choice
    called = called_names(turns)
    if not profile.tools:
        return []
    if choice.mode == "none" or not request.tools:
        known = {wire_tool_name(tool.name): tool for tool in request.tools}
        return [known.get(name) or ToolDef(name, "No longer offered.", {}) for name in called]
    if choice.names and not (choice.mode == "required" and len(choice.names) == 1):
        return [tool for tool in request.tools if tool.name in choice.names]
    return request.tools


def _tool(tool: ToolDef) -> Json:
    spec: Json = {"name": wire_tool_name(tool.name)}
    if tool.description.strip():
        spec["description"] = tool.description
    spec["inputSchema"] = {"json": object_root(tool.input_schema)}
    return {"toolSpec": spec}


def _tool_choice(choice: ToolChoice, profile: Profile) -> Json | None:
    if choice.mode == "none":  # does not exist here
        return None
    if choice.mode == "auto" or profile.forced_choice == "never":
        return {"auto": {}}
    if len(choice.names) == 1:
        return {"tool": {"name": wire_tool_name(choice.names[0])}}
    return {"any": {}}


def _thinking(request: ModelRequest, profile: Profile, inference: Json, *, is_forced: bool) -> Json:
    if request.thinking == "off" or (is_forced and profile.forced_choice == "unless_thinking"):
        return {}
    if profile.thinking == "adaptive":
        return {"thinking": {"type": "adaptive"}, "output_config": {"effort": request.thinking}}
    if profile.thinking != "budget":
        return {}
    ceiling = profile.max_output or 8_192
    budget = min(BUDGETS[request.thinking], ceiling // 2)
    if budget < SMALLEST_BUDGET:
        return {}
    inference["maxTokens"] = min(inference.get("maxTokens", ceiling // 2) + budget, ceiling)
    return {"thinking": {"type": "enabled", "budget_tokens": budget}}


def _results_alone(turns: list[Turn]) -> list[Turn]:
    """Give results a turn of their own, for models that take nothing beside them."""
    apart: list[Turn] = []
    for turn in turns:
        if isinstance(turn, UserTurn) and turn.results and turn.parts:
            apart.append(UserTurn(results=turn.results))
            apart.append(ModelTurn(blocks=[TextBlock(RESULTS_READ)]))
            apart.append(UserTurn(parts=turn.parts))
        else:
            apart.append(turn)
    return apart


def _message(turn: Turn, profile: Profile, *, is_last: bool) -> Json:
    if isinstance(turn, UserTurn):
        results = [_result(result, profile) for result in turn.results]
        return {"role": "user", "content": [*results, *map(_part, turn.parts)]}
    blocks = turn.blocks if is_last else without_trailing_reasoning(turn.blocks)
    return {"role": "assistant", "content": [_spoken(block) for block in blocks]}


def _part(part: Part) -> Json:
    return {"text": part.text} if isinstance(part, TextBlock) else _image(part)


def _image(image: ImageBlock) -> Json:
    return {"image": {"format": image.mime_type.removeprefix("image/"), "source": {"bytes": image.data}}}


def _result(result: Result, profile: Profile) -> Json:
    text = result.text if profile.result_status else result.said
    content: list[Json] = [{"text": text}] if text.strip() else []
    content.extend(_image(image) for image in result.images)
    made: Json = {"toolUseId": result.call.tool_call_id, "content": content}
    if profile.result_status:
        made["status"] = "success" if result.ok else "error"
    return {"toolResult": made}


def _spoken(block: Spoken) -> Json:
    match block:
        case TextBlock():
            return {"text": block.text}
        case ToolCallBlock():
            use = {"toolUseId": block.tool_call_id, "name": block.tool_name, "input": block.input}
            return {"toolUse": use}
        case ThinkingBlock():
            return block.opaque or {}
