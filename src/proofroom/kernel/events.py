"""The numbered lines of a run's log. Their docstrings are the reference of the stream.

Every event has `n`, its number within the run. Numbers only grow and are never used twice, but may have
gaps. Text arrives in pieces: `offset` is where the piece begins in its block, in UTF-16 units as JavaScript
counts, so applying a piece twice, or a longer stored piece over shorter live ones, gives the same text. A
`stepRestarted` tells the reader to drop what it has of that step. The last event of a run that has ended is
`done` or `error`.

Every event names the trace of its run, `traceId`. It is the same for all of them, so it is neither stored
nor encoded with each: it is put on the lines as they leave.
"""

from typing import Any, Literal

import msgspec

from proofroom.kernel.strings import plain


class Event(msgspec.Struct, tag_field="type", rename="camel", kw_only=True, omit_defaults=True):
    """Something that happened in a run. `n` is its number, `step` the step it belongs to.

    `trace_id` is empty until the event is read or sent.
    """

    n: int = 0
    step: str = ""
    trace_id: str = ""


class Affected(msgspec.Struct, rename="camel", omit_defaults=True):
    """What a turn changed, so that a client refetches only that."""

    models: list[str] = []
    locales: list[str] = []
    snapshot_changed: bool = False
    branches_changed: bool = False
    branch: str | None = None
    resources: list[str] = []

    def merged(self, other: "Affected") -> "Affected":
        """Return both together: unions, ors, and the later branch."""
        return Affected(
            models=sorted({*self.models, *other.models}),
            locales=sorted({*self.locales, *other.locales}),
            snapshot_changed=self.snapshot_changed or other.snapshot_changed,
            branches_changed=self.branches_changed or other.branches_changed,
            branch=other.branch or self.branch,
            resources=sorted({*self.resources, *other.resources}),
        )


class RunStarted(Event, tag="runStarted", kw_only=True):
    """A run began. Names its agent and model."""

    run_id: str
    conversation_id: str | None = None
    agent: str
    model: str
    at: str


class BridgeReady(Event, tag="bridgeReady", kw_only=True):
    """A browser can now answer tool requests of this run under this bridge id."""

    bridge_id: str


class Text(Event, tag="text", kw_only=True):
    """A piece of the answer, beginning at `offset` of block `block`."""

    block: int = 0
    offset: int = 0
    text: str


class Thinking(Event, tag="thinking", kw_only=True):
    """A piece of the model's reasoning, beginning at `offset` of block `block`."""

    block: int = 0
    offset: int = 0
    text: str


class ToolCall(Event, tag="toolCall", kw_only=True):
    """The model wants to use a tool; the call is about to be judged and run."""

    tool_call_id: str
    tool_name: str
    input: dict[str, Any]
    status: Literal["pending"] = "pending"


class ToolRequest(Event, tag="toolRequest", kw_only=True):
    """A tool that needs the browser; answer with `POST /api/ai/tool-result`."""

    request_id: str
    tool_name: str
    input: dict[str, Any]


class Delegated(Event, tag="delegated", kw_only=True):
    """Another agent works on a part of this run, in a run of its own with its own events."""

    run_id: str
    tool_call_id: str
    agent: str
    name: str


class ToolResult(Event, tag="toolResult", kw_only=True):
    """A tool answered. `summary` is one line for the person; `duration_ms` how long it took."""

    tool_call_id: str
    tool_name: str
    ok: bool
    error: str | None = None
    summary: str = ""
    duration_ms: int = 0
    data: Any = None


class ApprovalRequested(Event, tag="approvalRequested", kw_only=True):
    """A call waits for a person's word."""

    approval_id: str
    tool_call_id: str
    tool_name: str
    reason: str


class ApprovalDecided(Event, tag="approvalDecided", kw_only=True):
    """A person decided on a call."""

    approval_id: str
    tool_call_id: str
    decision: Literal["approved", "denied", "expired", "cancelled"]
    by: str = ""


class Proposal(Event, tag="proposal", kw_only=True):
    """Changes of this run wait for a person, or were merged."""

    proposal_id: str
    branch: str
    state: str
    hunks: int


class Progress(Event, tag="progress", kw_only=True):
    """How far a long piece of work is: a sentence, and parts of a whole if known.

    `cost_micros` is what the run has cost so far with all that it started, where that is counted.
    """

    text: str
    done: int | None = None
    total: int | None = None
    percent: int | None = None
    cost_micros: int | None = None


