"""The ledger against the provider's own books: a thousand calls of every kind, none lost, none twice."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from proofroom.durable import RunHandle, StepContext
from proofroom.kernel.blocks import TextBlock, user
from proofroom.kernel.errors import ProviderFailed
from proofroom.kernel.settings import Settings
from proofroom.kernel.tokens import estimate
from proofroom.kernel.tool import PaidCall
from proofroom.providers.account import account_for
from proofroom.providers.call import Caller, Tap, call_model
from proofroom.providers.types import ModelInfo, ModelRequest, Reply, Sink, TokenUsage
from proofroom.store import Database
from proofroom.store.tables.telemetry import usage_records
from tests.durable.conftest import Bench

CALLS, RUNS = 1_000, 10
KINDS = ("ok", "ok", "cached", "silent", "refused", "broken", "aborted", "search")
INFO = ModelInfo(
    "counted",
    "counted",
    input_micros_per_mtok=3_000_000,
    output_micros_per_mtok=15_000_000,
    cache_read_micros_per_mtok=300_000,
    cache_write_micros_per_mtok=3_750_000,
)


@dataclass
class Provider:
    """Answers, refuses, breaks off and hangs as it is told, and counts what it charges for."""

    name: str = "counted"
    calls: Counter[str] = field(default_factory=Counter[str])
    tokens: Counter[str] = field(default_factory=Counter[str])
    micros: int = 0

    def charge(self, kind: str, **tokens: int) -> None:
        self.calls[kind] += 1
        self.tokens.update(tokens)
        prices = {"input": 3_000_000, "output": 15_000_000, "cache_read": 300_000, "cache_write": 3_750_000}
        exact = sum(count * prices[name] for name, count in tokens.items())
        self.micros += -(-exact // 1_000_000)

    async def models(self) -> list[ModelInfo]:
        return [INFO]

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        kind, text = request.extra["kind"], request.extra["text"]
        prompt, half = estimate(request.messages[0].text), text[: len(text) // 2]
        if kind == "refused":
            self.charge(kind)
            raise ProviderFailed("Overloaded.", provider_status=529)
        if kind in ("broken", "aborted"):
            sink.text(0, half)
            self.charge(kind, input=prompt, output=estimate(half))
            if kind == "broken":
                raise ProviderFailed("The stream broke off.")
            await asyncio.sleep(60)
        sink.text(0, text)
        if kind == "silent":  # answers, and does not say what it used
            self.charge(kind, input=prompt, output=estimate(text))
            return Reply([TextBlock(text)], "end", None)
        more = {"cache_read": 400, "cache_write": 70} if kind == "cached" else {}
        used = {"input": prompt, "output": estimate(text), **more}
        self.charge(kind, **used)
        return Reply([TextBlock(text)], "end", TokenUsage(**used, reasoning=1))


async def call(step: StepContext, provider: Provider, kind: str, chance: random.Random) -> None:
    """Make one call inside a step, whatever becomes of it."""
    if kind == "search":
        cost = chance.choice([5_000, 7_000])
        provider.calls[kind] += 1
        provider.micros += cost
        account_for(step, "assistant", PaidCall("search", "exa", cost_micros=cost))
        return
    words = " ".join(chance.choice(["proof", "room", "page", "editör", "字"]) for _ in range(12))
    request = ModelRequest("counted", [user(words)], extra={"kind": kind, "text": words * 2})
    doing = asyncio.ensure_future(
        call_model(Tap(step), provider, INFO, request, Caller("assistant", "workspace"))
    )
    if kind == "aborted":
        await asyncio.sleep(0)
        doing.cancel()
    await asyncio.gather(doing, return_exceptions=True)


@pytest.mark.timeout(120)
async def test_a_thousand_mixed_calls_add_up_to_what_the_provider_charged(
    sqlite_settings: Settings, sqlite_database: Database
) -> None:
    provider, chance = Provider(), random.Random(20261115)
    plan = [KINDS[number % len(KINDS)] for number in range(CALLS)]
    chance.shuffle(plan)

    async def work(handle: RunHandle) -> None:
        for number, kind in enumerate(plan[int(handle.run.title) :: RUNS]):

            async def body(step: StepContext, kind: str = kind) -> None:
                await call(step, provider, kind, chance)

            await handle.step(f"{number:03d}.model", "model", kind, body)

    bench = Bench(sqlite_settings, sqlite_database)
    await bench.launch(work=work)
    runs = [await bench.start(title=str(number)) for number in range(RUNS)]
    for run in runs:
        assert (await bench.finish(run.id)).status == "completed"
    await bench.engine.close()
    async with sqlite_database.reading() as connection:
        rows = (await connection.execute(usage_records.select())).all()
    assert len(rows) == CALLS == sum(provider.calls.values())
    said = Counter(row.status for row in rows)
    counted = provider.calls
    assert said["aborted"] == counted["aborted"]
    assert said["failed"] == counted["refused"] + counted["broken"]
    for name in ("input", "output", "cache_read", "cache_write"):
        assert sum(getattr(row, f"{name}_tokens") for row in rows) == provider.tokens[name], name
    assert sum(row.cost_micros for row in rows) == provider.micros
    estimated = sum(row.is_estimate for row in rows)
    assert estimated == sum(counted[kind] for kind in ("silent", "refused", "broken", "aborted"))
