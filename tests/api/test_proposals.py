"""Reviewing over HTTP: look, decide change by change, answer a conflict, finish, look back."""

from typing import Any

import pytest
from pygit2 import Signature

from proofroom.access.actors import studio_actor
from proofroom.content.contents import NewProject
from proofroom.content.format.project import Project
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave, FilePlan, Stamp
from proofroom.kernel.ids import ProjectId, ProposalId, new_id
from proofroom.repository import Job
from proofroom.repository.git.branch import KEPT
from proofroom.repository.git.commit import Identity, Provenance
from proofroom.reviews import Proposal
from tests.api.conftest import Browser

BODY = "Swifts come in May. They fly all night over the town.\n\nA gap in the wall is enough for them.\n"
MODEL = {
    "id": "notes",
    "name": "Notes",
    "kind": "document",
    "domain": "content",
    "i18n": True,
    "title_field": "title",
    "fields": {
        "title": {"type": "string", "required": True},
        "minutes": {"type": "integer", "label": {"en": "Minutes", "tr": "Dakika"}},
    },
}


class Proposed:
    """A project with one note, and ways to change it on a branch or at once."""

    def __init__(self, owner: Browser, project_id: ProjectId) -> None:
        self.owner, self.project_id = owner, project_id

    def _job(self, line: str) -> Job:
        at = self.owner.studio.clock.now()
        by = Identity("Ada", "ada@example.com")
        return Job(self.project_id, by, at, line, Provenance(agent="editor", step=new_id()))

    async def write(self, line: str, body: str | None = None, **data: Any) -> str:
        def plan(project: Project, stamp: Stamp) -> FilePlan:
            return plan_save(project, "notes", [EntrySave(data, "swifts", "en", body)], stamp)

        return (await self.owner.studio.contents.write(self._job(line), plan, "write")).branch

    async def merge(self, line: str, **data: Any) -> None:
        branch = await self.write(line, **data)
        await self.owner.studio.repositories.merge(self._job(line), branch)

    async def propose(self, body: str | None = None, **data: Any) -> str:
        branch = await self.write("chat/c1", body, **data)
        studio, now = self.owner.studio, self.owner.studio.clock.now()
        proposal = Proposal(
            ProposalId(new_id()),
            studio.workspace_id,
            self.project_id,
            "content",
            branch,
            "open",
            "Tighten the note",
            "Editor",
            3,
            now,
            now,
        )
        await studio.proposals.record(proposal, studio_actor(studio.workspace_id))
        return f"/api/proposals/{proposal.id}"


@pytest.fixture
async def proposed(owner: Browser) -> Proposed:
    studio = owner.studio
    project = await studio.access.projects.create(await studio.operator(), "Fieldnotes")
    made = Proposed(owner, project.id)
    await studio.contents.create(made._job("seed/1"), NewProject(models=[MODEL]))
    await made.merge("seed/2", title="Swifts", minutes=2, body=BODY)
    return made


async def test_a_decided_proposal_still_shows_what_it_held(owner: Browser, proposed: Proposed) -> None:
    path = await proposed.propose(BODY.replace("all night", "for ten months"), minutes=3)
    _, opened = await owner.call("GET", path)
    assert opened["canDecide"] is True
    by_path = {hunk["path"][0]: hunk for hunk in opened["hunks"]}
    assert [piece[0] for piece in opened["texts"][0]["pieces"]] == ["text", "hunk", "text"]
    assert by_path["body"]["words"][1] == ["removed", "all night"]
    decide = {"hunks": [by_path["body"]["id"]], "decision": "accepted"}
    assert (await owner.call("POST", f"{path}/decisions", decide))[0] == 200
    decide = {"hunks": [by_path["minutes"]["id"]], "decision": "rejected"}
    assert (await owner.call("POST", f"{path}/decisions", decide))[0] == 200
    _, done = await owner.call("POST", f"{path}/finish", {"sha": opened["sha"]})
    assert (done["state"], done["accepted"], done["rejected"], done["undecided"]) == ("merged", 1, 1, 0)
    _, after = await owner.call("GET", path)
    assert (after["proposal"]["state"], after["canDecide"]) == ("merged", False)
    assert {hunk["path"][0]: hunk["decision"] for hunk in after["hunks"]} == {
        "body": "accepted",
        "minutes": "rejected",
    }
    assert after["texts"] == opened["texts"]


