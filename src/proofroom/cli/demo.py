"""`proofroom demo`: the whole loop once, without a browser and without touching the data folder."""

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated

import orjson
import typer

from proofroom.cli.logs import set_up_logs
from proofroom.cli.output import console, print_line
from proofroom.kernel.loading import loading
from proofroom.kernel.settings import Settings


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("demo")(demo)


def demo(
    json: Annotated[bool, typer.Option("--json", help="Print each step as a line of JSON.")] = False,
) -> None:
    """Run the whole loop in a temporary folder: make the demo, ask, accept some changes, merge, undo."""
    settings = Settings()
    set_up_logs(settings, is_quiet=True)
    with tempfile.TemporaryDirectory(prefix="proofroom-demo-") as folder:
        own = settings.model_copy(update={"data": Path(folder), "database_url": None, "executor_id": "demo"})
        asyncio.run(_tour(own, as_json=json))


async def _tour(settings: Settings, *, as_json: bool) -> None:
    with loading():
        from proofroom.demo import Happening, run_tour
        from proofroom.wiring import open_studio

    def say(happening: Happening) -> None:
        if as_json:
            print_line(orjson.dumps({"step": happening.step, "text": happening.text, **happening.facts}))
        else:
            console.print(happening.text, markup=False, soft_wrap=True)

    studio = await open_studio(settings, part="command")
    try:
        await run_tour(studio, say)
    finally:
        await studio.close()
