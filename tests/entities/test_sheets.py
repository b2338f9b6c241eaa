"""Sheets into records: separators, mapping, kinds of cells, problems by row, and back."""

import json
from datetime import UTC, datetime

import pytest

from proofroom.entities.schema import (
    SchemaChange,
    carried_values,
    changed_definition,
    layers_of,
    read_definition,
)
from proofroom.entities.sheets import (
    read_as_records,
    read_rows,
    suggest_mapping,
    suggest_type,
    write_csv,
    write_json,
)
from proofroom.entities.types import Entity, EntityId, TypeDef, TypeId
from proofroom.kernel.decoding import decode_file
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import WorkspaceId

PERSON = read_definition(
    {
        "slug": "person",
        "name": "Person",
        "fields": [
            {"key": "age", "label": "Age", "type": "number"},
            {"key": "city", "label": "Town"},
            {"key": "joined", "type": "date"},
        ],
    }
)


def test_a_sheet_is_matched_by_names_and_labels_and_its_cells_are_read() -> None:
    rows = read_rows("Name;town;AGE;Joined\nAda;London;36;10.12.1815\nAlan;;41,5;1912-06-23\n")
    mapping = suggest_mapping(rows.headers, PERSON)
    assert mapping == {"Name": "title", "town": "city", "AGE": "age", "Joined": "joined"}
    read = read_as_records(rows, PERSON, mapping)
    assert [(one.title, one.fields) for one in read] == [
        ("Ada", {"city": "London", "age": 36, "joined": "1815-12-10"}),
        ("Alan", {"age": 41.5, "joined": "1912-06-23"}),
    ]


def test_a_row_that_cannot_be_a_record_is_told_with_its_number() -> None:
    rows = read_rows("name,age\nAda,many\n,3\n")
    read = read_as_records(rows, PERSON, {"name": "title", "age": "age"})
    assert [(one.number, bool(one.problem)) for one in read] == [(2, True), (3, True)]


def test_a_type_is_found_for_a_sheet_nobody_prepared() -> None:
    text = "Kurum Adı,Kuruluş Yılı,Web Sitesi,Tür\n" + "".join(
        f"Kurum {n},19{n:02},https://k{n}.example,{'Vakıf' if n % 2 else 'Dernek'}\n" for n in range(10)
    )
    made = suggest_type(read_rows(text), "Kurum", "kurum")
    kinds = {field["key"]: field["type"] for field in made["fields"]}
    assert kinds == {"kurulusYili": "number", "webSitesi": "url", "tur": "select"}
    assert read_definition(made).name == "Kurum"


def test_a_column_of_figures_is_read_as_its_own_cells_write_them() -> None:
    text = "Hull;Length;Fee;Rent\nTeal;11,4;£1,240.50;1,250\nMarrow;9,2;£1,980;980\nWren;7,8;£610;1,010\n"
    made = suggest_type(read_rows(text), "Hull", "hull")
    assert [field["type"] for field in made["fields"]] == ["number"] * 3
    definition = read_definition(made)
    mapping = {"Hull": "title", "Length": "length", "Fee": "fee", "Rent": "rent"}
    read = read_as_records(read_rows(text), definition, mapping)
    assert [one.fields for one in read] == [
        {"length": 11.4, "fee": 1240.5, "rent": 1250},
        {"length": 9.2, "fee": 1980, "rent": 980},
        {"length": 7.8, "fee": 610, "rent": 1010},
    ]


