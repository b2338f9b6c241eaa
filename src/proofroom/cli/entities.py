"""`proofroom entities`: types, records, sheets in and out, search."""

import sys
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from proofroom.cli.client import Client
from proofroom.cli.output import RUN_FAILED, console, print_json, show_table
from proofroom.cli.run import Json, OursFlag, with_studio
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

app = typer.Typer(
    name="entities",
    help="Records: types, list, show, save, import, export, search, fill, brief.",
    no_args_is_help=True,
)

TypeOption = Annotated[str, typer.Option("--type", help="Type of records, by its slug.")]
Record = Annotated[str, typer.Argument(help="Record, by id.")]


@app.command("types")
def types(
    file: Annotated[Path | None, typer.Argument(help="YAML or JSON file with a type to make.")] = None,
    json: Json = False,
) -> None:
    """List the types of records, or make one from a file."""
    if file is not None:
        definition = _read(file)
        made = with_studio(lambda client: client.post("/api/entity-types", definition))
        print_json(made) if json else console.print(f"{made['definition']['slug']} is made.")
        return
    found = with_studio(lambda client: client.get("/api/entity-types"), json)
    rows = [
        [
            one["definition"]["slug"],
            one["definition"]["name"],
            one["count"],
            one["version"],
            ", ".join(field["key"] for field in one["definition"]["fields"]),
        ]
        for one in found
    ]
    show_table(("type", "name", "records", "version", "fields"), rows)


@app.command("merge")
def merge(
    kept: Annotated[str, typer.Argument(help="Record that stays, by id.")],
    other: Annotated[str, typer.Argument(help="Record that becomes part of it, by id.")],
    take: Annotated[
        list[str] | None, typer.Option(help="Field of the other that counts, or `title`; repeat for more.")
    ] = None,
    json: Json = False,
) -> None:
    """Make one record of two; relations, documents and tasks of the other are moved."""
    body = {"otherId": other, "take": take or []}
    done = with_studio(lambda client: client.post(f"/api/entities/{kept}/merge", body), json)
    console.print(f"{done['entity']['title']} is one record now; to take it back: ", end="", markup=False)
    console.print(f"proofroom entities unmerge {done['merge']['id']}", markup=False)


@app.command("unmerge")
def unmerge(merge: Annotated[str, typer.Argument(help="Merge, by id.")], json: Json = False) -> None:
    """Bring back a record that became part of another, with all that hung on it."""
    done = with_studio(lambda client: client.post(f"/api/entity-merges/{merge}/undo"), json)
    left = "" if done["wentBack"] else "; it was changed since, so it stays as it is"
    console.print(f"The other record is back beside {done['entity']['title']}{left}.", markup=False)


@app.command("list")
def list_records(
    type: TypeOption = "",
    where: Annotated[str | None, typer.Option(help="Conditions as JSON.")] = None,
    sort: Annotated[str | None, typer.Option(help="Fields to sort by, with a minus for down.")] = None,
    limit: Annotated[int, typer.Option(help="How many at most.")] = 20,
    json: Json = False,
) -> None:
    """List records, newest first, or in the order of fields."""
    _find({"type": type, "where": where, "sort": sort, "limit": limit}, json)


@app.command("search")
def search(
    words: Annotated[str, typer.Argument(help="Words of the title or any field.")],
    type: TypeOption = "",
    documents: Annotated[bool, typer.Option("--documents", help="Look into documents instead.")] = False,
    limit: Annotated[int, typer.Option(help="How many at most.")] = 20,
    json: Json = False,
) -> None:
    """Find records, or passages of documents, by words."""
    if not documents:
        _find({"query": words, "type": type, "limit": limit}, json)
        return
    found = with_studio(
        lambda client: client.get("/api/documents/search", query=words, limit=min(limit, 20)), json
    )
    for one in found:
        console.print(f"{one['title']}  [{one['ord']}]", style="bold", markup=False)
        console.print(one["text"], markup=False)


