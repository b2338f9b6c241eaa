"""Runs every recorded case of a folder."""

import re
from pathlib import Path
from typing import Any

import orjson

from tests.conformance.site.compare import compare
from tests.conformance.site.replay import replay
from tests.conformance.site.tables import compare_table

SuiteResult = tuple[int, int, list[str], dict[str, str]]
"""Passed, total, what differs in the others, and why that is meant for some."""
_SHOWN = 4
_OTHER_NAME = re.compile(r'"namingConvention": ?"(?:text|space)-1"')
_OF_SCALES = re.compile(
    r"result \d+ set_(?:type|spacing)_scale: data|result \d+ read_document: css :root|settings$"
)
_SECOND_OUTLET = re.compile(
    r"result \d+ insertHtml: ok True but False \(None / A document has one outlet at most"
    r"|(?:result \d+ read_document: html|published \d+): …'[^']*</main><main(?: uid=\"\w+\")? data-instatic-"
    r"|nodes \d+ but \d+$"
)


def run_site_suite(folder: Path) -> SuiteResult:
    """Return how many cases agree, how many there are, and what differs in the others."""
    failures, excuses, total = list[str](), dict[str, str](), 0
    for path in sorted(folder.glob("*.json")):
        case = orjson.loads(path.read_bytes())
        if path.name.startswith("aux-"):
            found = compare_table(path.stem, case)
            if found is None:
                continue
        else:
            found = check_case(case)
        total += 1
        if found:
            more = f" (+{len(found) - _SHOWN})" if len(found) > _SHOWN else ""
            line = f"{path.stem}: {'; '.join(found[:_SHOWN])}{more}"
            failures.append(line)
            if _OTHER_NAME.search(path.read_text("utf-8")) and all(_OF_SCALES.match(one) for one in found):
                excuses[line] = "a scale without a name is called text or space here"
            elif found[0].startswith("result") and all(_SECOND_OUTLET.match(one) for one in found):
                excuses[line] = "a second outlet in a document is refused here"
    return total - len(failures), total, failures, excuses


def check_case(case: Any) -> list[str]:
    """Return what differs in one case."""
    return list(compare(case, replay(case)))
