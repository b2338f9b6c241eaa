"""The whole way with real plans: start, write in two locales, propose, review half, merge, undo."""

import subprocess

import pytest

from proofroom.content.format.project import Project
from proofroom.content.plans.init import plan_init
from proofroom.content.plans.model import plan_save_model
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.status import plan_status
from proofroom.content.plans.types import EntrySave, Stamp
from proofroom.repository.git import branch
from proofroom.repository.git import open as repository
from proofroom.repository.git.init import start_project
from proofroom.repository.git.save import save
from proofroom.repository.git.tree import EMPTY_TREE, TreeView
from proofroom.repository.merge.land import Target, merge_branch
from proofroom.repository.merge.review import Decisions, finish_review, open_review
from tests.content.merge.conftest import NOON, SIGNED, signed, tree
from tests.content.merge.formatted import FORMATS, undo_turn

TARGET = Target(base="main", formats=FORMATS)
STAMP = Stamp(by="ada@example.org", at=NOON)
FAQ = {
    "id": "faq",
    "name": "FAQ",
    "kind": "collection",
    "domain": "blog",
    "i18n": True,
    "title_field": "question",
    "fields": {"question": {"type": "string", "required": True}, "answer": {"type": "markdown"}},
}
LOCALES = ("en", "tr")


def _run(repo, run, *plans):
    """Let a run save plans on a branch of its own; return the branch."""
    name = f"cr/chat/{run}/1-a"
    branch.create_branch(repo, name, branch.need_tip(repo, "contentrain"))
    for number, plan in enumerate(plans):
        save(
            repo,
            name,
            lambda view, plan=plan: plan(Project(view)).checked(),
            message=f"contentrain: step {number}",
            signed=signed(run, str(number)),
        )
    return name


def _entries(repo, locale, at="contentrain"):
    project = Project(TreeView(repo, tree(repo, at)))
    return {entry.id: entry.data for entry in project.entries(project.model("faq"), locale)}


@pytest.fixture
def project(tmp_path):
    repo = repository.create(tmp_path / "p.git")
    files = plan_init(_nothing(repo), locales=LOCALES, domains=["blog"]).writes
    started = start_project(repo, files, base="main", signed=SIGNED, entropy="abcd")
    assert merge_branch(repo, started.branch, TARGET, signed=SIGNED).status == "merged"
    saves = [
        EntrySave({"question": f"Question {n} {locale}?", "answer": "Yes."}, f"e{n:02d}", locale)
        for n in range(20)
        for locale in LOCALES
    ]
    steps = [lambda found: plan_save_model(found, FAQ), lambda found: plan_save(found, "faq", saves, STAMP)]
    made = _run(repo, "r1", *steps)
    assert merge_branch(repo, made, TARGET, signed=SIGNED).status == "merged"
    return repo


def _nothing(repo):
    return TreeView(repo, EMPTY_TREE)


def test_a_turn_over_twenty_entries_is_reviewed_by_half_and_undone(project):
    before = tree(project, "contentrain")
    saves = [EntrySave({"answer": "No."}, f"e{n:02d}", "en") for n in range(20)]
    proposed = _run(project, "r2", lambda found: plan_save(found, "faq", saves, STAMP))
    review = open_review(project, proposed, TARGET)
    assert len(review.hunks) == 20
    ids = [hunk.id for hunk in review.hunks]
    decisions = Decisions(frozenset(ids[:10]), frozenset(ids[10:]))
    finished = finish_review(project, proposed, TARGET, decisions, signed=SIGNED, carry_to="cr/chat/r2/2-b")
    assert (finished.status, finished.carried) == ("merged", None)
    answers = [entry["answer"] for entry in _entries(project, "en").values()]
    assert answers == ["No."] * 10 + ["Yes."] * 10
    undone = undo_turn(project, "r2", TARGET, branch="cr/undo/r3/1-a", signed=signed("r3"))
    assert merge_branch(project, undone.branch, TARGET, signed=SIGNED).status == "merged"
    assert tree(project, "contentrain") == tree(project, "main") == before


def test_a_change_of_state_can_be_rejected(project):
    proposed = _run(
        project, "r2", lambda found: plan_status(found, "faq", ["e00", "e01"], "published", STAMP, "en")
    )
    review = open_review(project, proposed, TARGET)
    assert [(hunk.type, hunk.key, hunk.new) for hunk in review.hunks] == [
        ("status", "e00", "published"),
        ("status", "e01", "published"),
    ]
    accepted, rejected = review.hunks
    decisions = Decisions(frozenset([accepted.id]), frozenset([rejected.id]))
    finish_review(project, proposed, TARGET, decisions, signed=SIGNED, carry_to="cr/chat/r2/2-b")
    found = Project(TreeView(project, tree(project, "contentrain")))
    states = [found.meta(found.model("faq"), entry, "en").status for entry in ("e00", "e01")]
    assert states == ["published", "draft"]


def test_every_commit_can_be_read_by_a_git_client(project):
    subprocess.run(["git", "fsck", "--strict", "--full"], cwd=project.path, check=True, capture_output=True)
    shown = subprocess.run(
        ["git", "log", "--format=%s|%(trailers:key=Proofroom-Run,valueonly,separator=%x2C)", "main"],
        cwd=project.path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert shown.stdout.split("\n")[:2] == ["contentrain: step 1|r1", "contentrain: step 0|r1"]
