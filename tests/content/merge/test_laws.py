"""Laws of merging, over thousands of random projects and changes."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proofroom.repository.git import open as repository
from proofroom.repository.json.text import render_json
from proofroom.repository.merge.types import Choice
from tests.content.merge.conftest import FAQ, FAQ_META, HERO, POST, POST_META, TERMS, files, make_tree
from tests.content.merge.formatted import diff, merge3, take_out

LONG = (
    "Red birds fly high. Blue birds stay low. Grey birds sleep.\n\nNobody counts them. Everybody sees them."
)
SENTENCES = ["Red birds fly high.", "Blue birds stay low.", "Grey birds sleep.", "Green birds sing at dawn."]

bodies = st.lists(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3), max_size=3).map(
    lambda found: "\n\n".join(" ".join(part) for part in found)
)
plain = st.sampled_from(["a", "b", "Yes.", LONG]) | st.integers(0, 2) | st.booleans()
fields = st.fixed_dictionaries(
    {},
    optional={
        "question": plain,
        "answer": bodies.filter(bool),
        "tags": st.lists(st.sampled_from("xyz"), max_size=3),
        "seo": st.dictionaries(st.sampled_from(["title", "text"]), plain, min_size=1, max_size=2),
    },
)
entries = st.dictionaries(st.sampled_from(["a1", "b2", "c3", "10", "9"]), fields, max_size=4)
records = st.fixed_dictionaries(
    {"status": st.sampled_from(["draft", "published"]), "updated_at": st.sampled_from(["2026-01", "2026-02"])}
)
documents = st.tuples(
    st.dictionaries(
        st.sampled_from(["title", "live", "note"]), st.sampled_from(["one", "two", "three"]), max_size=3
    ),
    bodies,
)


@st.composite
def projects(draw) -> dict[str, bytes]:
    """Return the content files of a random project, with metadata for exactly its entries."""
    found: dict[str, bytes] = {}
    if draw(st.booleans()):
        content = draw(entries)
        found[FAQ] = render_json(content)
        if content:
            found[FAQ_META] = render_json({key: draw(records) for key in content})
    if draw(st.booleans()):
        found[TERMS] = render_json(
            draw(st.dictionaries(st.sampled_from("abc"), st.sampled_from("123"), max_size=3))
        )
    if draw(st.booleans()):
        found[HERO] = render_json(draw(fields))
    if draw(st.booleans()):
        front, body = draw(documents)
        lines = "".join(f"{key}: {value}\n" for key, value in front.items())
        found[POST] = f"---\n{lines}---\n\n{body}\n".encode()
        found[POST_META] = render_json(draw(records))
    return found


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return repository.create(tmp_path_factory.mktemp("laws") / "laws.git")


many = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _entries(repo, tree) -> dict[str, Any]:
    data = files(repo, tree).get(FAQ)
    return json.loads(data) if data else {}


@many
@given(base=projects(), ours=projects(), theirs=projects())
def test_merging_obeys_the_identities_and_never_fails(store, base, ours, theirs):
    trees = [make_tree(store, side) for side in (base, ours, theirs)]
    merged = merge3(store, *trees)
    assert merge3(store, trees[0], trees[1], trees[0]).tree == trees[1]
    assert merge3(store, trees[0], trees[0], trees[2]).tree == trees[2]
    assert merge3(store, trees[0], trees[1], trees[1]).tree == trees[1]
    for path in files(store, merged.tree):
        if path.endswith(".json"):
            json.loads(files(store, merged.tree)[path])


@many
@given(base=projects(), ours=projects(), theirs=projects(), take=st.sampled_from(["ours", "theirs"]))
def test_answers_to_all_conflicts_leave_none(store, base, ours, theirs, take):
    trees = [make_tree(store, side) for side in (base, ours, theirs)]
    found = merge3(store, *trees).conflicts
    assert merge3(store, *trees, choices={conflict.id: Choice(take) for conflict in found}).conflicts == ()


@many
@given(base=projects(), ours=projects(), theirs=projects())
def test_no_entry_is_lost_without_a_conflict(store, base, ours, theirs):
    trees = [make_tree(store, side) for side in (base, ours, theirs)]
    merged = merge3(store, *trees)
    old, mine, other = (_entries(store, tree) for tree in trees)
    contested = {conflict.key for conflict in merged.conflicts if conflict.path == FAQ}
    result = _entries(store, merged.tree)
    for key in mine.keys() | other.keys():
        is_deleted = key in old and (key not in mine or key not in other)
        if not is_deleted and key not in contested:
            assert key in result
            for side in (mine, other):
                for name, value in side.get(key, {}).items():
                    if old.get(key, {}).get(name) != value and isinstance(value, int):
                        assert result[key].get(name) == value


@many
@given(old=projects(), new=projects(), data=st.data())
def test_taking_out_leaves_exactly_the_other_hunks(store, old, new, data):
    before, after = make_tree(store, old), make_tree(store, new)
    hunks = diff(store, before, after)
    assert len({hunk.id for hunk in hunks}) == len(hunks)
    out = {hunk.id for hunk in hunks if data.draw(st.booleans())}
    tree = take_out(store, before, after, out)
    kept, all_of = _by_field(diff(store, before, tree)), _by_field(hunks)
    for field, ids in all_of.items():
        if ids <= out:
            assert field not in kept
        elif not ids & out or not any(hunk.is_prose for hunk in hunks):
            # Sentences next to a rejected one may be told apart differently afterwards; fields are exact.
            assert kept[field] == ids - out
    assert kept.keys() <= all_of.keys()
    assert take_out(store, before, after, {hunk.id for hunk in hunks}) == (before if hunks else after)
    assert take_out(store, before, after, set()) == after


def _by_field(hunks) -> dict[tuple[Any, ...], set[str]]:
    found: dict[tuple[Any, ...], set[str]] = {}
    for hunk in hunks:
        if hunk.op != "format":  # a file may only be spelled differently once content is taken out
            found.setdefault((hunk.file, hunk.type, hunk.key, hunk.path), set()).add(hunk.id)
    return found


@many
@given(before=projects(), after=projects(), since=projects())
def test_undo_restores_and_redo_repeats(store, before, after, since):
    old, new = make_tree(store, before), make_tree(store, after)
    assert merge3(store, new, new, old).tree == old
    later = make_tree(store, {**after, **since})
    undone = merge3(store, new, later, old)
    redone = merge3(store, undone.tree, undone.tree, later)
    assert redone.tree == later


@many
@given(base=projects(), theirs=projects(), data=st.data())
def test_accepting_in_two_reviews_is_accepting_at_once(store, base, theirs, data):
    """The undecided half, carried to the new tip and accepted there, gives what accepting all gave."""
    old, new = make_tree(store, base), make_tree(store, theirs)
    hunks = diff(store, old, new)
    undecided = {hunk.id for hunk in hunks if data.draw(st.booleans())}
    accepted = take_out(store, old, new, undecided)
    carried = merge3(store, accepted, accepted, new, otherwise="theirs")
    assert carried.tree == new
