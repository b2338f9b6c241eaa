"""`proofroom article`: from a topic to a cited piece."""

import re
from typing import Annotated, Any

import typer

from proofroom.cli.client import Client
from proofroom.cli.output import console, print_json, show_fields
from proofroom.cli.run import Json, with_studio
from proofroom.kernel.strings import say

app = typer.Typer(
    name="article", help="Articles: research, outline, write, check, export.", no_args_is_help=True
)


def _in_path(given: str) -> str:
    """Return what can be a part of an address; whether there is such an article, the studio says."""
    if re.fullmatch(r"[A-Za-z0-9-]{1,80}", given) is None:
        raise typer.BadParameter("name an article by its id; `proofroom article list` shows them")
    return given


ArticleArgument = Annotated[str, typer.Argument(help="Article, by id.", callback=_in_path)]
TypeOption = Annotated[str, typer.Option("--type", help="blog, social_post or showcase.")]
ToneOption = Annotated[
    str,
    typer.Option(
        help="formal, casual, professional, conversational, technical, friendly, authoritative or humorous."
    ),
]
LocaleOption = Annotated[str, typer.Option(help="Language it is written in, such as en or tr.")]
BriefOption = Annotated[str, typer.Option(help="What you want to say, in your own words.")]


@app.command("list")
def list_articles(
    query: Annotated[str, typer.Argument(help="Words in the title or the text.")] = "",
    status: Annotated[str | None, typer.Option(help="Only in this status.")] = None,
    limit: Annotated[int, typer.Option(help="How many.")] = 30,
    json: Json = False,
) -> None:
    """List articles, newest change first."""
    found = with_studio(
        lambda client: client.get("/api/articles", query=query, status=status, limit=limit), json
    )
    show_fields(
        found, ("id", "status", "type", "title", "updatedAt"), ("id", "status", "type", "title", "changed")
    )


@app.command("new")
def new(
    topic: Annotated[str, typer.Argument(help="What it is about; its title for now.")],
    type: TypeOption = "blog",
    tone: ToneOption = "professional",
    brief: BriefOption = "",
    locale: LocaleOption = "en",
    json: Json = False,
) -> None:
    """Begin an article as a draft."""
    body = {"title": topic, "type": type, "tone": tone, "brief": brief, "locale": locale}
    made = with_studio(lambda client: client.post("/api/articles", body), json)
    console.print(f"{made['id']}  {made['title']}", markup=False)
    for each in made["alike"]:
        told = say("cli.article.alike", title=each["title"], id=each["id"])
        console.print(str(told), markup=False)


@app.command("status")
def status(article: ArticleArgument, json: Json = False) -> None:
    """Show how far an article is, and what each stage and section cost."""

    async def look(client: Client) -> tuple[dict[str, Any], dict[str, Any]]:
        path = f"/api/articles/{article}"
        return await client.get(path), await client.get(f"{path}/costs")

    found, costs = with_studio(look)
    if json:
        kept = ("id", "title", "status", "statusLabel", "progress", "editor", "runId", "version")
        sections = {each["heading"]: each["costMicros"] for each in found["sections"]}
        print_json({name: found[name] for name in kept} | {"sectionCostMicros": sections, "costs": costs})
        return
    console.print(f"{found['title']}", markup=False)
    console.print(f"{found['status']} ({found['statusLabel']}), {found['progress']} %", markup=False)
    for line in _costs(costs, found["sections"]):
        console.print(line, markup=False)
    show_report(found["report"])


def _costs(costs: dict[str, Any], sections: list[dict[str, Any]]) -> list[str]:
    """Tell what each stage cost, the sections below the draft; a cost that nobody knows is called so."""
    told: list[str] = []
    for each in costs["stages"]:
        if each["calls"]:
            more = f", {each['unpriced']} of {each['calls']} calls unknown" if each["unpriced"] else ""
            told.append(f"  {each['stage']}: {_dollars(each['costMicros'])}{more}")
        if each["stage"] == "draft":
            told += [
                f"    {one['heading']}: {_dollars(one['costMicros'])}" for one in sections if one["content"]
            ]
    return [*told, f"cost so far {_dollars(costs['costMicros'])}"] if told else []


def _dollars(micros: int | None) -> str:
    return "cost unknown" if micros is None else f"${micros / 1_000_000:.4f}"


@app.command("show")
def show(article: ArticleArgument, json: Json = False) -> None:
    """Show an article's text."""
    found = with_studio(lambda client: client.get(f"/api/articles/{article}"), json)
    console.print(found["content"] or found["skeleton"] or found["title"], markup=False)


@app.command("delete")
def delete(article: ArticleArgument) -> None:
    """Delete an article with its sources and versions; entries made from it stay."""
    with_studio(lambda client: client.delete(f"/api/articles/{article}"))
    console.print(f"deleted {article}; `proofroom article restore {article}` brings it back", markup=False)


@app.command("restore")
def restore(article: ArticleArgument) -> None:
    """Bring a deleted article back, as it was."""
    found = with_studio(lambda client: client.post(f"/api/articles/{article}/restore"))
    console.print(f"{found['title']} is back", markup=False)


def show_report(report: dict[str, Any] | None) -> None:
    """Tell how the citations of an article stand."""
    if report is None:
        return
    certain = [each for each in report["findings"] if each["kind"] != "unproved"]
    count, left = len(certain), report.get("unproved", 0)
    console.print(
        f"citations: {report['resolved']} of {report['references']} resolve, "
        f"integrity {report['integrity']:.3f}, coverage {report['coverage']:.2f}, "
        f"{count} finding{'' if count == 1 else 's'}"
        + (f", {left} claim{'' if left == 1 else 's'} that rules alone cannot tell" if left else ""),
        markup=False,
    )
    console.print(read_by(report), markup=False)
    open_ones = [each for each in report["findings"] if each not in certain]
    for each in [*certain, *open_ones][:20]:
        told = f"  {each['kind']} {each['detail']}".rstrip()
        by = each.get("found_by", "rules")
        who = "" if by == "rules" else f" ({by})"
        gone: dict[str, str] = each.get("dismissed") or {}
        why = f" (dismissed by {gone['by']}: {gone['reason']})" if gone else ""
        style = "dim" if gone or each not in certain else "yellow"
        console.print(f"{told}: {each['sentence'][:100]}{who}{why}", style=style, markup=False)


def read_by(report: dict[str, Any]) -> str:
    """Tell who has read the claims of an article: rules alone, or a model too."""
    trouble = report.get("readings", {}).get("trouble")
    models = report.get("models")
    if not models:
        return "read by rules only" + (f": {trouble}" if trouble else "")
    lifted = len(report["lifted"])
    told = f"read by rules and {', '.join(models)}: {report['read']} of {report['weighed']} claims"
    more = f", {lifted} finding{'' if lifted == 1 else 's'} of the rules lifted" if lifted else ""
    return told + more + (f"; the others by rules only: {trouble}" if trouble else "")
