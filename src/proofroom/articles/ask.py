"""One call of a model inside a flow: its cost held back, its words streamed, tried again if that may help."""

import asyncio
import random
from collections.abc import Sequence
from typing import Any

from proofroom.durable import StepContext
from proofroom.kernel.blocks import Message, TextBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import (
    ProofroomError,
    ProviderFailed,
    ProviderRateLimited,
    ToolTimedOut,
)
from proofroom.kernel.strings import prompts, say
from proofroom.providers.account import tell
from proofroom.providers.call import Caller, Tap, call_model, open_call
from proofroom.providers.cost import cost_micros
from proofroom.providers.types import ModelRequest, OpenModel
from proofroom.runtime.flow.flow import Flow
from proofroom.store import Connection
from proofroom.telemetry.budgets import Notice

AGENT = "writer"
SCOPE = "articles"
RETRIES = 3
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 10.0
WRITE_S = 120.0
"""How long one section may take."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a model is to write, how freely, and how much."""

    text: str
    temperature: float
    max_tokens: int
    seconds: float = WRITE_S
    rules: str = "articles.writer_rules"
    """The prompt that stands above the task."""
    schema: dict[str, Any] | None = None
    """What the answer has to look like, where it is not prose."""


@dataclass(frozen=True, slots=True)
class Written:
    """What a model wrote, and which one it was."""

    text: str
    model: str
    cost_micros: int | None = None


def backoff_s(attempt: int, jitter: float) -> float:
    """Return how long to wait before another attempt: 1, 2, 4 seconds and up to one more, at most ten."""
    return min(FIRST_WAIT_S * 2**attempt + jitter * FIRST_WAIT_S, LONGEST_WAIT_S)


async def ask_model(flow: Flow, key: str, name: str, task: Task, models: Sequence[str] = ()) -> Written:
    """Have something written once and for all; the next model takes over from one that keeps failing."""
    labels: list[str | None] = [*models] or [None]
    for place, label in enumerate(labels):
        at = key if place == 0 else f"{key}.fallback.{place}"
        try:
            return await _try(flow, at, name, task, label)
        except ProofroomError as error:
            if place + 1 == len(labels) or not error.recoverable:
                raise
    raise AssertionError("a list of models is never empty")


async def usual_model(flow: Flow) -> str:
    """Return the model of articles where no other is chosen; empty where it cannot be reached."""
    try:
        return (await flow.ports.find_model(flow.run.workspace_id, SCOPE, None)).label
    except ProofroomError:
        return ""


async def _try(flow: Flow, key: str, name: str, task: Task, label: str | None) -> Written:
    for attempt in range(RETRIES + 1):
        call = _ModelCall(flow, task, label)
        try:
            told: dict[str, Any] = await flow.step(
                key,
                name,
                call.make,
                kind="model",
                input={"task": name},
                prepare=call.prepare,
                opening=call.open,
            )
            return Written(told["text"], told["model"], told.get("cost"))
        except (ProviderFailed, ToolTimedOut) as error:
            if attempt == RETRIES or isinstance(error, ProviderRateLimited):
                raise
            await asyncio.sleep(backoff_s(attempt, random.random()))  # noqa: S311 - spreads retries, hides nothing
    raise AssertionError("the last attempt raises")


class _ModelCall:
    """One call: opened before its step, so that its cost can be held back with it."""

    def __init__(self, flow: Flow, task: Task, label: str | None) -> None:
        self._flow, self._task, self._label = flow, task, label
        self._notices: list[Notice] = []

    async def prepare(self, step: StepContext) -> None:
        """Open the model and build the request."""
        self._model: OpenModel = await self._flow.ports.find_model(step.run.workspace_id, SCOPE, self._label)
        info = self._model.info
        self._request = ModelRequest(
            model=info.id,
            messages=[Message("user", [TextBlock(self._task.text)])],
            system_prefix=prompts()[self._task.rules],
            max_output_tokens=self._task.max_tokens,
            temperature=self._task.temperature,
            output_schema=self._task.schema,
            extra={"scope": SCOPE, "agent": AGENT, "screen": {}},
        )
        self._caller = Caller(AGENT, SCOPE, self._model.connection_id, self._flow.asker.api_key_id)

    async def open(self, connection: Connection, step: StepContext) -> None:
        """Hold back what it may cost, or refuse it."""
        granted = await open_call(connection, step, self._model.info, self._request, self._caller)
        self._request, self._notices = granted.request, granted.notices

    async def make(self, step: StepContext) -> dict[str, Any]:
        """Call the model and return what it wrote."""
        tell(step, self._notices)
        try:
            async with asyncio.timeout(self._task.seconds):
                reply = await call_model(
                    Tap(step), self._model.driver, self._model.info, self._request, self._caller
                )
        except TimeoutError:
            raise ToolTimedOut(say("articles.slow", seconds=round(self._task.seconds))) from None
        said = "".join(block.text for block in reply.blocks if isinstance(block, TextBlock))
        cost = cost_micros(reply.usage, self._model.info)[0] if reply.usage is not None else None
        return {"text": said, "model": self._model.label, "cost": cost}
