"""The baseline tools every agent has: they read, and show nothing that the person may not see."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

from proofroom.kernel.calendar import zone_named
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.tools.select import BASELINE_GROUP

ListProjects = Callable[[ToolContext], Awaitable[list[dict[str, Any]]]]
SearchHelp = Callable[[str, int], list[dict[str, Any]]]


class GetTimeInput(BaseModel):
    """Input of `getTime`."""

    timezone: str = Field("UTC", description="IANA time zone, e.g. Europe/Istanbul.")


class Moment(BaseModel):
    """Output of `getTime`."""

    iso: str
    weekday: str
    timezone: str


class ListProjectsInput(BaseModel):
    """Input of `listProjects`."""


class SearchHelpInput(BaseModel):
    """Input of `searchHelp`."""

    query: str = Field(min_length=2, max_length=200, description="What to look for in the documentation.")
    limit: int = Field(3, ge=1, le=10)


def baseline_tools(list_projects: ListProjects, search_help: SearchHelp) -> list[ToolSpec]:
    """Return the tools, bound to what they read."""

    async def get_time(context: ToolContext, given: GetTimeInput) -> ToolOutput:
        now = context.now().astimezone(zone_named(given.timezone))
        return ToolOutput(
            ok=True, data=_spell(now, given.timezone), summary=say("did.clock", time=f"{now:%H:%M}")
        )

    async def projects(context: ToolContext, given: ListProjectsInput) -> ToolOutput:
        found = await list_projects(context)
        return ToolOutput(
            ok=True,
            data={"projects": found},
            summary=say("did.looked_at", thing=count(len(found), "project")),
        )

    async def help_pages(context: ToolContext, given: SearchHelpInput) -> ToolOutput:
        found = search_help(given.query, given.limit)
        return ToolOutput(ok=True, data={"pages": found}, summary=say("did.help", query=given.query))

    return [
        ToolSpec(
            name="getTime",
            description="Return the current date, time and weekday in a time zone.",
            input_model=GetTimeInput,
            output_model=Moment,
            handler=get_time,
            group=BASELINE_GROUP,
        ),
        ToolSpec(
            name="listProjects",
            description="List the projects of this workspace with their slug, name and status.",
            input_model=ListProjectsInput,
            handler=projects,
            group=BASELINE_GROUP,
            permission="projects.team.read",
        ),
        ToolSpec(
            name="searchHelp",
            description="Search Proofroom's own documentation; returns the best passages with their page.",
            input_model=SearchHelpInput,
            handler=help_pages,
            group=BASELINE_GROUP,
        ),
    ]


def _spell(now: datetime, zone: str) -> dict[str, str]:
    return {"iso": now.isoformat(timespec="seconds"), "weekday": f"{now:%A}", "timezone": zone}
