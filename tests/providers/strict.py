"""Judges of requests: each refuses what its provider refuses, as far as the wire reference tells.

They were written from the reference, not from the builders, and serve both the property tests and the
loopback servers that stand in for providers without recordings.
"""

import json
import re
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
IMAGES = {"image/png", "image/jpeg", "image/gif", "image/webp"}
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


class Refused(Exception):
    """A request that the provider would not take."""


def need(condition: object, reason: str) -> None:
    if not condition:
        raise Refused(reason)


def only(found: Json, allowed: str, where: str) -> None:
    extra = found.keys() - set(allowed.split())
    need(not extra, f"{where} has unknown fields {sorted(extra)}")


def check_schema_root(schema: Any) -> None:
    need(isinstance(schema, dict), "a schema is not an object")
    need(schema.get("type") == "object", "the root of a schema is not of type object")
    need(isinstance(schema.get("properties"), dict), "a schema has no properties")
    need(not {"anyOf", "oneOf", "allOf"} & schema.keys(), "alternatives at the root of a schema")


def check_data_url(url: str) -> None:
    match = re.fullmatch(r"data:([a-z/]+);base64,[A-Za-z0-9+/=]+", url)
    need(match and match[1] in IMAGES, "an image that is not a data address of a known type")


# Anthropic


def check_anthropic(body: Json) -> None:
    only(
        body,
        "model max_tokens stream system tools tool_choice messages thinking output_config temperature"
        " stop_sequences cache_control context_management",
        "the request",
    )
    need(isinstance(body.get("max_tokens"), int) and body["max_tokens"] > 0, "no max_tokens")
    for block in body.get("system", []):
        need(block["type"] == "text" and block["text"].strip(), "an empty system block")
    for tool in body.get("tools", []):
        only(tool, "name description input_schema strict cache_control", "a tool")
        need(TOOL_NAME.fullmatch(tool["name"]), "a tool name")
        check_schema_root(tool["input_schema"])
    need(json.dumps(body).count('"cache_control"') <= 4, "too many cache marks")
    thinking = body.get("thinking") or {}
    if thinking.get("type") == "enabled":
        need(1024 <= thinking["budget_tokens"] < body["max_tokens"], "a budget outside its bounds")
        choice = (body.get("tool_choice") or {}).get("type")
        need(choice not in ("any", "tool"), "a forced choice with budget thinking")
    _check_anthropic_messages(body)


def _check_anthropic_messages(body: Json) -> None:
    messages = body["messages"]
    need(messages and messages[0]["role"] == "user", "the first message is not the user's")
    seen: set[str] = set()
    open_calls: list[str] = []
    for at, message in enumerate(messages):
        need(at == 0 or message["role"] != messages[at - 1]["role"], "roles do not alternate")
        content = message["content"]
        need(isinstance(content, list) and content, "an empty message")
        kinds = [block["type"] for block in content]
        if message["role"] == "user":
            results = [block["tool_use_id"] for block in content if block["type"] == "tool_result"]
            need(sorted(results) == sorted(open_calls), "calls and results do not match")
            need(kinds[: len(results)] == ["tool_result"] * len(results), "results are not first")
            open_calls = []
        else:
            need(not open_calls, "an unanswered call")
            need(kinds[-1] != "thinking" or at == len(messages) - 1, "a turn ends in thinking")
        for block in content:
            _check_anthropic_block(block, message["role"])
            if block["type"] == "tool_use":
                need(block["id"] not in seen, "an id used twice")
                seen.add(block["id"])
                open_calls.append(block["id"])
    need(not open_calls, "an unanswered call at the end")
    need(not seen or body.get("tools"), "calls in history, but no tools")
    last = messages[-1]
    is_paused = last["role"] == "assistant" and last["content"][-1]["type"].startswith("server_tool")
    need(last["role"] == "user" or is_paused, "the last message is the assistant's")