async def test_a_preview_has_what_finishing_would_merge_and_changes_nothing(
    owner: Browser, proposed: Proposed
) -> None:
    path = await proposed.propose(BODY.replace("all night", "for ten months"), minutes=3)
    _, opened = await owner.call("GET", path)
    body, minutes = (hunk["id"] for hunk in sorted(opened["hunks"], key=lambda hunk: hunk["path"]))
    expected: set[str] = set()
    for accepted in (set[str](), {minutes}, {body}):
        await owner.call("POST", f"{path}/decisions", {"hunks": [*accepted], "decision": "accepted"})
        expected |= accepted
        _, shown = await owner.call("GET", f"{path}/preview")
        assert {hunk["id"] for hunk in shown["hunks"]} == expected
        assert shown["conflicts"] == []
    _, after = await owner.call("GET", path)
    assert (after["proposal"]["state"], after["sha"]) == ("open", opened["sha"])


async def test_a_rejected_proposal_still_shows_what_it_held(owner: Browser, proposed: Proposed) -> None:
    path = await proposed.propose(minutes=9)
    assert (await owner.call("POST", f"{path}/reject", {}))[0] == 200
    _, after = await owner.call("GET", path)
    assert (after["proposal"]["state"], after["hunks"][0]["new"]) == ("rejected", 9)


async def test_a_rejected_proposal_is_brought_back_and_merged(owner: Browser, proposed: Proposed) -> None:
    path = await proposed.propose(minutes=9)
    status, answer = await owner.call("POST", f"{path}/restore", {})
    assert (status, answer["error"]["message"]) == (409, "Only a rejected proposal can be brought back.")
    await owner.call("POST", f"{path}/reject", {})
    status, back = await owner.call("POST", f"{path}/restore", {})
    assert (status, back["state"], back["decidedBy"], back["decidedAt"]) == (200, "open", None, None)
    _, opened = await owner.call("GET", path)
    assert (opened["canDecide"], [hunk["new"] for hunk in opened["hunks"]]) == (True, [9])
    decide = {"hunks": [opened["hunks"][0]["id"]], "decision": "accepted"}
    await owner.call("POST", f"{path}/decisions", decide)
    _, done = await owner.call("POST", f"{path}/finish", {"sha": opened["sha"]})
    assert (done["state"], done["accepted"]) == ("merged", 1)
    _, noted = await owner.call("GET", "/api/audit?action=proposal.restore")
    assert [entry["targetId"] for entry in noted["entries"]] == [path.rsplit("/", 1)[1]]
    assert (await owner.call("POST", f"{path}/restore", {}))[0] == 409, "what is merged is undone instead"


async def test_a_rejected_branch_of_which_nothing_was_kept_stays_rejected(
    owner: Browser, proposed: Proposed
) -> None:
    path = await proposed.propose(minutes=9)
    await owner.call("POST", f"{path}/reject", {})
    repo = owner.studio.repositories.repo(proposed.project_id)
    for name in [name for name in repo.git.references if name.startswith(KEPT)]:
        repo.git.references.delete(name)
    status, answer = await owner.call("POST", f"{path}/restore", {})
    assert (status, answer["error"]["code"]) == (409, "conflict")
    assert "at least 30 days" in answer["error"]["message"]
    assert (await owner.call("GET", path))[1]["proposal"]["state"] == "rejected"


async def test_whoever_comes_second_is_told_and_changes_nothing(owner: Browser, proposed: Proposed) -> None:
    path = await proposed.propose(minutes=9)
    _, opened = await owner.call("GET", path)
    await owner.call(
        "POST", f"{path}/decisions", {"hunks": [opened["hunks"][0]["id"]], "decision": "accepted"}
    )
    branch = opened["proposal"]["branch"]
    repo = owner.studio.repositories.repo(proposed.project_id)
    place = f"refs/heads/{branch}"
    tip = repo.git.references[place].target
    await owner.studio.repositories.merge(proposed._job("chat/c1"), branch)
    repo.git.references.create(place, tip)  # as if it were not cleared away yet
    status, answer = await owner.call("POST", f"{path}/finish", {})
    assert (status, answer["error"]["message"][:32]) == (409, "Somebody else decides on this pr")
    for word in ("finish", "reject"):
        status, answer = await owner.call("POST", f"{path}/{word}", {})
        assert (status, answer["error"]["message"][:32]) == (409, "Somebody else decides on this pr")
    assert (await owner.call("GET", path))[1]["proposal"]["state"] == "open"
    await owner.studio.proposals.close(await stored(proposed, path), "merged", await owner.studio.operator())
    for word in ("finish", "reject"):
        assert (await owner.call("POST", f"{path}/{word}", {}))[1]["error"]["code"] == "invalid_status"


