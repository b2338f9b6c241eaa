"""A verb is no value, a thought no order, a name no word of the studio's, a new title no new article."""

from typing import Any

import pytest

from proofroom.wiring import Studio
from tests.demo.conversation import Talk, demo_project, model_tools, offline_model
from tests.demo.test_first_sight import effects

pytestmark = pytest.mark.timeout(240)

VERBS = ("Improve", "Compare", "Discuss", "Check", "Quote", "Praise", "Rethink", "Love")
FORMS = (
    "{verb} the summary of the canal piece",
    "{verb} Elif's bio",
    "{verb} the titles of all drafts",
    "Please {small} the title of the night bus article in Turkish",
)
NO_ORDERS = (
    "I might change the title of the canal article to Slow water",
    "Is it ok to delete the elm article?",
    "What if we renamed the canal article to Slow water?",
    "Elif wants to delete the canal article",
    "The canal article is good",
    "The swifts article is finished",
    "They may publish the swifts article",
    "We decided against renaming the canal article to Slow water",
    "The title of the canal article used to be Slow water",
    "Before publishing the swifts article, show me its summary",
    "Make the title of the canal article shorter",
    "Kanal yazısını yayımlama",
    "Kanal yazısını silmeyin lütfen",
    "Elif kanal yazısını silmek istiyor",
    "Keşke kanal yazısının başlığı Yavaş Su olsaydı",
    "Kanal yazısının başlığı Yavaş Su olsa nasıl olur?",
    "Rivers and Parks need Turkish names: Akarsu and Koru. Names only, descriptions come later",
    "The topics Rivers and Parks need new Turkish names: Akarsu and Koru",
)
CANAL = "articles/the-canal-that-learned-to-flood"
MEANT: dict[str, dict[str, Any]] = {
    "New title of the swifts article: Nightjars": {"articles/counting-swifts-in-july/title@en": "Nightjars"},
    "Add a new title to the canal article: Slow water": {f"{CANAL}/title@en": "Slow water"},
    "Nightjars as the title of the swifts article": {
        "articles/counting-swifts-in-july/title@en": "Nightjars"
    },
    "Tick featured for the canal article": {f"{CANAL}/featured": True},
    "New author: Ada Stone": {"authors/new/name": "Ada Stone"},
    "New author: Alan Turing": {"authors/new/name": "Alan Turing"},
    "Add a new author called Alan Turing": {"authors/new/name": "Alan Turing"},
    "Yeni yazar: Can Yılmaz": {"authors/new/name": "Can Yılmaz"},
    "New topic: Rivers and lakes": {"topics/new/name@en": "Rivers and lakes"},
}
ARTICLES = {
    "New article: Alan and the river": {"title": "Alan and the river"},
    "New article: Parks at night by Deniz": {"title": "Parks at night", "author": "deniz-arslan"},
    "New article: Walks by the river, by Elif": {"title": "Walks by the river", "author": "elif-kaya"},
}
FIELDS = {
    "Add the fields mood and difficulty to articles": ["mood", "difficulty"],
    "Yazılara zorluk ve ruh hali alanlarını ekle": ["zorluk", "ruh_hali"],
    "Yazılara ruh hali adında bir alan ekle": ["ruh_hali"],
    "Yazılara bir alan ekle: zorluk": ["zorluk"],
    "Add a field to articles: reading level": ["reading_level"],
}


async def test_names_verbs_and_what_is_new_are_taken_as_they_are_meant(studio: Studio) -> None:
    project, driver, tools = await demo_project(studio), offline_model(), model_tools(studio)
    seen = dict[str, tuple[bool, str]]()

    async def got(text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        said = await Talk(studio, project, driver, tools, seen=seen).say(text)
        return dict(effects(studio, said)), [one.input for one in said.calls if one.tool.startswith("save_")]

    for verb in VERBS:
        for form in FORMS:
            text = form.format(verb=verb, small=verb.lower())
            assert (await got(text))[0] == {}, text
    for text in NO_ORDERS:
        assert (await got(text))[0] == {}, text
    for text, meant in MEANT.items():
        assert (await got(text))[0] == meant, text
    for text, data in ARTICLES.items():
        assert [one["data"] for one in (await got(text))[1]] == [data], text
    for text, names in FIELDS.items():
        assert [list(one["fields"]) for one in (await got(text))[1]] == [names], text
