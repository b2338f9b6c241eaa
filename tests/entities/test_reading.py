"""Questions read by the records at hand: what is answered outright, and what is said to be left out."""

from typing import Any

import pytest

from proofroom.entities.playbook import entities_playbook
from proofroom.entities.schema import check_values
from proofroom.entities.tabular import Sheet, find_sheet, relation_rows
from proofroom.entities.types import TypeDef
from proofroom.providers.offline import Call, Request, Result
from proofroom.providers.offline.language import language_of
from tests.planning import carry_out, told

BOATS = """Please keep these:

Hull no.,Kind,Built,Length (m),Berth (sq m),Skipper(s),Rowed by,Harbour,Insured,Laid up,Rebuilt from
H-01,skiff,1931,6.5,14,Anna Lund & Per Lund,Otto Vik; Siri Moe,Norhavn,yes,,
H-02,skiff,1948,7.0,15,Per Lund,Otto Vik,Norhavn,no,2019-05-02,
H-03,pram,1960,3.2,6,,,Sunde,yes,,
H-04,pram,1989,3.4,6,Ida Berg,Siri Moe,Sunde,yes,2021-09-30,H-03
H-05,gig,2004,9.1,22,Anna Lund,Jon Dahl; Otto Vik,Norhavn,no,,H-02
"""
CIRAK = """Bunları kaydedelim:

Halı no,Dokuyan,Boya,Fiyat (TL),Stok,El eğirmesi mi,Kardeşi
K-1,Zehra Tunç,kök; ceviz,4200,2,evet,
K-2,Zehra Tunç,kök,1800,0,hayır,K-1
K-3,Emine Koç,indigo; kök,3900,5,evet,
K-4,Emine Koç,ceviz,2500,0,evet,K-3
"""


def sheet(text: str) -> Sheet:
    found = find_sheet(text)
    assert found is not None
    return found


def ask(text: str, table: str) -> str:
    """Return what the offline model answers over the records of a table."""
    made = sheet(table)
    records = made.records({})
    names = {(one["typeSlug"], one["title"].casefold()): one["title"] for one in records}
    types: list[dict[str, Any]] = [
        one | {"plural": "", "count": sum(row["typeSlug"] == one["slug"] for row in records)}
        for one in made.types()
    ]
    shapes = {one["slug"]: TypeDef.model_validate(one) for one in made.types()}
    rows: list[dict[str, Any]] = [
        one
        | {"id": one["title"], "relations": {}}
        | {"fields": check_values(shapes[one["typeSlug"]], one["fields"], is_whole=True)}
        for one in records
    ]
    ties = relation_rows(made, names)
    for row in rows:
        for tie in ties:
            if tie["sourceId"] == row["id"]:
                row["relations"].setdefault(tie["kind"], {})[tie["targetId"]] = tie["targetId"]

    def use(call: Call) -> Result:
        if call.tool == "listEntityTypes":
            return told({"types": types})
        if call.tool == "searchEntities":
            found = [one for one in rows if one["typeSlug"] == call.input.get("typeSlug", one["typeSlug"])]
            return told({"entities": found, "total": len(found)})
        if call.tool == "getEntity":
            row = next(one for one in rows if one["id"] == call.input["entityId"])
            mine = [one for one in ties if row["id"] in (one["sourceId"], one["targetId"])]
            near = [one for one in rows if any(one["id"] in tie.values() for tie in mine) and one is not row]
            return told(row | {"relations": mine, "related": near})
        return told([])

    tools = frozenset({"listEntityTypes", "searchEntities", "getEntity", "searchDocuments"})
    request = Request(text, language_of(text), "workspace", "assistant", {}, tools)
    return carry_out(entities_playbook(), request, use)[0]


def named(answer: str) -> set[str]:
    """Return the records that an answer names, without those that it tells of one by the way."""
    lines = answer.split("\n\n")[0].splitlines()
    return {
        line.partition("[")[2].partition("]")[0]
        for line in lines
        if line.startswith(("- [", "[")) and "türünde" not in line
    }


