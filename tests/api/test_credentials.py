"""Credentials, providers, models and defaults over HTTP."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from proofroom.kernel.scope import SCOPES
from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.providers.host import Answer, Host, open_host

KEY = "sk-canary-0123456789abcdef"
PATH = "/api/ai/credentials"


@pytest.fixture
async def host() -> AsyncGenerator[Host]:
    async with open_host(key=KEY) as opened:
        yield opened


@pytest.fixture
async def owner(sqlite_settings: Settings, host: Host) -> AsyncGenerator[Browser]:
    settings = sqlite_settings.model_copy(update={"allow_private_hosts": [host.place]})
    async with serve(settings) as browser:
        await browser.set_up()
        yield browser


def new(host: Host, **more: Any) -> dict[str, Any]:
    return {"providerId": "openai-compatible", "apiKey": KEY, "baseUrl": host.url} | more


async def test_a_credential_is_tested_saved_and_shown_without_its_secret(owner: Browser, host: Host):
    status, saved = await owner.call("POST", PATH, new(host, displayLabel="Main"))
    assert status == 201, saved
    assert saved["tested"]["ok"]
    assert saved["tested"]["found"] == 2
    shown = saved["credential"]
    assert (shown["displayLabel"], shown["providerId"], shown["kind"]) == (
        "Main",
        "openai-compatible",
        "model",
    )
    assert (shown["secrets"], shown["hasCredentials"], shown["authMode"]) == (["apiKey"], True, "apiKey")
    assert shown["fields"] == {"baseUrl": host.url}
    assert (shown["status"], shown["keyFingerprintCurrent"]) == ("active", True)
    _, listed = await owner.call("GET", PATH)
    assert [each["id"] for each in listed] == [shown["id"]]
    assert KEY not in str(saved) + str(listed)


async def test_a_failing_credential_is_refused_and_can_be_saved_anyway(owner: Browser, host: Host):
    wrong = new(host, apiKey="sk-wrong-0123456789abcdef")
    status, told = await owner.call("POST", PATH, wrong)
    assert (status, told["error"]["code"]) == (400, "invalid_input")
    assert told["error"]["context"]["tested"]["code"] == "provider_failed"
    assert "sk-wrong" not in str(told)
    assert (await owner.call("GET", PATH))[1] == []
    status, saved = await owner.call("POST", PATH, wrong | {"saveAnyway": True})
    assert (status, saved["credential"]["status"], saved["tested"]["ok"]) == (201, "error", False)
    assert "sk-wrong" not in str(saved)


async def test_a_change_keeps_the_secret_that_is_left_out_and_a_test_shows_the_outcome(
    owner: Browser, host: Host
):
    _, saved = await owner.call("POST", PATH, new(host))
    path = f"{PATH}/{saved['credential']['id']}"
    status, changed = await owner.call("PUT", path, {"displayLabel": "Renamed", "fields": {"vision": "on"}})
    assert status == 200, changed
    assert changed["credential"]["displayLabel"] == "Renamed"
    assert changed["credential"]["fields"] == {"baseUrl": host.url, "vision": "on"}
    assert changed["tested"]["ok"]
    status, tested = await owner.call("POST", f"{path}/test")
    assert (status, tested["ok"], tested["found"]) == (200, True, 2)
    host.key = "sk-rotated-0123456789abcdef"
    _, tested = await owner.call("POST", f"{path}/test")
    assert (tested["ok"], tested["code"]) == (False, "provider_failed")
    _, listed = await owner.call("GET", PATH)
    assert listed[0]["status"] == "error"
    assert KEY not in str(tested) + str(listed)
    status, told = await owner.call("PUT", path, {"fields": {"nonsense": "1"}})
    assert (status, told["error"]["context"]["field"]) == (400, "nonsense")


async def test_names_are_unique(owner: Browser, host: Host):
    await owner.call("POST", PATH, new(host, displayLabel="Main"))
    status, told = await owner.call("POST", PATH, new(host, displayLabel="Main"))
    assert (status, told["error"]["code"]) == (409, "conflict")


async def test_a_first_credential_seeds_the_defaults_and_protects_itself(owner: Browser, host: Host):
    _, saved = await owner.call("POST", PATH, new(host, displayLabel="Main"))
    key = saved["credential"]["id"]
    _, defaults = await owner.call("GET", "/api/ai/defaults")
    assert {each["scope"] for each in defaults} == set(SCOPES)
    assert {(each["label"], each["auto"], each["credentialId"]) for each in defaults} == {
        ("Main/small", True, key)
    }
    status, told = await owner.call("DELETE", f"{PATH}/{key}")
    assert (status, sorted(told["error"]["context"]["scopes"])) == (409, sorted(SCOPES))
    status, put = await owner.call("PUT", "/api/ai/defaults/data", {"credentialId": key, "modelId": "large"})
    assert (status, put["scope"], put["label"], put["auto"]) == (200, "workspace", "Main/large", False)
    for scope in SCOPES:
        assert (await owner.call("DELETE", f"/api/ai/defaults/{scope}"))[0] == 200
    assert (await owner.call("DELETE", f"{PATH}/{key}"))[0] == 200
    assert (await owner.call("GET", "/api/ai/defaults"))[1] == []
    assert (await owner.call("DELETE", f"{PATH}/{key}"))[0] == 404


@pytest.mark.parametrize(("scope", "word"), [("plugin", "Plugins"), ("moon", "no scope")])
async def test_unknown_scopes_are_refused_with_a_clear_word(owner: Browser, host: Host, scope, word):
    body = {"credentialId": "x", "modelId": "y"}
    status, told = await owner.call("PUT", f"/api/ai/defaults/{scope}", body)
    assert status == 400
    assert word in told["error"]["message"]


async def test_the_models_of_a_credential_come_with_what_is_known_of_them(owner: Browser, host: Host):
    host.models = ["claude-opus-5", "unheard-of"]
    _, saved = await owner.call("POST", PATH, new(host, displayLabel="Main"))
    key = saved["credential"]["id"]
    path = f"/api/ai/providers/openai-compatible/models?credentialId={key}"
    _, found = await owner.call("GET", path)
    assert found["live"]
    known, unknown = found["models"]
    assert (known["id"], known["label"], known["contextWindow"]) == (
        "claude-opus-5",
        "Main/claude-opus-5",
        1_000_000,
    )
    assert known["inputMicrosPerMtok"] is None  # one's own host sends its own bill
    assert (unknown["contextWindow"], unknown["inputMicrosPerMtok"]) == (None, None)
    _, shipped = await owner.call("GET", "/api/ai/providers/anthropic/models")
    assert not shipped["live"]
    opus = next(model for model in shipped["models"] if model["id"] == "claude-opus-5")
    assert (opus["tier"], opus["inputMicrosPerMtok"]) == ("smartest", 5_000_000)
    _, offline = await owner.call("GET", "/api/ai/providers/offline/models")
    assert [model["label"] for model in offline["models"]] == ["offline"]
    for wrong in ("/api/ai/providers/nobody/models", f"/api/ai/providers/openai/models?credentialId={key}"):
        assert (await owner.call("GET", wrong))[0] == 404


async def test_all_usable_models_are_in_the_one_list(owner: Browser, host: Host):
    await owner.call("POST", PATH, new(host, displayLabel="Main"))
    _, models = await owner.call("GET", "/api/models")
    assert [model["label"] for model in models] == ["offline", "Main/small", "Main/large"]
    assert set(models[0]) == {
        *("label", "provider", "name", "contextWindow", "inputMicrosPerMtok", "outputMicrosPerMtok")
    }


async def test_providers_say_what_they_need(owner: Browser):
    _, providers = await owner.call("GET", "/api/ai/providers")
    bedrock = next(each for each in providers if each["id"] == "bedrock")
    assert bedrock["anyOf"] == [["apiKey"], ["accessKeyId", "secretAccessKey"]]
    asked = [field["name"] for field in bedrock["fields"] if not field["advanced"]]
    assert asked == ["region", "accessKeyId", "secretAccessKey", "apiKey"]
    assert next(f for f in bedrock["fields"] if f["name"] == "secretAccessKey")["isSecret"]


async def test_a_turn_runs_on_the_default_model_and_says_so(owner: Browser, host: Host):
    await owner.call("POST", PATH, new(host, displayLabel="Main"))
    events = await owner.lines("POST", "/api/ai/chat/workspace", {"message": "hello"})
    assert events[0]["model"] == "Main/small"
    text = "".join(event["text"] for event in events if event["type"] == "text")
    assert text == "Hello from the host."
    events = await owner.lines("POST", "/api/ai/chat/workspace", {"message": "hello", "model": "offline"})
    assert events[0]["model"] == "offline"


async def test_the_older_prefix_serves_the_same(owner: Browser, host: Host):
    status, saved = await owner.call("POST", "/admin/api/ai/credentials", new(host))
    assert status == 201
    _, listed = await owner.call("GET", "/admin/api/ai/credentials")
    assert [each["id"] for each in listed] == [saved["credential"]["id"]]
    assert (await owner.call("GET", "/admin/api/ai/defaults"))[1]
    events = await owner.lines("POST", "/admin/api/ai/chat/data", {"message": "hello"})
    assert events[-1]["type"] == "done"
    status, told = await owner.call("GET", "/admin/api/ai/elsewhere")
    assert (status, told["error"]["code"]) == (404, "not_found")


async def test_members_may_choose_models_but_not_manage_credentials(owner: Browser, host: Host):
    _, saved = await owner.call("POST", PATH, new(host))
    operator = await owner.studio.operator()
    key = await owner.studio.access.keys.create(operator, "Program", role="viewer")
    bearer = {"Authorization": f"Bearer {key.secret}"}
    path = f"{PATH}/{saved['credential']['id']}"
    for method, address, body in (
        ("GET", PATH, None),
        ("POST", PATH, new(host)),
        ("PUT", path, {}),
        ("DELETE", path, None),
        ("POST", f"{path}/test", None),
        ("PUT", "/api/ai/defaults/site", {"credentialId": "x", "modelId": "y"}),
        ("DELETE", "/api/ai/defaults/site", None),
    ):
        assert (await owner.call(method, address, body, **bearer))[0] == 403, address
    for address in ("/api/ai/providers", "/api/ai/defaults", "/api/models"):
        assert (await owner.call("GET", address, **bearer))[0] == 200


async def test_the_doctor_finds_a_provider_that_does_not_answer(owner: Browser, host: Host):
    await owner.call("POST", PATH, new(host, displayLabel="Main"))
    _, found = await owner.call("GET", "/api/doctor")
    (check,) = [each for each in found["checks"] if each["code"] == "connection"]
    assert (check["state"], check["title"]) == ("ok", "Connection Main (openai-compatible)")
    host.is_up = False
    _, found = await owner.call("GET", "/api/doctor")
    (check,) = [each for each in found["checks"] if each["code"] == "connection"]
    assert check["state"] == "failed"
    assert "[provider_failed]" in check["detail"]
    assert check["nextAction"]
    _, listed = await owner.call("GET", PATH)
    assert listed[0]["status"] == "active"  # looking changes nothing


async def test_search_connections_are_tested_by_searching(owner: Browser, host: Host):
    body = {"kind": "search", "providerId": "tavily", "apiKey": "tvly-0123456789abcdef", "baseUrl": host.url}
    host.key = ""
    host.answers = [Answer(status=401, error={"message": "no"})]
    status, told = await owner.call("POST", PATH, body)
    assert (status, told["error"]["context"]["tested"]["ok"]) == (400, False)
    status, saved = await owner.call("POST", PATH, body | {"saveAnyway": True})
    assert (status, saved["credential"]["kind"]) == (201, "search")
    assert (await owner.call("GET", f"{PATH}?kind=model"))[1] == []
    assert [model["label"] for model in (await owner.call("GET", "/api/models"))[1]] == ["offline"]
