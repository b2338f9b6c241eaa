"""Opening, creating and importing repositories; one libgit2 object per thread."""

import threading

import pygit2
import pytest

from proofroom.kernel.errors import Conflict, NotFound
from proofroom.repository.git import branch
from proofroom.repository.git import open as repository
from proofroom.repository.git.open import OPEN_PER_THREAD
from proofroom.repository.git.tree import write_files


def test_each_thread_has_its_own_object(repo):
    seen = [repo.git, repo.git]
    other = threading.Thread(target=lambda: seen.append(repo.git))
    other.start()
    other.join()
    assert seen[0] is seen[1]
    assert seen[0] is not seen[2]


def test_a_thread_keeps_a_bounded_number_of_repositories_open(tmp_path):
    made = [repository.create(tmp_path / f"{n}.git") for n in range(OPEN_PER_THREAD + 2)]
    first = made[0].git
    for repo in made:
        _ = repo.git
    assert made[0].git is not first


def test_a_folder_in_use_is_not_overwritten(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(Conflict, match="not empty"):
        repository.create(tmp_path)


def test_a_folder_without_a_repository_is_named(tmp_path):
    (tmp_path / "plain").mkdir()
    with pytest.raises(NotFound, match="no Git repository in plain"):
        repository.open_at(tmp_path / "plain")
    with pytest.raises(NotFound):
        repository.open_at(tmp_path / "missing")


def test_a_repository_above_the_folder_is_not_taken(repo):
    (repo.path / "below").mkdir()
    with pytest.raises(NotFound):
        repository.open_at(repo.path / "below")


def test_an_existing_repository_is_imported_whole(tmp_path, client):
    source = tmp_path / "source"
    source.mkdir()
    client(source, "init", "-q", "-b", "trunk")
    (source / "a.txt").write_text("committed")
    client(source, "add", ".")
    client(source, "commit", "-q", "-m", "by hand")
    client(source, "branch", "contentrain")
    client(source, "branch", "cr/content/faq/1-a")
    client(source, "tag", "v1")
    (source / "a.txt").write_text("not committed")
    made = repository.import_from(source, tmp_path / "copy.git")
    assert [found.name for found in branch.branches(made)] == ["contentrain", "cr/content/faq/1-a", "trunk"]
    assert repository.default_branch(made) == "trunk"
    assert client(made.path, "show", "v1:a.txt") == "committed"
    assert (source / "a.txt").read_text() == "not committed"
    assert client(made.path, "fsck", "--strict") == ""


def test_a_failed_import_leaves_no_half_copy(tmp_path, client):
    source = tmp_path / "source"
    source.mkdir()
    client(source, "init", "-q")
    (source / ".git" / "refs" / "heads" / "bad").write_text("1" * 40 + "\n")
    with pytest.raises(Exception, match="could not copy"):
        repository.import_from(source, tmp_path / "copy.git")
    assert not (tmp_path / "copy.git").exists()


def test_what_saves_leave_behind_in_memory_is_bounded(repo):
    tree = write_files(repo, None, {f"content/articles/{number:05}.md": b"text" for number in range(8_000)})
    for number in range(60):  # each save leaves a tree of 300 kB
        tree = write_files(repo, tree, {f"content/articles/{number:05}.md": b"other"})
        assert len(repo.git[tree]["content/articles"]) == 8_000
    kept, most = pygit2.settings.cached_memory
    assert kept <= most <= 16 * 1024 * 1024
