"""Merging three trees file by file."""

from hypothesis import given, settings
from hypothesis import strategies as st

from proofroom.repository.git.tree import TreeView, changes, write_files
from proofroom.repository.git.treemerge import merge_trees


class Clashes:
    """Settle by keeping ours, and remember what clashed."""

    def __init__(self) -> None:
        self.paths: list[str] = []

    def __call__(self, clash):
        self.paths.append(clash.path)
        return clash.ours


def _files(repo, tree):
    view = TreeView(repo, tree)
    return {path: view.read(path).decode() for path in view.list("")}


def _merge(repo, base, ours, theirs):
    trees = [
        write_files(repo, None, {k: v.encode() for k, v in side.items()}) for side in (base, ours, theirs)
    ]
    clashes = Clashes()
    return _files(repo, merge_trees(repo, *trees, clashes)), clashes.paths


def test_changes_of_both_sides_are_kept(repo):
    merged, clashes = _merge(
        repo,
        {"a/1": "x", "a/2": "x", "b": "x"},
        {"a/1": "ours", "a/2": "x", "b": "x", "new/ours": "1"},
        {"a/1": "x", "a/2": "theirs", "new/theirs": "1"},
    )
    assert merged == {"a/1": "ours", "a/2": "theirs", "new/ours": "1", "new/theirs": "1"}
    assert clashes == []


def test_a_file_both_changed_is_settled_by_the_caller(repo):
    merged, clashes = _merge(repo, {"d/a": "x"}, {"d/a": "ours"}, {"d/a": "theirs"})
    assert (merged, clashes) == ({"d/a": "ours"}, ["d/a"])


def test_a_folder_deleted_on_one_side_is_settled_file_by_file(repo):
    merged, clashes = _merge(repo, {"d/a": "x", "d/b": "x"}, {}, {"d/a": "x", "d/b": "edited"})
    assert (merged, clashes) == ({}, ["d/b"])


def test_the_same_change_on_both_sides_is_no_clash(repo):
    assert _merge(repo, {"a": "x"}, {"a": "y"}, {"a": "y"}) == ({"a": "y"}, [])
    assert _merge(repo, {"a": "x"}, {}, {}) == ({}, [])


def test_a_folder_against_a_file_is_a_clash(repo):
    merged, clashes = _merge(repo, {"a": "x"}, {"a/b": "ours"}, {"a": "theirs"})
    assert (merged, clashes) == ({"a/b": "ours"}, ["a"])


def test_trees_without_a_base_are_joined(repo):
    ours, theirs = write_files(repo, None, {"a": b"1"}), write_files(repo, None, {"b": b"1"})
    assert set(_files(repo, merge_trees(repo, None, ours, theirs, Clashes()))) == {"a", "b"}


names = st.sampled_from(["a", "b", "d/a", "d/b", "d/e/a", "f/a"])
trees = st.dictionaries(names, st.sampled_from(["1", "2", "3"]), max_size=6)


@settings(max_examples=120, deadline=None)
@given(base=trees, ours=trees, theirs=trees)
def test_every_file_obeys_the_three_way_rule(tmp_path_factory, base, ours, theirs):
    from proofroom.repository.git import open as repository

    folder = tmp_path_factory.getbasetemp() / "rule.git"
    repo = repository.open_at(folder) if folder.exists() else repository.create(folder)
    merged, clashes = _merge(repo, base, ours, theirs)
    for path in base.keys() | ours.keys() | theirs.keys():
        b, o, t = base.get(path), ours.get(path), theirs.get(path)
        expected = t if o == b else o
        assert merged.get(path) == expected
        assert (path in clashes) == (o not in (b, t) and t != b)


def test_merging_leaves_untouched_folders_alone(repo):
    base = write_files(repo, None, {f"d{n}/f": b"1" for n in range(50)})
    ours, theirs = write_files(repo, base, {"d1/g": b"1"}), write_files(repo, base, {"d2/g": b"1"})
    merged = merge_trees(repo, base, ours, theirs, Clashes())
    assert [change.path for change in changes(repo, base, merged)] == ["d1/g", "d2/g"]