@pytest.mark.parametrize(
    ("head", "cells", "value"),
    [
        ("Verici;Sıklık (MHz)", ("145,500", "433,075"), 145.5),
        ("Beacon;Watts", ("145,500", "433,075"), 145_500),
        ("Tohum;Oran", ("%88", "%9"), 88),
        ("Keg;Held", ("25 kg", "9.5kg"), 25),
        ("Verici;Erişim", ("1.250 m", "980 m"), 1250),
    ],
)
def test_a_figure_is_read_with_what_stands_beside_it(head: str, cells: tuple[str, str], value: float) -> None:
    sheet = read_rows(f"{head}\nAsh;{cells[0]}\nElm;{cells[1]}\n", "csv", ";")
    made = suggest_type(sheet, "X", "x")
    (field,) = made["fields"]
    assert field["type"] == "number"
    mapping = {sheet.headers[0]: "title", sheet.headers[1]: field["key"]}
    assert read_as_records(sheet, read_definition(made), mapping)[0].fields == {field["key"]: value}
    unit = {"Oran": "Oran (%)", "Held": "Held (kg)", "Erişim": "Erişim (m)"}
    assert field["label"] == unit.get(sheet.headers[1], sheet.headers[1])


@pytest.mark.parametrize(
    ("last", "is_sum"),
    [
        ("Total;;60;7,5", True),
        (";;60;", True),
        ("Dune;South;60;7,5", False),  # a row as any other, whatever its figures
        ("Total;;59;7,5", False),
        ("Total;all;60;7,5", False),
        ("Dune;;;", False),
    ],
)
def test_a_line_of_sums_under_a_sheet_is_no_row_of_it(last: str, is_sum: bool) -> None:
    head = "Hut;Shore;Beds;Rent\nAsh;North;10;2,5\nBay;North;20;2,5\nCove;South;30;2,5\n"
    assert len(read_rows(head + last).rows) == (3 if is_sum else 4)


def test_points_between_thousands_are_told_by_the_sign_between_cells() -> None:
    for sign, held in ((";", 4200), (",", 4.2)):
        sheet = read_rows("Ground,Holds\nQuay,4.200\nMoor,950\n".replace(",", sign))
        made = suggest_type(sheet, "Ground", "ground")
        mapping = {"Ground": "title", "Holds": "holds"}
        assert read_as_records(sheet, read_definition(made), mapping)[0].fields == {"holds": held}


def test_numbers_of_two_parts_keep_the_noughts_at_their_end() -> None:
    cells = {"1984.12 1969.40 1977.1": "text", "7.50 8 9.25": "number", "7.5 36.00 7.5": "number"}
    for said, kind in cells.items():
        rows = "".join(f"Clock {n},{one}\n" for n, one in enumerate(said.split()))
        (field,) = suggest_type(read_rows(f"Object,Number\n{rows}"), "X", "x")["fields"]
        assert field["type"] == kind, said


def test_two_measures_are_no_number() -> None:
    made = suggest_type(read_rows("Keg;Held\nA;2,5 kg\nB;80 g\n"), "Keg", "keg")
    assert [(field["type"], field["label"]) for field in made["fields"]] == [("text", "Held")]


def test_a_currency_is_kept_in_what_the_field_is_called_and_two_are_no_number() -> None:
    text = "Beer;Pint;ABV;Bottle (GBP);Crate\nDusk;£4.80;5.2%;£3;£31\nGull;£4.10;3.8%;£2;€29\n"
    made = suggest_type(read_rows(text), "Beer", "beer")
    told = {field["label"]: field["type"] for field in made["fields"]}
    assert told == {"Pint (£)": "number", "ABV (%)": "number", "Bottle (GBP)": "number", "Crate": "text"}
    assert suggest_mapping(read_rows(text).headers, read_definition(made))["Pint"] == "pint"


@pytest.mark.parametrize(
    ("cells", "kind", "first"),
    [("YNY", "boolean", True), ("HEE", "boolean", False), ("NEN", "text", "N"), ("YYY", "text", "Y")],
    ids=["yes and no", "evet ve hayır", "directions", "always one"],
)
def test_two_letters_say_yes_and_no_together(cells: str, kind: str, first: bool | str) -> None:
    sheet = read_rows("Watch,Under warranty\n" + "".join(f"W{n},{one}\n" for n, one in enumerate(cells)))
    made = suggest_type(sheet, "Watch", "watch")
    assert [field["type"] for field in made["fields"]] == [kind]
    mapping = {"Watch": "title", "Under warranty": "underWarranty"}
    assert read_as_records(sheet, read_definition(made), mapping)[0].fields == {"underWarranty": first}


