"""Every tool in every phase for every role, cell by cell: what is shown, and what the guard lets through.

The tables are written down here a second time on purpose, as the seed has them: where its inventory and its
transition table differ, the transition table wins.
"""

from typing import Any

import pytest

from proofroom.access.grants import permissions_of
from proofroom.content.forms.tools import form_tools
from proofroom.content.tools import Workbench, content_tools
from proofroom.kernel.tool import Phase, ToolSpec
from proofroom.media.tools import media_tools
from proofroom.runtime.guard import CallFacts, judge
from proofroom.tools import Registry, ToolWish, select_tools

READS = (
    *("list_models", "get_content", "brain_query", "brain_search", "brain_analyze", "validate"),
    *("validate_schema", "list_branches", "branch_health", "relation_expand"),
    *("search_media", "get_media", "list_submissions"),
)
WRITES = ("save_content", "delete_content", "copy_locale", "update_status", "vocabulary")
MEDIA = ("upload_media", "update_media", "delete_media")
"""Changed at once, without a branch."""
DECISIONS = ("merge_branch", "reject_branch")
FORMS = ("approve_submission", "reject_submission")
SCHEMA = ("save_model", "add_locale", "delete_model")
INIT = ("init_project",)
ALL = (*READS, *WRITES, *MEDIA, *DECISIONS, *FORMS, *SCHEMA, *INIT)
"""The seed's 29."""

BY_ROLE: dict[str, tuple[str, ...]] = {
    "viewer": READS,
    "reviewer": (*READS, *DECISIONS, *FORMS),
    "editor": (*READS, *WRITES, *MEDIA),
    "admin": ALL,
    "owner": ALL,
}
BY_PHASE: dict[Phase, tuple[str, ...]] = {
    "uninitialized": (*READS, *INIT),
    "init_pending": (*READS, *DECISIONS),
    "active": (*READS, *WRITES, *MEDIA, *DECISIONS, *FORMS, *SCHEMA),
    "error": (*READS, *DECISIONS),
}
WORKFLOWS = {
    **dict.fromkeys((*READS, *MEDIA, "reject_submission"), "none"),
    **dict.fromkeys((*WRITES, *SCHEMA, "approve_submission"), "workflow-dependent"),
    **dict.fromkeys(DECISIONS, "manual"),
    "init_project": "auto-merge",
}
INPUTS: dict[str, tuple[set[str], set[str]]] = {
    "list_models": (set(), set()),
    "get_content": ({"model"}, {"locale"}),
    "save_content": ({"model", "data"}, {"locale", "slug", "entryIds", "body", "publish_at", "expire_at"}),
    "delete_content": ({"model", "entryIds"}, {"locale"}),
    "save_model": (
        {"id", "name", "kind", "domain"},
        {"i18n", "description", "fields", "title_field", "remove_fields", "allow_breaking", "form"}
        | {"content_path", "locale_strategy"},
    ),
    "validate": (set(), {"model", "locale"}),
    "list_branches": (set(), set()),
    "merge_branch": ({"branch"}, set()),
    "reject_branch": ({"branch"}, set()),
    "init_project": ({"stack", "locales", "domains"}, {"models", "workflow"}),
    "copy_locale": ({"model", "from", "to"}, set()),
    "brain_query": ({"model"}, {"locale", "entryId", "where", "sort", "fields", "limit", "offset"}),
    "brain_search": ({"query"}, {"model", "limit"}),
    "update_status": ({"model", "entryIds", "status"}, {"locale", "publish_at", "expire_at"}),
    "branch_health": (set(), set()),
    "relation_expand": ({"model", "entryId"}, {"locale", "direction"}),
    "vocabulary": ({"action"}, {"terms"}),
    "add_locale": ({"locale"}, set()),
    "delete_model": ({"model"}, set()),
    "brain_analyze": ({"type"}, set()),
    "validate_schema": (set(), set()),
    "search_media": (set(), {"query", "tags", "type", "limit"}),
    "upload_media": ({"url"}, {"alt", "tags", "variants"}),
    "get_media": ({"assetId"}, set()),
    "update_media": ({"assetId"}, {"alt", "tags", "focalPoint"}),
    "delete_media": ({"assetId"}, set()),
    "list_submissions": ({"modelId"}, {"status", "limit"}),
    "approve_submission": ({"submissionId"}, set()),
    "reject_submission": ({"submissionId"}, set()),
}


@pytest.fixture(scope="module")
def registry() -> Registry:
    """Return every tool of the group, bound to nothing: what they are is asked, not what they do."""
    nothing: Any = None
    bench, found = Workbench(nothing, nothing, nothing, nothing, nothing), Registry()
    found.add([*content_tools(bench), *form_tools(bench, nothing), *media_tools(nothing)])
    return found


def permissions(role: str) -> frozenset[str]:
    """Return what somebody with a role may do: a project role comes on top of the member's rights."""
    if role in ("owner", "admin"):
        return permissions_of(role)
    return permissions_of("member") | permissions_of(role)


def test_the_registry_has_these_tools_and_no_others(registry: Registry) -> None:
    assert len(ALL) == 29
    assert sorted(spec.name for spec in registry) == sorted(ALL)
    assert {spec.group for spec in registry} == {"content"}


@pytest.mark.parametrize("phase", BY_PHASE)
@pytest.mark.parametrize("role", BY_ROLE)
@pytest.mark.parametrize("name", ALL)
def test_cell(registry: Registry, name: str, role: str, phase: Phase) -> None:
    shown = select_tools(registry, ToolWish(groups=frozenset({"content"})), permissions(role), phase)
    is_expected = name in BY_ROLE[role] and name in BY_PHASE[phase]
    assert (name in {spec.name for spec in shown}) == is_expected


@pytest.mark.parametrize("phase", BY_PHASE)
@pytest.mark.parametrize("name", ALL)
def test_the_guard_says_the_same_when_the_call_comes(registry: Registry, name: str, phase: Phase) -> None:
    verdict = judge(registry.get(name), CallFacts(phase, outside="", agent="editor", is_autonomous=False))
    assert (verdict.decision != "refuse") == (name in BY_PHASE[phase])
    if verdict.decision == "refuse":
        assert verdict.reason
        assert verdict.suggestion


@pytest.mark.parametrize("name", ALL)
def test_workflow_effect_and_affected_resources(registry: Registry, name: str) -> None:
    spec: ToolSpec = registry.get(name)
    assert spec.workflow == WORKFLOWS[name]
    assert spec.effect == ("read" if name in READS else "write")
    assert spec.default_affects.branches_changed == (name not in (*READS, *MEDIA, "reject_submission"))
    resource = {**{key: ["media"] for key in MEDIA}, **{key: ["submissions"] for key in FORMS}}
    assert spec.default_affects.resources == resource.get(name, [])
    assert spec.default_affects.snapshot_changed == (name in (*SCHEMA, *INIT, "merge_branch"))


@pytest.mark.parametrize("name", ALL)
def test_the_input_has_the_seed_names(registry: Registry, name: str) -> None:
    schema = registry.get(name).input_schema
    required, optional = INPUTS[name]
    assert set(schema.get("required", [])) == required
    assert set(schema["properties"]) == required | optional


@pytest.mark.parametrize("name", [*DECISIONS, *FORMS])
def test_a_decision_asks_a_person_unless_they_allowed_it(registry: Registry, name: str) -> None:
    spec = registry.get(name)
    facts = CallFacts("active", outside="", agent="editor", is_autonomous=False)
    assert judge(spec, facts).decision == "ask"
    assert spec.relaxable
