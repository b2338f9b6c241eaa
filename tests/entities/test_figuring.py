"""Questions about a table's own columns: relations are found in its cells, figures are worked out of them."""

from typing import Any

import pytest

from proofroom.entities.comparing import lacking, ranked, weighed
from proofroom.entities.figuring import figured, told_figure
from proofroom.entities.quantities import most_of
from proofroom.entities.tabular import Sheet, find_sheet, relation_rows
from proofroom.entities.wording import asked_words

LAMPS = """Put these in, please:

Lamp,Workshop,Designed by,Bulbs,Stock,Discontinued
Heron,Low Lane,Iva Brandt,1,14,no
Paper Moon,Low Lane,Tomas Eek,2,3,no
Anvil,Quay House,Iva Brandt,1,0,yes
Willow,Quay House,Tomas Eek,3,7,yes
"""
HIVES = """Kovan listemizi aktar:

Kovan no,Arıcı,Bal (kg),Komşu bitkiler,Boy (m)
K-1,Sevgi Doru,18.5,"kekik, ıhlamur",2
K-2,Ömer Pek,12,ıhlamur,1
K-3,Sevgi Doru,22,"kekik, çam",3
"""
BREWERS = """Make records of these:

Brewhouse;HL/yr;Taproom?
Alte Brauerei;1200;no
Neue Brauerei;1631;yes
Kleine Brauerei;2062;yes
"""
MILLS = """Bunları kaydet:

Değirmenin adı,Hâlâ çalışıyor mu,Kira (TL)
Kuru Değirmen,hayır,"1000,50"
Yaş Değirmen,evet,"3250,50"
Eski Değirmen,evet,"4250,50"
"""
SURNAMES = 'Add these:\n\nTree,Planted by\nElm,"Holt, Runa"\nOak,"Reid, Oona"\nAsh,"Holt, Runa"\n'


KILNS = """Put these in:

Dish,Time needed (min),Meat-free,Price
Dal,180,yes,4
Nasu,40,yes,5
Kofta,45,no,6
Imam,75,yes,7
"""


SONGS = "Kaydet:\n\nTürkü,Notası var mı\nKına Havası,var\nOrak Sesi,yok\nDere Boyu,var\n"


def sheet(text: str) -> Sheet:
    found = find_sheet(text)
    assert found is not None
    return found


def kinds(text: str) -> list[dict[str, Any]]:
    return [one | {"plural": "", "count": 4} for one in sheet(text).types()]


def test_names_of_several_words_that_come_back_are_records_of_their_own() -> None:
    assert sheet(LAMPS).others == ("Workshop", "Designed by")
    # Somebody may speak of a kind of their own without naming a column.
    asked = LAMPS.replace("Put these in, please", "Make them records of their own kind")
    assert sheet(asked).others == ("Workshop", "Designed by")


def test_a_cell_of_several_names_is_related_to_each_of_them() -> None:
    hives = sheet(HIVES)
    assert (hives.title, hives.name) == ("Kovan no", "Kovan"), "a list titles nothing"
    assert hives.others == ("Arıcı", "Komşu bitkiler")
    records = hives.records({})
    ids = {(one["typeSlug"], one["title"].casefold()): one["title"] for one in records}
    made = {(one["sourceId"], one["targetId"]) for one in relation_rows(hives, ids)}
    assert {("K-1", "kekik"), ("K-1", "ıhlamur"), ("K-3", "çam")} <= made


def test_a_comma_in_a_persons_name_parts_nothing() -> None:
    assert sheet(SURNAMES).lists == ()


