"""The content vectors, and that the suite notices a wrong answer."""

import json

from tests.conformance.content import run_content_suite
from tests.content.samples import DATA


def test_every_vector_passes():
    passed, total, failures = run_content_suite(DATA / "vectors.jsonl")
    assert failures == []
    assert passed == total == 1998


def test_a_wrong_answer_is_reported_with_its_line(tmp_path):
    cases = [
        {"in": {"op": "slug", "value": "a-b"}, "out": None},
        {"in": {"op": "slug", "value": "a-b"}, "out": "refused"},
        {"in": {"op": "canonical", "data": {"a": 1}}, "out": "{}\n"},
        {"in": {"op": "somersault"}, "out": None},
        {"in": {"op": "field", "def": {}}, "out": 5},
    ]
    file = tmp_path / "vectors.jsonl"
    file.write_text("\n".join(map(json.dumps, cases)))
    passed, total, failures = run_content_suite(file)
    assert (passed, total) == (1, 5)
    assert [line.split(":")[0] for line in failures] == [
        *("line 2 (slug)", "line 3 (canonical)", "line 4 (somersault)", "line 5 (field)")
    ]


def test_conflict_ids_are_the_official_ones(tmp_path):
    conflict = {"path": "p", "key": "k", "base": {"b": 1, "a": 2}, "ours": 1, "theirs": 2}
    file = tmp_path / "vectors.jsonl"
    file.write_text(json.dumps({"in": {"op": "conflict", "data": conflict}, "out": "d41f4ac60c46f5cd"}))
    assert run_content_suite(file) == (1, 1, [])
