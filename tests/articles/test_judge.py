"""A connected model writes forty labelled claims and judges them, with the mistakes that models make."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from proofroom.articles.citation_report import OPEN
from proofroom.articles.playbook import TASKS
from proofroom.articles.prompting import read_sources
from proofroom.articles.support import carried
from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.articles.test_citations import SETS
from tests.articles.test_pipeline import is_free, run
from tests.patience import until
from tests.providers.host import Answer, Host, open_host

Json = dict[str, Any]
Judge = Callable[[str, str, str], Json]
"""Says something of a claim, by its label and its passage."""
PASSAGES, CLAIMS = SETS["forty"]
LABELS = {claim: (label, PASSAGES[number]) for number, claim, label in CLAIMS}


def _quote(claim: str, passage: str) -> str:
    """Return the sentence of a passage that is nearest to a claim."""
    start, end = carried(claim, passage)[1]
    return passage[start:end].strip()


def errs(claim: str, label: str, passage: str) -> Json:
    """Judge as a model does: three of forty the wrong way round, four with words that stand nowhere."""
    at = [each for _, each, _ in CLAIMS].index(claim)
    says = {"carried": "carried", "half": "partly", "not": "not_carried"}[label]
    quote, disputed = _quote(claim, passage), " ".join(claim.rstrip(".").split()[-4:])
    match at:
        case 3:
            says = "not_carried"  # too strict
        case 37 | 39:
            says = "carried"  # too kind to the true half of a claim
        case 5 | 20:
            quote += " As everybody knows."
        case 9 | 25:
            disputed = "words of its own"
    return {
        "verdict": says,
        "quotes": [quote],
        "uncarried": [] if says == "carried" else [disputed],
    }


def lies(claim: str, label: str, passage: str) -> Json:
    """Call everything carried, with a true quotation."""
    return {"verdict": "carried", "quotes": [_quote(claim, passage)], "uncarried": []}


def _answers(judge: Judge) -> Callable[[Json], Answer]:
    def write(body: Json) -> Answer:
        task = str(body["messages"][-1]["content"])
        if task.startswith(TASKS["skeleton"]):
            refs = " ".join(f"{{{{ref:{each.number}}}}}" for each in read_sources(task))
            return Answer(text=f"# City bees\n\n## Part\n\n[PLACEHOLDER: bees; sources {refs}]\n")
        if task.startswith(TASKS["section"]):
            return Answer(text=_opening(task) if "Section: Opening" in task else _section(task))
        asked = re.findall(r"(?m)^(\d+)\. (.*) \(cites [\d, ]+\)$", task)
        verdicts = [{"claim": int(number), **judge(claim, *LABELS[claim])} for number, claim in asked]
        return Answer(text=json.dumps({"verdicts": verdicts}))

    return write


def _section(task: str) -> str:
    """Write every claim with the source that its passage has become."""
    numbers = {each.text.strip(): each.number for each in read_sources(task)}
    return " ".join(f"{claim} {{{{ref:{numbers[passage]}}}}}" for claim, (_, passage) in LABELS.items())


def _opening(task: str) -> str:
    first = read_sources(task)[0]
    return f"{first.text.split('. ')[0]}. {{{{ref:{first.number}}}}}"


async def _written(owner: Browser, host: Host) -> Json:
    """Connect the model, and have it write: no other is chosen for any step."""
    sent = {"providerId": "openai-compatible", "baseUrl": host.url, "apiKey": "k"}
    assert (await owner.call("POST", "/api/ai/credentials", sent))[0] == 201
    _, made = await owner.call("POST", "/api/articles", {"title": "City bees"})
    for number, passage in PASSAGES.items():
        body = {"name": f"Source {number}", "text": passage}
        assert (await owner.call("POST", f"/api/articles/{made['id']}/texts", body))[0] == 200
    wish = {"mode": "full", "skip": ["identifyImageNeeds", "applyHumanityCheck"]}
    _, article = await run(owner, made["id"], **wish)
    await until(lambda: is_free(owner, made["id"]))
    return article


def _found(report: Json) -> dict[str, list[Json]]:
    found: dict[str, list[Json]] = {}
    for each in report["findings"]:
        found.setdefault(each["sentence"], []).append(each)
    return found


@pytest.mark.parametrize("judge", [errs, lies])
async def test_the_unsupported_are_found_and_a_liar_lifts_nothing_that_can_be_named(
    sqlite_settings: Settings, judge: Judge
) -> None:
    async with open_host(key="k", write=_answers(judge)) as host:
        allowed = sqlite_settings.model_copy(update={"allow_private_hosts": [host.place]})
        async with serve(allowed) as owner:
            await owner.set_up()
            report = (await _written(owner, host))["report"]
    found = _found(report)
    certain = {claim for claim, each in found.items() if any(one["kind"] != OPEN for one in each)}
    wrong = {claim for claim, (label, _) in LABELS.items() if label != "carried"}
    carried_ones = LABELS.keys() - wrong
    assert report["models"], "whoever writes reads, where nobody else is chosen"
    # Whoever errs or lies: what is not carried is a finding, or is left for a person to look at.
    least, said = (0.9, 0.8) if judge is errs else (0.8, 0.25)
    assert len(found.keys() & wrong) >= least * len(wrong), sorted(wrong - found.keys())
    assert len(certain & wrong) >= said * len(wrong), sorted(wrong - certain)
    assert len(found.keys() & carried_ones) <= 0.1 * len(carried_ones), found.keys() & carried_ones
