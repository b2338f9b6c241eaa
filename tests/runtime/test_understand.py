"""Words first, then a small model, then a question back; without a model within a millisecond."""

import asyncio
import time

import pytest

from proofroom.articles import MEANINGS as ARTICLES
from proofroom.content.intent import MEANINGS as CONTENT
from proofroom.kernel.errors import ProviderFailed
from proofroom.runtime import understand as module
from proofroom.runtime.understand import understand
from tests.pace import slowness


class Model:
    """A small model that says what it was told to, and keeps what it was asked."""

    def __init__(self, answer: str | Exception, delay_s: float = 0.0) -> None:
        self.answer, self.delay_s, self.asked = answer, delay_s, list[str]()

    async def __call__(self, prompt: str) -> str:
        self.asked.append(prompt)
        await asyncio.sleep(self.delay_s)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


async def test_a_model_is_not_asked_where_words_are_clear() -> None:
    model = Model("STATUS_CHECK|1")
    found = await understand("write the article", ARTICLES, {}, model)
    assert (found.intent, found.method, model.asked) == ("WRITE_CONTENT", "regex", [])


async def test_a_model_helps_where_words_do_not() -> None:
    model = Model("create_visuals|0.8\nbecause …")
    found = await understand("it looks so plain", ARTICLES, {"artifactTitle": "Swifts"}, model)
    assert (found.intent, found.confidence, found.method, found.question) == (
        "CREATE_VISUALS",
        0.8,
        "ai",
        None,
    )
    assert "artifactTitle=Swifts" in model.asked[0]
    assert "it looks so plain" in model.asked[0]


@pytest.mark.parametrize(
    "answer", ["CREATE_VISUALS|0.6", "RUN_RM_RF|1.0", "I think it is fine", "", "UNCLEAR|0.9"]
)
async def test_a_word_that_is_unsure_or_unknown_leads_to_a_question(answer: str) -> None:
    found = await understand("it looks so plain", ARTICLES, {}, Model(answer))
    if answer.startswith("UNCLEAR"):
        assert (found.intent, found.is_clear) == ("UNCLEAR", False)
    else:
        assert found.question


async def test_confidence_stays_between_nought_and_one() -> None:
    found = await understand("it looks so plain", ARTICLES, {}, Model("CREATE_VISUALS|7"))
    assert found.confidence == 1.0


async def test_a_model_that_fails_or_is_slow_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MODEL_S", 0.02)
    for model in (Model(ProviderFailed("down")), Model("CREATE_VISUALS|1", delay_s=1)):
        found = await understand("it looks so plain", ARTICLES, {}, model)
        assert (found.intent, found.is_clear) == ("UNCLEAR", False)


async def test_the_same_engine_serves_the_editor() -> None:
    assert (await understand("translate it", CONTENT, {})).intent == "content_operation"
    found = await understand("the colours of autumn in the hills", CONTENT, {"activeModelId": "notes"})
    assert (found.intent, found.method, found.is_clear) == ("content_operation", "context", True)
    found = await understand("hmm", CONTENT, {"activeModelId": "notes", "activeEntryId": "swifts"})
    assert found.question == "What shall I do with “swifts”: change, translate, publish or delete it?"


@pytest.mark.parametrize("meanings", [ARTICLES, CONTENT], ids=["articles", "content"])
async def test_without_a_model_it_takes_less_than_a_millisecond(meanings: module.Meanings) -> None:
    message = "nothing that any word of the tables would ever find in here, " * 4
    best = float("inf")
    for _ in range(20):
        begun = time.thread_time()
        await understand(message, meanings, {})
        best = min(best, time.thread_time() - begun)
    assert best < 0.001 * slowness()
