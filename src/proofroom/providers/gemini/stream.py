"""generateContent answers, streamed and whole."""

from collections.abc import Sequence

from proofroom.net import SseEvent
from proofroom.providers.draft import DraftReader, Slot, SlotKind, load
from proofroom.providers.failures import name_failure
from proofroom.providers.shapes import Json, as_int, as_object, as_objects, as_text
from proofroom.providers.types import ModelRequest, Reply, Sink, StopReason, TokenUsage

STOPS: dict[str | None, StopReason] = {
    "STOP": "end",
    "MAX_TOKENS": "length",
    "SAFETY": "refused",
    "RECITATION": "refused",
    "LANGUAGE": "refused",
    "BLOCKLIST": "refused",
    "PROHIBITED_CONTENT": "refused",
    "SPII": "refused",
    "IMAGE_SAFETY": "refused",
    "IMAGE_PROHIBITED_CONTENT": "refused",
}
WORTH_REPEATING = frozenset({"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"})


class GeminiReader(DraftReader):
    """Reads the chunks of one generateContent stream. The body's end is the only terminator there is."""

    def __init__(self, provider: str, request: ModelRequest) -> None:
        super().__init__(provider, request)
        self._current: Slot | None = None
        self._calls: list[Slot] = []
        self._is_blocked = False

    def feed(self, frames: Sequence[SseEvent], sink: Sink) -> None:
        """Take the chunks of one socket read."""
        for _, data in frames:
            self._take(load(self.draft.provider, data))
        self.draft.flush(sink)

    def finish(self) -> Reply:
        """Return the whole answer; raise if there was an error or no finish reason."""
        draft = self.draft
        error = draft.error or {}
        draft.fail_if_broken(
            code=as_text(error.get("status")),
            message=as_text(error.get("message")),
            status=as_int(error.get("code")) or None,
        )
        if draft.raw_stop in WORTH_REPEATING and not self._calls:
            raise name_failure(
                draft.provider,
                status=None,
                code="malformed_function_call",
                message="the model wrote a call that cannot be read",
            )
        return draft.reply("refused" if self._is_blocked else STOPS.get(draft.raw_stop, "other"))

    def outcome(self) -> Json:
        """Return what was read in the form of the recordings, which also tell signed calls from others."""
        found = super().outcome()
        for call, slot in zip(found["tool_calls"], self._calls, strict=True):
            call["thought_signature"] = slot.opaque is not None
        return found

    def take_whole(self, answer: Json) -> None:
        """Take an answer that was not streamed."""
        self._take(answer)

    def _take(self, chunk: Json) -> None:
        draft = self.draft
        if chunk.get("error"):
            draft.error = as_object(chunk["error"]) or {"message": str(chunk["error"])}
        if usage := as_object(chunk.get("usageMetadata")):
            draft.raw_usage = usage
            draft.usage = count(usage)
        if model := as_text(chunk.get("modelVersion")):
            draft.model = model
        if reason := as_text(as_object(chunk.get("promptFeedback")).get("blockReason")):
            draft.raw_stop = reason
            draft.has_ended = self._is_blocked = True
        for candidate in as_objects(chunk.get("candidates"))[:1]:
            for part in as_objects(as_object(candidate.get("content")).get("parts")):
                self._part(part)
            if reason := as_text(candidate.get("finishReason")):
                draft.raw_stop = reason
                draft.has_ended = True

    def _part(self, part: Json) -> None:
        signature = as_text(part.get("thoughtSignature"))
        text = part.get("text")
        if isinstance(text, str):
            if signature:
                self._signed(part, text, signature)
            elif text:
                self._say(text, is_thought=part.get("thought") is True)
        elif part.get("functionCall"):
            self._call(as_object(part["functionCall"]), signature)
        elif part.get("inlineData"):
            data = as_object(part["inlineData"])
            slot = self._open("image")
            slot.whole = {"mime_type": as_text(data.get("mimeType")), "data": as_text(data.get("data"))}

    def _say(self, text: str, *, is_thought: bool) -> None:
        kind = "thinking" if is_thought else "text"
        slot = self._current
        if slot is None or slot.kind != kind:
            slot = self._open(kind)
        self.draft.say(slot, text)

    def _signed(self, part: Json, text: str, signature: str) -> None:
        """Take a signed part: it stays apart from its neighbours and goes back as it came."""
        if part.get("thought") is True or not text:
            slot = self._open("thinking")
            slot.opaque = part
        else:
            slot = self._open("text")
            slot.opaque = {"thoughtSignature": signature}
        self.draft.say(slot, text)
        self._current = None

    def _call(self, call: Json, signature: str) -> None:
        slot = self._open("call")
        slot.call_id, slot.name = as_text(call.get("id")), as_text(call.get("name"))
        slot.whole = as_object(call.get("args"))
        slot.opaque = {"thoughtSignature": signature} if signature else None
        self._calls.append(slot)

    def _open(self, kind: SlotKind) -> Slot:
        self._current = self.draft.open(kind)
        return self._current


def count(raw: Json) -> TokenUsage:
    """Return the four counts; thoughts are counted apart from candidates, so both make the output."""
    cached = as_int(raw.get("cachedContentTokenCount"))
    prompt = as_int(raw.get("promptTokenCount")) + as_int(raw.get("toolUsePromptTokenCount"))
    thoughts = as_int(raw.get("thoughtsTokenCount"))
    return TokenUsage(
        input=max(0, prompt - cached),
        cache_read=cached,
        output=as_int(raw.get("candidatesTokenCount")) + thoughts,
        reasoning=thoughts,
        raw=raw,
    )
