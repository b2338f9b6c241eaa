"""The model runtimes we measure ourselves against, each in an environment of its own below `.cache/bench`."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bench.measure import ROOT

FOLDER = ROOT / ".cache" / "bench"


@dataclass(frozen=True)
class Peer:
    """A runtime by the harness's name, and the packages it needs. `runs` measurements give the median."""

    name: str
    packages: tuple[str, ...]
    runs: int = 1


PEERS = (
    Peer("PydanticAI", ("pydantic-ai-slim[openai,anthropic]",), runs=5),  # the one our targets name
    Peer("OpenAI", ("openai",)),
    Peer("OpenAIAgents", ("openai-agents",)),
    Peer("LiteLLM", ("litellm", "mcp")),
    Peer("LangGraph", ("langgraph", "langchain-openai", "langchain-anthropic")),
)
DURABLE = (  # what keeps its state on disk, as ours does
    Peer("LangGraphSqlite", (*PEERS[-1].packages, "langgraph-checkpoint-sqlite", "aiosqlite")),
    Peer("PydanticAIDbos", (*PEERS[0].packages, "dbos")),
)
NEEDED_BY = {"runtimes": PEERS, "durable_peers": DURABLE}
"""The peers of a measurement."""
LOOP = "uvloop"
"""The event loop of every row, ours and theirs."""


def prepare(peer: Peer) -> Path | None:
    """Return the peer's interpreter, making its environment once; None if it cannot be installed."""
    folder = FOLDER / peer.name
    python = folder / "bin" / "python"
    wanted = " ".join([*peer.packages, LOOP])
    ready = folder / "ready"
    if not ready.exists() or ready.read_text() != wanted:
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], capture_output=True)
        command = [str(python), "-m", "pip", "install", "-q", *peer.packages, LOOP]
        if made.returncode or subprocess.run(command, capture_output=True).returncode:
            return None
        ready.write_text(wanted)
    return python