def _check_anthropic_block(block: Json, role: str) -> None:
    match block["type"]:
        case "text":
            need(block["text"].strip(), "an empty text")
        case "image":
            need(role == "user" and block["source"]["media_type"] in IMAGES, "an image out of place")
        case "tool_use":
            need(role == "assistant" and re.fullmatch(r"[a-zA-Z0-9_-]+", block["id"]), "an illegal call id")
            need(TOOL_NAME.fullmatch(block["name"]) and isinstance(block["input"], dict), "an illegal call")
        case "tool_result":
            need(role == "user", "a result out of place")
            for part in block["content"]:
                _check_anthropic_block(part, "user")
        case "thinking":
            need(role == "assistant" and block["signature"], "thinking without a signature")
        case "redacted_thinking":
            need(role == "assistant" and block["data"], "sealed thinking without data")
        case kind:
            need(kind.startswith("server_tool") or kind.endswith("_tool_result"), f"unknown block {kind}")


# OpenAI Responses


def check_responses(body: Json) -> None:
    only(
        body,
        "model stream store include instructions prompt_cache_key max_output_tokens reasoning"
        " parallel_tool_calls tool_choice stream_options tools input temperature text",
        "the request",
    )
    need(body["store"] is False, "the provider would keep the conversation")
    for tool in body.get("tools", []):
        only(tool, "type name description strict parameters", "a tool")
        need(tool["type"] == "function" and TOOL_NAME.fullmatch(tool["name"]), "a tool name")
        need(isinstance(tool.get("strict"), bool), "strict is left to the host")
        check_schema_root(tool["parameters"])
    _check_items(body["input"])


def _check_items(items: list[Json]) -> None:
    need(items, "no input")
    called: list[str] = []
    waiting: set[str] = set()
    for at, item in enumerate(items):
        kind = item.get("type", "message")
        if kind == "reasoning":
            following = items[at + 1] if at + 1 < len(items) else {}
            is_own = (
                following.get("type") in ("function_call", "reasoning")
                or following.get("role") == "assistant"
            )
            need(is_own, "reasoning without the item it led to")
        elif kind == "function_call":
            need(
                0 < len(item["call_id"]) <= 64 and item["call_id"] not in called, "an illegal or repeated id"
            )
            need(TOOL_NAME.fullmatch(item["name"]), "a call name")
            need(isinstance(json.loads(item["arguments"]), dict), "arguments that are no object")
            called.append(item["call_id"])
            waiting.add(item["call_id"])
        elif kind == "function_call_output":
            need(item["call_id"] in waiting, "an output without its call")
            waiting.discard(item["call_id"])
            _check_output(item["output"])
        else:
            need(kind == "message", f"unknown item {kind}")
            need(not waiting, "a message between a call and its output")
            _check_responses_message(item)
    need(not waiting, "an unanswered call")
    last = items[-1]
    need(last.get("type") == "function_call_output" or last.get("role") == "user", "nothing to answer")


def _check_output(output: Any) -> None:
    if isinstance(output, list):
        for part in output:
            need(part["type"] in ("input_text", "input_image"), "an output part")
            if part["type"] == "input_image":
                check_data_url(part["image_url"])
    else:
        need(isinstance(output, str), "an output that is no text")


def _check_responses_message(item: Json) -> None:
    need(item["role"] in ("user", "assistant", "system", "developer"), "a role")
    content = item["content"]
    if isinstance(content, str):
        need(content, "an empty message")
        return
    need(content, "an empty message")
    allowed = ("output_text",) if item["role"] == "assistant" else ("input_text", "input_image")
    for part in content:
        need(part["type"] in allowed, f"a part of type {part['type']} from {item['role']}")
        if part["type"] == "input_image":
            check_data_url(part["image_url"])


# Chat Completions


