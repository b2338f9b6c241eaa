"""`proofroom retention`: forget what is older than the settings say."""

from typing import Annotated

import typer

from proofroom.cli.output import FAILED, console, print_json, show_table
from proofroom.cli.run import Json, with_studio


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("retention")(retention)


def retention(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count; remove nothing.")] = False,
    json: Json = False,
) -> None:
    """Remove what is older than the settings say; a running studio does it every hour."""
    found = with_studio(lambda client: client.post("/api/retention", {"dryRun": dry_run}))
    failed = [kind for kind in found["kinds"] if kind["error"]]
    if json:
        print_json(found)
    else:
        rows = [
            [
                kind["kind"],
                "for good" if kind["days"] is None else f"{kind['days']} days",
                ", ".join(f"{count:,} {what}" for what, count in kind["removed"].items()),
            ]
            for kind in found["kinds"]
        ]
        show_table(("kind", "kept", "would go" if dry_run else "gone"), rows)
        for kind in failed:
            console.print(f"{kind['kind']} could not be swept: {kind['error']}", markup=False, soft_wrap=True)
    if failed:
        raise typer.Exit(FAILED)