@pytest.mark.parametrize(
    ("table", "text", "filters"),
    [
        (LAMPS, "Which lamps have fewer than 10 in stock?", ("stock", "lt", 10)),
        (LAMPS, "List the lamps with more than 2 bulbs", ("bulbs", "gt", 2)),
        (LAMPS, "List the lamps with at least 2 bulbs", ("bulbs", "gte", 2)),
        (LAMPS, "List the lamps with at most 2 bulbs", ("bulbs", "lte", 2)),
        (LAMPS, "Which lamps are discontinued?", ("discontinued", "eq", True)),
        (LAMPS, "Which lamps are not discontinued?", ("discontinued", "eq", False)),
        (LAMPS, "How many lamps are discontinued?", ("discontinued", "eq", True)),
        (LAMPS, "Which lamps have more than 1,000 in stock?", ("stock", "gt", 1000)),
        (BREWERS, "how many brewhouses have a taproom?", ("taproom", "eq", True)),
        (BREWERS, "Which brewhouses have no taproom?", ("taproom", "eq", False)),
        (BREWERS, "List the brewhouses without a taproom", ("taproom", "eq", False)),
        (MILLS, "Hangi değirmenler hâlâ çalışıyor?", ("halacalisiyormu", "eq", True)),
        (MILLS, "Hangi değirmenler hâlâ çalışmıyor?", ("halacalisiyormu", "eq", False)),
        (MILLS, "Kirası 3000 TL'den fazla olan değirmenler hangileri?", ("kiratl", "gt", 3000)),
        (MILLS, "Kirası 3.000'den fazla olan değirmenler hangileri?", ("kiratl", "gt", 3000)),
        (HIVES, "15 kilodan fazla bal veren kovanlar hangileri?", ("balkg", "gt", 15)),
        (MILLS, "Hangi değirmenler çalışmıyor?", ("halacalisiyormu", "eq", False)),
        (MILLS, "Çalışmayan değirmenler hangileri?", ("halacalisiyormu", "eq", False)),
        (KILNS, "Which dishes take more than two hours?", ("timeneededmin", "gt", 120)),
        (KILNS, "Bir saatten az süren yemekler hangileri?", ("timeneededmin", "lt", 60)),
        (SONGS, "Notası olmayan türküler hangileri?", ("notasivarmi", "eq", False)),
        (HIVES, "2 metreden kısa kovanlar hangileri?", ("boym", "lt", 2)),
    ],
)
def test_a_figure_or_a_yes_filters(table: str, text: str, filters: tuple[str, str, Any]) -> None:
    found = figured(text, kinds(table), asked_words(text))
    assert found is not None
    (one,) = found.filters
    assert (one["field"].lower(), one["op"], one["value"]) == filters


@pytest.mark.parametrize(
    ("table", "text", "made", "value"),
    [
        (LAMPS, "How many lamps are in stock in total?", "total", "24"),
        (LAMPS, "What is the average stock?", "average", "6"),
        (HIVES, "Toplam kaç kilo bal var?", "total", "52.5"),
    ],
)
def test_sums_and_averages_are_worked_out(table: str, text: str, made: str, value: str) -> None:
    found = figured(text, kinds(table), asked_words(text))
    assert found is not None
    assert found.field is not None
    key = found.field["key"]
    made_of = [one for one in sheet(table).records({}) if one["typeSlug"] == sheet(table).slug]
    rows = [{"fields": {key: float(one["fields"][key])}} for one in made_of]
    assert (found.made, told_figure(found, rows)) == (made, value)


def test_the_longest_has_most_metres_and_what_is_no_longer_so_lacks_nothing() -> None:
    look = ranked("En uzun kovan hangisi?", kinds(HIVES), asked_words("En uzun kovan hangisi?"))
    assert look is not None
    assert look["sort"]["dir"] == "desc"
    text = "Which lamps are no longer discontinued?"
    assert lacking(text, kinds(LAMPS), asked_words(text)) is None
    for text, table in (
        ("Which brewhouses have no taproom?", BREWERS),
        ("Çalışmayan değirmen yok mu?", MILLS),
    ):
        assert lacking(text, kinds(table), asked_words(text)) is None, "a column of yes and no says so itself"
    text = "Which lamps have no bulbs?"
    assert lacking(text, kinds(LAMPS), asked_words(text)) is not None


