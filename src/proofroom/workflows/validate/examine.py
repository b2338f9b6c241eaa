"""The whole check of a template."""

import io
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from proofroom.workflows.rules import found
from proofroom.workflows.template.archive import list_archive
from proofroom.workflows.template.contents import Contents
from proofroom.workflows.template.folder import list_folder
from proofroom.workflows.types import TemplateReport, Violation
from proofroom.workflows.validate.fields import check_fields
from proofroom.workflows.validate.icons import check_icons
from proofroom.workflows.validate.layout import check_layout
from proofroom.workflows.validate.manifest import arrange, read_manifest
from proofroom.workflows.validate.process import check_process, check_servers
from proofroom.workflows.validate.references import check_references
from proofroom.workflows.validate.tools import check_tools

MOST_OF_A_KIND = 50


def validate_template(source: Path | bytes, *, strict: bool = False) -> TemplateReport:
    """Check a template, a ZIP file, its bytes or a folder, and report everything that is found.

    `strict` reads the specification to the letter where importers are known to be forgiving: a missing
    `mcp_templates` and definitions that are not at module level are errors then.
    """
    if isinstance(source, bytes):
        return _report(list_archive(io.BytesIO(source)), strict=strict)
    try:
        if source.is_dir():
            return _report(list_folder(source), strict=strict)
        with source.open("rb") as file:
            return _report(list_archive(file), strict=strict)
    except FileNotFoundError:
        return TemplateReport((found("Z-001", "There is no such file or folder.", "."),))
    except OSError:
        return TemplateReport((found("Z-001", "The system refuses to open the file.", "."),))


def _report(contents: Contents | None, *, strict: bool) -> TemplateReport:
    if contents is None:
        return TemplateReport((found("Z-001", "This is not a ZIP file, or it is damaged or cut off.", "."),))
    return TemplateReport(tuple(_bounded(_examine(contents, strict=strict))))


def _examine(contents: Contents, *, strict: bool) -> Iterator[Violation]:
    yield from contents.findings
    if not contents.is_complete:
        return
    findings: list[Violation] = []
    data = read_manifest(contents, findings)
    if findings:
        yield from findings
        return
    manifest = arrange(data, findings, strict=strict)
    yield from findings
    yield from check_layout(contents, manifest)
    yield from check_fields(manifest)
    yield from check_references(manifest)
    yield from check_tools(contents, manifest, strict=strict)
    yield from check_icons(contents, manifest)
    yield from check_servers(manifest)
    yield from check_process(manifest)


def _bounded(findings: Iterable[Violation]) -> Iterator[Violation]:
    """Return at most some findings of each rule, so that a hostile template cannot flood its reader."""
    counts: Counter[str] = Counter()
    for finding in findings:
        counts[finding.rule] += 1
        if counts[finding.rule] <= MOST_OF_A_KIND:
            yield finding
    for rule, count in counts.items():
        if count > MOST_OF_A_KIND:
            yield found(rule, f"There are {count - MOST_OF_A_KIND} more findings of this rule.", ".")
