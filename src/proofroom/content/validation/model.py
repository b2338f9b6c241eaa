"""A model's definition, before it is saved: what would make its entries wrong or meaningless."""

from collections.abc import Collection
from typing import Any, cast

from proofroom.content.format.ids import is_slug
from proofroom.content.format.model import model_from
from proofroom.content.format.paths import model_path, unsafe_content_path
from proofroom.content.format.types import KINDS, STRATEGIES, Config, Json
from proofroom.content.validation.field_definition import check_definition
from proofroom.content.validation.title_field import title_findings
from proofroom.content.validation.types import Finding, Issue
from proofroom.kernel.strings import say


def check_model(
    raw: Json, config: Config | None = None, model_ids: Collection[str] | None = None
) -> list[Issue]:
    """Return what is wrong with a model's definition; errors block saving it.

    With a configuration and the ids of the other models, unknown domains and relation targets are warned of.
    """
    model_id = str(raw.get("id", ""))
    issues = [
        Issue(*finding, model=model_id, path=model_path(model_id)) for finding in _shape_findings(raw, config)
    ]
    fields = raw.get("fields")
    known = () if model_ids is None else (*model_ids, model_id)
    for name, finding in _field_findings(fields, str(raw.get("kind", "")), known):
        issues.append(Issue(*finding, model=model_id, field=name, path=model_path(model_id)))
    for finding in title_findings(model_from(raw)):
        issues.append(Issue(*finding, model=model_id, field="title_field", path=model_path(model_id)))
    return issues


def _shape_findings(raw: Json, config: Config | None) -> list[Finding]:
    found: list[Finding] = []
    model_id, kind, domain = raw.get("id"), raw.get("kind"), raw.get("domain")
    if not isinstance(model_id, str) or not is_slug(model_id):
        found.append(_error("model.id", say("finding.model.id", model=model_id)))
    if not isinstance(raw.get("name"), str) or not raw["name"]:
        found.append(_error("model.name", say("finding.model.name")))
    if kind not in KINDS:
        found.append(_error("model.kind", say("finding.model.kind", kind=kind, known=", ".join(KINDS))))
    if not isinstance(domain, str) or not domain or domain != domain.strip("/.") or "/" in domain:
        found.append(_error("model.domain", say("finding.model.domain", domain=domain)))
    elif config is not None and domain not in config.domains:
        message = say("finding.model.domain_unlisted", domain=domain)
        found.append(Finding("warning", "model.domain_unlisted", message))
    if not isinstance(raw.get("i18n"), bool):
        found.append(_error("model.i18n", say("finding.model.i18n")))
    return [*found, *_placement_findings(raw)]


def _placement_findings(raw: Json) -> list[Finding]:
    found: list[Finding] = []
    strategy, path = raw.get("locale_strategy"), raw.get("content_path")
    if strategy is not None and strategy not in STRATEGIES:
        names = ", ".join(STRATEGIES)
        found.append(
            _error("model.locale_strategy", say("finding.model.strategy", strategy=strategy, known=names))
        )
    if strategy == "none" and raw.get("i18n") is True:
        message = say("finding.model.strategy_none")
        found.append(_error("model.locale_strategy", message))
    if path is not None:
        problem = unsafe_content_path(path) if isinstance(path, str) else say("finding.path.not_text")
        if problem is not None:
            found.append(
                _error("model.content_path", say("finding.model.content_path", path=path, problem=problem))
            )
    return found


def _field_findings(fields: Any, kind: str, model_ids: Collection[str]) -> list[tuple[str, Finding]]:
    if kind == "dictionary":
        if fields is None or fields == {}:
            return []
        message = say("finding.model.dictionary_fields")
        return [("fields", _error("model.dictionary_fields", message))]
    if fields is None:
        return []
    if not isinstance(fields, dict):
        return [("fields", _error("model.fields", say("finding.model.fields")))]
    found: list[tuple[str, Finding]] = []
    for name, definition in cast("Json", fields).items():
        found += check_definition(name, definition, kind, model_ids)
    return found


def _error(code: str, message: str) -> Finding:
    return Finding("error", code, message)
