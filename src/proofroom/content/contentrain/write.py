"""Writing models, entries and terms as the official tools do."""

from collections.abc import Sequence
from typing import Any, cast

from proofroom.content.contentrain.commit import SAVE, UNCHANGED, commit
from proofroom.content.contentrain.given import ContentrainInput
from proofroom.content.contentrain.shapes import (
    example_file,
    import_snippet,
    issue_lines,
    removed_entries,
    removed_model,
)
from proofroom.content.contents import Written
from proofroom.content.format.context_file import Operation
from proofroom.content.format.ids import derived_entry_id
from proofroom.content.format.paths import content_folder
from proofroom.content.format.project import Project
from proofroom.content.format.types import Json, Model
from proofroom.content.plans.delete import plan_delete, plan_delete_model
from proofroom.content.plans.locale import plan_copy_locale
from proofroom.content.plans.model import plan_save_model
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.status import plan_status
from proofroom.content.plans.types import EntrySave, FilePlan, Stamp
from proofroom.content.plans.vocabulary import plan_delete_terms, plan_vocabulary
from proofroom.content.tools.limits import allow_locale, allow_locales, allow_model
from proofroom.content.tools.workbench import Workbench, answer, find_model
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput


class Writes:
    """The tools that change models, entries and terms."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench

    async def model_save(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Create a model, or write it anew as it is given."""
        definition: Json = dict(given.model_extra or {})
        model_id = str(definition["id"])
        allow_model(context, model_id)

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            try:
                return plan_save_model(project, definition, mode="replace").checked()
            except InvalidInput as error:  # the official answer lists the reasons as lines
                issues = cast("list[Json]", error.context.get("issues", []))
                error.context["details"] = [one["message"] for one in issues if one["severity"] == "error"]
                raise

        done = Operation("contentrain_model_save", model_id)
        about = ("model", model_id)
        written, git = await commit(self._bench, context, about, plan, f"model: {model_id}", done)
        action = _action(written)
        data: Json = {
            **_committed(git, f"The model {model_id} is saved."),
            "action": action,
            "model": model_id,
            "validation": {"valid": True, "errors": []},
            "next_steps": ["Add content with contentrain_content_save."],
        }
        if warnings := written.plan.report.warnings:
            data["schema_warnings"] = [str(issue.message) for issue in warnings]
        project = await self._bench.contents.read(
            self._bench.project_id(context), written.branch or None, _same
        )
        if (model := project.models.get(model_id)) is not None:
            locale = project.ready_config.default_locale
            data["content_path"] = f"{content_folder(model)}/"
            data["example_file"] = example_file(model, locale)
            data["import_snippet"] = import_snippet(model, locale, project.ready_config.stack)
        return answer(written, _told(written, data), f"{action.capitalize()} the model {model_id}")

    async def model_delete(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Delete a model with its content, unless another model's field points at it."""
        model_id = str(given.get("model"))
        models: list[Model] = []

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            models[:] = [find_model(context, project, model_id)]
            return plan_delete_model(project, models[0].id, guard="fields")

        done = Operation("contentrain_model_delete", model_id)
        about = ("model", model_id)
        written, git = await commit(self._bench, context, about, plan, f"delete: {model_id}", done)
        said = _committed(git, f"The model {model_id} is deleted.")
        data: Json = {**said, "deleted": True, "files_removed": removed_model(models[0], written.plan)}
        return answer(written, data, f"Deleted the model {model_id}")

    async def content_save(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Save entries whole: what is not given of an entry goes."""
        model_id = str(given.get("model"))
        entries = cast("list[Json]", given.get("entries"))

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            model = find_model(context, project, model_id)
            default = project.ready_config.default_locale
            allow_locales(context, {str(entry.get("locale") or default) for entry in entries})
            numbers = iter(range(100_000))
            return plan_save(
                project,
                model.id,
                [_save(entry) for entry in entries],
                stamp,
                mode="replace",
                new_id=lambda: derived_entry_id(context.run_id, context.step, str(next(numbers))),
            )

        locale = cast("str | None", entries[0].get("locale")) if entries else None
        done = Operation(SAVE, model_id, locale)
        about = ("content", model_id)
        written, git = await commit(self._bench, context, about, plan, f"content: {model_id}", done)
        report = written.plan.report
        noun = count(len(entries), "entry", "entries")
        data: Json = {
            **_committed(git, f"Saved {noun}."),
            "results": [_result(result) for result in written.plan.results],
            "validation": {"valid": True, "errors": []},
            "next_steps": ["Look at it with contentrain_content_list."],
        }
        if report.warnings:
            data["warnings"] = issue_lines(report.warnings)
        return answer(written, _told(written, data), f"Saved {noun} of {model_id}")

    async def content_delete(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Delete an entry, a document, keys of a dictionary or a locale's file."""
        model_id, locale = str(given.get("model")), cast("str | None", given.get("locale"))
        named = given.get("keys") or [each for each in (given.get("id"), given.get("slug")) if each]
        models: list[Model] = []

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            model = find_model(context, project, model_id)
            models[:] = [model]
            allow_locales(context, [locale] if locale else project.locales(model))
            if locale is not None and not model.i18n:
                raise InvalidInput(say("content.no_locales", model=model_id))
            return plan_delete(project, model.id, cast("list[str]", named), locale)

        done, about = Operation("contentrain_content_delete", model_id, locale), ("content", model_id)
        said = f"delete content: {model_id}"
        written, git = await commit(self._bench, context, about, plan, said, done)
        told = _committed(git, f"Content of {model_id} is deleted.")
        removed = removed_entries(models[0], written.plan, cast("list[str]", named), locale)
        data: Json = {**told, "deleted": True, "files_removed": removed}
        return answer(written, data, f"Deleted content of {model_id}")

    async def vocabulary_save(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Add or change terms."""
        terms = cast("dict[str, dict[str, str]]", given.get("terms"))
        allow_locales(context, {locale for texts in terms.values() for locale in texts})

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            return plan_vocabulary(project, terms)

        said, done = (
            f"vocabulary: {len(terms)} term(s)",
            Operation("contentrain_vocabulary_save", "vocabulary"),
        )
        written, git = await commit(self._bench, context, ("vocabulary", "save"), plan, said, done)
        data = _terms(_first(written), git)
        return answer(written, _told(written, data), f"Saved {count(len(terms), 'term')}")

    async def vocabulary_delete(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Take terms out."""
        terms = cast("list[str]", given.get("terms"))
        if given.get("confirm") is not True:
            raise InvalidInput(say("content.confirm_terms"))

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            return plan_delete_terms(project, terms)

        said, done = (
            f"vocabulary: remove {len(terms)} term(s)",
            Operation("contentrain_vocabulary_delete", "vocabulary"),
        )
        written, git = await commit(self._bench, context, ("vocabulary", "delete"), plan, said, done)
        data = _terms(_first(written), git)
        if missing := [term for term in terms if term not in data.get("deleted", [])]:
            data["advisories"] = [f"Not in the glossary, so nothing to delete: {', '.join(missing)}."]
        return answer(written, data, f"Deleted {count(len(terms), 'term')}")

    async def bulk(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Copy a locale, set a status, or delete entries, many at once."""
        model_id, operation = str(given.get("model")), str(given.get("operation"))
        ids = cast("list[str]", given.get("entry_ids") or [])
        if operation == "copy_locale":
            return await self._copy(context, model_id, given)
        if operation == "update_status":
            return await self._status(context, model_id, ids, given)
        if given.get("confirm") is not True:
            raise InvalidInput(say("content.confirm_entries"))
        return await self._delete(context, model_id, ids)

    async def _delete(self, context: ToolContext, model_id: str, ids: Sequence[str]) -> ToolOutput:
        known: list[str] = []
        models: list[Model] = []

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            model = find_model(context, project, model_id)
            models[:] = [model]
            allow_locales(context, project.locales(model))
            known[:] = _known(project, model, ids, project.locales(model))
            return plan_delete(project, model.id, known)

        gone, done = count(len(ids), "entry", "entries"), Operation("contentrain_bulk", model_id, None, ids)
        said = f"bulk: delete {gone} from {model_id}"
        written, git = await commit(self._bench, context, ("bulk", model_id), plan, said, done)
        data: Json = {
            **_committed(git, f"Deleted {count(len(known), 'entry', 'entries')}."),
            "operation": "delete_entries",
            "deleted": len(known),
            "files_removed": removed_entries(models[0], written.plan, known),
            **_missing(ids, known),
        }
        return answer(written, data, f"Deleted {count(len(known), 'entry', 'entries')}")

    async def _copy(self, context: ToolContext, model_id: str, given: ContentrainInput) -> ToolOutput:
        source, target = str(given.get("source_locale") or ""), str(given.get("target_locale") or "")
        for locale in (source, target):
            allow_locale(context, locale)

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            model = find_model(context, project, model_id)
            return plan_copy_locale(project, model.id, source, target, stamp, overwrite=True)

        said, done = (
            f"bulk: copy {source} → {target} for {model_id}",
            Operation("contentrain_bulk", model_id, target),
        )
        written, git = await commit(self._bench, context, ("bulk", model_id, target), plan, said, done)
        data: Json = {
            **_committed(git, f"Copied {model_id} from {source} to {target}."),
            "operation": "copy_locale",
            "copied": _first(written).get("copied", 0),
        }
        return answer(written, data, f"Copied {model_id} from {source} to {target}")

    async def _status(
        self, context: ToolContext, model_id: str, ids: Sequence[str], given: ContentrainInput
    ) -> ToolOutput:
        status, locale = str(given.get("status") or ""), cast("str | None", given.get("locale"))
        known: list[str] = []

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            model = find_model(context, project, model_id)
            places = [locale] if locale else project.locales(model)
            allow_locales(context, places)
            is_keyed = model.kind in ("collection", "document")
            known[:] = _known(project, model, ids, places) if is_keyed else [model.id]
            return plan_status(project, model.id, known, status, stamp, locale)

        said = f"bulk: update status → {status} for {model_id}"
        done = Operation("contentrain_bulk", model_id, None, ids or None)
        written, git = await commit(self._bench, context, ("bulk", model_id), plan, said, done)
        by_locale: dict[str, list[str]] = {}
        for result in written.plan.results:
            by_locale.setdefault(str(result["locale"]), []).append(str(result["entryId"] or model_id))
        updated = sum(map(len, by_locale.values()))
        data: Json = {
            **_committed(git, f"Set {count(updated, 'record')} to {status}."),
            "operation": "update_status",
            "updated": updated,
            "updated_by_locale": by_locale,
            **_missing(ids, known),
        }
        return answer(written, data, f"Set {count(len(known), 'entry', 'entries')} to {status}")


def _committed(git: Json, message: str) -> Json:
    """Return what every answer about a write has; one that changed nothing says so."""
    is_same = git["action"] == UNCHANGED
    return {
        "status": "committed",
        "message": "Nothing changed; nothing was committed." if is_same else message,
        "git": git,
        "context_updated": not is_same,
    }


def _terms(found: Json, git: Json) -> Json:
    """Return an answer about terms; these tell of the commit without a `git` around it."""
    told = {("total_terms" if name == "total" else name): value for name, value in found.items()}
    if git["action"] == UNCHANGED:
        return {"status": "no-op", **told}
    landed = {name: git[name] for name in ("base_advance", "remote_push") if name in git}
    about = {"commit": git["commit"], "workflow_action": git["action"]}
    return {"status": "committed", **told, **about, **landed}


def _known(project: Project, model: Model, ids: Sequence[str], locales: Sequence[str]) -> list[str]:
    """Return the entries that are there in any of the locales; refuse if none is."""
    found = [each for each in ids if any(project.entry(model, each, place) for place in locales)]
    if not found:
        raise NotFound(say("content.no_entries", missing=", ".join(ids[:10])), not_found=list(ids))
    return found


def _missing(ids: Sequence[str], known: Sequence[str]) -> Json:
    missing = [each for each in ids if each not in known]
    return {"not_found": missing} if missing else {}


def _save(entry: Json) -> EntrySave:
    schedule = {name: entry[name] for name in ("publish_at", "expire_at") if name in entry}
    named = entry.get("id") or entry.get("slug")
    return EntrySave(
        cast("Json", entry["data"]), cast("str | None", named), entry.get("locale"), None, schedule or None
    )


def _action(written: Written) -> str:
    return str(written.plan.results[0].get("action", "updated")) if written.plan.results else "updated"


def _first(written: Written) -> Json:
    return dict(written.plan.results[0]) if written.plan.results else {}


def _told(written: Written, data: Json) -> Json:
    if not written.plan.advisories:
        return data
    note = "It is saved. Read the advisories: some values are doubled or replaced."
    return data | {"advisories": list(written.plan.advisories), "advisory_note": note}


def _result(result: Json) -> Json:
    """Return what became of an entry; a record that there is only one of is never called created."""
    is_single = "id" not in result and "slug" not in result
    return result | ({"action": "updated"} if is_single and result["action"] == "created" else {})


def _same(project: Project) -> Any:
    return project
