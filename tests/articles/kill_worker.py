"""A studio that dies in the middle of every step of an article, once, and goes on in its next life.

It forks for each life, so that what is imported is imported once: what the first life came to need, those
after it have from the start. Every call of a model, a search or a picture leaves a line in the journal before
the studio dies.
"""

import asyncio
import importlib
import json
import os
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from proofroom.articles import Articles, NewArticle
from proofroom.articles.giving import Giving
from proofroom.articles.pipeline import FULL, start_article
from proofroom.articles.playbook import writer_playbook
from proofroom.content.projects import Projects
from proofroom.durable.run import RunHandle
from proofroom.kernel.blocks import TextBlock
from proofroom.kernel.ids import RunId
from proofroom.kernel.settings import Settings
from proofroom.media.draw import LocalImages
from proofroom.providers.built_in import OFFLINE_MODEL
from proofroom.providers.corpus import CorpusDriver
from proofroom.providers.offline import OfflineDriver
from proofroom.providers.types import Driver, ModelInfo, ModelRequest, Reply, Sink, TokenUsage
from proofroom.runtime.types import Asker
from proofroom.wiring import open_studio
from tests.articles.corpus import FACTS

DIED = 9
ARTICLE, RUN = "01a1e267-0000-7000-8000-000000000001", "01a1e267-0000-7000-8000-000000000002"


