"""The official content tool over MCP, on the same files as ours, if somebody has built it here.

`PROOFROOM_OFFICIAL_MCP` names its server, one file for Node (`packages/mcp/src/index.ts` of its repository,
bundled). It speaks over its standard streams; what it takes is the processor time of its process.
"""

import json
import os
import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

from bench.studio import cpu_seconds

SERVER = os.environ.get("PROOFROOM_OFFICIAL_MCP", "")
CONFIG = ".contentrain/config.json"
LOCALES = {"default": "en", "supported": ["en"]}
HELLO = {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "b", "version": "1"}}


class Official:
    """Its server in a folder, and a client that reads one line for each call."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self._call("initialize", HELLO)
        self._say({"jsonrpc": "2.0", "method": "notifications/initialized", "params": {}})

    def list(self, **wanted: Any) -> int:
        """List entries and return how many bytes came."""
        answer = self._call("tools/call", {"name": "contentrain_content_list", "arguments": wanted})
        if b"Entry" not in answer:
            raise RuntimeError(f"the list was not given: {answer[:300]!r}")
        return len(answer)

    def cpu_seconds(self) -> float:
        """Return the processor time it has taken; `node` may be a program that starts the real one."""
        mine = list[int]()
        for each in Path("/proc").glob("[0-9]*"):
            with suppress(ProcessLookupError):  # it has ended meanwhile
                if os.getsid(int(each.name)) == self.process.pid:
                    mine.append(int(each.name))
        return sum(map(cpu_seconds, mine))

    def _call(self, method: str, params: Any) -> bytes:
        self._say({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def _say(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()


@contextmanager
def official(files: dict[str, bytes], folder: Path) -> Generator[Official]:
    """Serve files by the official tool, from a repository of their own."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    config = json.loads(files[CONFIG]) | {"locales": LOCALES, "workflow": "auto-merge", "stack": "other"}
    (folder / CONFIG).write_text(json.dumps(config))
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-qm", "fill"]):
        who = ["-c", "user.name=Bench", "-c", "user.email=bench@localhost"]
        subprocess.run(["git", "-C", str(folder), *who, *command], check=True)
    process = subprocess.Popen(
        ["node", SERVER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "CONTENTRAIN_PROJECT_ROOT": str(folder)},
    )
    try:
        yield Official(process)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def pages_ms(one: Official, count: int, page: int, times: int) -> float:
    """Return what listing everything page by page takes it, in processor time."""
    taken: list[float] = []
    for number in range(times + 1):
        began = one.cpu_seconds()
        for offset in range(0, count, page):
            one.list(model="posts", locale="en", limit=page, offset=offset)
        if number:  # the first warms it up
            taken.append(one.cpu_seconds() - began)
    return 1000 * median(taken)
