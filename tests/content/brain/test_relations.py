"""Walking relations both ways."""

import pytest

from proofroom.content.brain import View, forward, reverse
from proofroom.kernel.errors import NotFound
from tests.content.brain.conftest import FILES, RIVERS, article, as_view


def test_forward_names_what_an_entry_points_at(view: View) -> None:
    (one,) = forward(view, view.project.model("articles"), "swifts", "en")
    assert (one.field, one.model, one.ref, one.label) == ("topic", "topics", RIVERS, "Rivers")


def test_a_target_that_is_not_there_has_no_label() -> None:
    text = article("A", "b", topic="cccccccccccc")
    view = as_view(FILES | {"content/blog/articles/a/en.md": text})
    assert [one.label for one in forward(view, view.project.model("articles"), "a", "en")] == [""]


def test_a_list_of_relations_is_one_field() -> None:
    text = "---\ntitle: A\nrelated:\n  - swifts\n  - elm\n---\n\nb\n"
    view = as_view(FILES | {"content/blog/articles/a/en.md": text})
    found = forward(view, view.project.model("articles"), "a", "en")
    assert [(one.field, one.ref) for one in found] == [("related", "swifts"), ("related", "elm")]
    back = list(reverse(view, view.project.model("articles"), "elm", "en"))
    assert [(one.model, one.ref, one.field) for one in back] == [("articles", "a", "related")]


def test_reverse_names_what_points_at_an_entry_once(view: View) -> None:
    (one,) = reverse(view, view.project.model("topics"), RIVERS, "tr")
    assert (one.model, one.ref, one.label) == ("articles", "swifts", "Counting swifts in July")


def test_an_entry_that_is_not_there_is_said_to_be_missing(view: View) -> None:
    with pytest.raises(NotFound):
        forward(view, view.project.model("articles"), "nothing", "en")
    with pytest.raises(NotFound):
        list(reverse(view, view.project.model("topics"), "nothing", "en"))