@pytest.mark.parametrize(
    ("table", "text", "records"),
    [
        (BOATS, "Which hulls does Otto Vik row?", {"H-01", "H-02", "H-05"}),
        (BOATS, "How many hulls does Per Lund have?", {"H-01", "H-02"}),
        (BOATS, "Which hulls have no skipper?", {"H-03"}),
        (BOATS, "Which insured hulls have no skipper?", {"H-03"}),
        (BOATS, "Which hulls lie in Norhavn and are not insured?", {"H-02", "H-05"}),
        (BOATS, "Which hulls in Sunde are not prams?", set[str]()),
        (BOATS, "Which hulls in Norhavn are not skiffs?", {"H-05"}),
        (BOATS, "Which hull was rebuilt from H-03?", {"H-04"}),
        (BOATS, "Which hulls are longer than 6.8 metres?", {"H-02", "H-05"}),
        (BOATS, "Which is the longest hull?", {"H-05"}),
        (BOATS, "Which pram is the longest?", {"H-04"}),
        (BOATS, "Which hull is the oldest?", {"H-01"}),
        (BOATS, "Which hulls were laid up in 2021?", {"H-04"}),
        (CIRAK, "En pahalı halı hangisi?", {"K-1"}),
        (CIRAK, "Stokta kalmayan halılar hangileri?", {"K-2", "K-4"}),
        (CIRAK, "El eğirmesi olmayan halılar hangileri?", {"K-2"}),
        (CIRAK, "Emine Koç kaç halı dokumuş?", {"K-3", "K-4"}),
        (CIRAK, "Hangi halılarda ceviz var?", {"K-1", "K-4"}),
        (CIRAK, "Zehra Tunç'un boyasız halıları?", set[str]()),
    ],
)
def test_what_the_data_decide_is_answered(table: str, text: str, records: set[str]) -> None:
    answer = ask(text, table)
    assert named(answer) == records, answer


def test_one_cell_of_two_whole_names_is_two_people() -> None:
    others = {one["title"] for one in sheet(BOATS).records({}) if one["typeSlug"] == "skipper-s"}
    assert others == {"Anna Lund", "Per Lund", "Ida Berg"}
    firm = BOATS.replace("Anna Lund & Per Lund", "Lund & Sons").replace("15,Per Lund", "15,Lund & Sons")
    assert "Lund & Sons" in {one["title"] for one in sheet(firm).records({})}


@pytest.mark.parametrize(
    ("text", "said", "left"),
    [
        ("How many skiffs leak?", "2", ("leak",)),
        ("How many hulls does Otto Vik look after?", "3", ("look", "after")),
        ("What is the total length of the skiffs that sank?", "13.5", ("sank",)),
    ],
)
def test_a_word_that_nothing_accounts_for_is_said(text: str, said: str, left: tuple[str, ...]) -> None:
    answer = ask(text, BOATS)
    assert said in answer
    assert all(f"“{word}”" in answer for word in left), answer


def test_what_is_empty_without_a_column_is_told_of_each() -> None:
    answer = ask("Which hulls are empty?", BOATS)
    assert "skipper(s) (1)" in answer
    assert "[H-03]" in answer


def test_a_sum_names_what_it_is_over() -> None:
    answer = ask("What is the total length of the hulls in Norhavn?", BOATS)
    assert "22.6" in answer
    assert "Norhavn" in answer
    answer = ask("How long is H-05?", BOATS)
    assert "9.1" in answer
    assert "Berth" not in answer


def test_the_value_that_most_records_have_is_told() -> None:
    assert "Harbour: Norhavn" in ask("Which harbour has the most hulls?", BOATS)
    assert named(ask("Which rower rows most?", BOATS)) <= {"Otto Vik"}


def test_of_somebody_else_nothing_is_told() -> None:
    for text in ("Which hulls does Otto Berg row?", "How many hulls does Anna Smith have?"):
        assert "[H-" not in ask(text, BOATS)


def test_what_nothing_says_is_not_made_up() -> None:
    assert "[" not in ask("Which hulls are haunted?", BOATS)
    assert "[" not in ask("What does the harbour master think of the weather on Mondays?", BOATS)
