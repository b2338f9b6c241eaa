"""Ollama's own chat format, the only one there that lets a request set the size of the window."""

from collections.abc import Mapping, Sequence

import orjson

from proofroom.kernel.blocks import ImageBlock, TextBlock, ToolCallBlock
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.tokens import estimate
from proofroom.providers.draft import DraftReader, Slot, load
from proofroom.providers.failures import name_failure, read_error
from proofroom.providers.history import HistoryRules, ModelTurn, UserTurn, prepare
from proofroom.providers.names import wire_tool_name
from proofroom.providers.profiles import Profile
from proofroom.providers.protocol import NO_FIELDS, Credential, HttpCall
from proofroom.providers.schema import is_any_object, object_root
from proofroom.providers.shapes import Json, as_int, as_list, as_object, as_objects, as_text
from proofroom.providers.types import ModelInfo, ModelRequest, Reply, Sink, StopReason, TokenUsage

BASE = "http://127.0.0.1:11434"
USUAL_WINDOW = 8_192
LARGEST_UNASKED_WINDOW = 131_072
USUAL_ANSWER = 2_048
STOPS: dict[str | None, StopReason] = {"stop": "end", "length": "length"}


class Ollama:
    """Ollama's `/api/chat`."""

    optional_fields = ("think", "tools")
    name = "ollama"

    def build(
        self,
        request: ModelRequest,
        credential: Credential,
        profile: Profile,
        *,
        stream: bool = True,
        left_out: frozenset[str] = NO_FIELDS,
    ) -> HttpCall:
        """Return the request, with a window that holds it: the default cuts the beginning off unseen."""
        made = _body(request, self.name, profile, stream=stream)
        made["options"]["num_ctx"] = window(request, made, credential, profile)
        if kept_for := credential.option("keep_alive"):
            made["keep_alive"] = kept_for
        kept = {name: value for name, value in made.items() if name not in left_out}
        url = f"{_base(credential)}/api/chat"
        framing = "ndjson" if stream else "json"
        return HttpCall("POST", url, _headers(credential), orjson.dumps(kept), framing)

    def reader(self, request: ModelRequest) -> "OllamaReader":
        """Return a fresh reader."""
        return OllamaReader(self.name, request)

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means."""
        message = as_text(read_error(body).get("message"))
        return name_failure(self.name, status=status, code="", message=message, headers=headers)

    def models_call(self, credential: Credential, page: str = "") -> HttpCall | None:
        """Return the request that lists models."""
        return HttpCall("GET", f"{_base(credential)}/api/tags", _headers(credential), framing="json")

    def parse_models(self, body: bytes) -> tuple[list[ModelInfo], str]:
        """Read the list of models."""
        names = [
            as_text(entry.get("model") or entry.get("name")) for entry in _entries(load(self.name, body))
        ]
        return [ModelInfo(id=name, provider=self.name, name=name) for name in names if name], ""

    def show_call(self, model: str, credential: Credential) -> HttpCall:
        """Return the request that describes one model."""
        body = orjson.dumps({"model": model})
        return HttpCall("POST", f"{_base(credential)}/api/show", _headers(credential), body, "json")

    def parse_show(self, model: str, body: bytes) -> ModelInfo:
        """Read what a model can do and how large its window is."""
        shown = load(self.name, body)
        can = set(as_list(shown.get("capabilities")))
        sizes = [
            as_int(value)
            for key, value in as_object(shown.get("model_info")).items()
            if key.endswith(".context_length")
        ]
        return ModelInfo(
            id=model,
            provider=self.name,
            name=model,
            context_window=max(sizes, default=0) or None,
            vision="vision" in can if can else None,
            tools="tools" in can if can else None,
            thinking="thinking" in can if can else None,
        )


def window(request: ModelRequest, made: Json, credential: Credential, profile: Profile) -> int:
    """Return the window to ask for. It grows in doublings, because every change reloads the model."""
    if asked := credential.option("num_ctx"):
        return int(asked)
    texts = orjson.dumps([made["messages"], made.get("tools", [])]).decode()
    needed = estimate(texts) + (request.max_output_tokens or USUAL_ANSWER)
    size = USUAL_WINDOW
    while size < needed and size < LARGEST_UNASKED_WINDOW:
        size *= 2
    return min(size, profile.context_window or size)


class OllamaReader(DraftReader):
    """Reads the lines of one answer. Calls come whole and without ids."""

    def __init__(self, provider: str, request: ModelRequest) -> None:
        super().__init__(provider, request)
        self._text: Slot | None = None
        self._thinking: Slot | None = None

    def feed(self, frames: Sequence[bytes], sink: Sink) -> None:
        """Take the lines of one socket read."""
        for line in frames:
            self._take(load(self.draft.provider, line))
        self.draft.flush(sink)

    def finish(self) -> Reply:
        """Return the whole answer; raise if there was an error or no line marked done."""
        self.draft.fail_if_broken(message=as_text((self.draft.error or {}).get("message")))
        return self.draft.reply(
            STOPS.get(self.draft.raw_stop, "end" if self.draft.raw_stop is None else "other")
        )

    def take_whole(self, answer: Json) -> None:
        """Take an answer that was not streamed: one line of the stream with everything in it."""
        self._take(answer)

    def _take(self, line: Json) -> None:
        draft = self.draft
        if line.get("error"):
            draft.error = {"message": as_text(line["error"])}
            self.is_done = True
            return
        message = as_object(line.get("message"))
        if piece := as_text(message.get("thinking")):
            self._thinking = self._thinking or draft.open("thinking")
            draft.say(self._thinking, piece)
        if piece := as_text(message.get("content")):
            self._text = self._text or draft.open("text")
            draft.say(self._text, piece)
        for call in as_objects(message.get("tool_calls")):
            function = as_object(call.get("function"))
            slot = draft.open("call")
            slot.call_id, slot.name = as_text(call.get("id")), as_text(function.get("name"))
            slot.whole = as_object(function.get("arguments"))
        if line.get("done"):
            self._end(line)

    def _end(self, line: Json) -> None:
        draft = self.draft
        draft.model = as_text(line.get("model"))
        draft.raw_stop = as_text(line.get("done_reason")) or None
        draft.raw_usage = {
            name: value for name, value in line.items() if name.endswith(("_count", "_duration"))
        }
        draft.usage = TokenUsage(
            input=as_int(line.get("prompt_eval_count")),  # missing when the whole prompt was cached
            output=as_int(line.get("eval_count")),
            raw=draft.raw_usage,
        )
        draft.has_ended = self.is_done = True


def _body(request: ModelRequest, provider: str, profile: Profile, *, stream: bool) -> Json:
    made: Json = {"model": request.model}
    offered = request.tools if profile.tools and request.tool_choice.mode != "none" else []
    if names := request.tool_choice.names:
        offered = [tool for tool in offered if tool.name in names]
    if offered:
        made["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": wire_tool_name(tool.name),
                    "description": tool.description,
                    "parameters": object_root(tool.input_schema),
                },
            }
            for tool in offered
        ]
    made["messages"] = _messages(request, HistoryRules(provider, request.model, profile.vision, r".+"))
    made["stream"] = stream
    options: Json = {}
    if request.max_output_tokens:
        options["num_predict"] = request.max_output_tokens
    if request.temperature is not None:
        options["temperature"] = request.temperature
    if request.top_p is not None:
        options["top_p"] = request.top_p
    if request.seed is not None:
        options["seed"] = request.seed
    if request.stop_sequences:
        options["stop"] = list(request.stop_sequences)
    made["options"] = options
    if profile.thinking == "graded":
        made["think"] = "low" if request.thinking == "off" else request.thinking
    elif profile.thinking == "switch":
        made["think"] = request.thinking != "off"
    if request.output_schema is not None:
        is_any = is_any_object(request.output_schema)
        made["format"] = "json" if is_any else object_root(request.output_schema)
    return made


def _messages(request: ModelRequest, rules: HistoryRules) -> list[Json]:
    texts = [text for text in (request.system_prefix, request.system_suffix) if text.strip()]
    messages: list[Json] = [{"role": "system", "content": "\n\n".join(texts)}] if texts else []
    for turn in prepare(request.messages, rules):
        messages.extend(_user(turn) if isinstance(turn, UserTurn) else [_assistant(turn)])
    return messages


def _user(turn: UserTurn) -> list[Json]:
    messages: list[Json] = [
        {"role": "tool", "tool_name": result.call.tool_name, "content": result.said}
        for result in turn.results
    ]
    images = [image.data for result in turn.results for image in result.images]
    images.extend(part.data for part in turn.parts if isinstance(part, ImageBlock))
    text = "\n".join(part.text for part in turn.parts if isinstance(part, TextBlock))
    if text or images:
        message: Json = {"role": "user", "content": text}
        if images:
            message["images"] = images
        messages.append(message)
    return messages


def _assistant(turn: ModelTurn) -> Json:
    text = "".join(block.text for block in turn.blocks if isinstance(block, TextBlock))
    message: Json = {"role": "assistant", "content": text}
    calls = [block for block in turn.blocks if isinstance(block, ToolCallBlock)]
    if calls:
        message["tool_calls"] = [
            {"function": {"name": call.tool_name, "arguments": call.input}} for call in calls
        ]
    return message


def _entries(listed: Json) -> list[Json]:
    return as_objects(listed.get("models"))


def _base(credential: Credential) -> str:
    return (credential.base_url or BASE).rstrip("/").removesuffix("/v1").removesuffix("/api")


def _headers(credential: Credential) -> dict[str, str]:
    headers = {"content-type": "application/json"}
    if credential.key:
        headers["authorization"] = f"Bearer {credential.key}"
    return headers