def check_chat(body: Json, id_pattern: str = r".{1,64}") -> None:
    only(
        body,
        "model stream stream_options max_tokens max_completion_tokens messages tools tool_choice"
        " parallel_tool_calls temperature stop response_format reasoning_effort reasoning prompt_cache_key",
        "the request",
    )
    for tool in body.get("tools", []):
        need(tool["type"] == "function", "a tool type")
        only(tool["function"], "name description parameters strict", "a tool")
        need(TOOL_NAME.fullmatch(tool["function"]["name"]), "a tool name")
        check_schema_root(tool["function"]["parameters"])
    messages = body["messages"]
    spoken = [message for message in messages if message["role"] not in ("system", "developer")]
    need(len(messages) - len(spoken) <= 1, "more than one system message")
    need(messages[0] not in spoken or len(spoken) == len(messages), "a system message that is not first")
    need(spoken and spoken[0]["role"] == "user", "the first message is not the user's")
    need(spoken[-1]["role"] in ("user", "tool"), "nothing to answer")
    _check_chat_messages(spoken, id_pattern)


def _check_chat_messages(messages: list[Json], id_pattern: str) -> None:
    seen: set[str] = set()
    waiting: list[str] = []
    before = ""
    for message in messages:
        role = message["role"]
        if role == "tool":
            need(message["tool_call_id"] in waiting, "a result without its call")
            need(isinstance(message["content"], str) and message["content"], "a result that is no text")
            waiting.remove(message["tool_call_id"])
            before = role
            continue
        need(not waiting, "an unanswered call")
        need(role != before, "roles do not alternate")
        before = role
        if role == "user":
            _check_chat_content(message["content"])
            continue
        need(role == "assistant", f"a role {role}")
        calls = message.get("tool_calls", [])
        need(message["content"] or calls, "an empty assistant message")
        for call in calls:
            need(re.fullmatch(id_pattern, call["id"]) and call["id"] not in seen, f"an id {call['id']!r}")
            need(TOOL_NAME.fullmatch(call["function"]["name"]), "a call name")
            need(isinstance(json.loads(call["function"]["arguments"]), dict), "arguments that are no object")
            seen.add(call["id"])
            waiting.append(call["id"])
    need(not waiting, "an unanswered call at the end")


def _check_chat_content(content: Any) -> None:
    need(content, "an empty user message")
    for part in content if isinstance(content, list) else []:
        if part["type"] == "image_url":
            check_data_url(part["image_url"]["url"])
        else:
            need(part["type"] == "text" and part["text"], "an empty part")


# Gemini


def check_gemini(body: Json, *, signs: bool) -> None:
    only(body, "systemInstruction contents tools toolConfig generationConfig", "the request")
    for tool in body.get("tools", []):
        for declared in tool["functionDeclarations"]:
            only(declared, "name description parametersJsonSchema", "a declaration")
            need(TOOL_NAME.fullmatch(declared["name"]), "a tool name")
            check_schema_root(declared["parametersJsonSchema"])
            need('"const"' not in json.dumps(declared["parametersJsonSchema"]), "const in a schema")
    contents = body["contents"]
    need(contents and contents[0]["role"] == "user", "the first content is not the user's")
    need(contents[-1]["role"] == "user", "nothing to answer")
    waiting: list[tuple[str | None, str]] = []
    for content in contents:
        need(content["role"] in ("user", "model") and content["parts"], "an empty content")
        answers = [part["functionResponse"] for part in content["parts"] if "functionResponse" in part]
        if answers or waiting:
            need(len(answers) == len(content["parts"]), "results and words in one content")
            found = [(answer.get("id"), answer["name"]) for answer in answers]
            need(found == waiting, f"results {found} for calls {waiting}")
            need(
                all(isinstance(answer["response"], dict) for answer in answers), "a result that is no object"
            )
        waiting = []
        calls = [part for part in content["parts"] if "functionCall" in part]
        for call in calls:
            need(content["role"] == "model", "a call from the user")
            need(isinstance(call["functionCall"]["args"], dict), "arguments that are no object")
            need(TOOL_NAME.fullmatch(call["functionCall"]["name"]), "a call name")
            waiting.append((call["functionCall"].get("id"), call["functionCall"]["name"]))
        need(not signs or not calls or calls[0].get("thoughtSignature"), "a first call without a signature")
        for part in content["parts"]:
            need(part.get("text", "x") or "thoughtSignature" in part, "an empty part")
    need(not waiting, "an unanswered call at the end")


