"""The magazine's files say what the demo promises."""

import re

from proofroom.demo.magazine import LOCALES, read_magazine
from proofroom.demo.pictures import pictures

TITLES = {
    "The river under the market",
    "Counting swifts in July",
    "A bench for every hill",
    "Rooftop gardens after the heat",
    "Night bus, night birds",
    "The last elm on Mill Street",
}
MAGAZINE = read_magazine()
ENGLISH = [article for article in MAGAZINE.articles if article.locale == "en"]
TURKISH = [article for article in MAGAZINE.articles if article.locale == "tr"]


def test_it_has_the_models_and_their_kinds() -> None:
    kinds = {model["id"]: (model["kind"], model["i18n"]) for model in MAGAZINE.models}
    assert kinds == {
        "articles": ("document", True),
        "authors": ("collection", False),
        "topics": ("collection", True),
        "site-settings": ("singleton", True),
        "ui-labels": ("dictionary", True),
        "subscriptions": ("collection", False),
    }


def test_it_has_its_people_topics_and_readers() -> None:
    names = {author["name"] for author in MAGAZINE.authors.values()}
    assert names == {"Elif Kaya", "Jonas Weber", "Maya Ortiz", "Deniz Arslan", "Priya Nair"}
    topics = {topic["name"] for topic in MAGAZINE.topics["en"].values()}
    assert topics == {"Rivers", "Parks", "Trees", "Rooftops", "Night", "Walking"}
    assert len(MAGAZINE.pending) == 3


def test_twelve_articles_of_which_nine_are_translated() -> None:
    assert len(ENGLISH) >= 12
    assert len(TURKISH) == 9
    assert {article.title for article in ENGLISH} >= TITLES
    assert {article.slug for article in TURKISH} <= {article.slug for article in ENGLISH}


def test_articles_have_a_readable_length() -> None:
    for article in MAGAZINE.articles:
        words = len(re.findall(r"\w+", article.body))
        assert 150 <= words <= 420, (article.slug, article.locale, words)


def test_a_translation_keeps_the_shape_of_its_article() -> None:
    english = {article.slug: article for article in ENGLISH}
    for article in TURKISH:
        source = english[article.slug]
        shared = ("author", "topics", "cover", "published_on", "reading_minutes", "featured")
        assert {name: article.data.get(name) for name in shared} == {
            name: source.data.get(name) for name in shared
        }
        assert article.body.count("\n\n") == source.body.count("\n\n"), article.slug
        assert article.title != source.title


def test_settings_and_labels_are_in_both_languages() -> None:
    assert set(MAGAZINE.settings) == set(MAGAZINE.labels) == set(LOCALES)
    assert MAGAZINE.labels["en"].keys() == MAGAZINE.labels["tr"].keys()
    assert MAGAZINE.labels["en"].keys() >= {"nav.home", "nav.about", "footer.copyright", "subscribe.cta"}


def test_exactly_two_faults_are_planted() -> None:
    assert [article.slug for article in MAGAZINE.articles if not article.data.get("summary")] == [
        "letters-from-the-allotment"
    ]
    lacking = [
        (locale, topic)
        for locale, topics in MAGAZINE.topics.items()
        for topic, data in topics.items()
        if not data.get("description")
    ]
    assert lacking == [("tr", "walking")]


def test_every_picture_that_is_named_is_drawn_and_there_are_ten_at_least() -> None:
    drawn = pictures({author: str(data["name"]) for author, data in MAGAZINE.authors.items()})
    named = {str(article.data["cover"]) for article in MAGAZINE.articles if article.data.get("cover")}
    named |= {str(author["portrait"]) for author in MAGAZINE.authors.values()}
    for article in MAGAZINE.articles:
        named |= set(re.findall(r"\((media/[^)]+)\)", article.body))
    assert named == set(drawn)
    assert len(drawn) >= 10
