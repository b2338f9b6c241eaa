"""Changing the glossary."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from proofroom.content.format import paths
from proofroom.content.format.project import Project
from proofroom.content.format.types import Vocabulary
from proofroom.content.format.vocabulary import merge_terms, render_vocabulary, term_problems
from proofroom.content.plans.draft import Draft
from proofroom.content.plans.types import FilePlan
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.events import Affected
from proofroom.kernel.strings import say

_SHOWN = 5


def plan_vocabulary(
    project: Project, terms: Mapping[str, Mapping[str, str]], *, count_version: bool = False
) -> FilePlan:
    """Plan terms added or changed, per term and per locale.

    `count_version` raises the glossary's version by one, as the Studio does.
    """
    problems = term_problems(terms)
    if problems:
        raise InvalidInput(say("content.terms", problems=" ".join(problems[:_SHOWN])))
    draft = _open(project)
    before = project.vocabulary or Vocabulary()
    after = merge_terms(before, terms)
    draft.advisories += _advise(before, after, terms)
    added = [term for term in terms if term not in before.terms]
    updated = [term for term in terms if term in before.terms and after.terms[term] != before.terms[term]]
    draft.results.append({"added": added, "updated": updated, "total": len(after.terms)})
    if count_version:
        after = replace(after, version=before.version + 1)
    draft.write(paths.VOCABULARY, render_vocabulary(after))
    return draft.plan(Affected(snapshot_changed=True), touched=list(terms))


def plan_delete_terms(project: Project, terms: Sequence[str]) -> FilePlan:
    """Plan terms taken out; unknown ones are reported, not refused."""
    draft = _open(project)
    before = project.vocabulary or Vocabulary()
    kept = {term: texts for term, texts in before.terms.items() if term not in terms}
    deleted = [term for term in terms if term in before.terms]
    missing = [term for term in terms if term not in before.terms]
    draft.results.append({"deleted": deleted, "missing": missing, "total": len(kept)})
    if deleted:
        draft.write(paths.VOCABULARY, render_vocabulary(replace(before, terms=kept)))
    return draft.plan(Affected(snapshot_changed=bool(deleted)), touched=deleted)


def _open(project: Project) -> Draft:
    draft = Draft(project)
    draft.check_readable(paths.VOCABULARY, project.vocabulary)
    return draft


def _advise(before: Vocabulary, after: Vocabulary, terms: Mapping[str, Mapping[str, str]]) -> list[str]:
    advisories: list[str] = []
    for term, texts in terms.items():
        old = before.terms.get(term, {})
        replaced = [
            f'{locale}: "{old[locale]}" → "{text}"'
            for locale, text in texts.items()
            if locale in old and old[locale] != text
        ]
        if replaced:
            shown = ", ".join(replaced[:_SHOWN])
            advisories.append(say("advice.term_replaced", term=term, count=len(replaced), shown=shown))
    owners: dict[tuple[str, str], str] = {}
    for term, texts in sorted(after.terms.items(), key=lambda item: item[0] in terms):
        for locale, text in texts.items():
            other = owners.setdefault((locale, text), term)
            if other != term and term in terms:
                advisories.append(say("advice.terms_share", other=other, term=term, text=text))
    return advisories
