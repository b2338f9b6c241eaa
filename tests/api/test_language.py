"""The studio answers in the reader's language: findings, weak spots, labels, errors, streams."""

from typing import Any

import pytest

from proofroom.api.budgets import StopInfo
from proofroom.api.connection_shapes import TrialInfo
from proofroom.api.runs import StepInfo
from proofroom.api.search import DestinationInfo
from proofroom.api.shapes import Out
from proofroom.api.streams import _told  # pyright: ignore[reportPrivateUsage]
from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.api.test_content import make_project, ok

TURKISH = {"Accept-Language": "tr-TR,tr;q=0.9,en;q=0.5"}


async def findings(browser: Browser, project: str, **headers: str) -> tuple[set[str], set[str]]:
    """Return what validation and analysis say."""
    checked = await ok(browser, "GET", f"{project}/validation", **headers)
    looked = await ok(browser, "GET", f"{project}/analysis?type=seo_audit", **headers)
    weak = {one["issue"] for one in looked["seo"]["issues"]}
    return {one["message"] for one in checked["issues"]}, weak


async def test_findings_weak_spots_and_errors_are_told_in_turkish(owner: Browser) -> None:
    project = f"/api/projects/{(await make_project(owner))['slug']}/content"
    swifts = {"slug": "swifts", "data": {"title": "Swifts"}, "body": "They came."}
    saved = await ok(owner, "PUT", f"{project}/entries/articles", swifts, **TURKISH)
    assert saved["summary"] == "“Swifts”, articles (en) içine eklendi"
    said, weak = await findings(owner, project)
    assert 'Missing translation: document "swifts" missing tr locale file' in said
    assert weak == {"title has only 6 characters"}
    said, weak = await findings(owner, project, **TURKISH)
    assert 'Eksik çeviri: "swifts" belgesinin tr dosyası yok' in said
    assert weak == {"title yalnızca 6 karakter"}

    refused = {"slug": "empty", "data": {"title": ""}, "body": "Nothing."}
    status, answer = await owner.call("PUT", f"{project}/entries/articles", refused, **TURKISH)
    error = answer["error"]
    assert (status, error["code"]) == (400, "invalid_input")
    assert error["message"].startswith("Doğrulama başarısız — hiçbir şey yazılmadı.")
    assert error["message"].endswith("Zorunlu alan eksik ya da boş")
    assert error["context"]["issues"][0]["message"] == "Zorunlu alan eksik ya da boş"
    assert error["suggestion"] == "Adı geçen alanları düzeltip yeniden kaydedin."
    status, answer = await owner.call("PUT", f"{project}/entries/articles", refused)
    assert answer["error"]["message"].endswith("Required field is missing or empty")


async def test_labels_of_providers_and_what_a_form_lacks_are_told_in_turkish(owner: Browser) -> None:
    def labels(found: Any) -> dict[str, str]:
        azure = next(one for one in found if one["id"] == "azure")
        return {field["name"]: field["label"] for field in azure["fields"]}

    assert labels(await ok(owner, "GET", "/api/ai/providers"))["deployment"] == "Deployment"
    assert labels(await ok(owner, "GET", "/api/ai/providers", **TURKISH))["deployment"] == "Dağıtım"


async def test_without_a_wish_the_studios_own_language_is_spoken(sqlite_settings: Settings) -> None:
    settings = sqlite_settings.model_copy(update={"language": "tr"})
    async with serve(settings) as browser:
        status, answer = await browser.call("GET", "/api/nowhere")
        assert (status, answer["error"]["message"]) == (404, "Bu adreste bir şey yok.")
        _, answer = await browser.call("GET", "/api/nowhere", **{"Accept-Language": "en"})
        assert answer["error"]["message"] == "There is nothing at this address."


@pytest.mark.parametrize("language", ["en", "tr"])
async def test_only_errors_and_results_among_a_streams_lines_change(language: str) -> None:
    from proofroom.api.language import reader

    text = b'{"seq":1,"type":"text","text":"The run was stopped."}\n'
    error = b'{"seq":2,"type":"error","message":"The run was stopped.","suggestion":"Stop it first."}\n'

    result = b'{"seq":3,"type":"toolResult","ok":true,"summary":"Looked at 3 content models"}\n'

    async def batches() -> Any:
        yield text
        yield text + error + result

    marked = reader.set(language)  # type: ignore[arg-type]
    try:
        lines = [batch async for batch in _told(batches())]
    finally:
        reader.reset(marked)
    assert lines[0] == text
    assert lines[1].startswith(text)
    for said in ("Çalışma durduruldu.", "3 içerik modeli okundu"):
        assert (said.encode() in lines[1]) == (language == "tr")


async def test_what_agents_suggest_is_told_in_the_readers_language(owner: Browser) -> None:
    editor = await ok(owner, "GET", "/api/agents/editor", **TURKISH)
    assert editor["suggestions"] == ["Her şey geçerli mi?", "Türkçede ne eksik?", "Açık dalları göster"]
    assert (await ok(owner, "GET", "/api/agents/editor"))["suggestions"][0] == "Is everything valid?"
    for agent in await ok(owner, "GET", "/api/agents", **TURKISH):
        english = (await ok(owner, "GET", f"/api/agents/{agent['slug']}"))["suggestions"]
        assert not set(agent["suggestions"]) & set(english), agent["slug"]


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        (StopInfo, ("reason",)),
        (TrialInfo, ("message", "suggestion")),
        (StepInfo, ("error",)),
        (DestinationInfo, ("title",)),
    ],
)
def test_sentences_of_answers_that_are_made_from_things_are_told_to_the_reader(
    answer: type[Out], names: tuple[str, ...]
) -> None:
    for name in names:
        field = answer.model_fields[name]
        told = [*field.metadata, *getattr(field.annotation, "__args__", ())]
        assert any("BeforeValidator" in repr(one) for one in told), name
