"""The permission matrix of a whole studio: every tool by role and phase, every route by who calls it."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from proofroom.access.grants import BUILTIN_ROLES, KEY_ROLES, PROJECT_ROLES, permissions_of
from proofroom.kernel.errors import NotAllowed
from proofroom.kernel.ids import new_id
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import Phase, ToolSpec
from proofroom.runtime import Authority
from proofroom.runtime.guard import CallFacts, judge
from proofroom.runtime.single import check_use
from proofroom.tools import Registry, ToolWish, select_tools
from tests.api.conftest import Browser, serve
from tests.architecture.test_routes import SIGNED_IN, marks, routes

PHASES: tuple[Phase, ...] = ("uninitialized", "init_pending", "active", "error")
ASK_THEMSELVES = {"contentrain_validate": "it writes only with `fix`, and asks for content.write then"}

READERS = ("member", "viewer", "key_viewer", "feedback_reviewer")
"""Roles that change nothing in a project."""
ONLY_PROPOSES = {("feedback_reviewer", "updateAgentConfig")}
"""What changes nothing by itself: a person decides on each field, and its reviewer is there to propose it."""


@asynccontextmanager
async def _studio(settings: Settings) -> AsyncGenerator[Browser]:
    many = settings.model_copy(update={"key_requests_per_minute": 100_000})
    async with serve(many) as owner:
        await owner.set_up()
        yield owner


def _cells(registry: Registry) -> list[tuple[ToolSpec, str, Phase]]:
    return [(spec, role, phase) for spec in registry for role in BUILTIN_ROLES for phase in PHASES]


async def test_every_tool_is_shown_and_runs_only_by_permission_and_phase(sqlite_settings: Settings) -> None:
    async with serve(sqlite_settings) as browser:
        registry = browser.studio.registry
    everything = ToolWish(groups=frozenset(registry.groups()))
    shown = {
        (role, phase): {spec.name for spec in select_tools(registry, everything, permissions_of(role), phase)}
        for role in BUILTIN_ROLES
        for phase in PHASES
    }
    cells = _cells(registry)
    assert len(cells) > 40 * len(PHASES) * 5
    for spec, role, phase in cells:
        is_allowed = spec.permission is None or spec.permission in permissions_of(role)
        is_time = spec.phases is None or phase in spec.phases
        assert (spec.name in shown[role, phase]) == (is_allowed and is_time), (spec.name, role, phase)
        # The doors that call a tool by its name come to the same answer without the list.
        try:
            check_use(spec, Authority(permissions_of(role)))
        except NotAllowed:
            assert not is_allowed, (spec.name, role)
        else:
            assert is_allowed, (spec.name, role)
        verdict = judge(spec, CallFacts(phase, outside="", agent="x", is_autonomous=False))
        assert (verdict.decision == "refuse") == (not is_time or spec.policy == "deny"), (spec.name, phase)


async def test_what_changes_or_leaves_needs_a_permission_and_readers_have_none_of_it(
    sqlite_settings: Settings,
) -> None:
    async with serve(sqlite_settings) as browser:
        registry = browser.studio.registry
    changing = [spec for spec in registry if spec.effect != "read"]
    assert [spec.name for spec in changing if spec.permission is None] == []
    for spec in changing:
        if spec.name in ASK_THEMSELVES:
            continue
        for role in set(READERS) & set(BUILTIN_ROLES):
            if (role, spec.name) in ONLY_PROPOSES:
                continue
            if spec.permission and spec.permission.startswith(("content.", "site.", "media.", "agents.")):
                assert spec.permission not in permissions_of(role), (spec.name, role)
    names = {
        role: {s.name for s in registry if s.permission in permissions_of(role)} for role in BUILTIN_ROLES
    }
    assert "save_content" in names["editor"]
    assert "merge_branch" not in names["editor"]
    assert "merge_branch" in names["reviewer"]
    assert "save_content" not in names["reviewer"]
    assert "delegateToAgent" in names["editor"]
    assert "delegateToAgent" not in names["viewer"] | names["agent_default"]


Caller = tuple[frozenset[str], dict[str, str]]
"""What somebody may do, and the headers they send."""


async def _keys(owner: Browser) -> dict[str, Caller]:
    found: dict[str, Caller] = {}
    for role in KEY_ROLES:
        _, made = await owner.call("POST", "/api/keys", {"name": role, "role": role})
        found[f"a key of {role}"] = (
            permissions_of(f"key_{role}"),
            {"Authorization": f"Bearer {made['secret']}"},
        )
    return found


async def _people(owner: Browser, project_id: str) -> dict[str, Caller]:
    """Let people in with every role but the owner's: admins, and members by what they are in the project."""
    found: dict[str, Caller] = {}
    for role in ("admin", *PROJECT_ROLES):
        body = {"email": f"{role}@example.org", "role": "admin" if role == "admin" else "member"}
        if role != "admin":
            body["projectRoles"] = {project_id: role}
        _, sent = await owner.call("POST", "/api/invites", body)
        joined = {
            "token": sent["path"].rpartition("=")[2],
            "name": role,
            "password": "a long enough word",
        }
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
            somebody = Browser(http, owner.url, owner.studio)
            session = (await somebody.call("POST", "/api/invite", joined))[1]
            cookie = "; ".join(f"{each.key}={each.value}" for each in http.cookie_jar)
        held = permissions_of("member") | permissions_of(role) if role != "admin" else permissions_of("admin")
        found[role] = held, {"Cookie": cookie, "X-CSRF-Token": session["csrfToken"]}
    return found


async def test_every_route_refuses_those_who_may_not(sqlite_settings: Settings) -> None:
    async with _studio(sqlite_settings) as owner:
        _, project = await owner.call("POST", "/api/projects", {"name": "Notes"})
        callers: dict[str, Caller] = {"nobody": (frozenset(), {})}
        callers |= await _keys(owner) | await _people(owner, project["id"])
        wrong: list[str] = []
        async with aiohttp.ClientSession() as http:
            for name, route in routes().items():
                ((kind, permission),) = set(marks(route))
                if kind == "open_reason":
                    continue
                method, path = name.split(" ", 1)
                path = path.replace("{project_id}", project["id"])
                url = owner.url + re.sub(r"\{[^}]*\}", new_id(), path)
                for caller, (held, headers) in callers.items():
                    if caller != "nobody" and (permission == SIGNED_IN or permission in held):
                        continue  # whether it goes well then is that route's own test
                    async with http.request(method, url, json={}, headers=headers) as answer:
                        allowed = {401} if caller == "nobody" else {403, 404}
                        if answer.status not in allowed:
                            wrong.append(f"{name} as {caller}: {answer.status}")
        assert wrong == []


@pytest.mark.parametrize("role", ["viewer", "editor", "admin"])
def test_keys_have_roles_of_their_own(role: str) -> None:
    assert f"key_{role}" in BUILTIN_ROLES
