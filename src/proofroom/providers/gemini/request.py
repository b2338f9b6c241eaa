"""generateContent requests."""

import base64

from proofroom.kernel.blocks import ImageBlock, TextBlock, ThinkingBlock, ToolCallBlock
from proofroom.providers.failures import read_json
from proofroom.providers.history import (
    HistoryRules,
    ModelTurn,
    Part,
    Result,
    Spoken,
    UserTurn,
    own_state,
    prepare,
)
from proofroom.providers.names import wire_tool_name
from proofroom.providers.profiles import Profile
from proofroom.providers.schema import for_gemini, is_any_object, object_root
from proofroom.providers.shapes import Json, is_object
from proofroom.providers.types import ModelRequest, ToolChoice, ToolDef

ID_PATTERN = r"[a-zA-Z0-9_:.-]{1,64}"
BUDGETS = {"low": 1_024, "medium": 8_192, "high": 24_576}
NO_SIGNATURE = base64.b64encode(b"skip_thought_signature_validator").decode()
"""What Google documents for calls in history that its model did not make."""


def body(request: ModelRequest, provider: str, profile: Profile, *, left_out: frozenset[str]) -> Json:
    """Return the JSON of a request; what stays the same between turns comes first."""
    rules = HistoryRules(provider, request.model, profile.vision, ID_PATTERN)
    tools = request.tools if profile.tools else []
    made: Json = {}
    if tools:
        made["tools"] = [{"functionDeclarations": [_declaration(tool) for tool in tools]}]
    if system := [{"text": text} for text in (request.system_prefix, request.system_suffix) if text.strip()]:
        made["systemInstruction"] = {"parts": system}
    contents: list[Json] = []
    for turn in prepare(request.messages, rules):
        if isinstance(turn, UserTurn):
            contents.extend(_user_contents(turn, profile))
        else:
            contents.append({"role": "model", "parts": _model_parts(turn, rules, profile)})
    made["contents"] = contents
    if tools:
        made["toolConfig"] = {"functionCallingConfig": _calling(request.tool_choice)}
    if config := _config(request, profile, has_tools=bool(tools)):
        made["generationConfig"] = {name: value for name, value in config.items() if name not in left_out}
    return made


def _declaration(tool: ToolDef) -> Json:
    schema = for_gemini(object_root(tool.input_schema))
    return {
        "name": wire_tool_name(tool.name),
        "description": tool.description,
        "parametersJsonSchema": schema,
    }


def _calling(choice: ToolChoice) -> Json:
    if choice.mode == "none":
        return {"mode": "NONE"}
    mode = "ANY" if choice.mode == "required" else "AUTO"
    if not choice.names:
        return {"mode": mode}
    names = [wire_tool_name(name) for name in choice.names]
    # AUTO takes no names; VALIDATED is AUTO with the schema enforced, and does.
    return {"mode": "VALIDATED" if mode == "AUTO" else mode, "allowedFunctionNames": names}


def _config(request: ModelRequest, profile: Profile, *, has_tools: bool) -> Json:
    config: Json = {}
    if request.max_output_tokens:
        config["maxOutputTokens"] = request.max_output_tokens
    if request.temperature is not None and profile.temperature:
        config["temperature"] = request.temperature
    if request.top_p is not None and profile.temperature:
        config["topP"] = request.top_p
    if request.seed is not None:
        config["seed"] = request.seed
    if request.stop_sequences:
        config["stopSequences"] = list(request.stop_sequences)
    schema = request.output_schema
    if schema is not None and (profile.schema_with_tools or not has_tools):
        config["responseMimeType"] = "application/json"
        if not is_any_object(schema):
            config["responseJsonSchema"] = for_gemini(object_root(schema))
    if thinking := _thinking(request, profile):
        config["thinkingConfig"] = thinking
    return config


def _thinking(request: ModelRequest, profile: Profile) -> Json:
    is_off = request.thinking == "off"
    if profile.thinking == "level":
        level = profile.resting_effort if is_off else request.thinking
        made: Json = {"thinkingLevel": level.upper()} if level else {}
    elif profile.thinking == "token_budget":
        made = {"thinkingBudget": int(profile.resting_effort or 0) if is_off else BUDGETS[request.thinking]}
    else:
        return {}
    return made if is_off else {"includeThoughts": True, **made}


def _user_contents(turn: UserTurn, profile: Profile) -> list[Json]:
    """Return results and words apart: in one content the model misreads them."""
    contents: list[Json] = []
    loose: list[ImageBlock] = []
    if turn.results:
        responses = [_response(result, profile) for result in turn.results]
        contents.append({"role": "user", "parts": responses})
        if not profile.images_in_results:
            loose = [image for result in turn.results for image in result.images]
    if loose or turn.parts:
        contents.append({"role": "user", "parts": [_part(part) for part in (*loose, *turn.parts)]})
    return contents


def _response(result: Result, profile: Profile) -> Json:
    parsed = read_json(result.text.encode()) if result.ok else None
    response: Json = parsed if is_object(parsed) else {"result" if result.ok else "error": result.text}
    made: Json = {"name": result.call.tool_name, "response": response}
    if result.call.provider_id:
        made = {"id": result.call.tool_call_id, **made}
    if result.images and profile.images_in_results:
        made["parts"] = [_part(image) for image in result.images]
    elif result.images:
        response["images"] = "They are in the next message."
    return {"functionResponse": made}


def _part(part: Part) -> Json:
    if isinstance(part, ImageBlock):
        return {"inlineData": {"mimeType": part.mime_type, "data": part.data}}
    return {"text": part.text}


def _model_parts(turn: ModelTurn, rules: HistoryRules, profile: Profile) -> list[Json]:
    parts = [_spoken(block, rules) for block in turn.blocks]
    first_call = next((part for part in parts if "functionCall" in part), None)
    if profile.signs_thoughts and first_call is not None:
        first_call.setdefault("thoughtSignature", NO_SIGNATURE)
    return parts


def _spoken(block: Spoken, rules: HistoryRules) -> Json:
    match block:
        case ThinkingBlock():
            return block.opaque or {}
        case TextBlock():
            return {"text": block.text, **own_state(block, rules)}
        case ToolCallBlock():
            call: Json = {"name": block.tool_name, "args": block.input}
            if block.provider_id:  # a call that came without an id is answered by its name and place
                call = {"id": block.tool_call_id, **call}
            return {"functionCall": call, **own_state(block, rules)}
