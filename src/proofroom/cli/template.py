"""`proofroom template`: portable workflow templates."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from proofroom.cli.output import FAILED, print_json, show_error
from proofroom.kernel.errors import ProofroomError
from proofroom.workflows import TemplateReport, validate_template

app = typer.Typer(name="template", help="Workflow templates: check them.", no_args_is_help=True)

_MARKS = {"error": "ERROR", "warning": "WARN"}


@app.callback()
def group() -> None:
    """Work with portable workflow templates."""


@app.command("validate")
def validate(
    paths: Annotated[list[Path], typer.Argument(help="ZIP files, or folders to be packed.")],
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Read the rules to the letter, and let warnings fail too.")
    ] = False,
) -> None:
    """Check templates against every rule; exit with 1 if one has an error. Tool code is not executed."""
    reports = [(path, validate_template(path, strict=strict)) for path in paths]
    if json:
        is_valid = all(_passes(report, strict=strict) for _, report in reports)
        shown = [_as_json(path, report) for path, report in reports]
        print_json({"valid": is_valid, "templates": shown})
    else:
        for path, report in reports:
            _show(path, report)
    if not all(_passes(report, strict=strict) for _, report in reports):
        raise typer.Exit(FAILED)


def validate_main() -> None:
    """Run `as-validate`: `proofroom template validate` under a name of its own."""
    command = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    command.command()(validate)
    try:
        command(prog_name="as-validate")
    except ProofroomError as error:
        show_error(error)
        sys.exit(FAILED)


def _passes(report: TemplateReport, *, strict: bool) -> bool:
    return not report.findings if strict else report.is_valid


def _as_json(path: Path, report: TemplateReport) -> dict[str, Any]:
    issues = [
        {"rule": each.rule, "severity": each.severity, "message": each.message, "path": each.path}
        for each in report.findings
    ]
    return {
        "path": _safe(path),
        "valid": report.is_valid,
        "errors": report.errors,
        "warnings": report.warnings,
        "issues": issues,
    }


def _show(path: Path, report: TemplateReport) -> None:
    """Write one line per finding, in the form that pipelines for these templates read, and a verdict."""
    for each in report.findings:
        _write(f"[{_MARKS[each.severity]}] {each.rule}: {each.message} ({each.path})")
    verdict = "valid" if report.is_valid else "not valid"
    counts = f"{_count(report.errors, 'error')}, {_count(report.warnings, 'warning')}"
    _write(f"{_safe(path)}: {verdict} ({counts})")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _safe(path: Path) -> str:
    """Return a path as text; bytes that are no text in it cannot be written otherwise."""
    return str(path).encode("utf-8", "replace").decode()


def _write(line: str) -> None:
    sys.stdout.buffer.write(line.encode() + b"\n")
    sys.stdout.flush()