@app.command("show")
def show(record: Record, json: Json = False) -> None:
    """Show a record with what it is related to."""
    found = with_studio(lambda client: client.get(f"/api/entities/{record}/graph"), json)
    names = {one["id"]: one["title"] for one in found["entities"]}
    entity = next(one for one in found["entities"] if one["id"] == record)
    console.print(
        f"{entity['title']}  {entity['typeSlug']}  version {entity['version']}", style="bold", markup=False
    )
    import yaml  # takes long, and few commands need it

    console.print(yaml.safe_dump(entity["fields"], sort_keys=False, allow_unicode=True), markup=False)
    rows = [[names.get(r["sourceId"]), r["kind"], names.get(r["targetId"])] for r in found["relations"]]
    if rows:
        show_table(("record", "relation", "record"), rows)


@app.command("save")
def save(
    title: Annotated[str, typer.Argument(help="Title of the record.")],
    type: TypeOption = "",
    record: Annotated[
        str | None, typer.Option("--id", help="Record to change; without it one is made.")
    ] = None,
    set: Annotated[list[str] | None, typer.Option("--set", help="FIELD=VALUE, as often as needed.")] = None,
    json: Json = False,
) -> None:
    """Make a record, or change one."""
    fields = _fields(set or [])
    if record is None:
        body: dict[str, Any] = {"typeSlug": type, "title": title, "fields": fields}
        done = with_studio(lambda client: client.post("/api/entities", body))
    else:
        change = {"title": title, "fields": fields}
        done = with_studio(lambda client: client.put(f"/api/entities/{record}", change))
    print_json(done) if json else console.print(f"{done['id']}  {done['title']}", markup=False)


@app.command("import")
def take_in(
    file: Annotated[Path, typer.Argument(help="CSV or JSON file.")],
    type: TypeOption,
    map: Annotated[
        list[str] | None, typer.Option("--map", help="COLUMN=FIELD; `title` is the record's title.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would happen.")] = False,
    ours: OursFlag = False,
    json: Json = False,
) -> None:
    """Make records of the rows of a sheet; one with the same title is changed."""
    from proofroom.kernel.decoding import decode_file

    try:
        text = decode_file(file.read_bytes())
    except OSError as error:
        raise InvalidInput(say("cli.file_unreadable", file=file, reason=error)) from None
    body: dict[str, Any] = {"text": text, "dryRun": dry_run, "isOurs": ours}
    if map:
        body["mapping"] = dict(one.split("=", 1) for one in map if "=" in one)
    if file.suffix in (".csv", ".json"):
        body["format"] = file.suffix[1:]
    done = with_studio(lambda client: client.post(f"/api/entity-types/{type}/import", body), json)
    show_table(("column", "field"), [[column, field or "-"] for column, field in done["mapping"].items()])
    for problem in done["problems"]:
        console.print(f"row {problem['row']}: {problem['problem']}", style="red", markup=False)
    word = "would be" if done["isDryRun"] else "were"
    console.print(
        f"{done['created']} {word} made, {done['updated']} changed, {done['unchanged']} as they are."
    )
    if done["problems"] and not dry_run:
        raise typer.Exit(1)


@app.command("accept")
def accept(
    records: Annotated[list[str], typer.Argument(help="Records, by their ids.")], json: Json = False
) -> None:
    """Accept the words of imported records as your own: agents who read them need not ask any more."""
    done = with_studio(lambda client: client.post("/api/entities/accept", {"ids": records}), json)
    console.print(f"{len(done)} accepted.")


@app.command("export")
def write_out(
    type: TypeOption,
    format: Annotated[str, typer.Option(help="csv or json.")] = "csv",
    out: Annotated[Path | None, typer.Option(help="File to write; without it, the output.")] = None,
) -> None:
    """Write all records of a type as CSV or JSON."""
    text = with_studio(lambda client: client.text(f"/api/entity-types/{type}/export", format=format))
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, "utf-8")
        console.print(f"{out} is written.", markup=False)


