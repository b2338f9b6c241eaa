"""The project's glossary."""

from typing import Literal

from pydantic import Field

from proofroom.content.format.project import Project
from proofroom.content.plans.types import FilePlan, Stamp
from proofroom.content.plans.vocabulary import plan_delete_terms, plan_vocabulary
from proofroom.content.tools.kinds import write_tool
from proofroom.content.tools.limits import allow_locales
from proofroom.content.tools.workbench import Given, Workbench, answer, told
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

Terms = dict[str, dict[str, str]]


class VocabularyInput(Given):
    """Input of `vocabulary`."""

    action: Literal["get", "set", "delete"]
    terms: Terms | None = Field(
        None,
        description='For `set`: {"term-slug": {"en": "text"}}; other terms and locales stay. '
        'For `delete`: {"term-slug": {}}.',
    )


def tools(bench: Workbench) -> list[ToolSpec]:
    """Return the tool for the glossary."""

    @write_tool()
    async def vocabulary(context: ToolContext, given: VocabularyInput) -> ToolOutput:
        """Read the project's glossary, or set or delete terms in it."""
        if given.action == "get":
            terms = await bench.look(context, lambda view: _terms(view.project))
            return told({"vocabulary": terms}, say("did.glossary.read", terms=count(len(terms), "term")))
        wanted = given.terms
        if not wanted:
            raise InvalidInput(say("content.no_terms"))
        if given.action == "delete":
            return await _delete(bench, context, list(wanted))
        allow_locales(context, {locale for texts in wanted.values() for locale in texts})

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            changed = any(
                _terms(project).get(term, {}).get(locale) != text
                for term, texts in wanted.items()
                for locale, text in texts.items()
            )
            # The version counts changes only: setting what is there already writes nothing.
            return plan_vocabulary(project, wanted, count_version=changed)

        written, data = await bench.write(context, plan, "contentrain: update vocabulary")
        data["results"] = list(written.plan.results)
        return answer(written, data, say("did.glossary.set", terms=count(len(wanted), "term")))

    return [vocabulary]


async def _delete(bench: Workbench, context: ToolContext, names: list[str]) -> ToolOutput:
    def plan(project: Project, stamp: Stamp) -> FilePlan:
        terms = _terms(project)
        missing = [name for name in names if name not in terms]
        if missing:
            raise NotFound(say("content.no_such_term", terms=", ".join(missing[:10])))
        allow_locales(context, {locale for name in names for locale in terms[name]})
        return plan_delete_terms(project, names)

    written, data = await bench.write(context, plan, "contentrain: delete vocabulary terms")
    data["results"] = list(written.plan.results)
    return answer(written, data, f"Deleted {count(len(names), 'term')} of the glossary")


def _terms(project: Project) -> Terms:
    found = project.vocabulary
    return {term: dict(texts) for term, texts in found.terms.items()} if found else {}