def test_a_verb_of_the_past_and_a_word_for_money_name_their_column() -> None:
    shows = "Put these in:\n\nShow,Seats,Take ($)\nHeron,120,3410\nWax Duke,155,4720\nMoth,150,4490\n"
    look = ranked("Which show took the most?", kinds(shows), asked_words("Which show took the most?"))
    assert look is not None
    assert look["sort"] == {"field": "take", "dir": "desc"}
    rugs = "Kaydet:\n\nHalı,ilmek/dm²,satış (TL)\nYedi Dağ,4100,27900\nAkrep,3700,23300\nKüpe,3000,15350\n"
    look = ranked("En pahalı halı hangisi?", kinds(rugs), asked_words("En pahalı halı hangisi?"))
    assert look is not None
    assert look["sort"] == {"field": "satisTl", "dir": "desc"}
    finds = "Keep:\n\nFind,Bought for,Age\nFemur,€12.400,145\nFern,€205,310\nTooth,€28,50\n"
    look = ranked("What's the cheapest find?", kinds(finds), asked_words("What's the cheapest find?"))
    assert look is not None
    assert look["sort"] == {"field": "boughtFor", "dir": "asc"}


def test_the_longest_job_took_most_hours_though_dates_stand_beside() -> None:
    jobs = (
        "Add:\n\nJob,hours spent,closed on\nWasher,3.5,2025-02-03\nRobot,9.5,2025-04-09\nLamp,2,2025-02-20\n"
    )
    look = ranked("Which job took the longest?", kinds(jobs), asked_words("Which job took the longest?"))
    assert look is not None
    assert look["sort"] == {"field": "hoursSpent", "dir": "desc"}


def test_who_came_first_is_asked_of_a_column_that_is_not_called_so() -> None:
    stops = "Add:\n\nStop,Joined on,Last voiced\nFlute,2001-02-03,2012-04-09\nGamba,2003-02-20,2011-01-01\n"
    text = stops + "Tuba,1999-05-01,2020-03-02\n"
    sorts = {
        "Which stop joined first?": {"field": "joinedOn", "dir": "asc"},
        "Which stop joined last?": {"field": "joinedOn", "dir": "desc"},
        "Which stops were last voiced in 2012?": None,
        "What is the first name of the stop?": None,
    }
    for asked, sort in sorts.items():
        look = ranked(asked, kinds(text), asked_words(asked))
        assert (look and look["sort"]) == sort, asked


def test_two_conditions_both_filter() -> None:
    text = "Which meat-free dishes take less than an hour?"
    found = figured(text, kinds(KILNS), asked_words(text))
    assert found is not None
    assert [(one["op"], one["value"]) for one in found.filters] == [("lt", 60.0), ("eq", True)]


@pytest.mark.parametrize("text", ["Which lamps does Iva Brandt draw?", "How many lamps are there?"])
def test_other_questions_are_not_about_figures(text: str) -> None:
    assert figured(text, kinds(LAMPS), asked_words(text)) is None


KEGS = """Put these in:

Keg,Sold,Taps,Held,Filled on,Back on
Ash,2019,2,"2,5 kg",2019-03-01,2019-04-01
Elm 4,2020,0,80 g,2020-05-09,
Oak,2021,4,900 g,2020-11-30,2020-12-02
"""


@pytest.mark.parametrize(
    ("text", "filters"),
    [
        ("Which kegs have 2 taps?", [("taps", "eq", 2)]),
        ("Which kegs have zero taps?", [("taps", "eq", 0)]),
        ("Musluğu (taps) sıfır olan fıçılar hangileri?", [("taps", "eq", 0)]),
        ("Which kegs were filled in 2020?", [("filledOn", "gte", "2020"), ("filledOn", "lt", "2021")]),
        (
            "Which kegs were filled in December 2020?",
            [("filledOn", "gte", "2020-12"), ("filledOn", "lt", "2021")],
        ),
        ("Which kegs were filled before 2020?", [("filledOn", "lt", "2020")]),
        ("Which kegs were filled after March 2019?", [("filledOn", "gte", "2019-04")]),
        ("2020'den beri filled olan fıçılar hangileri?", [("filledOn", "gte", "2020")]),
    ],
)
def test_an_exact_figure_and_a_year_are_held_against_their_column(text: str, filters: list[Any]) -> None:
    found = figured(text, kinds(KEGS), asked_words(text))
    assert found is not None
    assert [(one["field"], one["op"], one["value"]) for one in found.filters] == filters


