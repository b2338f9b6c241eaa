"""Branches through tools: listing, health, merging, rejecting, and what a crash leaves."""

from dataclasses import replace
from datetime import timedelta

import pytest

from proofroom.access.actors import studio_actor
from proofroom.kernel.ids import ConversationId, ProposalId, new_id
from proofroom.kernel.tool import Actor
from proofroom.repository import Job
from proofroom.repository.git.commit import Identity, Provenance
from proofroom.reviews import Proposal
from tests.content.tools.conftest import NOON, PERSON, WORKSPACE, Room

A, B = "aaaaaaaaaaaa", "bbbbbbbbbbbb"
STUDIO = studio_actor(WORKSPACE)
REVIEWER = {"conversation_id": ConversationId("reviewer"), "actor": Actor("Rev", "rev@example.com", "member")}


async def waiting(room: Room, key: str = A, conversation: str = "c1", name: str = "Rivers") -> str:
    data = await room.data(
        "save_content",
        {"model": "topics", "data": {key: {"name": name}}},
        conversation_id=ConversationId(conversation),
    )
    return data["branch"]


def proposal(room: Room, branch: str) -> Proposal:
    return Proposal(
        id=ProposalId(new_id()),
        workspace_id=WORKSPACE,
        project_id=room.project_id,
        kind="content",
        branch=branch,
        state="open",
        title="t",
        agent="editor",
        hunks=1,
        created_at=NOON,
        updated_at=NOON,
    )


async def test_branches_are_listed_with_what_they_say(room: Room) -> None:
    branch = await waiting(room)
    (found,) = (await room.data("list_branches"))["branches"]
    assert (found["name"], found["protected"]) == (branch, False)
    assert len(found["sha"]) == 40
    assert found["subject"] == "contentrain: save topics"
    assert found["author"] == "Ada"
    assert (found["title"], found["review"]) == ("contentrain: save topics", "/inbox")


async def test_a_branch_with_a_proposal_is_called_as_people_call_it(room: Room) -> None:
    branch = await waiting(room)
    await room.proposals.record(replace(proposal(room, branch), subject="Rivers"), STUDIO)
    (found,) = (await room.data("list_branches"))["branches"]
    assert (found["title"], found["changes"], found["agent"]) == ("Rivers", 1, "editor")
    kept = await room.proposals.of_branch(WORKSPACE, room.project_id, branch)
    assert kept is not None
    assert found["review"] == f"/review/{kept.id}"


async def test_merging_brings_the_changes_in_and_closes_the_proposal(room: Room) -> None:
    branch = await waiting(room)
    await room.proposals.record(proposal(room, branch), STUDIO)
    output = await room.use("merge_branch", {"branch": branch}, **REVIEWER)
    assert output.ok, output.error
    assert output.data["merged"] is True
    assert len(output.data["sha"]) == 40
    assert output.data["pullRequestUrl"] is None
    kept = await room.proposals.of_branch(WORKSPACE, room.project_id, branch)
    assert kept is not None
    assert (kept.state, kept.commit, kept.decided_by) == ("merged", output.data["sha"], PERSON)
    assert (await room.data("list_branches"))["branches"] == []
    assert A in (await room.data("get_content", {"model": "topics"}, **REVIEWER))["data"]


async def test_a_merge_repeated_after_a_crash_answers_the_same(room: Room) -> None:
    branch = await waiting(room)
    await room.proposals.record(proposal(room, branch), STUDIO)
    first = await room.data("merge_branch", {"branch": branch}, **REVIEWER)
    assert await room.data("merge_branch", {"branch": branch}, **REVIEWER) == first


async def test_rejecting_throws_the_branch_away(room: Room) -> None:
    branch = await waiting(room)
    await room.proposals.record(proposal(room, branch), STUDIO)
    assert await room.data("reject_branch", {"branch": branch}, **REVIEWER) == {"rejected": True}
    assert await room.data("reject_branch", {"branch": branch}, **REVIEWER) == {"rejected": True}
    kept = await room.proposals.of_branch(WORKSPACE, room.project_id, branch)
    assert kept is not None
    assert kept.state == "rejected"


@pytest.mark.parametrize("tool", ["merge_branch", "reject_branch"])
@pytest.mark.parametrize("branch", ["contentrain", "main", "feature/x"])
async def test_only_proposals_can_be_decided(room: Room, tool: str, branch: str) -> None:
    assert (await room.refusal(tool, {"branch": branch}))["code"] == "invalid_input"
    assert (await room.refusal(tool, {"branch": "cr/chat/none/1-abcd"}))["code"] == "not_found"


async def test_a_conflict_is_told_and_nothing_is_merged(room: Room) -> None:
    await waiting(room)
    await room.end_turn()
    one = await waiting(room, conversation="c2", name="Streams")
    two = await waiting(room, conversation="c3", name="Creeks")
    await room.data("merge_branch", {"branch": one}, **REVIEWER)
    output = await room.use("merge_branch", {"branch": two}, **REVIEWER)
    assert not output.ok
    assert output.data == {"merged": False, "sha": None, "pullRequestUrl": None, "conflicts": 1}
    assert [found["name"] for found in (await room.data("list_branches"))["branches"]] == [two]


async def test_what_the_turn_wrote_is_merged_first_where_it_would_be_at_its_end(room: Room) -> None:
    other = await waiting(room, conversation="c2")
    admin = Actor("Ada", "ada@example.com", "admin")
    own = await room.data("save_content", {"model": "topics", "data": {B: {"name": "Own"}}}, actor=admin)
    await room.data("merge_branch", {"branch": other}, actor=admin)
    assert (await room.data("list_branches"))["branches"] == []
    kept = await room.proposals.of_branch(WORKSPACE, room.project_id, own["branch"])
    assert kept is not None
    assert kept.state == "merged"


async def test_a_key_limited_to_models_cannot_merge_others(room: Room) -> None:
    branch = await waiting(room)
    limited = Actor("Key", "", "member", only_models=frozenset({"articles"}))
    assert (await room.refusal("merge_branch", {"branch": branch}, actor=limited))["code"] == "not_allowed"


async def test_health_counts_what_waits_and_eighty_block_every_write(room: Room) -> None:
    assert await room.data("branch_health") == {
        "status": "ok",
        "unmergedBranches": 0,
        "warnLimit": 50,
        "blockLimit": 80,
    }

    def plan(number: int):
        from proofroom.content.plans.save import plan_save
        from proofroom.content.plans.types import EntrySave

        return lambda project, stamp: plan_save(
            project, "topics", [EntrySave({"name": "T"}, id=f"{number:012x}")], stamp
        )

    for number in range(80):
        made = Job(
            room.project_id,
            Identity("Ada", "ada@example.com"),
            NOON + timedelta(seconds=number),
            f"run/{number}",
            Provenance(run=str(number), step="1"),
        )
        await room.contents.write(made, plan(number), "add")
    health = await room.data("branch_health")
    assert (health["status"], health["unmergedBranches"]) == ("blocked", 80)
    error = await room.refusal("save_content", {"model": "topics", "data": {A: {"name": "One more"}}})
    assert "80 is the limit" in error["message"]