# Bedrock


def check_bedrock(body: Json) -> None:
    only(body, "system messages inferenceConfig toolConfig additionalModelRequestFields", "the request")
    names: set[str] = set()
    for tool in body.get("toolConfig", {}).get("tools", []):
        spec = tool["toolSpec"]
        need(TOOL_NAME.fullmatch(spec["name"]) and spec.get("description", "x").strip(), "a tool")
        check_schema_root(spec["inputSchema"]["json"])
        names.add(spec["name"])
    messages = body["messages"]
    need(messages and messages[0]["role"] == "user", "the first message is not the user's")
    need(messages[-1]["role"] == "user", "nothing to answer")
    seen: set[str] = set()
    waiting: list[str] = []
    for at, message in enumerate(messages):
        need(at == 0 or message["role"] != messages[at - 1]["role"], "roles do not alternate")
        need(message["content"], "an empty message")
        results = [block["toolResult"] for block in message["content"] if "toolResult" in block]
        need(sorted(result["toolUseId"] for result in results) == sorted(waiting), "calls and results differ")
        waiting = []
        for block in message["content"]:
            _check_converse_block(block)
            if use := block.get("toolUse"):
                need(message["role"] == "assistant" and use["toolUseId"] not in seen, "a repeated id")
                seen.add(use["toolUseId"])
                waiting.append(use["toolUseId"])
        need("reasoningContent" not in message["content"][-1], "a turn ends in reasoning")
    need(not waiting, "an unanswered call at the end")
    need(not seen or names, "calls in history, but no tools")


def _check_converse_block(block: Json) -> None:
    if "text" in block:
        need(block["text"].strip(), "a blank text")
    if use := block.get("toolUse"):
        need(re.fullmatch(r"[a-zA-Z0-9_.:-]{1,64}", use["toolUseId"]), "an illegal id")
        need(TOOL_NAME.fullmatch(use["name"]) and isinstance(use["input"], dict), "an illegal call")
    if image := block.get("image"):
        need(image["format"] in ("png", "jpeg", "gif", "webp"), "an image format")
    for part in block.get("toolResult", {}).get("content", []):
        _check_converse_block(part)


# Ollama


def check_ollama(body: Json) -> None:
    only(body, "model messages tools think format options keep_alive stream", "the request")
    options = body["options"]
    only(options, "num_ctx num_predict temperature stop", "the options")
    need(isinstance(options.get("num_ctx"), int) and options["num_ctx"] >= 1024, "no window is set")
    need(body.get("think", True) in (True, False, "low", "medium", "high"), "think")
    for tool in body.get("tools", []):
        need(tool["type"] == "function", "a tool type")
        check_schema_root(tool["function"]["parameters"])
    waiting: list[str] = []
    for at, message in enumerate(body["messages"]):
        only(message, "role content thinking images tool_calls tool_name", "a message")
        need(isinstance(message["content"], str), "content that is no text")
        if message["role"] == "tool":
            need(waiting and message["tool_name"] == waiting.pop(0), "a result out of order")
            continue
        need(not waiting, "an unanswered call")
        need(message["role"] in ("system", "user", "assistant"), "a role")
        need(message["role"] != "system" or at == 0, "a system message that is not first")
        for image in message.get("images", []):
            need(not image.startswith("data:"), "an image that is not plain base64")
        for call in message.get("tool_calls", []):
            only(call, "function", "a call")
            need(isinstance(call["function"]["arguments"], dict), "arguments that are no object")
            waiting.append(call["function"]["name"])
    need(not waiting, "an unanswered call at the end")


Judge = Callable[[Json], None]
