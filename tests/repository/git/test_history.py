"""What happened to a file or an entry."""

import json
from dataclasses import replace

from proofroom.repository.git.branch import need_tip, update
from proofroom.repository.git.commit import Provenance
from proofroom.repository.git.history import approvals, file_log, log
from proofroom.repository.git.save import commit_tree, save
from proofroom.repository.git.tree import write_files
from tests.repository.git.conftest import SIGNED


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


def test_who_accepted_a_commit_is_told_by_the_merge_that_brought_it(repo):
    by_agent = replace(SIGNED, provenance=Provenance(run="r1", agent="editor"))
    by_person = replace(SIGNED, provenance=Provenance(approved_by="Elif"))

    def put(name, signed, parents):
        return commit_tree(repo, write_files(repo, None, {f"{name}.json": b"{}"}), parents, name, signed)

    start = _save(repo, "faq.json", {"a": 1}, "by hand")
    first = put("one", by_agent, (start,))
    second = put("two", by_agent, (first,))
    forward = put("context", by_person, (second,))
    side = put("side", by_agent, (start,))
    tip = put("merge", replace(SIGNED, provenance=Provenance(approved_by="Deniz")), (forward, side))
    expected = {first: "Elif", second: "Elif", side: "Deniz"}
    assert approvals(repo, tip, [start, first, second, side]) == expected
    assert approvals(repo, tip, []) == {}
