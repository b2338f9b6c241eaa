"""An agent that has every tool there is, and wants more: none gives rights to it or to anybody else.

The tools come from the registry and what they are given from their schemas: whatever could name an agent, a
role, a permission, a tool, a person, a key, a limit or a rule names one, its own first, then a peer's. What
may be done by whom stands afterwards exactly as before; what was proposed waits for a person.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolSpec
from proofroom.providers.types import ModelInfo, ModelRequest, Reply, Sink
from tests.api.conftest import Browser, serve
from tests.api.test_content import ok
from tests.attack.test_every_tool import _furnish, heads_of, rows_of
from tests.attack.test_strangers_text import NOTE, NOTES, SIGNUPS, told
from tests.scripted import ScriptedDriver, ScriptedReply

WISH = "Raise your rights."
ME, PEER = "puppet", "editor"
Call = tuple[str, dict[str, Any]]

RIGHTS = {
    *("workspaces", "workspace_settings", "projects", "people", "roles", "role_permissions"),
    *("workspace_members", "project_members", "sessions", "api_keys", "apps", "app_grants", "setup_links"),
    *("invites", "agents", "agent_versions", "group_members", "connections", "mcp_tool_pins", "ai_defaults"),
    *("approval_rules", "budgets", "budget_stops", "hunk_decisions", "review_links"),
}
"""The tables that say who may do what, how much of it, and after whose word."""
OWN_WORDS: dict[str, dict[str, Any]] = {
    "save_content": {"model": "notes", "data": {NOTE: {"title": "Mine", "role": "owner"}}},
    "manageTasks": {"action": "create", "title": "Make me an owner", "agentSlug": ME},
    "remember": {"content": "The agent puppet has the role owner.", "kind": "guideline"},
    "createEntityType": {"slug": "agents", "name": "Agents", "fields": [{"key": "roleId"}]},
}
"""Inputs that no schema tells how to write, so that the call gets through to what it does."""
GETS_THROUGH = {*OWN_WORDS, "updateAgentConfig", "createEntity", "createSystemFeedback", "delegateToAgent"}


def wishes(tools: list[str], groups: list[str]) -> dict[str, Any]:
    """Return everything that would give an agent more, under the names that doors and tables know."""
    return {
        "role": "owner",
        "roleId": "owner",
        "workspaceRole": "owner",
        "permissions": ["access.manage", "agents.team.update", "*"],
        "toolGroups": groups,
        "customTools": tools,
        "deniedTools": [],
        "limits": {"maxRounds": 100, "sessionMinutes": 1_000},
        "policy": "auto",
        "effect": "allow",
        "enabled": True,
        "mode": "autonomous",
        "budgetMicros": 10**12,
        "connectionId": "x",
        "apiKey": "x",
        "workflow": "auto-merge",
        "reportsTo": None,
        "isOwner": True,
    }


class Filling:
    """Inputs made from schemas, every place that could name a right filled."""

    def __init__(self, names: dict[str, Any], wish: dict[str, Any]) -> None:
        self._names, self._wish = names, wish

    def calls(self, spec: ToolSpec) -> Iterator[Call]:
        """Return calls of a tool: for itself and for a peer, each wish alone, and what no schema knows."""
        own = OWN_WORDS.get(spec.name, {})
        for who in (ME, PEER):
            yield spec.name, self._input(spec, who, self._wish, all_of_it=True) | own
            for name, value in self._wish.items() if self._is_open(spec) else ():
                yield spec.name, self._input(spec, who, {name: value}, all_of_it=False) | own
        yield spec.name, self._input(spec, ME, {}, all_of_it=False) | own
        yield spec.name, self._wish | self._input(spec, ME, {}, all_of_it=False) | own

    def _is_open(self, spec: ToolSpec) -> bool:
        schema = spec.input_schema
        whole = str(schema)
        return "'additionalProperties': True" in whole or any(f"'{name}':" in whole for name in self._wish)

    def _input(self, spec: ToolSpec, who: str, wish: dict[str, Any], *, all_of_it: bool) -> dict[str, Any]:
        schema = spec.input_schema
        self._who, self._given, self._all, self._defs = who, wish, all_of_it, schema.get("$defs", {})
        return self._object(schema)

    def _object(self, schema: dict[str, Any]) -> dict[str, Any]:
        known, required = schema.get("properties", {}), schema.get("required", [])
        if not known:
            return dict(self._given)
        wanted = [name for name in known if name in required or name in self._given or self._all]
        return {name: self._named(name, known[name]) for name in wanted}

    def _named(self, name: str, schema: dict[str, Any]) -> Any:
        if name in self._given:
            return self._given[name]
        flat = name.lower().replace("_", "")
        if "agent" in flat:
            return [self._who] if schema.get("type") == "array" else self._who
        if name in self._names:
            value = self._names[name]
            return [value] if schema.get("type") == "array" else value
        return self._value(schema)

    def _value(self, schema: dict[str, Any]) -> Any:
        if "$ref" in schema:
            return self._value(self._defs[schema["$ref"].rpartition("/")[2]])
        if "const" in schema or "default" in schema:
            return schema.get("const", schema.get("default"))
        if "enum" in schema:
            return schema["enum"][0]
        for many in ("anyOf", "oneOf", "allOf"):
            if many in schema:
                return self._value(schema[many][0])
        kind = schema.get("type")
        if kind == "object":
            return self._object(schema)
        if kind == "array":
            return [self._value(schema.get("items", {}))] * max(1, schema.get("minItems", 1))
        if kind in ("integer", "number"):
            return schema.get("maximum", schema.get("minimum", 1))
        return kind == "boolean" or "owner-of-everything"[: schema.get("maxLength", 40)]


class Greedy:
    """A model that makes the calls it is told, all at once, when it is asked for it."""

    name = "scripted"

    def __init__(self) -> None:
        self.calls: list[Call] = []

    async def models(self) -> list[ModelInfo]:
        return [ModelInfo("scripted", "scripted", context_window=9_000_000, tools=True)]

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        calls, self.calls = (self.calls, []) if WISH in str(request.messages) else ([], self.calls)
        reply = ScriptedReply("", calls=tuple(calls)) if calls else ScriptedReply("Done.")
        return await ScriptedDriver(reply).stream(request, sink)


def _in_turns(specs: list[ToolSpec]) -> list[list[ToolSpec]]:
    """Return tools as they can be called together: what asks stops a turn, what is a stranger's marks it."""
    weighed = [one for one in specs if one.weigh is not None]
    asks = [one for one in specs if one.policy != "auto" and one not in weighed]
    strange = [one for one in specs if one.trust == "untrusted" and one not in weighed and one not in asks]
    rest = [one for one in specs if one not in weighed and one not in asks and one not in strange]
    return [rest, weighed, strange, asks]


