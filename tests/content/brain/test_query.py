"""Looking entries up by condition, order and page."""

from typing import Any

import pytest

from proofroom.content.brain import Query, View, find
from proofroom.kernel.errors import InvalidInput
from tests.content.brain.conftest import FILES, PARKS, RIVERS, as_view


def found(view: View, model: str = "topics", **wanted: Any) -> list[str]:
    return [row.id for row in find(view, view.project.model(model), "en", Query(**wanted)).rows]


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ({"name": "Parks"}, [PARKS]),
        ({"rank": {"gt": 2}}, [PARKS]),
        ({"rank": {"gte": 2, "lt": 10}}, [RIVERS]),
        ({"rank": {"in": [2, 3]}}, [RIVERS]),
        ({"rank": "2"}, []),
        ({"description": {"contains": "WATER"}}, [RIVERS]),
        ({"description": {"exists": False}}, [PARKS]),
        ({"name": {"ne": "Parks"}}, [RIVERS]),
        ({"status": "draft"}, [PARKS]),
        ({"updated_at": {"lt": "2026-06-01"}}, [RIVERS]),
        ({"id": RIVERS}, [RIVERS]),
    ],
)
def test_a_condition_picks_entries(view: View, where: dict[str, Any], ids: list[str]) -> None:
    assert found(view, where=where) == ids


def test_a_relation_is_compared_by_what_it_points_at(view: View) -> None:
    assert found(view, "articles", where={"topic": RIVERS}) == ["swifts"]


def test_numbers_are_ordered_as_numbers_and_a_minus_turns_round(view: View) -> None:
    assert found(view, sort=["rank"]) == [RIVERS, PARKS]
    assert found(view, sort=["-rank"]) == [PARKS, RIVERS]


def test_pages_do_not_overlap() -> None:
    topics = {f"{number:012x}": {"name": f"T{number}"} for number in range(250)}
    view = as_view(FILES | {"content/blog/topics/en.json": topics})
    pages = [found(view, limit=100, offset=offset) for offset in (0, 100, 200)]
    assert [len(page) for page in pages] == [100, 100, 50]
    assert len({one for page in pages for one in page}) == 250
    assert len(found(view, limit=5_000)) == 100


def test_long_fields_are_left_out_of_lists_unless_asked_for(view: View) -> None:
    model = view.project.model("topics")
    page = find(view, model, "en", Query())
    assert page.omitted == ("notes",)
    assert "notes" not in page.shown[RIVERS]
    asked = find(view, model, "en", Query(fields=["name", "notes"]))
    assert asked.shown[RIVERS] == {"name": "Rivers", "notes": "# Long\ntext"}
    documents = find(view, view.project.model("articles"), "en", Query())
    assert documents.omitted == ("body",)


def test_an_unknown_field_or_operator_says_what_there_is(view: View) -> None:
    with pytest.raises(InvalidInput, match='no field "colour"') as error:
        found(view, where={"colour": "red"})
    assert "rank" in error.value.suggestion
    with pytest.raises(InvalidInput, match="no way to compare"):
        found(view, where={"rank": {"about": 3}})
