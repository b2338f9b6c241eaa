"""Starting a content project in a repository."""

from collections.abc import Sequence

from proofroom.content.format import paths
from proofroom.content.format.config import render_config
from proofroom.content.format.ids import is_locale
from proofroom.content.format.model import model_from, render_model
from proofroom.content.format.project import Project
from proofroom.content.format.tree import Tree
from proofroom.content.format.types import Json, Vocabulary
from proofroom.content.format.vocabulary import render_vocabulary
from proofroom.content.plans.types import FilePlan
from proofroom.content.validation.model import check_model
from proofroom.content.validation.title_field import infer_title_field
from proofroom.content.validation.types import Issue, Report
from proofroom.kernel.errors import Conflict, InvalidInput
from proofroom.kernel.events import Affected
from proofroom.kernel.strings import say

DEFAULT_DOMAINS = ("marketing", "blog", "system")
_IGNORED = ".contentrain/.cache/"


def plan_init(
    tree: Tree,
    *,
    stack: str = "other",
    locales: Sequence[str] = ("en",),
    domains: Sequence[str] = DEFAULT_DOMAINS,
    models: Sequence[Json] = (),
    workflow: str = "auto-merge",
    root: str = "",
    with_keep_files: bool = False,
) -> FilePlan:
    """Plan a new project: configuration, glossary, models and empty files for their locales.

    `with_keep_files` adds what the official MCP init leaves behind: three `.gitkeep` files and an ignored
    cache folder. context.json is written once the plan is merged.
    """
    project = Project(tree, root)
    if project.config is not None or project.read(paths.CONFIG) is not None:
        raise Conflict(say("content.initialised"))
    locales, domains = list(dict.fromkeys(locales)) or ["en"], list(dict.fromkeys(domains))
    for locale in locales:
        if not is_locale(locale):
            raise InvalidInput(say("content.not_a_locale", locale=locale))
    config: Json = {
        "version": 1,
        "stack": stack,
        "workflow": workflow,
        "locales": {"default": locales[0], "supported": locales},
        "domains": domains,
    }
    writes = {paths.CONFIG: render_config(config), paths.VOCABULARY: render_vocabulary(Vocabulary())}
    if with_keep_files:
        _keep_files(project, writes)
    created = project.with_changes(writes)
    issues = _add_models(created, [_completed(raw) for raw in models], writes)
    return FilePlan(
        writes={paths.rooted(project.root, path): writes[path] for path in sorted(writes)},
        affected=Affected(
            models=[str(raw.get("id")) for raw in models], locales=locales, snapshot_changed=True
        ),
        report=Report(tuple(issues), models_checked=len(models)),
        results=({"created": sorted(writes)},),
        touched=tuple(str(raw.get("id")) for raw in models),
    )


def _completed(raw: Json) -> Json:
    model = {"i18n": True, **{key: value for key, value in raw.items() if value is not None}}
    if not model.get("title_field"):
        title = infer_title_field(model_from(model))
        return {**model, "title_field": title} if title else model
    return model


def _add_models(project: Project, models: Sequence[Json], writes: dict[str, bytes]) -> list[Issue]:
    issues: list[Issue] = []
    ids = [str(raw.get("id")) for raw in models]
    for raw in models:
        issues += check_model(raw, project.config, ids)
        model = model_from(raw)
        writes[paths.model_path(model.id)] = render_model(raw)
        if model.kind == "document":
            continue
        for locale in project.locales(model):
            writes[paths.content_path(model, locale)] = b"{}\n"
            writes[project.meta_path(model, locale)] = b"{}\n"
    return issues


def _keep_files(project: Project, writes: dict[str, bytes]) -> None:
    for folder in (paths.MODELS, paths.CONTENT, paths.META):
        writes[f"{folder}/.gitkeep"] = b""
    ignored = (project.read(".gitignore") or b"").decode(errors="surrogateescape")
    if _IGNORED not in ignored.split("\n"):
        gap = "" if not ignored else "\n" if ignored.endswith("\n") else "\n\n"
        text = f"{ignored}{gap}# Contentrain cache\n{_IGNORED}\n"
        writes[".gitignore"] = text.encode(errors="surrogateescape")
