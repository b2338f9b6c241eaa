"""Forgetting over HTTP and from the command line."""

from tests.api.conftest import Browser


async def test_looking_removes_nothing_and_applying_says_what_went(owner: Browser) -> None:
    status, seen = await owner.call("GET", "/api/retention")
    assert status == 200, seen
    assert seen["isDryRun"]
    kinds = {kind["kind"]: kind for kind in seen["kinds"]}
    known = {"runs", "budgets", "conversations", "usage", "audit", "branches", "media", "blobs", "logs"}
    assert set(kinds) == known
    assert (kinds["runs"]["days"], kinds["runs"]["setting"]) == (90, "PROOFROOM_RUN_RETENTION_DAYS")
    assert kinds["audit"]["days"] is None
    status, done = await owner.call("POST", "/api/retention", {})
    assert (status, done["isDryRun"]) == (200, False)
    assert [kind["removed"] for kind in done["kinds"]] == [kind["removed"] for kind in seen["kinds"]]


async def test_only_who_manages_the_studio_may(owner: Browser) -> None:
    _, made = await owner.call("POST", "/api/keys", {"name": "CI", "role": "admin"})
    owner.http.cookie_jar.clear()
    for method, path in (("GET", "/api/retention"), ("POST", "/api/retention")):
        status, _ = await owner.call(method, path, {}, Authorization=f"Bearer {made['secret']}")
        assert status == 403