def test_empty_columns_after_the_last_one_are_none() -> None:
    read = read_rows("Ad;Şehir;;\nGöl;Van;;\nDağ;;;\n")
    assert (read.headers, read.rows[1]) == (["Ad", "Şehir"], {"Ad": "Dağ", "Şehir": ""})
    with pytest.raises(InvalidInput):
        read_rows("Ad;Şehir;\nGöl;Van;1\n")


@pytest.mark.parametrize(
    "text",
    ["", "a,a\n1,2", "a,b\n", "[1, 2]", '{"a": ', 'name\n"unclosed', "{}", "[{}]"],
    ids=[
        "nothing",
        "twice",
        "no rows",
        "no objects",
        "half json",
        "open quote",
        "no columns",
        "none in a list",
    ],
)
def test_what_is_no_sheet_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        read_rows(text)


def test_what_is_written_can_be_read_again_and_is_no_formula() -> None:
    now = datetime.now(UTC)
    ada = Entity(
        EntityId("1"), WorkspaceId("w"), TypeId("t"), "=Ada", {"age": -3, "city": "x"}, 1, "a", "a", now, now
    )
    assert "'=Ada" in write_csv(PERSON, [ada])
    rows = read_rows(write_json(PERSON, [ada]))
    assert rows.rows == [{"id": "1", "title": "=Ada", "age": -3, "city": "x"}]


def test_fields_stand_in_layers_and_a_circle_is_refused() -> None:
    def fields(*needs: tuple[str, list[str]]) -> dict[str, object]:
        listed = [{"key": key, "dependsOn": on} for key, on in needs]
        return {"slug": "x", "name": "X", "fields": listed}

    made = read_definition(fields(("a", []), ("b", ["a"]), ("c", ["a"]), ("d", ["b", "c"])))
    assert [[one.key for one in layer] for layer in layers_of(made.fields)] == [["a"], ["b", "c"], ["d"]]
    with pytest.raises(InvalidInput):
        read_definition(fields(("a", ["b"]), ("b", ["a"])))


def test_values_move_with_their_fields_and_unreadable_ones_are_dropped() -> None:
    changes = [
        SchemaChange.model_validate({"op": "renameField", "key": "city", "to": "town"}),
        SchemaChange.model_validate({"op": "changeType", "key": "joined", "type": "number"}),
    ]
    after: TypeDef = changed_definition(PERSON, changes)
    kept = carried_values(PERSON, after, changes, {"city": "Bonn", "joined": "1999-01-01", "age": 3})
    assert kept == {"town": "Bonn", "age": 3}


@pytest.mark.parametrize(
    "odd",
    [
        ",".join(f"c{number}" for number in range(20_000)) + "\n" + "1\n" * 100,
        json.dumps([{f"k{number}": 1 for number in range(20_000)}, {}]),
        '[{"title": "a", "fields": [1]}]',
        '[{"title": "a", "fields": "x"}]',
        "[" * 100_000,
        '[{"a": ' + "[" * 50_000 + "]" * 50_000 + "}]",
    ],
    ids=["columns", "keys", "list", "text", "deep", "deep and closed"],
)
def test_a_sheet_that_costs_too_much_or_is_none_is_refused(odd: str) -> None:
    with pytest.raises(InvalidInput):
        read_rows(odd)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1254", "iso8859-9"])
def test_a_sheet_is_read_however_its_letters_are_kept(encoding: str) -> None:
    text = 'Ad;Şehir\n"Ağrı\nDağı";"Iğdır; doğu"\nGöl;Van\n'
    read = read_rows(decode_file(text.encode(encoding)))
    assert read.rows[0] == {"Ad": "Ağrı\nDağı", "Şehir": "Iğdır; doğu"}


def test_a_sheet_of_too_many_columns_is_refused() -> None:
    with pytest.raises(InvalidInput, match="200 columns"):
        read_rows(",".join(f"c{n}" for n in range(100_000)) + "\n" + "," * 99_999 + "x\n")
