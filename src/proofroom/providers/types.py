"""What goes to a model and what comes back, whichever provider stands behind it."""

from dataclasses import field
from typing import Any, Literal, Protocol

from proofroom.kernel.blocks import AnyBlock, Message, ToolCallBlock
from proofroom.kernel.data import dataclass

StopReason = Literal["end", "tool_calls", "length", "refused", "paused", "stopped", "other"]


@dataclass(frozen=True, slots=True)
class ToolDef:
    """A tool as a model sees it."""

    name: str
    description: str
    input_schema: dict[str, Any]
    strict: bool = False
    """Let the provider hold the model to the schema, where it can and the schema fits its rules."""


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """Whether the model may, must or must not use tools; `names` narrows the choice."""

    mode: Literal["auto", "none", "required"] = "auto"
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call of a model. `system_prefix` keeps its bytes between turns, so that providers can cache it."""

    model: str
    messages: list[Message]
    system_prefix: str = ""
    system_suffix: str = ""
    tools: list[ToolDef] = field(default_factory=list[ToolDef])
    tool_choice: ToolChoice = ToolChoice()
    max_output_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    thinking: Literal["off", "low", "medium", "high"] = "off"
    cache_key: str | None = None
    clear_old_tool_uses: bool = False
    """Ask the provider to clear old tool results from its own context, where its profile allows that."""
    stop_sequences: tuple[str, ...] = ()
    output_schema: dict[str, Any] | None = None
    """Ask for an answer that is JSON of this schema, where the provider can be asked for that."""
    extra: dict[str, Any] = field(default_factory=dict[str, Any])
    """What only the offline engine reads: agent, scope and screen context."""


@dataclass(slots=True)
class TokenUsage:
    """Four counts that do not overlap, and reasoning as a part of output."""

    input: int = 0
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0
    reasoning: int = 0
    cost_micros: int | None = None
    """What the provider says it cost; None when it does not say."""
    raw: dict[str, Any] | None = None
    cleared_tool_uses: int = 0
    """Old tool uses the provider took out of its context before it answered."""
    cleared_input_tokens: int = 0
    filled: int | None = None
    """How much of the window was full at the end, where the counts above sum several inner calls."""

    @property
    def context(self) -> int:
        """Return how much of the window this round's input filled; what was said counts in the next one."""
        if self.filled is not None:
            return self.filled
        return self.input + self.cache_read + self.cache_write


@dataclass(slots=True)
class Reply:
    """A model's whole answer."""

    blocks: list[AnyBlock]
    stop: StopReason
    usage: TokenUsage | None
    raw_stop: str | None = None
    model: str = ""
    """The model that really answered, where the provider says so."""

    @property
    def tool_calls(self) -> list[ToolCallBlock]:
        """Return the calls in the order the model made them."""
        return [block for block in self.blocks if isinstance(block, ToolCallBlock)]


class Sink(Protocol):
    """Where a streaming answer goes, piece by piece. Called for every piece: it must be cheap.

    Blocks are numbered in the order they begin; pieces of one block that arrive together come as one.
    """

    def text(self, block: int, piece: str, /) -> None:
        """Take a piece of the answer's text."""
        ...

    def thinking(self, block: int, piece: str, /) -> None:
        """Take a piece of readable reasoning."""
        ...


class Driver(Protocol):
    """A way to call one provider with one credential."""

    name: str

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        """Call the model, pass pieces to the sink, return the whole answer.

        Cancelling the task closes the provider's socket. Raises `ProviderFailed` and its children.
        """
        ...

    async def models(self) -> list["ModelInfo"]:
        """Return the models this credential can use."""
        ...


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """One model in a list: prices in micro-dollars per million tokens, None when unknown."""

    id: str
    provider: str
    name: str = ""
    context_window: int | None = None
    max_output: int | None = None
    vision: bool | None = None
    tools: bool | None = None
    thinking: bool | None = None
    tier: str = ""
    input_micros_per_mtok: int | None = None
    output_micros_per_mtok: int | None = None
    cache_read_micros_per_mtok: int | None = None
    cache_write_micros_per_mtok: int | None = None


@dataclass(frozen=True, slots=True)
class OpenModel:
    """A model ready to be called: its driver, what is known about it, and through which connection."""

    driver: Driver
    info: ModelInfo
    connection_id: str | None = None
    source: str = ""
    """The connection's name; empty for a built-in model."""

    @property
    def label(self) -> str:
        """Return the name people choose it by: `<connection>/<model>`, or the model's own if built in."""
        source = self.source or self.info.provider
        return f"{source}/{self.info.id}" if source != self.info.id or self.source else self.info.id