@app.command("upload")
def upload(
    file: Annotated[Path, typer.Argument(help="PDF, DOCX, HTML, Markdown or text.")],
    record: Annotated[str, typer.Option("--record", help="Record it belongs to.")] = "",
    json: Json = False,
) -> None:
    """Upload a document, to be searched and cited."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InvalidInput(say("cli.file_unreadable", file=file, reason=error)) from None
    done = with_studio(
        lambda client: client.upload("/api/documents", file.name, data, {"entity": record}), json
    )
    console.print(f"{done['id']}  {done['title']}", markup=False)


@app.command("fill")
def fill(
    record: Record,
    fields: Annotated[list[str] | None, typer.Argument(help="Fields; all empty ones if left out.")] = None,
    agent: Annotated[str | None, typer.Option(help="Agent that does it, by its slug.")] = None,
    json: Json = False,
) -> None:
    """Let an agent fill in fields of a record, and wait for it."""

    async def work(client: Client) -> Any:
        body = {"fields": fields or [], "agent": agent}
        begun = await client.post(f"/api/entities/{record}/fill", body)
        async for _ in client.stream("GET", f"/api/runs/{begun['runId']}/events"):
            pass
        return begun | {"answers": await client.get(f"/api/entities/{record}/responses")}

    done = with_studio(work, json)
    newest = {one["fieldKey"]: one for one in reversed(done["answers"]) if one["fieldKey"] in done["fields"]}
    rows = [
        [key, newest[key]["value"], newest[key]["confidence"], newest[key]["status"]]
        if key in newest
        else [key, "", "", "nothing found"]
        for key in done["fields"]
    ]
    show_table(("field", "value", "sure", "status"), rows)


@app.command("brief")
def brief(
    record: Record,
    kind: Annotated[
        str, typer.Option(help="executive_summary, diligence_memo or assessment_report.")
    ] = "executive_summary",
    json: Json = False,
) -> None:
    """Write a brief about a record and wait for it."""

    async def go(client: Client) -> Any:
        begun = await client.post(f"/api/entities/{record}/briefs", {"kind": kind})
        async for event in client.stream("GET", f"/api/runs/{begun['runId']}/events"):
            if event.get("type") == "progress" and not json:
                console.print(f"{event.get('percent') or 0:>3} %  {event['text']}", style="dim", markup=False)
        return await client.get(f"/api/briefs/{begun['id']}")

    found = with_studio(go)
    if json:
        print_json(found)
    else:
        console.print(found["headline"], style="bold", markup=False)
        for field in found["fields"]:
            console.print(f"\n{field['question']}", markup=False)
            for claim in field["claims"]:
                console.print(f"- {claim['text']} [{len(claim['sourceEntityIds'])}]", markup=False)
    if found["status"] != "completed":
        raise typer.Exit(RUN_FAILED)


def _find(params: dict[str, Any], as_json: bool) -> None:
    given = {name: value for name, value in params.items() if value}
    page = with_studio(lambda client: client.get("/api/entities", **given), as_json)
    rows = [[one["id"], one["typeSlug"], one["title"], one["passage"][:80]] for one in page["entities"]]
    show_table(("id", "type", "title", ""), rows)
    console.print(f"{page['total']}{' or more' if page['isMore'] else ''} in all", style="dim")


def _fields(given: list[str]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for one in given:
        key, _, value = one.partition("=")
        try:
            fields[key] = orjson.loads(value)
        except orjson.JSONDecodeError:
            fields[key] = value
    return fields


def _read(file: Path) -> dict[str, Any]:
    import yaml

    try:
        found = yaml.safe_load(file.read_text("utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise InvalidInput(say("cli.file_unreadable", file=file, reason=error)) from None
    if not isinstance(found, dict):
        raise InvalidInput(say("cli.file_unreadable", file=file, reason="not an object"))
    return found  # pyright: ignore[reportUnknownVariableType]
