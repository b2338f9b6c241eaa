"""Locales: copy a model's content into another one, and add one to the project."""

from pydantic import Field

from proofroom.content.format.project import Project
from proofroom.content.plans.locale import plan_add_locale, plan_copy_locale
from proofroom.content.plans.types import FilePlan, Stamp
from proofroom.content.tools.kinds import SCHEMA, write_tool
from proofroom.content.tools.limits import allow_locale, allow_locales
from proofroom.content.tools.workbench import Given, Workbench, answer, find_model
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec


class CopyLocaleInput(Given):
    """Input of `copy_locale`."""

    model: str = Field(description="Id of the content model.")
    source: str = Field(alias="from", description="Locale to copy from.")
    target: str = Field(alias="to", description="Locale to copy into; it must be empty.")


class AddLocaleInput(Given):
    """Input of `add_locale`."""

    locale: str = Field(description="The new locale, for example de or pt-BR.")


def tools(bench: Workbench) -> list[ToolSpec]:
    """Return the tools for locales."""

    @write_tool()
    async def copy_locale(context: ToolContext, given: CopyLocaleInput) -> ToolOutput:
        """Copy a model's content from one locale into an empty one, for translation."""

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            model = find_model(context, project, given.model)
            allow_locales(context, (given.source, given.target))
            return plan_copy_locale(project, model.id, given.source, given.target, stamp)

        message = f"contentrain: copy {given.model} from {given.source} to {given.target}"
        written, data = await bench.write(context, plan, message)
        copied = sum(int(result.get("copied", 0)) for result in written.plan.results)
        entries = count(copied, "entry", "entries")
        said = say(
            "did.locales.copied", entries=entries, model=given.model, source=given.source, target=given.target
        )
        return answer(written, data | {"copied": copied}, said)

    @write_tool(permission="content.model", affects=SCHEMA)
    async def add_locale(context: ToolContext, given: AddLocaleInput) -> ToolOutput:
        """Register one more locale that the project supports; only the configuration changes."""

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            allow_locale(context, given.locale)
            return plan_add_locale(project, given.locale)

        written, data = await bench.write(context, plan, f"contentrain: add locale {given.locale}")
        return answer(written, data, say("did.locales.added", locale=given.locale))

    return [copy_locale, add_locale]
