"""Messages, trailers and finding a step's own commit."""

import pytest

from proofroom.kernel.errors import NotFound
from proofroom.repository.git.branch import need_tip
from proofroom.repository.git.commit import (
    Identity,
    Provenance,
    compose_message,
    find_step,
    merge_base,
    read_commit,
    read_provenance,
)
from proofroom.repository.git.save import Signed, commit_tree, save
from proofroom.repository.git.tree import EMPTY_TREE
from tests.repository.git.conftest import NOON, SIGNED

FULL = Provenance(
    "run-1", "editor", "claude", "3:save", "Eda <eda@example.org>", "Tom <tom@example.org>", "run-0"
)


class Files:
    """A plan that writes the given files."""

    def __init__(self, **files: str) -> None:
        self.writes = {name: text.encode() for name, text in files.items()}
        self.deletes: tuple[str, ...] = ()


def test_provenance_survives_the_message():
    message = compose_message("contentrain: save faq [en]", FULL)
    assert message.startswith("contentrain: save faq [en]\n\nProofroom-Run: run-1\n")
    assert "Proofroom-Approved-By: Eda <eda@example.org>\nCo-Authored-By: Tom" in message
    assert read_provenance(message) == FULL


def test_git_reads_the_trailers(repo, client):
    sha = commit_tree(repo, EMPTY_TREE, (), "subject", Signed(SIGNED.identity, NOON, FULL))
    shown = client(
        repo.path, "show", "-s", "--format=%(trailers:key=Proofroom-Step,valueonly)%an <%ae> %at", sha
    )
    assert shown == "3:save\nAda <ada@example.org> 1767268800"


def test_a_message_without_trailers_has_no_provenance():
    assert compose_message("  plain \n") == "plain\n"
    assert read_provenance("Proofroom-Run: x is only mentioned\n\nhere") == Provenance()


def test_line_breaks_cannot_forge_a_trailer():
    message = compose_message("s", Provenance(run="a\nProofroom-Approved-By: Eve"))
    assert read_provenance(message) == Provenance(run="a Proofroom-Approved-By: Eve")


def test_a_name_git_cannot_store_is_cleaned(repo):
    sha = commit_tree(repo, EMPTY_TREE, (), "m", Signed(Identity("<A>\nB", ""), NOON))
    assert read_commit(repo, sha).author == Identity("A B", "unknown@invalid")


def test_a_step_repeated_after_a_crash_commits_once(repo):
    signed = Signed(SIGNED.identity, NOON, Provenance(run="r", step="2"))
    first = save(repo, "contentrain", lambda _: Files(a="1"), message="one", signed=signed)
    save(repo, "contentrain", lambda _: Files(a="2"), message="two", signed=SIGNED)
    again = save(repo, "contentrain", lambda _: Files(a="1"), message="one", signed=signed)
    assert again.repeated
    assert again.commit == first.commit
    assert find_step(repo, need_tip(repo, "contentrain"), "r", "2").sha == first.commit
    assert find_step(repo, need_tip(repo, "contentrain"), "r", "3") is None
    assert find_step(repo, need_tip(repo, "contentrain"), "r", "2", hide=first.commit) is None


def test_a_save_that_changes_nothing_makes_no_commit(repo):
    first = save(repo, "contentrain", lambda _: Files(a="1"), message="one", signed=SIGNED)
    assert first.changed
    assert not save(repo, "contentrain", lambda _: Files(a="1"), message="two", signed=SIGNED).changed


def test_histories_without_a_common_commit_have_no_merge_base(repo):
    other = commit_tree(repo, EMPTY_TREE, (), "elsewhere", SIGNED)
    assert merge_base(repo, other, need_tip(repo, "main")) is None


def test_an_unknown_commit_is_named(repo):
    with pytest.raises(NotFound, match="There is no commit 111111111111"):
        read_commit(repo, "1" * 40)