class DocumentOpened(Event, tag="documentOpened", kw_only=True):
    """A tool works on a document of the site: `{type, id}`. An editor that is open shows it."""

    document: dict[str, Any]
    node_id: str | None = None


class StatusTransition(Event, tag="statusTransition", kw_only=True):
    """Something the run works on moved from one state to another."""

    subject: str
    before: str
    after: str


class StepRestarted(Event, tag="stepRestarted", kw_only=True):
    """The studio stopped in the middle of this step and repeats it: drop what came of it before."""

    attempt: int


class ModelSwitched(Event, tag="modelSwitched", kw_only=True):
    """The chosen model failed before it said anything; the next of the agent's models answers."""

    before: str
    after: str
    reason: str


class Notice(Event, tag="notice", kw_only=True):
    """Something to know about the answer, which stands all the same.

    `code` is `output_truncated` (cut off at the longest length it may have), `refused` (the model would not
    answer), `round_limit` (the agent used all its rounds and told how far it came), `outside_text` (the run
    has read a stranger's text, so it asks and waits from now on), `injection_signal` (a text may try to give
    orders to the model) or `database_away` (the run rests until the database answers; only who watches then
    is told).
    """

    code: str
    message: str
    suggestion: str = ""


class Usage(Event, tag="usage", kw_only=True):
    """What one call used, in four token counts that do not overlap. Cost is None when unknown.

    Every call has its own event, one that failed or was stopped too: a run used the sum of them.
    """

    input_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cost_micros: int | None = None


class BudgetNotice(Event, tag="budget", kw_only=True):
    """A budget passed a mark (`warned`, `reached`; each is told once), or it stopped the run (`stopped`)."""

    budget_id: str
    title: str
    state: Literal["warned", "reached", "stopped"]
    percent: int = 0
    spent_micros: int = 0
    limit_micros: int = 0
    stop_id: str | None = None


class Context(Event, tag="context", kw_only=True):
    """How full the model's window is after this round.

    `breakdown` tells by estimate what filled it, `remaining` what was still free beside the room kept for the
    answer, `cut` what was left out to fit. `is_estimate` is true when the provider reported nothing.
    """

    context_tokens: int
    window: int | None = None
    is_estimate: bool = False
    breakdown: dict[str, int] = {}
    remaining: int | None = None
    cut: dict[str, int] = {}


class Done(Event, tag="done", kw_only=True):
    """The run has ended well, or was stopped by a person (`status`)."""

    status: Literal["completed", "cancelled", "awaiting_tool", "waiting_human"] = "completed"
    affected: Affected = msgspec.field(default_factory=Affected)
    title: str | None = None


class Error(Event, tag="error", kw_only=True):
    """The run has failed or was interrupted: what happened, what was kept, what to do next."""

    code: str
    message: str
    suggestion: str
    recoverable: bool
    status: Literal["failed", "interrupted"] = "failed"


AnyEvent = (
    RunStarted
    | BridgeReady
    | Text
    | Thinking
    | ToolCall
    | ToolRequest
    | Delegated
    | ToolResult
    | ApprovalRequested
    | ApprovalDecided
    | Proposal
    | Progress
    | DocumentOpened
    | StatusTransition
    | StepRestarted
    | ModelSwitched
    | Notice
    | Usage
    | BudgetNotice
    | Context
    | Done
    | Error
)

TERMINAL = (Done, Error)

encode_event = msgspec.json.Encoder(enc_hook=plain).encode
decode_event = msgspec.json.Decoder(AnyEvent).decode


def trace_tail(trace_id: str) -> bytes:
    """Return how every line of this trace ends."""
    return b',"traceId":"' + trace_id.encode() + b'"}\n'


def with_trace(lines: bytes, tail: bytes) -> bytes:
    """Put the trace on NDJSON lines. In a JSON text a line break is two signs, so no line is cut apart."""
    return lines.replace(b"}\n", tail)


def event_schemas() -> dict[str, Any]:
    """Return the JSON Schema of every event as `Event<Name>`, and of their union as `RunEvent`."""
    (union,), parts = msgspec.json.schema_components(
        [AnyEvent], ref_template="#/components/schemas/Event{name}"
    )
    for schema in parts.values():
        if "n" in schema["properties"]:  # neither is absent on the wire: numbers begin at 1
            schema["required"] = [*schema["required"], "n", "traceId"]
    return {**{f"Event{name}": schema for name, schema in parts.items()}, "RunEvent": union}
