"""What people ask of the writer: seed patterns, other verbs, Turkish, and the article on screen."""

from typing import Any

import pytest

from proofroom.articles import MEANINGS
from proofroom.runtime.understand import understand

ARTICLE = {
    "currentPage": "artifact",
    "artifactId": "a1",
    "artifactTitle": "Swifts",
    "artifactStatus": "draft",
}
OUTLINED = {**ARTICLE, "artifactStatus": "skeleton"}


@pytest.mark.parametrize(
    ("message", "intent"),
    [
        ("Suggest a few topics for spring", "GENERATE_TOPICS"),
        ("What should I write about?", "GENERATE_TOPICS"),
        ("Bana konu öner", "GENERATE_TOPICS"),
        ("Research this topic", "RESEARCH_TOPIC"),
        ("find sources on city birds", "RESEARCH_TOPIC"),
        ("Please dig up what there is", "RESEARCH_TOPIC"),
        ("Kuşları araştır", "RESEARCH_TOPIC"),
        ("create an outline", "CREATE_SKELETON"),
        ("Taslağı oluştur", "CREATE_SKELETON"),
        ("Bu konuda araştırma yap", "RESEARCH_TOPIC"),
        ("don't forget to add images", "CREATE_VISUALS"),
        ("Don't add images, just write the article", "WRITE_CONTENT"),
        ("konuyu araştırmıyoruz, taslak çıkar", "CREATE_SKELETON"),
        ("outline it", "CREATE_SKELETON"),
        ("Write the article", "WRITE_CONTENT"),
        ("draft it", "WRITE_CONTENT"),
        ("Makaleyi yaz", "WRITE_CONTENT"),
        ("Humanise this", "HUMANIZE_CONTENT"),
        ("make it sound more human", "HUMANIZE_CONTENT"),
        ("apply the humanity check", "HUMANIZE_CONTENT"),
        ("Check it", "HUMANIZE_CONTENT"),
        ("yazıyı denetle", "HUMANIZE_CONTENT"),
        ("add images", "CREATE_VISUALS"),
        ("illustrate the second section", "CREATE_VISUALS"),
        ("görselleri ekle", "CREATE_VISUALS"),
        ("create content about swifts", "FULL_PIPELINE"),
        ("Run the full pipeline, with research", "FULL_PIPELINE"),
        ("do it all", "FULL_PIPELINE"),
        ("What's the status?", "STATUS_CHECK"),
        ("Show my drafts", "STATUS_CHECK"),
        ("nasıl gidiyor?", "STATUS_CHECK"),
    ],
)
async def test_words_tell_what_is_wanted(message: str, intent: str) -> None:
    found = await understand(message, MEANINGS, {})
    assert (found.intent, found.confidence, found.method, found.is_clear) == (intent, 0.95, "regex", True)


@pytest.mark.parametrize(
    ("message", "screen", "intent"),
    [
        ("write it", OUTLINED, "WRITE_CONTENT"),
        ("bunu yaz", OUTLINED, "WRITE_CONTENT"),
        ("create something about swifts", {"currentPage": "portfolio"}, "FULL_PIPELINE"),
    ],
)
async def test_the_screen_tells_what_it_is_about(message: str, screen: dict[str, Any], intent: str) -> None:
    found = await understand(message, MEANINGS, screen)
    assert (found.intent, found.method) == (intent, "context")


async def test_what_is_unclear_is_asked_back_with_the_articles_title() -> None:
    found = await understand("hm, maybe later", MEANINGS, ARTICLE)
    assert (found.intent, found.confidence < 0.7) == ("UNCLEAR", True)
    assert (
        found.question == "What shall I do with “Swifts”: research, outline, write, illustrate, or check it?"
    )
    assert (
        await understand("hm", MEANINGS, {})
    ).question == "What shall I write about, or shall I suggest topics?"


@pytest.mark.parametrize(
    "message",
    [
        "Please don't write the article yet",
        "do not research this",
        "Don’t create content",
        "stop, don't create images",
        "How do I research a topic?",
        "What does the humanity check do?",
        "konuyu araştırma",
        "yazıyı yazma henüz",
        "görselleri eklemeyin",
    ],
)
async def test_what_is_not_wanted_or_only_asked_about_orders_nothing(message: str) -> None:
    found = await understand(message, MEANINGS, ARTICLE)
    assert (found.intent, found.is_clear) == ("UNCLEAR", False)
