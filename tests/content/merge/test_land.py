"""Merging branches into the content branch."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from proofroom.content.merge.content_format import CONTEXT_MESSAGE, ContentFormat
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.repository.git import branch
from proofroom.repository.git.commit import Provenance, read_commit
from proofroom.repository.git.save import Signed, save
from proofroom.repository.git.tree import TreeView
from proofroom.repository.json.text import render_json
from proofroom.repository.merge.formats import Derived
from proofroom.repository.merge.land import (
    Target,
    merge_branch,
    merge_preview,
    reject_branch,
    should_auto_merge,
)
from proofroom.repository.merge.types import Choice
from tests.content.merge.conftest import (
    CONTENT,
    FAQ,
    NOON,
    SIGNED,
    Plan,
    edited,
    files,
    fork,
    read,
    tree,
    write,
)
from tests.content.merge.formatted import FORMATS

TARGET = Target(base="main", formats=FORMATS)


class _Deriving(ContentFormat):
    """Content whose derived file a test writes."""

    def __init__(self, write_context):
        super().__init__()
        object.__setattr__(self, "_write_context", write_context)

    def derive(self, before, tree, at, *, by_agent):
        data = self._write_context(tree)
        return None if data is None else Derived(CONTEXT_MESSAGE, {".contentrain/context.json": data})


def _subjects(repo, client_branch="contentrain"):
    from proofroom.repository.git.history import log

    return [commit.subject for commit in log(repo, branch.need_tip(repo, client_branch))]


def test_an_auto_merge_leaves_one_content_commit_and_one_context_commit(repo):
    before = len(_subjects(repo))
    fork(repo, "cr/content/faq/1-a", {FAQ: edited(CONTENT[FAQ], d4={"question": "New?"})})
    seen = []

    def context(view):
        seen.append(json.loads(view.read(FAQ)))
        return render_json({"stats": {"entries": len(seen[0])}})

    landing = merge_branch(
        repo, "cr/content/faq/1-a", Target(base="main", formats=(_Deriving(context),)), signed=SIGNED
    )
    assert (landing.status, landing.advance.status) == ("merged", "advanced")
    assert _subjects(repo)[:2] == ["[contentrain] context: update", "on cr/content/faq/1-a"]
    assert len(_subjects(repo)) == before + 2
    assert branch.need_tip(repo, "main") == branch.need_tip(repo, "contentrain") == landing.commit
    assert branch.tip(repo, "cr/content/faq/1-a") is None
    assert read(repo, tree(repo, "main"), ".contentrain/context.json") == {"stats": {"entries": 4}}


def test_a_commit_by_hand_on_the_base_branch_is_taken_in_and_the_merge_succeeds(repo):
    write(repo, "main", {"src/app.py": b"print()\n"})
    fork(repo, "cr/content/faq/1-a", {FAQ: edited(CONTENT[FAQ], c3=None)})
    landing = merge_branch(repo, "cr/content/faq/1-a", TARGET, signed=SIGNED)
    assert (landing.status, landing.advance.status) == ("merged", "advanced")
    assert branch.need_tip(repo, "main") == branch.need_tip(repo, "contentrain")
    assert files(repo, tree(repo, "main"))["src/app.py"] == b"print()\n"
    assert "c3" not in read(repo, tree(repo, "main"), FAQ)


def test_conflicts_stop_the_merge_and_keep_the_branch(repo):
    fork(repo, "cr/x/1-a", {FAQ: edited(CONTENT[FAQ], a1={"question": "theirs"})})
    write(repo, "contentrain", {FAQ: edited(CONTENT[FAQ], a1={"question": "ours"})})
    tip = branch.need_tip(repo, "contentrain")
    landing = merge_branch(repo, "cr/x/1-a", TARGET, signed=SIGNED)
    assert (landing.status, [conflict.key for conflict in landing.conflicts]) == ("conflicts", ["a1"])
    assert branch.need_tip(repo, "contentrain") == tip
    assert merge_preview(repo, "cr/x/1-a", TARGET).conflicts == landing.conflicts
    choices = {landing.conflicts[0].id: Choice("theirs")}
    approved = Signed(SIGNED.identity, NOON, Provenance(approved_by="Eda <eda@example.org>"))
    landing = merge_branch(repo, "cr/x/1-a", TARGET, signed=approved, choices=choices)
    assert landing.status == "merged"
    assert read(repo, tree(repo, "contentrain"), FAQ)["a1"]["question"] == "theirs"
    commit = read_commit(repo, landing.commit)
    assert (commit.subject, commit.provenance.approved_by) == ("Merge cr/x/1-a", "Eda <eda@example.org>")
    assert len(commit.parents) == 2


def test_a_branch_somebody_wrote_to_meanwhile_is_kept(repo):
    fork(repo, "cr/x/1-a", {FAQ: edited(CONTENT[FAQ], c3=None)})

    def context(_):
        write(repo, "cr/x/1-a", {"late": b"1"})

    merge_branch(repo, "cr/x/1-a", Target(formats=(_Deriving(context),)), signed=SIGNED)
    assert branch.tip(repo, "cr/x/1-a") is not None
    assert TreeView(repo, tree(repo, "contentrain")).oid("late") is None


def test_merging_twice_changes_nothing(repo):
    fork(repo, "cr/x/1-a", {FAQ: edited(CONTENT[FAQ], c3=None)})
    sha = branch.need_tip(repo, "cr/x/1-a")
    merge_branch(repo, "cr/x/1-a", TARGET, signed=SIGNED)
    branch.create_branch(repo, "cr/x/1-a", sha)
    assert merge_branch(repo, "cr/x/1-a", TARGET, signed=SIGNED).status == "unchanged"
    with pytest.raises(NotFound):
        merge_branch(repo, "cr/x/1-a", TARGET, signed=SIGNED)


def test_only_proposals_are_merged_or_rejected(repo):
    for action in (
        lambda: merge_branch(repo, "main", TARGET, signed=SIGNED),
        lambda: reject_branch(repo, "contentrain"),
    ):
        with pytest.raises(InvalidInput):
            action()
    fork(repo, "cr/x/1-a", {FAQ: edited(CONTENT[FAQ], c3=None)})
    reject_branch(repo, "cr/x/1-a")
    assert branch.tip(repo, "cr/x/1-a") is None
    branch.restore_branch(repo, "cr/x/1-a")


@pytest.mark.parametrize(
    ("workflow", "role", "expected"),
    [
        ("auto-merge", "member", True),
        ("auto-merge", None, True),
        ("review", "owner", True),
        ("review", "admin", True),
        ("review", "member", False),
        ("review", None, False),
    ],
)
def test_when_a_change_is_merged_at_once(workflow, role, expected):
    assert should_auto_merge(workflow, role) is expected


def test_d11_two_review_branches_that_add_neighbouring_entries_both_merge(repo):
    fork(repo, "cr/content/faq/1-a", {FAQ: edited(CONTENT[FAQ], b21={"question": "first"})})
    fork(repo, "cr/content/faq/2-b", {FAQ: edited(CONTENT[FAQ], b22={"question": "second"})})
    for name in ("cr/content/faq/1-a", "cr/content/faq/2-b"):
        assert merge_branch(repo, name, TARGET, signed=SIGNED).status == "merged"
    entries = read(repo, tree(repo, "contentrain"), FAQ)
    assert list(entries) == ["a1", "b2", "b21", "b22", "c3"]


def test_a_hundred_parallel_saves_into_one_collection_all_land(repo):
    """Eight workers: half save on the content branch, half through branches that are merged."""

    def work(number):
        entry = {f"e{number:03d}": {"question": f"q{number}"}}
        if number % 2:
            save(
                repo,
                "contentrain",
                lambda view: Plan({FAQ: edited(view.read(FAQ), **entry)}),
                message=f"save {number}",
                signed=SIGNED,
            )
        else:
            name = f"cr/content/faq/{number}-a"
            branch.create_branch(repo, name, branch.need_tip(repo, "contentrain"))
            save(
                repo,
                name,
                lambda view: Plan({FAQ: edited(view.read(FAQ), **entry)}),
                message=f"save {number}",
                signed=SIGNED,
            )
            assert merge_branch(repo, name, Target(formats=FORMATS), signed=SIGNED).status == "merged"

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(100)))
    entries = read(repo, tree(repo, "contentrain"), FAQ)
    assert set(entries) == {"a1", "b2", "c3", *(f"e{number:03d}" for number in range(100))}
    assert branch.branches(repo, "cr/") == []


def test_a_git_client_reads_the_result(repo, tmp_path):
    import subprocess

    fork(repo, "cr/x/1-a", {FAQ: edited(CONTENT[FAQ], c3=None)})
    write(repo, "contentrain", {FAQ: edited(CONTENT[FAQ], a1={"question": "ours"})})
    merge_branch(repo, "cr/x/1-a", TARGET, signed=SIGNED)
    for command in (
        ["fsck", "--strict", "--full"],
        ["clone", "-q", str(repo.path), "-b", "main", str(tmp_path / "c")],
    ):
        subprocess.run(["git", *command], cwd=repo.path, check=True, capture_output=True)
    assert "c3" not in json.loads((tmp_path / "c" / FAQ).read_text())
