"""A studio that dies while a field of a brief's second layer is asked for, and goes on in its next life.

Every call of the model leaves a line in the journal before the studio dies.
"""

import asyncio
import json
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from proofroom.entities import Entities, EntityTypes
from proofroom.entities.briefs import Briefs
from proofroom.entities.playbook import entities_playbook
from proofroom.entities.types import NewEntity
from proofroom.kernel.settings import Settings
from proofroom.providers.offline import OfflineDriver
from proofroom.providers.types import ModelRequest, Reply, Sink
from proofroom.wiring import open_studio

DIED = 9
BRIEF = "01a1e267-0000-7000-8000-000000000001"
RECORD = "01a1e267-0000-7000-8000-000000000002"


class CountingModel(OfflineDriver):
    """The offline model, counted by field and round; it dies once, when the field is asked for."""

    def __init__(self, folder: Path, dies_at: str) -> None:
        super().__init__([entities_playbook()])
        self._folder, self._dies_at = folder, dies_at
        self._journal = os.open(folder / "journal", os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        texts = [message.text for message in request.messages]
        fields = [found[1] for text in texts if (found := re.search(r'Compose the field "(\w+)"', text))]
        field = fields[-1] if fields else "none"
        os.write(self._journal, f"{field} {len(request.messages)}\n".encode())
        flag = self._folder / "died"
        if field == self._dies_at and not flag.exists():
            flag.touch()
            os._exit(DIED)
        return await super().stream(request, sink)


async def live(folder: Path, dies_at: str) -> None:
    """Open the studio, begin the brief if it is not there, and wait for its end."""
    studio = await open_studio(
        Settings(data=folder, demo=False), drivers={"offline": CountingModel(folder, dies_at)}
    )
    by = await studio.operator()
    types, entities, briefs = studio.get(EntityTypes), studio.get(Entities), studio.get(Briefs)
    if not await types.list(by.workspace_id):
        kind = {"slug": "site", "name": "Site", "fields": [{"key": "country"}]}
        await types.create(by.workspace_id, kind, by)
        await entities.create(by.workspace_id, [NewEntity("site", "Delta", {"country": "X"}, RECORD)], by)
    brief = await briefs.begin(
        by.workspace_id, RECORD, "executive_summary", by, BRIEF, person_id=by.person_id
    )
    assert brief.run_id is not None
    ended = await studio.engine.wait(brief.run_id, by.workspace_id)
    brief, fields = await briefs.get(by.workspace_id, BRIEF)
    told = {
        "run": ended.status,
        "brief": brief.status,
        "fields": {one.key: [one.layer, len(one.claims)] for one in fields},
    }
    (folder / "told.json").write_text(json.dumps(told))
    await studio.close()


if __name__ == "__main__":
    for _ in range(int(sys.argv[3])):
        child = os.fork()
        if child == 0:
            asyncio.run(live(Path(sys.argv[1]), sys.argv[2]))
            os._exit(0)
        _, code = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(code))
