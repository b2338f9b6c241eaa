"""Articles over HTTP: begin, find, edit, versions, who sees what."""

from proofroom.kernel.ids import new_id
from tests.api.conftest import Browser


async def test_an_article_is_begun_found_edited_restored_and_deleted(owner: Browser) -> None:
    begun = {"title": "Bees in  cities", "tone": "friendly", "brief": "Roofs help.", "tags": ["bees"]}
    status, made = await owner.call("POST", "/api/articles", begun)
    assert (status, made["status"], made["title"]) == (200, "draft", "Bees in cities")
    assert (made["progress"], made["editor"], made["metadata"]) == (
        0,
        "open",
        {"author_brief": "Roofs help."},
    )
    path = f"/api/articles/{made['id']}"
    assert made["alike"] == []
    _, again = await owner.call("POST", "/api/articles", begun | {"title": "Bees in the cities"})
    assert [each["title"] for each in again["alike"]] == ["Bees in cities"], "the topic is taken"
    assert (await owner.call("DELETE", f"/api/articles/{again['id']}"))[0] == 200

    text = "# Bees in cities\n\n## Roofs\n\nRoofs help bees."
    status, edited = await owner.call("PUT", path, {"content": text})
    assert (status, edited["sections"][0]["heading"]) == (200, "Roofs")
    assert (await owner.call("PUT", path, {"content": "Gone."}))[0] == 200
    _, versions = await owner.call("GET", f"{path}/versions")
    assert [(each["number"], each["content"]) for each in versions] == [(2, text), (1, "")]
    _, diff = await owner.call("GET", f"{path}/versions/2/diff")
    assert "".join(each["text"] for each in diff["spans"] if each["op"] != "added") == text
    assert "".join(each["text"] for each in diff["spans"] if each["op"] != "removed") == "Gone."
    _, back = await owner.call("POST", f"{path}/versions/2/restore")
    assert back["content"] == text
    # Who saw an older text does not write over what somebody else has written since.
    old = {"content": "Mine.", "version": edited["version"]}
    status, told = await owner.call("PUT", path, old)
    assert (status, told["error"]["code"]) == (409, "conflict")
    status, mine = await owner.call("PUT", path, {"tags": ["bees"], "version": back["version"]})
    assert (status, mine["content"]) == (200, text)

    _, found = await owner.call("GET", "/api/articles?query=roofs")
    assert [each["id"] for each in found] == [made["id"]]
    assert (await owner.call("GET", "/api/articles?query=wasps"))[1] == []
    _, places = await owner.call("GET", "/api/search?query=bees")
    assert places[0]["href"] == f"/articles?article={made['id']}"
    assert (await owner.call("POST", f"{path}/restore"))[0] == 404
    assert (await owner.call("DELETE", path))[0] == 200
    assert (await owner.call("GET", path))[0] == 404
    assert (await owner.call("POST", f"{path}/restore"))[0] == 200
    assert (await owner.call("GET", path))[1]["content"] == text


async def test_what_is_no_article_tone_or_type_is_refused_by_category(owner: Browser) -> None:
    for path, category, expected in (
        ("/api/articles/nonsense", "INVALID_ARTIFACT_ID", 400),
        (f"/api/articles/{new_id()}", "ARTIFACT_NOT_FOUND", 404),
    ):
        status, answer = await owner.call("GET", path)
        assert (status, answer["error"]["category"]) == (expected, category)
    for body, category in (
        ({"title": "Bees", "tone": "enthusiastic"}, "INVALID_TONE"),
        ({"title": "Bees", "type": "poem"}, "INVALID_CONTENT_TYPE"),
    ):
        status, answer = await owner.call("POST", "/api/articles", body)
        assert (status, answer["error"]["category"]) == (400, category)
