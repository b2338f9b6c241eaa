"""Replaying recorded traffic: what each round of a recording amounts to, read as if it came off the wire."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.providers.adapters import ADAPTERS
from proofroom.providers.failures import read_error
from proofroom.providers.frames import last_frames, open_frames
from proofroom.providers.protocol import Adapter, Framing
from proofroom.providers.shapes import Json, as_int, as_object, as_text
from proofroom.providers.types import ModelRequest
from proofroom.providers.whole import whole_reader

PROTOCOLS = {
    "anthropic": "anthropic",
    "responses": "openai",
    "chat": "openai-compatible",
    "gemini": "gemini",
    "bedrock": "bedrock",
    "ollama": "ollama",
}
"""The adapter that reads each protocol a recording can name."""

_FRAMINGS: dict[str, Framing] = {".sse": "sse", ".eventstream": "eventstream", ".ndjson": "ndjson"}


class Ear:
    """A sink that remembers what it heard, in order, per block."""

    def __init__(self) -> None:
        self.said: dict[int, str] = {}
        self.thought: dict[int, str] = {}

    def text(self, block: int, text: str) -> None:
        """Remember a piece of text."""
        self.said[block] = self.said.get(block, "") + text

    def thinking(self, block: int, text: str) -> None:
        """Remember a piece of reasoning."""
        self.thought[block] = self.thought.get(block, "") + text


class Round:
    """One recorded request and its answer."""

    def __init__(self, folder: Path, number: int, adapter: Adapter) -> None:
        self.name = f"{folder.name} r{number}"
        self.adapter = adapter
        bodies = sorted(folder.glob(f"r{number}.response.body.*"))
        if not bodies:
            raise InvalidInput(say("providers.recording_body", name=folder.name, round=number))
        self.body = bodies[0].read_bytes()
        self.framing: Framing = _FRAMINGS.get(bodies[0].suffix, "json")
        self.status = as_int(_read(folder / f"r{number}.response.json").get("status")) or 200
        asked = as_object(_read(folder / f"r{number}.request.json").get("json"))
        self.request = ModelRequest(model=as_text(asked.get("model")), messages=[])
        expected = folder / f"r{number}.expected.json"
        self.expected = _read(expected) if expected.exists() else None

    @property
    def is_streamed(self) -> bool:
        """Tell whether the body is a stream of frames."""
        return self.framing != "json" and self.status < 400

    def frames(self, pieces: Iterable[bytes]) -> list[list[Any]]:
        """Return the frames of the body cut into these pieces, by the piece that completes them."""
        reader = open_frames(self.framing)
        groups = [reader.feed(piece) for piece in pieces]
        return [group for group in (*groups, last_frames(reader)) if group]

    def outcome(self, groups: Iterable[list[Any]]) -> tuple[Json, Ear]:
        """Read the frames in these groups; return what they amount to and what a listener heard."""
        ear = Ear()
        reader = self.adapter.reader(self.request)
        for group in groups:
            reader.feed(group, ear)
        return reader.outcome(), ear

    def whole(self) -> Json:
        """Return what the body amounts to, read in one piece."""
        if self.status >= 400:
            nothing: Json = {"text": "", "thinking": "", "tool_calls": [], "stop": None, "usage": None}
            return {**nothing, "error": read_error(self.body)}
        if self.is_streamed:
            return self.outcome(self.frames([self.body]))[0]
        return whole_reader(self.adapter, self.request, self.body).outcome()


def replay(folder: Path) -> list[Json]:
    """Return `{text, thinking, tool_calls, stop, usage, error}` for every round of a recording."""
    return [round_.whole() for round_ in rounds(folder)]


def rounds(folder: Path) -> Iterator[Round]:
    """Give the rounds of a recording in order."""
    meta = _read(folder / "meta.json")
    protocol = as_text(meta.get("protocol"))
    if protocol not in PROTOCOLS:
        raise InvalidInput(
            say(
                "providers.recording_protocol",
                name=folder.name,
                protocol=protocol,
                known=", ".join(PROTOCOLS),
            )
        )
    numbers = sorted(int(path.name[1:].split(".")[0]) for path in folder.glob("r*.response.json"))
    for number in numbers:
        yield Round(folder, number, ADAPTERS[PROTOCOLS[protocol]])


def _read(path: Path) -> Any:
    try:
        return as_object(orjson.loads(path.read_bytes()))
    except FileNotFoundError:
        raise InvalidInput(say("providers.recording_file", file=path.name, folder=path.parent.name)) from None
    except orjson.JSONDecodeError:
        raise InvalidInput(say("providers.recording_json", file=path.name, folder=path.parent.name)) from None