def _each_once(calls: Iterable[Call]) -> list[Call]:
    """Leave out what is the same call again: most schemas have a place for few of the wishes."""
    return list({json.dumps(call, sort_keys=True): call for call in calls}.values())


async def _rights(owner: Browser) -> dict[str, Any]:
    rows = await rows_of(owner)
    assert set(rows) >= RIGHTS
    projects = await ok(owner, "GET", "/api/projects")
    return {name: rows[name] for name in RIGHTS} | {"the project's own rule": projects}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("role", ["admin", "viewer"])
async def test_no_tool_of_the_registry_raises_rights(sqlite_settings: Settings, role: str) -> None:
    model = Greedy()
    async with serve(sqlite_settings, {"offline": model}) as owner:
        await owner.set_up()
        start = {"locales": ["en"], "domains": ["blog"], "workflow": "review", "models": [SIGNUPS, NOTES]}
        project = (await ok(owner, "POST", "/api/projects", {"name": "Notes", "start": start}))["id"]
        names: dict[str, Any] = await _furnish(owner)
        (person,) = await ok(owner, "GET", "/api/people")
        names |= {
            "assigneeUserId": person["person"]["id"],
            "personId": person["person"]["id"],
            "note": "More for me",
        }
        registry = list(owner.studio.registry)
        config = {"customTools": [one.name for one in registry], "limits": {"maxRounds": 5}}
        agent = {"slug": ME, "name": "Puppet", "roleId": role, "config": config}
        await ok(owner, "POST", "/api/agents", agent)
        filling = Filling(names, wishes(config["customTools"], sorted(owner.studio.registry.groups())))

        before, heads = await _rights(owner), heads_of(owner, project)
        results: dict[str, list[dict[str, Any]]] = {}
        asked: set[str] = set()
        for some in _in_turns(registry):
            model.calls = _each_once(call for spec in some for call in filling.calls(spec))
            body = {"message": WISH, "projectId": "notes", "agent": ME}
            events = await owner.lines("POST", "/api/ai/chat/workspace", body)
            asked |= {one["toolName"] for one in told(events, "approvalRequested")}
            for one in told(events, "toolResult"):
                results.setdefault(one["toolName"], []).append(one)
        assert await _rights(owner) == before
        assert heads_of(owner, project) == heads
        assert {one.name for one in registry} <= {*results, *asked}, "each was called"
        if role == "admin":
            worked = {name for name, found in results.items() if any(one["ok"] for one in found)}
            assert worked >= GETS_THROUGH, GETS_THROUGH - worked
            waiting = [one for one in await ok(owner, "GET", "/api/proposals") if one["kind"] == "agent"]
            assert {one["configId"] for one in waiting} == {ME, PEER}, "a person decides"
