"""What a person asks the writer in plain words, and which tools the offline model uses for it."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from proofroom.articles.extract import WITHIN, Excerpt, candidates, choose, clusters, opening, paragraphs
from proofroom.articles.headings import label
from proofroom.articles.parts import sentences
from proofroom.articles.playbook import writer_playbook
from proofroom.articles.skeleton import opening_sources
from proofroom.articles.support import stems
from proofroom.articles.themes import by_theme
from proofroom.articles.types import ArticleSection, ResearchSource
from proofroom.providers.offline import Call, Request, Result
from proofroom.providers.offline.language import language_of
from tests.planning import carry_out, told

PLANNING = ["createArtifactDraft", "runPipeline"]
DATA: dict[str, Any] = {
    "listRecentArtifacts": {"artifacts": [{"id": "1", "title": "Swifts", "status": "ready"}]},
    "listDraftArtifacts": {"drafts": [{"id": "2", "title": "The river", "status": "foundations_approval"}]},
    "createArtifactDraft": {"artifact": {"id": "3", "title": "Swifts", "status": "draft"}},
    "fetchArtifact": {
        "artifact": {"id": "1", "title": "Swifts", "status": "ready"},
        "citations": {"references": 12, "resolved": 11},
        "findings": [
            {"section": "Nests", "sentence": "All swifts sleep.", "kind": "overstated", "detail": "all"}
        ],
    },
    "fetchResearch": {"research": [{"number": 1, "sourceName": "A letter of 1936"}]},
    "conductDeepResearch": {"keyInsights": []},
    "generateContentSkeleton": {"sections": ["Where they nest"]},
    "runPipeline": {"pausedForApproval": True, "sections": ["Where they nest"]},
    "getArtifactContent": {"artifact": {"id": "1", "title": "Swifts"}, "content": "# Swifts\n\nThey nest."},
    "updateArtifactContent": {"artifact": {"id": "1", "title": "Birds"}},
    "checkContentHumanity": {"edits": [{"text": "delve into", "advice": "say look at"}]},
    "writeContentSection": {"artifact": {"id": "1", "title": "Swifts"}},
    "generateFinalImages": {"artifact": {"id": "1", "title": "Swifts"}},
    "writeSocialPostContent": {"artifact": {"id": "3", "title": "Swifts"}},
}


def ask(text: str, fails: str = "") -> tuple[str, list[Call]]:
    """Return what the writer answers, and what it called."""
    request = Request(
        text=text,
        language=language_of(text),
        scope="articles",
        agent="writer",
        screen={},
        tools=frozenset(DATA),
    )

    def use(call: Call) -> Result:
        return told(DATA[call.tool]) if call.tool != fails else told({"message": "Nothing."}, is_ok=False)

    return carry_out(writer_playbook(), request, use)


@pytest.mark.parametrize("text", ["List my articles", "Which articles do we have?", "Hangi yazılar var?"])
def test_articles_are_listed_with_their_place(text: str) -> None:
    answer, [call] = ask(text)
    assert call.tool == "listRecentArtifacts"
    assert "[Swifts](/articles?article=1)" in answer


WAITING = [
    "What is still waiting for approval?",
    "Which plans are waiting for me?",
    "Onay bekleyenler neler?",
]


@pytest.mark.parametrize("text", WAITING)
def test_plans_that_wait_are_named(text: str) -> None:
    answer, [call] = ask(text)
    assert call.input["includeStatus"] == ["foundations_approval"]
    assert "The river" in answer


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Start an article about swifts in the city", "Swifts in the city"),
        ("Please write a short blog post on night buses", "Night buses"),
        ("Elektrikli vapurlar hakkında bir yazı yaz", "Elektrikli vapurlar"),
    ],
)
def test_a_piece_is_begun_researched_and_planned(text: str, title: str) -> None:
    answer, calls = ask(text)
    assert [call.tool for call in calls] == PLANNING
    assert calls[0].input["title"] == title
    assert "/articles?article=3" in answer
    assert "Where they nest" in answer


def test_a_draft_without_sources_is_kept_and_said() -> None:
    answer, calls = ask("Write an article about electric ferries", fails="runPipeline")
    assert len(calls) == 2
    assert "/articles?article=3" in answer


@pytest.mark.parametrize("text", ["How far is the swifts article?", "Swifts makalesi ne durumda?"])
def test_how_far_a_piece_is(text: str) -> None:
    answer, calls = ask(text)
    assert calls[-1].input == {"artifactId": "1"}
    assert "ready" in answer


@pytest.mark.parametrize(
    "text", ["Which sources does the piece about swifts use?", "Swifts yazısının kaynakları neler?"]
)
def test_the_sources_of_a_piece(text: str) -> None:
    answer, calls = ask(text)
    assert calls[-1].tool == "fetchResearch"
    assert "A letter of 1936" in answer


DONE = [
    ("Check the swifts piece for citations", "fetchArtifact", "11 of 12"),
    ("Show me the references of the swifts article", "fetchArtifact", "All swifts sleep."),
    ("Swifts yazısının kaynaklarını kontrol et", "fetchArtifact", "11"),
    ("Show me the text of the swifts article", "getArtifactContent", "They nest."),
    ("Swifts yazısının metnini göster", "getArtifactContent", "They nest."),
    ("Does the swifts article sound like a machine?", "checkContentHumanity", "delve into"),
    ("Swifts yazısının dilini denetle", "checkContentHumanity", "delve into"),
    ("Write the section Nests of the swifts article again", "writeContentSection", "Nests"),
    ("Swifts yazısının Yuvalar bölümünü yeniden yaz", "writeContentSection", "Yuvalar"),
    ("Draw the missing pictures for the swifts article", "generateFinalImages", "/articles?article=1"),
    ("Swifts yazısını resimle", "generateFinalImages", "/articles?article=1"),
    ("Rename the swifts article to Birds of the roofs", "updateArtifactContent", "Birds of the roofs"),
    ("Swifts yazısının başlığını Çatı kuşları yap", "updateArtifactContent", "Çatı kuşları"),
    ("Write a social post from the swifts article", "writeSocialPostContent", "/articles?article=3"),
    ("Swifts yazısından sosyal medya gönderisi yaz", "writeSocialPostContent", "/articles?article=3"),
]


@pytest.mark.parametrize(("text", "tool", "said"), DONE)
def test_what_is_asked_of_a_piece_is_done_with_the_tool_for_it(text: str, tool: str, said: str) -> None:
    answer, calls = ask(text)
    assert calls[-1].tool == tool
    assert said in answer


ONLY_PEOPLE = [
    ("Delete the article Swifts", "proofroom article delete 1"),
    ("Swifts yazısını sil", "proofroom article delete 1"),
    ("Make the swifts article shorter", "/articles?article=1"),
    ("Swifts yazısını kısalt", "/articles?article=1"),
    ("Translate the swifts article into Turkish", "/articles?article=1"),
    ("Swifts yazısını Türkçeye çevir", "/articles?article=1"),
    ("Publish the swifts article", "/articles?article=1"),
    ("Approve the plan of the swifts article", "/articles?article=1"),
    ("Swifts yazısını yayınla", "/articles?article=1"),
]


@pytest.mark.parametrize(("text", "said"), ONLY_PEOPLE)
def test_what_only_people_or_a_real_model_do_is_said_and_nothing_changes(text: str, said: str) -> None:
    answer, calls = ask(text)
    assert {call.tool for call in calls} <= {"listRecentArtifacts", "fetchArtifact"}
    assert said in answer


def test_a_section_is_called_after_what_it_tells_and_never_after_a_number_in_a_series() -> None:
    group = [
        Excerpt(1, "Field notes 01", "The keepers turned the heap on Monday morning."),
        Excerpt(2, "Winter. Heaps slow down below 5 degrees…", "Heaps slow down below 5 degrees in winter."),
    ]
    assert label(group, "Compost", set()) == "Winter"


def test_one_word_said_once_makes_no_theme() -> None:
    turned = "Heap number {n} reached 52 degrees in May. Keepers turned it the next morning."
    kept = "Bin number {n} costs 30 euros, and the town pays the price of its lid."
    excerpts = [
        Excerpt(n, f"Heap {n}{n}", (turned if n % 3 == 0 else kept).format(n=n)) for n in range(1, 13)
    ]
    assert "What comes next" not in [heading for heading, _ in by_theme(excerpts, "Compost")]


def test_a_section_is_not_called_after_a_place_that_most_of_it_says_nothing_of() -> None:
    told = ["Keepers turn the heaps twice a month.", "Heaps need air and water.", "A heap is warm inside."]
    group = [
        Excerpt(1, "Shared heaps in Varnby", "The heaps stand behind the school."),
        *(Excerpt(n, f"heap-notes-{n}", text) for n, text in enumerate(told, 2)),
    ]
    assert label(group, "Compost", set()) == "Shared heaps"


MIXED = {
    "A class in the lighthouse": "Nine classes take a lens apart each autumn. A model stands for it.",
    "The woman who draws towers": "Leyla drew 112 towers in eight summers. Her exhibition opened in Sinop.",
    "Towers in figures": "The agency runs 478 lights. It spends much on lamps and on boats.",
    "Fog and horns": "A horn sounds every thirty seconds in fog. Small boats listen for it.",
    "Light and birds": "Birds circle a steady lamp at night. A red filter halves what is lost.",
    "Breakfast upstairs": "Twelve towers serve breakfast in summer. Their kitchens are narrow.",
    "Lenses": "A lens of glass gathers light in a beam. It weighs 925 kilos.",
    "Paint": "A tower is painted white every third spring. The paint comes in drums.",
    "Clocks": "A clock was wound every four hours. The keeper slept in between.",
    "Paths": "The path to the cape is steep. Walkers carry water.",
    "How the rope is spliced": "Rope is spliced by hand below the gallery. Each splice is pulled twice.",
    "Where the oil came from": "Oil came in barrels from the south. A barrel lasted nine nights.",
    "A choir at the cape": "Forty voices sang below the lamp. Nobody heard the second verse.",
    "What gulls like": "Gulls nest on the gallery. Chicks fall off it in storms.",
    "Radio at noon": "A radio calls the tower at noon. Silence brings a boat out.",
    "Knots and wool": "Keepers knitted between watches. Their patterns tell one cape from another.",
}


def test_a_section_of_several_documents_is_not_called_after_one_of_them() -> None:
    excerpts = [Excerpt(at, name, text) for at, (name, text) in enumerate(MIXED.items(), 1)]
    for heading, group in by_theme(excerpts, "Lighthouses"):
        words = set(stems(heading))
        told = sum(not words.isdisjoint(stems(f"{each.name} {each.text}")) for each in group)
        assert heading not in MIXED or 2 * told >= len(group), (heading, [each.name for each in group])


def test_what_a_section_is_called_after_is_not_used_up_before_it() -> None:
    sources = [
        ResearchSource(
            id=str(at),
            document_id=str(at),
            number=at,
            source_type="local_file",
            source_name=name,
            source_url="",
            excerpt=MIXED[name],
            start=0,
            end=len(MIXED[name]),
            excerpt_sha256="",
            relevance_score=0.5,
            created_at=datetime.now(UTC),
        )
        for at, name in enumerate(MIXED, 1)
    ]
    planned = [
        ArticleSection(heading="A class in the lighthouse and fog and horns", sources=(1, 4)),
        ArticleSection(heading="Figures and so on", sources=(2, 3)),
        ArticleSection(heading="What it costs", sources=(5,)),
    ]
    assert opening_sources(planned, sources, "Lighthouses") == (2, 3)


YARD = (
    "There are 420 plugs for cold boxes at Kestrel Terminal. Each of them is in use from May to August. "
    "A box that waits for a plug may lose its cargo within eight hours. The clerk said so in May. "
    "He also noted that one box in nine had to wait for more than a day."
)


def test_a_sentence_that_leans_on_another_follows_it_and_begins_no_paragraph() -> None:
    pool = candidates([Excerpt(1, "The yard", YARD)], "cold boxes")
    assert pool[0].place == 0, "there are so many of something is a beginning"
    text = paragraphs(choose(pool, 300), most=2)
    assert not re.search(r"(?:^|\n\n)(?:Each of them|He also)", text), text
    assert [each.place for each in opening(pool)] == [0, 1]
    short = candidates([Excerpt(1, "The yard", YARD[:103])], "cold boxes")
    assert len(opening(short)) == 2, "the rest of a short source would begin its section in the middle"


def test_stressed_words_keep_their_stars_and_a_list_loses_its_own() -> None:
    told = (
        "*Let rest* keeps a schedule without running it. Others wait.\n\n- **Dams** trap silt behind them.\n"
        "> * Ponds hold water in a dry summer.\n"
    )
    assert [each.text for each in sentences(told)] == [
        "*Let rest* keeps a schedule without running it.",
        "Others wait.",
        "**Dams** trap silt behind them.",
        "Ponds hold water in a dry summer.",
    ]
    assert candidates([Excerpt(1, "Clock", told)], "schedule")[0].text.startswith("*Let rest* keeps")
    leaning = "The model has a form of its own. Being part of the model, it is reviewed like the rest."
    pool = candidates([Excerpt(1, "Forms", leaning)], "reviewed")
    assert [each.leans for each in sorted(pool, key=lambda one: one.place)] == [False, True]


def test_what_a_page_says_around_its_text_is_nobodys_opinion() -> None:
    told = (
        "The kitchen cooks what is ripe on Fridays. Pupils eat what they have grown. We use cookies. Accept?"
    )
    assert [each.ref for each in candidates([Excerpt(1, "Kitchen", told)], "kitchen")] == [1, 1]
    lamp = "1964'te gaz lambasının yerini elektrik aldı. 2. lambayı iki bekçi her gece birlikte yakıyordu."
    assert [each.place for each in candidates([Excerpt(1, "Fener", lamp)], "lamba")] == [0]


@pytest.mark.parametrize(
    ("names", "heading"),
    [
        (("Honey yields", "Forage plants"), "Honey yields and forage plants"),
        (("Pilots and tugs", "Rail at Kestrel"), "Rail, pilots and tugs"),
        (("Hasat zamanı", "Turizm"), "Hasat zamanı ve turizm"),
        (("Bees: Wild bees", "Bees: Honey"), "Wild bees and honey"),
        (("Minutes of the meeting", "Cranes"), "Cranes"),
    ],
)
def test_a_section_of_two_documents_is_called_after_both(names: tuple[str, str], heading: str) -> None:
    told = "Bu bölgede zeytin toplanıyor." if "zamanı" in names[0] else "It was counted at the gate."
    assert label([Excerpt(at, name, told) for at, name in enumerate(names)], "All of it", set()) == heading


def test_passages_of_one_document_stay_together_in_their_order() -> None:
    group = [Excerpt(2, f"The yard{WITHIN}Reefers", YARD), Excerpt(3, f"The yard{WITHIN}Stacking", YARD)]
    others = [Excerpt(at, f"Paper {name}", f"{name} is counted.") for at, name in enumerate("ABC", 4)]
    parts = clusters([*group, *others], 3, "Ports")
    assert any({2, 3} <= {each.number for each in part} for part in parts)


def test_one_document_has_a_section_for_each_of_its_parts() -> None:
    told = {
        "Stacking": "Boxes stay in the yard for five days.",
        "Reefers": "Cold boxes need a plug at once.",
        "Gates": "Trucks come to the gate by appointment.",
    }
    parts = clusters(
        [Excerpt(at, f"Pasted text{WITHIN}{name}", told[name]) for at, name in enumerate(told)], 5
    )
    assert [label(part, "Ports", set()) for part in parts] == list(told)


LAGOONS = {
    "A wall in the sea": "A tidal lagoon is a stretch of sea behind a wall. The tide fills it twice a day.",
    "The bay tries again": "A group showed a new lagoon for Varn Bay in 2021. Nothing was begun in Varn Bay.",
    "The Varn proposal": "The lagoon in Varn Bay was planned in 2011. The council refused it.",
    "A petition": "People asked for the lagoon in Varn Bay again. Many signed within a month.",
    "La Rance": "The station at La Rance opened in 1966. Its runners are still the first ones.",
    "Sihwa Lake": "The wall of Sihwa Lake was built in 1994. Its turbines came in 2011.",
    "Annapolis": "The turbine at Annapolis ran from 1984. It killed many fish.",
    "Oysters": "Oysters were bred in still water. Boats left at noon.",
    "Sluices": "Gates are lifted by chains. A chain lasts nine winters.",
    "Caissons": "Boxes of concrete float to their place. They are sunk there in an hour.",
    "Rock": "Stone is shipped from the north. A barge holds nine hundred tonnes.",
}


def test_what_is_told_of_one_name_stands_together_in_the_order_of_its_years() -> None:
    excerpts = [Excerpt(at, name, text) for at, (name, text) in enumerate(LAGOONS.items(), 1)]
    made = {heading: [each.name for each in group] for heading, group in by_theme(excerpts, "Tidal lagoons")}
    assert made["Varn Bay"] == ["The Varn proposal", "The bay tries again", "A petition"]
    assert made["Some examples"] == ["La Rance", "Annapolis", "Sihwa Lake"]
    assert "Elsewhere" not in made, "what has no word of a theme is not put under one"


def test_a_piece_begins_with_what_its_topic_is_and_leaves_out_what_is_no_sentence() -> None:
    named = [Excerpt(at, name, text) for at, (name, text) in enumerate(LAGOONS.items(), 1)]
    first = opening(candidates([*named[1:], named[0]], "Tidal lagoons"))[0]
    assert first.text.startswith("A tidal lagoon is")
    notes = (
        "See also: agenda, list of rooms and the password. A lagoon emits 20 grams for each kilowatt hour. "
    )
    pool = candidates([Excerpt(1, "Notes", notes + "Gas emits 490.")], "lagoon")
    assert [each.text for each in choose(pool, 99)] == [
        "A lagoon emits 20 grams for each kilowatt hour.",
        "Gas emits 490.",
    ]


def test_a_long_paragraph_is_parted_where_nothing_points_back() -> None:
    told = (
        "The lake lies behind a wall. It is wide and flat. Ten gates let water in. The lake was dirty then. "
        "Letting water in improved its quality. Fish came back in the third year. Boats sail on it now. "
        "The town has grown to the shore."
    )
    text = paragraphs(choose(candidates([Excerpt(1, "The lake", told)], "lake"), 300))
    assert "\n\n" in text
    assert "\n\nLetting" not in text