async def test_a_branch_with_another_history_says_so_and_can_be_closed(
    owner: Browser, proposed: Proposed
) -> None:
    path = await proposed.propose(minutes=9)
    branch = (await owner.call("GET", path))[1]["proposal"]["branch"]
    repo = owner.studio.repositories.repo(proposed.project_id)
    by = Signature("Hand", "hand@example.com")
    alone = repo.git.create_commit(None, by, by, "anew", repo.git.TreeBuilder().write(), [])
    repo.git.references.create(f"refs/heads/{branch}", alone, force=True)
    for place in (path, f"{path}/preview"):
        status, shown = await owner.call("GET", place)
        assert (status, shown["hunks"], len(shown["findings"])) == (200, [], 1)
    status, refused = await owner.call("POST", f"{path}/finish", {})
    assert (status, "a history of its own" in refused["error"]["message"]) == (409, True)
    assert (await owner.call("POST", f"{path}/reject", {}))[0] == 200
    assert (await owner.call("GET", path))[1]["proposal"]["state"] == "rejected"


async def stored(proposed: Proposed, path: str) -> Proposal:
    studio = proposed.owner.studio
    return await studio.proposals.get(await studio.operator(), ProposalId(path.rsplit("/", 1)[1]))


async def test_an_answer_to_a_conflict_is_kept_and_followed(owner: Browser, proposed: Proposed) -> None:
    path = await proposed.propose(minutes=9)
    await proposed.merge("seed/3", minutes=5)
    _, opened = await owner.call("GET", path)
    conflict = opened["conflicts"][0]
    assert (conflict["conflict"]["ours"], conflict["conflict"]["theirs"]) == (5, 9)
    choice = {"hunks": [conflict["id"]], "decision": "accepted", "choice": {"take": "value", "value": 7}}
    assert (await owner.call("POST", f"{path}/decisions", choice))[0] == 200
    accept = {"hunks": [opened["hunks"][0]["id"]], "decision": "accepted"}
    assert (await owner.call("POST", f"{path}/decisions", accept))[0] == 200
    _, again = await owner.call("GET", path)
    assert again["conflicts"][0]["choice"] == {"take": "value", "value": 7}
    _, done = await owner.call("POST", f"{path}/finish", {"sha": opened["sha"]})
    assert done["state"] == "merged"
    _, after = await owner.call("GET", path)
    assert after["conflicts"][0]["choice"] == {"take": "value", "value": 7}

    def minutes(project: Project) -> Any:
        entry = project.entry(project.model("notes"), "swifts", "en")
        return entry.data["minutes"] if entry else None

    assert await owner.studio.contents.read(proposed.project_id, None, minutes) == 7


async def test_what_was_merged_at_once_can_be_looked_at_and_undone(
    owner: Browser, proposed: Proposed
) -> None:
    content = f"/api/projects/{proposed.project_id}/content"
    save = {"slug": "swifts", "data": {"minutes": 4}, "locale": "en"}
    status, saved = await owner.call("PUT", f"{content}/entries/notes", save)
    assert (status, saved["state"]) == (200, "merged")
    _, found = await owner.call("GET", f"/api/proposals?run_id={saved['runId']}")
    _, opened = await owner.call("GET", f"/api/proposals/{found[0]['id']}")
    assert [(hunk["path"], hunk["old"], hunk["new"]) for hunk in opened["hunks"]] == [(["minutes"], 2, 4)]
    _, undone = await owner.call("POST", f"/api/runs/{saved['runId']}/undo", {})
    assert undone["state"] == "merged"
    _, entry = await owner.call("GET", f"{content}/entries/notes/swifts?locale=en")
    assert entry["data"]["minutes"] == 2


async def test_fields_are_called_as_their_model_calls_them_in_the_readers_language(
    owner: Browser, proposed: Proposed
) -> None:
    path = await proposed.propose(title="Swifts of May", minutes=3)
    _, turkish = await owner.call("GET", path, **{"accept-language": "tr"})
    labels = {hunk["path"][0]: hunk["labels"] for hunk in turkish["hunks"]}
    assert labels == {"title": {}, "minutes": {"minutes": "Dakika"}}
    _, english = await owner.call("GET", path)
    assert [hunk["labels"] for hunk in english["hunks"] if hunk["path"] == ["minutes"]] == [
        {"minutes": "Minutes"}
    ]