@pytest.mark.parametrize("text", ["How many taps has Elm 4?", "Elm 4's taps?", "Kaç taps var, Elm 4'te?"])
def test_a_number_in_a_name_is_no_condition(text: str) -> None:
    found = figured(text, kinds(KEGS), asked_words(text))
    assert found is None or not found.filters


def test_quantities_of_several_measures_are_held_against_each_other() -> None:
    text = "Which keg held the most?"
    assert ranked(text, kinds(KEGS), asked_words(text)) is None, "another column's figures decide nothing"
    found = weighed(text, kinds(KEGS), asked_words(text))
    assert found is not None
    kind, field, is_least = found
    assert (field["key"], is_least) == ("held", False)
    rows = [one for one in sheet(KEGS).records({}) if one["typeSlug"] == kind["slug"]]
    assert [(most_of(rows, "held", is_least=end) or {}).get("title") for end in (False, True)] == [
        "Ash",
        "Elm 4",
    ]
    assert most_of(rows, "backOn") is None, "days are no quantities"


def test_what_has_not_happened_yet_has_no_day() -> None:
    text = "Which kegs are not back yet?"
    look = lacking(text, kinds(KEGS), asked_words(text))
    assert look is not None
    assert look["filters"] == [{"field": "backOn", "op": "exists", "value": False}]


PEAT = "Add:\n\nCore,Length (cm),Oldest layer (yrs BP),Sealed on\n" + "".join(
    f"PC-{at},50,{years},{day}\n" for at, years, day in ((1, 310, "2020-02-01"), (2, 7860, ""), (3, 520, ""))
)


@pytest.mark.parametrize(
    ("table", "text", "way"),
    [
        (PEAT, "Which core is the oldest?", ("oldestLayerYrsBp", "desc")),
        (
            "Add:\n\nTree,Age (years),Height (m)\nElm,90,8\nOak,210,9\n",
            "the youngest tree?",
            ("ageYears", "asc"),
        ),
        ("Ekle:\n\nAğaç,Yaşı,Boyu\nMeşe,90,8\nÇınar,210,9\n", "En eski ağaç hangisi?", ("yasi", "desc")),
        (
            "Add:\n\nTree,Year,Height (m)\nElm,1890,8\nOak,1710,9\n",
            "Which is the oldest tree?",
            ("year", "asc"),
        ),
    ],
)
def test_the_oldest_has_most_years_and_began_in_the_least(
    table: str, text: str, way: tuple[str, str]
) -> None:
    look = ranked(text, kinds(table), asked_words(text))
    assert look is not None
    assert (look["sort"]["field"], look["sort"]["dir"]) == way


def test_what_was_never_done_has_no_day() -> None:
    text = "Which cores were never sealed?"
    look = lacking(text, kinds(PEAT), asked_words(text))
    assert look is not None
    assert look["filters"] == [{"field": "sealedOn", "op": "exists", "value": False}]


BOXES = (
    "Yarasa kutusu diye bir tür aç:\n\nKutu no,Yer,Yükseklik (m),Son sayım\n"
    "Y-01,Köprü Altı,4,14\nY-02,Köprü Altı,5,9\nY-03,Sazlık,3,2\n"
)


def test_how_many_of_what_a_column_counts_are_its_sum() -> None:
    text = "Köprü Altı'ndaki kutularda toplam kaç yarasa sayıldı?"
    found = figured(text, kinds(BOXES), asked_words(text))
    assert found is not None
    assert (found.made, found.field and found.field["key"]) == ("total", "sonSayim")
    for of_records in ("Toplam kaç kutu var?", "Toplam kaç yer var?"):
        assert figured(of_records, kinds(BOXES), asked_words(of_records)) is None


def test_a_capital_of_the_fields_own_name_is_no_other_name() -> None:
    text = "Yüksekliği dört olan kutular hangileri?"
    found = figured(text, kinds(BOXES), asked_words(text))
    assert found is not None
    assert found.filters == ({"field": "yukseklikM", "op": "eq", "value": 4},)
