"""The official surface: which tools there are, who may use them, and how each is described."""

from proofroom.content.contentrain.branches import Branches
from proofroom.content.contentrain.check import Checks
from proofroom.content.contentrain.given import Json, definitions, input_for
from proofroom.content.contentrain.read import Reads
from proofroom.content.contentrain.start import Starts
from proofroom.content.contentrain.write import Writes
from proofroom.content.tools.kinds import BRANCHES, DECIDE_PHASES, INIT_PHASES, SCHEMA, WRITE_PHASES
from proofroom.content.tools.workbench import Workbench
from proofroom.kernel.tool import Handler, ToolSpec
from proofroom.repository.remotes import Remotes

GROUP = "contentrain"
"""No agent of the studio has this group: it is for clients from outside."""

_DESCRIPTIONS: dict[str, str] = {
    "status": "How the project stands: configuration, models, branches that wait, and what to do next.",
    "describe": "A content model in full, with numbers and, if asked, one entry of it.",
    "describe_format": "The files and rules of the content format.",
    "init": "Set up a repository that has no content structure yet. It is merged at once.",
    "scaffold": "Add the models of a template, with an entry of each to begin with.",
    "model_save": "Create a content model, or write one anew. Refused if existing content would break.",
    "model_delete": "Delete a model with all its content. Refused while another model's field points at it.",
    "content_save": "Create or replace whole entries of one model; every field of an entry must be given. "
    "All of it is validated first.",
    "content_delete": "Delete an entry, a document, keys of a dictionary, or the content of a locale.",
    "content_list": "List the content of a model in one locale.",
    "vocabulary_save": "Add or change terms of the glossary.",
    "vocabulary_delete": "Take terms out of the glossary.",
    "validate": "Check the content against its models; with fix, cure what can be cured.",
    "submit": "Send branches that wait to the repository's remote.",
    "merge": "Merge a branch that waits. A person's decision: allowed only where a rule says so.",
    "branch_list": "List the branches and whether each is merged.",
    "branch_delete": "Throw a branch away. A person's decision, as for merging; it can be brought back.",
    "reconcile": "Bring the repository's own branch and the content branch together, record by record.",
    "bulk": "Copy a locale, set the status of entries, or delete them, many at once.",
    "doctor": "Report on the project's health.",
}


def surface() -> list[Json]:
    """Return the tools as clients see them: official names, schemas and annotations, our descriptions."""
    return [
        {**each, "description": _DESCRIPTIONS[name.removeprefix("contentrain_")]}
        for name, each in definitions().items()
    ]


def contentrain_tools(bench: Workbench, remotes: Remotes) -> list[ToolSpec]:
    """Return the official tools."""
    reads, writes, starts = Reads(bench), Writes(bench), Starts(bench)
    branches, checks = Branches(bench, remotes), Checks(bench)
    return [
        _read("status", reads.status),
        _read("describe", reads.describe),
        _read("describe_format", reads.describe_format),
        _read("content_list", reads.content_list),
        _read("branch_list", branches.branch_list),
        _read("doctor", checks.doctor),
        _spec(
            "init",
            starts.init,
            effect="write",
            permission="content.model",
            phases=INIT_PHASES,
            workflow="auto-merge",
        ),
        _write("scaffold", starts.scaffold, permission="content.model"),
        _write("model_save", writes.model_save, permission="content.model"),
        _write("model_delete", writes.model_delete, permission="content.model"),
        _write("content_save", writes.content_save),
        _write("content_delete", writes.content_delete),
        _write("vocabulary_save", writes.vocabulary_save),
        _write("vocabulary_delete", writes.vocabulary_delete),
        _write("bulk", writes.bulk),
        _spec(
            "validate",
            checks.validate,
            effect="write",
            permission="content.read",
            workflow="workflow-dependent",
            asks_itself=True,
        ),
        _spec("submit", branches.submit, effect="external", permission="content.write", on_crash="rerun"),
        _spec(
            "reconcile", branches.reconcile, effect="write", permission="content.review", acts_at_once=True
        ),
        _decide("merge", branches.merge),
        _decide("branch_delete", branches.branch_delete),
    ]


def _spec(name: str, handler: Handler, **more: object) -> ToolSpec:
    full = f"contentrain_{name}"
    given = {
        "on_crash": "check",
        "default_affects": BRANCHES,
        "destructive": name.endswith("_delete"),
        "keeps_words": more.get("permission") == "content.model",
        **more,
    }
    return ToolSpec(full, _DESCRIPTIONS[name], input_for(full), handler, GROUP, **given)  # type: ignore[arg-type]


def _read(name: str, handler: Handler) -> ToolSpec:
    full = f"contentrain_{name}"
    return ToolSpec(full, _DESCRIPTIONS[name], input_for(full), handler, GROUP, permission="content.read")


def _write(name: str, handler: Handler, *, permission: str = "content.write") -> ToolSpec:
    return _spec(
        name,
        handler,
        effect="write",
        permission=permission,
        phases=WRITE_PHASES,
        workflow="workflow-dependent",
    )


def _decide(name: str, handler: Handler) -> ToolSpec:
    return _spec(
        name,
        handler,
        effect="write",
        permission="content.review",
        phases=DECIDE_PHASES,
        workflow="manual",
        default_affects=SCHEMA,
        policy="always_ask",
        relaxable=True,
    )
