"""Parsed files are kept within a budget, the most recently used ones longest."""

from proofroom.content import parsed_files
from proofroom.content.format.collection import CollectionFile
from proofroom.content.parsed_files import ParsedFiles


def file(size: int) -> CollectionFile:
    return CollectionFile(b"x" * size, {})


def test_the_least_recently_used_file_goes_first() -> None:
    kept = ParsedFiles(budget=100_000)
    for name in "abc":
        kept[name, "collection"] = file(5_000)
    assert kept.get(("a", "collection")) is not None
    for name in "de":
        kept[name, "collection"] = file(5_000)
    assert [key[0] for key in kept] == ["c", "a", "d", "e"]
    assert kept.size <= 100_000


def test_a_file_larger_than_the_budget_is_kept_alone() -> None:
    kept = ParsedFiles(budget=10_000)
    kept["a", "collection"] = file(10)
    kept["b", "collection"] = file(50_000)
    assert [key[0] for key in kept] == ["b"]


def test_replacing_a_file_counts_once() -> None:
    kept = ParsedFiles()
    kept["a", "collection"] = file(1_000)
    before = kept.size
    kept["a", "collection"] = file(1_000)
    assert kept.size == before
    assert kept.get(("z", "collection")) is None


def test_versions_of_collections_stay_within_their_share_and_the_last_ones_stay() -> None:
    kept = ParsedFiles(for_collections=100_000)
    for number in range(200):
        kept[f"{number:040d}", "collection"] = CollectionFile(b"x" * 5_000, {})
    assert kept.collections_size <= 100_000
    assert kept.size == kept.collections_size
    assert kept.get((f"{199:040d}", "collection")) is not None
    assert kept.get((f"{0:040d}", "collection")) is None
    huge = ParsedFiles(for_collections=1)
    for number in range(9):
        huge[str(number), "collection"] = CollectionFile(b"x" * 5_000, {})
    assert list(huge) == [(str(number), "collection") for number in range(5, 9)], "before and after a save"


def test_parts_asked_for_one_after_the_other_stay_beside_files_that_fill_the_budget() -> None:
    kept = ParsedFiles(budget=100_000)
    for number in range(1_000):
        kept[f"{number}", "collection"] = file(5_000)
        kept[f"{number}", "unique"] = (f"Title {number}", None)
    assert all(kept.get((f"{number}", "unique")) == (f"Title {number}", None) for number in range(1_000))
    assert kept.size <= 100_000


def test_parts_have_a_bound(monkeypatch) -> None:
    monkeypatch.setattr(parsed_files, "MOST_PARTS", 100)
    kept = ParsedFiles()
    for number in range(1_050):
        kept[f"{number}", "unique"] = (f"Title {number}",)
    there = [number for number in range(1_050) if kept.get((f"{number}", "unique"))]
    assert there == list(range(1_000, 1_050))
