"""Models: create, change and delete them, and the first structure of a project."""

from typing import Any, Literal

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from proofroom.content.contents import NewProject
from proofroom.content.format.project import Project
from proofroom.content.format.types import Json
from proofroom.content.plans.delete import plan_delete_model
from proofroom.content.plans.model import plan_save_model
from proofroom.content.plans.types import FilePlan, Stamp
from proofroom.content.tools.kinds import INIT_PHASES, SCHEMA, write_tool
from proofroom.content.tools.limits import allow_model, allow_models
from proofroom.content.tools.workbench import Given, Workbench, answer, find_model
from proofroom.kernel.errors import Conflict
from proofroom.kernel.events import Affected
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.repository.git.branch import CONTENT_BRANCH

Kind = Literal["singleton", "collection", "document", "dictionary"]


class ModelInput(Given):
    """A content model."""

    id: str = Field(description="Id: small letters, digits and hyphens.")
    name: str
    kind: Kind
    domain: str = Field(description="Group of models it belongs to.")
    i18n: bool | None = Field(None, description="Whether it has a version per locale; true if left out.")
    fields: dict[str, dict[str, Any]] | None = Field(
        None, description="Definitions by field name: {type, required, unique, options, model, …}."
    )


class InFile(Given):
    """A part of a model under the names of its file."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class FormLimits(InFile):
    """How much a form takes."""

    rate_limit_per_ip: int = Field(10, ge=1, le=1_000, description="Submissions per address and minute.")
    max_per_month: int | None = Field(None, ge=1)


class FormBlock(InFile):
    """A public form of a collection."""

    enabled: bool = True
    public: bool = True
    exposed_fields: list[str] = Field(min_length=1, description="Fields that people may fill in.")
    required_overrides: dict[str, bool] = Field(default_factory=dict[str, bool])
    honeypot: bool = True
    captcha: Literal["turnstile"] | None = None
    success_message: str | None = None
    origins: list[str] = Field(default_factory=list[str], description="Sites that may send; all if empty.")
    limits: FormLimits | None = None
    auto_approve: bool = False


class SaveModelInput(ModelInput):
    """Input of `save_model`."""

    form: FormBlock | None = Field(None, description="A public form whose submissions people approve.")

    description: str | None = None
    title_field: str | None = Field(None, description="The field entries are called by; chosen if left out.")
    content_path: str | None = Field(None, description="Folder of the repository for its files.")
    locale_strategy: Literal["file", "suffix", "directory", "none"] | None = Field(
        None, description="How files name their locale."
    )
    remove_fields: list[str] = Field(default_factory=list[str], description="Fields to take out.")
    allow_breaking: bool = Field(
        False,
        description="Also change what existing content cannot follow: removed or retyped fields, kind, i18n.",
    )


class DeleteModelInput(Given):
    """Input of `delete_model`."""

    model: str = Field(description="Id of the content model.")


class InitProjectInput(Given):
    """Input of `init_project`."""

    stack: str = Field(description="What the site is built with, for example nextjs, astro or other.")
    locales: list[str] = Field(min_length=1, description="Supported locales, the default first.")
    domains: list[str] = Field(min_length=1, description="Groups of models.")
    models: list[ModelInput] = Field(default_factory=list[ModelInput])
    workflow: Literal["review", "auto-merge"] = "review"


def tools(bench: Workbench) -> list[ToolSpec]:
    """Return the tools for models."""

    @write_tool(permission="content.model", affects=SCHEMA)
    async def save_model(context: ToolContext, given: SaveModelInput) -> ToolOutput:
        """Create a content model, or change one: named fields change, others stay."""
        left_out = {"remove_fields", "allow_breaking"}
        definition = given.model_dump(exclude_none=True, exclude=left_out, by_alias=True)

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            allow_model(context, given.id)
            return plan_save_model(
                project, definition, remove_fields=given.remove_fields, allow_breaking=given.allow_breaking
            )

        written, data = await bench.write(context, plan, f"contentrain: save model {given.id}")
        data["results"] = list(written.plan.results)
        is_new = any(result.get("action") == "created" for result in written.plan.results)
        said = say("did.models.made", model=given.id) if is_new else say("did.models.changed", model=given.id)
        fields = count(len(given.fields or {}), "field")
        return answer(
            written, data, say("did.models.with_fields", said=said, fields=fields) if given.fields else said
        )

    @write_tool(permission="content.model", affects=SCHEMA, destructive=True)
    async def delete_model(context: ToolContext, given: DeleteModelInput) -> ToolOutput:
        """Delete a model with all its content. Refused while other entries point at it."""

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            return plan_delete_model(project, find_model(context, project, given.model).id)

        written, data = await bench.write(context, plan, f"contentrain: delete model {given.model}")
        files = count(written.changed_files, "file")
        return answer(written, data, say("did.models.deleted", model=given.model, files=files))

    return [save_model, delete_model, _init_tool(bench)]


def _init_tool(bench: Workbench) -> ToolSpec:
    @write_tool(permission="content.model", affects=SCHEMA, phases=INIT_PHASES, workflow="auto-merge")
    async def init_project(context: ToolContext, given: InitProjectInput) -> ToolOutput:
        """Set up a project that has no content structure yet; it is merged at once."""
        allow_models(context, [model.id for model in given.models])
        models: list[Json] = [model.model_dump(exclude_none=True) for model in given.models]
        new = NewProject(given.locales, given.domains, models, given.stack, given.workflow)
        landing = await bench.contents.init(bench.job(context), new)
        if landing.status == "conflicts":
            raise Conflict(say("content.first_structure_branch"))
        data: Json = {
            "branch": CONTENT_BRANCH,
            "commitSha": landing.commit,
            "valid": True,
            "errors": [],
            "merged": True,
            "workflow": given.workflow,
        }
        return ToolOutput(
            ok=True,
            data=data,
            affected=Affected(models=[model.id for model in given.models], locales=given.locales),
            summary=say(
                "did.models.set_up", models=count(len(models), "model"), locales=", ".join(given.locales)
            ),
        )

    return init_project
