"""`proofroom audit`: who did what, and whether the log is as it was written."""

import sys
from typing import Annotated, Any

import typer

from proofroom.cli.output import FAILED, console, print_json, show_table
from proofroom.cli.run import Json, with_studio

app = typer.Typer(name="audit", help="The audit log: list, export, verify.", no_args_is_help=True)

Person = Annotated[str | None, typer.Option(help="Only what this actor did, by id.")]
Action = Annotated[str | None, typer.Option(help="Only this action; `key.` finds all that begin so.")]
Since = Annotated[str | None, typer.Option(help="Only from this moment on, such as 2026-01-01T00:00:00Z.")]
Until = Annotated[str | None, typer.Option(help="Only before this moment.")]


@app.command("list")
def list_entries(
    person: Person = None,
    action: Action = None,
    since: Since = None,
    until: Until = None,
    limit: Annotated[int, typer.Option(help="How many entries, the newest first.")] = 50,
    json: Json = False,
) -> None:
    """List entries of the audit log, the newest first."""
    page = with_studio(
        lambda client: client.get(
            "/api/audit", person=person, action=action, since=since, until=until, limit=limit
        ),
        json,
    )
    rows = [
        [
            each["at"][:19],
            each["actorName"],
            each["action"],
            each["targetKind"],
            each["targetName"] or each["targetId"],
        ]
        for each in page["entries"]
    ]
    show_table(("at", "who", "action", "kind", "what"), rows)


@app.command("export")
def export(
    format: Annotated[str, typer.Option(help="csv or jsonl.")] = "csv",
    person: Person = None,
    action: Action = None,
    since: Since = None,
    until: Until = None,
) -> None:
    """Write the audit log to standard output, as CSV or as one JSON object per line."""
    text = with_studio(
        lambda client: client.text(
            "/api/audit/export", format=format, person=person, action=action, since=since, until=until
        )
    )
    sys.stdout.write(text)


@app.command("verify")
def verify(
    head: Annotated[
        str | None, typer.Option(help="A head noted earlier: fails if the log does not reach that far.")
    ] = None,
    json: Json = False,
) -> None:
    """Check the audit log against its seals; exit code 1 and the first broken entry if it was changed."""
    found = with_studio(lambda client: client.get("/api/audit/verify", head=head))
    if json:
        print_json(found)
    else:
        _show(found)
    if not found["isWhole"]:
        raise typer.Exit(FAILED)


def _show(found: dict[str, Any]) -> None:
    sealed = (
        f"{found['entries']} entries, {found['batches']} seals, {found['unsealed']} entries not sealed yet"
    )
    if found["isWhole"]:
        console.print(f"The audit log is as it was written: {sealed}.", soft_wrap=True)
        if found["batches"]:
            console.print(f"Head: {found['head']}", soft_wrap=True)
        return
    console.print(f"The audit log was changed ({sealed}):", soft_wrap=True)
    for each in found["breaks"]:
        console.print(f"  {each['message']}", soft_wrap=True, markup=False)
