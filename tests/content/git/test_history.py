"""What happened to a file or an entry."""

import json

from proofroom.content.git.branch import need_tip, update
from proofroom.content.git.history import file_log, log, read_at
from proofroom.content.git.save import commit_tree, save
from proofroom.content.git.tree import write_files
from tests.content.git.conftest import SIGNED


class Plan:
    """Write or delete one file."""

    def __init__(self, path: str, data: bytes | None) -> None:
        self.writes = {} if data is None else {path: data}
        self.deletes = [path] if data is None else []


def _save(repo, path, value, message):
    data = None if value is None else json.dumps(value).encode()
    return save(repo, "contentrain", lambda _: Plan(path, data), message=message, signed=SIGNED).commit


def _entry(data):
    return json.loads(data).get("a")


def test_the_log_of_an_entry_skips_commits_about_its_neighbours(repo):
    _save(repo, "faq.json", {"b": 1}, "add b")
    _save(repo, "faq.json", {"a": 1, "b": 1}, "add a")
    _save(repo, "other.json", {}, "elsewhere")
    _save(repo, "faq.json", {"a": 1, "b": 2}, "change b")
    _save(repo, "faq.json", {"a": 2, "b": 2}, "change a")
    _save(repo, "faq.json", {"b": 2}, "delete a")
    tip = need_tip(repo, "contentrain")
    found = [
        (version.commit.subject, version.value) for version in file_log(repo, tip, "faq.json", extract=_entry)
    ]
    assert found == [("delete a", None), ("change a", 2), ("add a", 1)]
    assert len(file_log(repo, tip, "faq.json")) == 5
    assert len(file_log(repo, tip, "faq.json", limit=2)) == 2
    assert [commit.subject for commit in log(repo, tip, limit=2)] == ["delete a", "change a"]


def test_a_deleted_file_can_be_read_at_an_earlier_commit_and_restored(repo):
    before = _save(repo, "faq.json", {"a": 1}, "add")
    _save(repo, "faq.json", None, "delete")
    old = read_at(repo, before, "faq.json")
    assert json.loads(old) == {"a": 1}
    assert read_at(repo, need_tip(repo, "contentrain"), "faq.json") is None
    assert read_at(repo, "1" * 40, "faq.json") is None
    save(repo, "contentrain", lambda _: Plan("faq.json", old), message="restore", signed=SIGNED)
    subjects = [
        version.commit.subject for version in file_log(repo, need_tip(repo, "contentrain"), "faq.json")
    ]
    assert subjects == ["restore", "delete", "add"]


def test_a_merge_that_took_the_file_as_it_was_is_not_a_change(repo):
    start = _save(repo, "faq.json", {"a": 1}, "start")
    tree = write_files(repo, None, {"faq.json": b'{"a": 2}'})
    side = commit_tree(repo, tree, (start,), "on the side", SIGNED)
    merged = write_files(repo, tree, {"other.json": b"{}"})
    _save(repo, "other.json", {}, "meanwhile")
    update(repo, "contentrain", lambda tip: commit_tree(repo, merged, (tip, side), "merge", SIGNED))
    subjects = [
        version.commit.subject for version in file_log(repo, need_tip(repo, "contentrain"), "faq.json")
    ]
    assert subjects == ["on the side", "start"]
