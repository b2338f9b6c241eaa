"""The tool by which agents look at what the work costs."""

from datetime import timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from proofroom.kernel.calendar import read_moment
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.telemetry.usage.report import Usage, add
from proofroom.telemetry.usage.types import Dimension, Seen, Sum

DAYS = 30
GroupBy = Literal["day", "agent", "model", "source"]
_UTC = ZoneInfo("UTC")


class GetUsageStatsInput(BaseModel):
    """Input of `getUsageStats`."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    agent_slug: str | None = Field(None, description="Only this agent; everything if left out.")
    from_: str | None = Field(
        None, alias="from", description="A day or an ISO time; 30 days ago if left out."
    )
    to: str | None = Field(None, description="A day or an ISO time, outside of the range; now if left out.")
    group_by: GroupBy = "agent"


def usage_tools(usage: Usage) -> list[ToolSpec]:
    """Return the tools, bound to the ledger."""

    async def get_usage_stats(context: ToolContext, given: GetUsageStatsInput) -> ToolOutput:
        now = context.now()
        since = read_moment(given.from_, _UTC, "from") if given.from_ else now - timedelta(days=DAYS)
        until = read_moment(given.to, _UTC, "to") if given.to else now
        seen = Seen(context.workspace_id, since, until, agent=given.agent_slug)
        by: Dimension | None = None if given.group_by == "day" else given.group_by
        found = [each for each in await usage.grouped(seen, _UTC, by) if each.calls]
        total = add(found)
        data = {
            "from": since.isoformat(),
            "to": until.isoformat(),
            "groupBy": given.group_by,
            "totals": _show(total),
            "groups": [{given.group_by: each.key, **_show(each)} for each in found],
        }
        cost = f"{total.cost_micros / 1_000_000:.2f}"
        return ToolOutput(ok=True, data=data, summary=say("did.usage", count=total.calls, cost=cost))

    return [
        ToolSpec(
            name="getUsageStats",
            description="Return what models, images and searches used and cost in a time: tokens, cost, how "
            "much came out of the prompt cache, failures and durations; by day, agent, model or source.",
            input_model=GetUsageStatsInput,
            handler=get_usage_stats,
            group="memory",
            permission="usage.team.read",
        )
    ]


def _show(each: Sum) -> dict[str, Any]:
    return {
        "calls": each.calls,
        "failed": each.failed,
        "inputTokens": each.input_tokens,
        "cacheReadTokens": each.cache_read_tokens,
        "cacheWriteTokens": each.cache_write_tokens,
        "outputTokens": each.output_tokens,
        "reasoningTokens": each.reasoning_tokens,
        "costMicros": each.cost_micros,
        "unpricedCalls": each.unpriced,
        "cacheHitPercent": each.cache_hit_percent,
        "averageMs": round(each.duration_ms / each.calls) if each.calls else 0,
    }