class Dying:
    """Dies before a step that runs for the first time is closed, and in the middle of the second section."""

    def __init__(self, folder: Path, *, is_mortal: bool, is_read: bool) -> None:
        self.is_mortal, self.is_read = is_mortal, is_read
        self._journal = os.open(folder / "journal", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self.patch()

    def note(self, *words: str) -> None:
        os.write(self._journal, (" ".join(words) + "\n").encode())

    def patch(self) -> None:
        close = RunHandle._close

        async def dying(handle: Any, context: Any, *rest: Any) -> None:
            self.note("step", context.key, str(context.attempt))
            # Of a run that is read, only the reading: every other step dies in the run without a reader.
            is_met = ".read" in context.key or not self.is_read
            if self.is_mortal and context.attempt == 1 and is_met and _matters(handle, context):
                os._exit(DIED)
            await close(handle, context, *rest)
            self.note("closed", context.key)

        RunHandle._close = dying  # type: ignore[method-assign]
        draw = LocalImages.generate

        async def counted(images: Any, request: Any, on_partial: Any = None) -> Any:
            self.note("picture", request.prompt[:30].replace(" ", "_"))
            return await draw(images, request, on_partial)

        LocalImages.generate = counted  # type: ignore[method-assign]
        search = CorpusDriver.search

        async def searched(driver: Any, request: Any) -> Any:
            self.note("search", request.query.replace(" ", "_"))
            return await search(driver, request)

        CorpusDriver.search = searched  # type: ignore[method-assign]


def _matters(handle: Any, context: Any) -> bool:
    """Tell whether a step writes or calls somebody: a kill in a mere look says nothing new."""
    return handle.run.workflow == "article" and not context.key.endswith((".check", ".begin", ".take"))


class CountingModel(OfflineDriver):
    """The offline model, counted; it dies while it speaks if that is asked."""

    def __init__(self, dying: Dying, folder: Path) -> None:
        super().__init__([writer_playbook()])
        self._dying, self._folder = dying, folder

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        text = request.messages[-1].text
        if claims := re.findall(r"(?m)^(\d+)\. .* \(cites [\d, ]+\)$", text):
            return self._verdicts(text, claims, sink)
        heading = next((line for line in text.splitlines() if line.startswith("Section: ")), "skeleton")
        self._dying.note("model", heading.replace(" ", "_"))
        flag = self._folder / "spoke"
        if self._dying.is_mortal and "Honey" in heading and not (self._dying.is_read or flag.exists()):
            flag.touch()
            sink.text(0, "Half a sent")
            os._exit(DIED)
        if self._dying.is_read and heading != "skeleton":
            return _reply(sink, f"{heading.removeprefix('Section: ')} matters more every year. {{{{ref:1}}}}")
        return await super().stream(request, sink)

    def _verdicts(self, text: str, claims: list[str], sink: Sink) -> Reply:
        """Answer for every claim, and die once in the middle of the second answer."""
        section = next((line for line in text.splitlines() if line.startswith("Section: ")), "")
        self._dying.note("read", section.replace(" ", "_") or "opening")
        asked, flag = self._folder / "asked", self._folder / "answered"
        if self._dying.is_mortal and asked.exists() and not flag.exists():
            flag.touch()
            sink.text(0, '{"verdicts": [')
            os._exit(DIED)
        asked.touch()
        said = [
            {"claim": int(each), "verdict": "not_carried", "quotes": [], "uncarried": ["every year"]}
            for each in claims
        ]
        return _reply(sink, json.dumps({"verdicts": said}))


class Reader(CountingModel):
    """The same under another name: the offline model itself is never asked to read."""

    async def models(self) -> list[ModelInfo]:
        return [replace(OFFLINE_MODEL, id="reader", provider="reader")]


def _reply(sink: Sink, text: str) -> Reply:
    sink.text(0, text)
    return Reply([TextBlock(text)], "end", TokenUsage(), "end", "offline")


READ = {
    "skip": ["applyHumanityCheck", "identifyImageNeeds"],
    "models": {"checkCitations": "reader"},
    "acceptFindings": True,
}
"""A run in which sections are worded freely and a model reads each claim."""


async def live(folder: Path, *, is_mortal: bool, is_read: bool) -> None:
    """Open the studio, begin the article if it is not there, and wait for its end."""
    dying = Dying(folder, is_mortal=is_mortal, is_read=is_read)
    settings = Settings(data=folder, demo=False)
    drivers: dict[str, Driver] = {"offline": CountingModel(dying, folder)}
    if is_read:
        drivers["reader"] = Reader(dying, folder)
    studio = await open_studio(settings, drivers=drivers)
    operator = await studio.operator()
    by, now = operator, studio.clock.now()
    articles = studio.get(Articles)
    known = await studio.access.projects.list(by)
    project = known[0] if known else await studio.get(Projects).create(by, "Bees", None, None)
    new = NewArticle(title="Bees in the city", project_id=project.id)
    article = await articles.begin(new, ARTICLE, by, now)
    if article.status == "draft" and not await articles.documents(article):
        for index, (title, heading, text) in enumerate(FACTS[:3]):
            told = f"# {title}\n\n## {heading}\n\n{text.format(n=10 + index, y=2000 + index)}"
            await studio.get(Giving).text(article, title, told, "", by, now)
    asker = Asker(operator.workspace_id, operator.person_id)
    options = READ if is_read else None
    run = await start_article(studio.engine, article, asker, FULL, run_id=RUN, options=options)
    ended = await studio.engine.wait(RunId(run.id), operator.workspace_id)
    article = await articles.begin(new, ARTICLE, by, now)
    told = {"status": ended.status, "error": ended.error, "content": article.content, "is": article.status}
    told["report"] = article.report
    (folder / "told.json").write_text(json.dumps(told))
    await studio.close()
    (folder / "modules.json").write_text(json.dumps([*sys.modules]))


def lives(folder: Path, *, is_mortal: bool, is_read: bool, most: int = 80) -> int:
    """Live until the article is done; return how many lives it took."""
    for life in range(1, most):
        child = os.fork()
        if child == 0:
            asyncio.run(live(folder, is_mortal=is_mortal, is_read=is_read))
            os._exit(0)
        _, code = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(code) == 0:
            return life
        assert os.waitstatus_to_exitcode(code) == DIED, code
    raise AssertionError("it never came to its end")


def main(folder: Path, *, is_read: bool) -> None:
    """Live once without dying, then with a death in every step."""
    whole = lives(folder / "whole", is_mortal=False, is_read=is_read)
    for name in json.loads((folder / "whole/modules.json").read_text()):
        if name.partition(".")[0] in ("proofroom", "dbos"):
            importlib.import_module(name)
    killed = lives(folder / "killed", is_mortal=True, is_read=is_read)
    print(json.dumps({"whole": whole, "killed": killed}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), is_read=sys.argv[2:] == ["read"])
