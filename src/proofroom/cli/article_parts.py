"""`proofroom article interview`: answer the questions of a showcase; better wordings, and translations."""

from typing import Annotated, Any

import typer

from proofroom.cli.article import ArticleArgument, app, show_report
from proofroom.cli.article_run import follow_run
from proofroom.cli.client import Client
from proofroom.cli.output import RUN_FAILED, console, errors, print_json
from proofroom.cli.run import Json, with_studio


@app.command("interview")
def interview(
    article: ArticleArgument,
    answer: Annotated[
        list[str] | None,
        typer.Option(help="Answer to the next question; may be repeated. Else you are asked."),
    ] = None,
    brief: Annotated[str, typer.Option(help="What the piece is to say, in one paragraph.")] = "",
    json: Json = False,
) -> None:
    """Answer the questions of a showcase; what you say is what it is written from."""
    given = list(answer or [])

    async def go(client: Client) -> dict[str, Any]:
        path = f"/api/articles/{article}/interview"
        told = await client.post(path, {})
        while told["next"] is not None and (given or not answer):
            asked = told["next"]
            said = given.pop(0) if given else typer.prompt(asked["question"])
            body = {"questionNumber": asked["questionNumber"], "answer": said}
            told = await client.post(f"{path}/answers", body)
        if told["isEnough"]:
            told = await client.post(f"{path}/complete", {"synthesizedBrief": brief})
        return told

    told = with_studio(go, json)
    state = "complete" if told["isCompleted"] else "open"
    console.print(f"{len(told['answers'])} answers, coverage {told['total']}, {state}", markup=False)


@app.command("improve")
def improve(
    article: ArticleArgument,
    passage: Annotated[str, typer.Argument(help="Passage of the text, as it stands there.")],
    instruction: Annotated[str, typer.Argument(help="What should be better.")],
    take: Annotated[bool, typer.Option("--take", help="Put the new wording into the text.")] = False,
    json: Json = False,
) -> None:
    """Suggest a better wording of a passage, and what its sources hold against it."""

    async def go(client: Client) -> dict[str, Any]:
        path = f"/api/articles/{article}"
        body = {"selectedText": passage, "userInstruction": instruction}
        told = await client.post(f"{path}/improve", body)
        if take and told["passes"]:
            text = (await client.get(path))["content"]
            await client.put(path, {"content": text.replace(told["originalText"], told["replacement"], 1)})
        return told

    told = with_studio(go, json)
    console.print(told["replacement"], markup=False)
    for each in told["findings"]:
        place = each["sentence"][:100]
        errors.print(f"{each['kind']} {each['detail']}: {place}", style="yellow", markup=False)


@app.command("send")
def send(
    article: ArticleArgument,
    to: Annotated[str, typer.Option(help="Place outside, by the name of its connection.")],
    publish: Annotated[
        bool, typer.Option("--publish", help="Public at once, and not a draft there.")
    ] = False,
    json: Json = False,
) -> None:
    """Send a finished article to a place outside: a webhook or WordPress."""
    body = {"connection": to, "status": "publish" if publish else "draft"}
    made = with_studio(lambda client: client.post(f"/api/articles/{article}/publish-to", body), json)
    console.print(f"{made['destination']}  {made['status']}  {made['url']}", markup=False)


@app.command("localise")
def localise(
    article: ArticleArgument,
    locale: Annotated[str, typer.Argument(help="Language of the translation, such as tr.")],
    json: Json = False,
) -> None:
    """Translate a finished article as one of its own, with its citations."""

    async def go(client: Client) -> dict[str, Any]:
        started = await client.post(f"/api/articles/{article}/localise", {"locale": locale})
        ended = await follow_run(client, started["runId"], is_quiet=json)
        return {"article": await client.get(f"/api/articles/{started['articleId']}"), **ended}

    done = with_studio(go)
    if json:
        print_json(done)
    else:
        made = done["article"]
        console.print(f"{made['id']}  {made['status']}  {made['title']}", markup=False)
        show_report(made["report"])
        if done["error"]:
            errors.print(done["error"], style="bold red", markup=False)
    if done["status"] != "completed":
        raise typer.Exit(RUN_FAILED)


@app.command("picture")
def picture(
    article: ArticleArgument,
    slot: Annotated[str, typer.Argument(help="Picture by its place, such as image-1.")],
    wish: Annotated[str, typer.Option(help="Make it again, with this different.")] = "",
    shows: Annotated[str, typer.Option(help="Make it again, showing this.")] = "",
    approve: Annotated[bool, typer.Option("--approve", help="It stays.")] = False,
    reject: Annotated[bool, typer.Option("--reject", help="Take it out of the text.")] = False,
    json: Json = False,
) -> None:
    """Approve a picture, take it out, or have it made again; without an option it is made again."""
    if approve and reject:
        raise typer.BadParameter("Say --approve or --reject, not both.")

    async def go(client: Client) -> dict[str, Any]:
        path = f"/api/articles/{article}"
        if approve or reject:
            body = {"approvedIds": [slot] if approve else [], "rejectedIds": [slot] if reject else []}
            return {"article": await client.put(f"{path}/pictures", body), "status": "completed", "error": ""}
        body = {"userFeedback": wish or None, "newDescription": shows or None}
        started = await client.post(f"{path}/pictures/{slot}/again", body)
        ended = await follow_run(client, started["runId"], is_quiet=json)
        return {"article": await client.get(path), **ended}

    _tell(with_studio(go), is_json=json)


@app.command("post")
def post(
    article: ArticleArgument,
    tone: Annotated[str, typer.Option(help="Tone of the post, if not the article's.")] = "",
    json: Json = False,
) -> None:
    """Write a post for social media from a finished article, with its sources."""

    async def go(client: Client) -> dict[str, Any]:
        started = await client.post(f"/api/articles/{article}/posts", {"tone": tone or None})
        ended = await follow_run(client, started["runId"], is_quiet=json)
        return {"article": await client.get(f"/api/articles/{started['articleId']}"), **ended}

    _tell(with_studio(go), is_json=json)


def _tell(done: dict[str, Any], *, is_json: bool) -> None:
    if is_json:
        print_json(done)
    else:
        made = done["article"]
        console.print(f"{made['id']}  {made['status']}  {made['title']}", markup=False)
        if done["error"]:
            errors.print(done["error"], style="bold red", markup=False)
    if done["status"] != "completed":
        raise typer.Exit(RUN_FAILED)
