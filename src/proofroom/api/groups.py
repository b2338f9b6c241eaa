"""Conversations of several people and agents: begin one, see who takes part, speak, change, delete."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from datetime import datetime
from typing import Any, Literal

import orjson
from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from proofroom.access import Principal
from proofroom.agents.groups import GroupMember, Groups, GroupTalk, News, SpokenPart
from proofroom.agents.groups.types import GroupMessage, Said
from proofroom.api.openapi import STREAM
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Done, In, Out, fields_of
from proofroom.api.streams import stream_events
from proofroom.kernel.ids import ConversationId, RunId

router = APIRouter(prefix="/groups", tags=["conversations"])


class GroupMemberInfo(Out):
    """Somebody who takes part: a person by id, an agent by its slug."""

    kind: Literal["person", "agent"]
    member: str
    name: str
    is_owner: bool


class GroupInfo(Out):
    """A conversation of several. The first agent answers where nobody is addressed."""

    id: str
    title: str
    members: list[GroupMemberInfo]
    active_run_id: str | None
    is_unread: bool
    updated_at: datetime
    project_id: str | None


class GroupMessageInfo(fields_of(GroupMessage)):
    """What somebody said; `to` is the agent that was asked. An agent's words have its run."""


class GroupDetail(Out):
    """A conversation of several with all that was said."""

    group: GroupInfo
    messages: list[GroupMessageInfo]


class NewGroup(In):
    """Who takes part besides you: agents by slug, people by id."""

    title: str = Field(min_length=1, max_length=200)
    agents: list[str] = Field(min_length=1, max_length=20)
    people: list[str] = Field(default_factory=list[str], max_length=20)
    project_id: str | None = None
    """The project whose content and site the agents work on, by id or slug."""


class GroupChange(In):
    """What changes; what is left out stays. Leave out yourself among the people to leave."""

    title: str | None = Field(None, min_length=1, max_length=200)
    agents: list[str] | None = Field(None, min_length=1, max_length=20)
    people: list[str] | None = Field(None, max_length=20)


class GroupWords(In):
    """What to say. `@name` addresses an agent or a person, `@all` every agent."""

    text: str = Field(min_length=1, max_length=200_000)


class SaidInfo(fields_of(Said)):
    """The agents that answer, in their order, and the runs they answer in."""


def _show(group: GroupTalk) -> GroupInfo:
    return GroupInfo(
        id=group.id,
        title=group.title,
        members=[_member(one) for one in group.members],
        active_run_id=group.active_run_id,
        is_unread=group.is_unread,
        updated_at=group.updated_at,
        project_id=group.project_id,
    )


def _member(member: GroupMember) -> GroupMemberInfo:
    return GroupMemberInfo.model_validate(member)


@router.get("")
async def list_groups(studio: StudioDep, principal: Principal = requires("ai.chat")) -> list[GroupInfo]:
    """Return the conversations of several in which you take part, the newest first."""
    return [_show(one) for one in await studio.get(Groups).list(principal)]


@router.post("", status_code=201)
async def open_group(
    body: NewGroup, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> GroupInfo:
    """Begin a conversation of several."""
    project = await studio.check_project(principal, body.project_id)
    return _show(await studio.get(Groups).open(principal, body.title, body.agents, body.people, project))


@router.get("/{group_id}")
async def read_group(
    group_id: str, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> GroupDetail:
    """Return a conversation of several with all that was said; it counts as seen then."""
    group, messages = await studio.get(Groups).read(principal, ConversationId(group_id), looks=True)
    return GroupDetail(
        group=_show(group), messages=[GroupMessageInfo.model_validate(one) for one in messages]
    )


@router.get("/{group_id}/events", openapi_extra=STREAM, response_model=None)
async def follow_group(
    group_id: str, request: Request, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> Response:
    """Follow a conversation of several: `group` with all that was said when it changes, `text` as it is said.

    It goes on until you leave it or take part no more.
    """
    groups, key = studio.get(Groups), ConversationId(group_id)
    await groups.read(principal, key)

    def watch(run_id: RunId) -> AsyncIterator[bytes]:
        return studio.watch(run_id, principal.workspace_id, after=0)

    async def lines() -> AsyncIterator[bytes]:
        async with aclosing(groups.follow(principal, key, watch)) as news:
            async for one in news:
                yield orjson.dumps(_line(one)) + b"\n"

    return stream_events(request, lines())


def _line(news: News) -> dict[str, Any]:
    if isinstance(news, SpokenPart):
        return {"runId": news.run_id, **news.event}
    messages = [GroupMessageInfo.model_validate(one) for one in news.messages]
    told = GroupDetail(group=_show(news.group), messages=messages)
    return {"type": "group", **told.model_dump(mode="json", by_alias=True)}


@router.put("/{group_id}")
async def change_group(
    group_id: str, body: GroupChange, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> GroupInfo:
    """Change the title or who takes part, if you began it; anybody may leave."""
    key = ConversationId(group_id)
    return _show(await studio.get(Groups).change(principal, key, body.title, body.agents, body.people))


@router.post("/{group_id}/messages", status_code=201)
async def say_in_group(
    group_id: str, body: GroupWords, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> SaidInfo:
    """Say something; every agent that is addressed answers, one after the other, with your rights."""
    said = await studio.get(Groups).say(principal, ConversationId(group_id), body.text)
    return SaidInfo.model_validate(said)


@router.delete("/{group_id}")
async def delete_group(group_id: str, studio: StudioDep, principal: Principal = requires("ai.chat")) -> Done:
    """Delete a conversation of several that you began; its runs stay readable."""
    await studio.get(Groups).delete(principal, ConversationId(group_id))
    return Done()
