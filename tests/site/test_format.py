"""Changes of a page are told in the order in which the page is read."""

import json
from pathlib import Path

from proofroom.repository.git.open import Repo, create
from proofroom.repository.git.tree import write_files
from proofroom.repository.merge.hunks import diff
from proofroom.repository.shown import show_hunks
from proofroom.site.format import SiteFormat

NODES = ".proofroom/site/pages/front/nodes.json"


def tree(repo: Repo, children: dict[str, list[str]], text: str) -> str:
    nodes = {
        key: {"id": key, "moduleId": "base.text", "props": {"text": f"{key} {text}"}, "children": inner}
        for key, inner in children.items()
    }
    return write_files(repo, None, {NODES: json.dumps(nodes).encode()})


def test_changes_stand_as_their_nodes_do_and_what_goes_comes_last(tmp_path: Path) -> None:
    repo, formats = create(tmp_path / "site.git"), [SiteFormat()]
    old = tree(repo, {"root": ["z", "b", "gone"], "z": ["y"], "y": [], "b": [], "gone": []}, "before")
    new = tree(repo, {"root": ["z", "b"], "z": ["y", "a"], "y": [], "a": [], "b": []}, "after")
    told = show_hunks(repo, formats, (new, old), diff(repo, old, new, formats=formats))
    assert list(dict.fromkeys(hunk.target.id for hunk in told)) == ["root", "z", "y", "a", "b", "gone"]


def test_nodes_that_hold_each_other_are_told_all_the_same(tmp_path: Path) -> None:
    repo, formats = create(tmp_path / "site.git"), [SiteFormat()]
    old, new = (tree(repo, {"root": ["a"], "a": ["b"], "b": ["a"]}, text) for text in ("one", "two"))
    told = show_hunks(repo, formats, (new, old), diff(repo, old, new, formats=formats))
    assert {hunk.target.id for hunk in told} == {"root", "a", "b"}


def test_what_shows_a_value_of_the_content_is_called_after_its_field(tmp_path: Path) -> None:
    repo, formats = create(tmp_path / "site.git"), [SiteFormat()]
    old, new = (tree(repo, {"hero": []}, f"{{site.site-settings.title}}{end}") for end in ("", "!"))
    told = show_hunks(repo, formats, (new, old), diff(repo, old, new, formats=formats))
    assert {hunk.title for hunk in told} == {"hero ‹title›"}
