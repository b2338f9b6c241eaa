"""Prepares the machine for a Makefile target: `setup.py run|dev [ui] [browser]`.

Needs nothing but Python 3.11 and its own standard library. Every step says in one line what it does, does
nothing when nothing changed, and works without a network once the package caches are filled. `uv` is used
where pip can bring it, because it is many times faster; without it pip does the same work.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import browser

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin/python"
LOCKS = {"run": ("core.txt", "build.txt"), "dev": ("dev.txt",)}


def main(parts: list[str]) -> None:
    """Prepare the named parts in order."""
    make_venv()
    for part in parts:
        if part in LOCKS:
            install_packages(part)
            install_project()
            compile_project()
        elif part == "ui":
            run([PYTHON, ROOT / "hatch_build.py"])
        elif part == "browser":
            browser.prepare(PYTHON)
        else:
            sys.exit(f"setup: no part is called {part}")


def make_venv() -> None:
    """Make `.venv` unless a working one is there."""
    if PYTHON.exists() and succeeds([PYTHON, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]):
        return
    if VENV.exists():
        say("the Python of .venv is gone or too old; making it anew")
        shutil.rmtree(VENV)
    version = ".".join(map(str, sys.version_info[:3]))
    say(f"making .venv with Python {version}")
    if succeeds([sys.executable, "-m", "venv", VENV]):
        return
    shutil.rmtree(VENV, ignore_errors=True)
    uv = find_uv()
    if uv is None or not succeeds([uv, "venv", "--quiet", "--seed", "--python", sys.executable, VENV]):
        sys.exit(
            "setup: this Python cannot make a virtual environment. Install its venv module"
            " (on Debian and Ubuntu the package python3-venv), or uv, and try again."
        )


def install_packages(part: str) -> None:
    """Install the locked packages of a part unless the locks are unchanged."""
    if any(is_done(known, lock_digest(known)) for known in (part, "dev")):  # dev contains run
        return
    arguments = [argument for name in LOCKS[part] for argument in ("-r", ROOT / "requirements" / name)]
    uv = find_uv() or get_uv()
    if uv is None or not install_with_uv(uv, arguments):
        say("installing the locked packages with pip")
        run([PYTHON, "-m", "pip", "install", "--quiet", "--require-hashes", *arguments])
    mark_done(part, lock_digest(part))


def install_with_uv(uv: Path, arguments: list[str | Path]) -> bool:
    """Install with uv, from its cache if there is no network; tell whether it worked."""
    say("installing the locked packages with uv")
    # Compiled now, or every process would compile what it imports: two seconds of each start.
    flags = ["--quiet", "--compile-bytecode", "--require-hashes"]
    command = [uv, "pip", "install", "--python", PYTHON, *flags, *arguments]
    if succeeds(command, quiet=False):
        return True
    say("that failed; trying the packages uv has kept")
    return succeeds([*command, "--offline"], quiet=False)


def lock_digest(part: str) -> str:
    """Return one hash of a part's locks."""
    return digest([ROOT / "requirements" / name for name in LOCKS[part]])


def install_project() -> None:
    """Install the project itself in place, without its dependencies: those come from the locks."""
    wanted = digest([ROOT / "pyproject.toml", ROOT / "hatch_build.py"])
    if is_done("project", wanted):
        return
    say("installing proofroom itself, in place")
    flags = ["--quiet", "--no-deps", "--no-build-isolation", "-e", ROOT]
    uv = find_uv()
    if uv is None or not succeeds([uv, "pip", "install", "--offline", "--python", PYTHON, *flags]):
        run([PYTHON, "-m", "pip", "install", "--no-index", *flags])
    mark_done("project", wanted)


def compile_project() -> None:
    """Compile what has changed of the project itself, as an installer does with a package.

    Where Python is told to keep no compiled files, every command would else compile a thousand of them.
    """
    run([PYTHON, "-m", "compileall", "-q", ROOT / "src/proofroom"])


def find_uv() -> Path | None:
    """Return the uv that is here already: in the cache, in `.venv`, or on the path."""
    for candidate in (kept_uv(), VENV / "bin/uv", shutil.which("uv")):
        if candidate and Path(candidate).exists():
            return Path(candidate)
    return None


def get_uv() -> Path | None:
    """Bring uv with pip into the cache folder, where the next clone finds it; None if that fails."""
    say("getting uv")
    target = kept_uv().parent.parent
    lock = ROOT / "requirements/uv.txt"
    arguments = ["--require-hashes", "-r", lock, "--target", target, "--upgrade"]
    if succeeds([PYTHON, "-m", "pip", "install", "--quiet", *arguments]) and kept_uv().exists():
        return kept_uv()
    say("pip could not bring uv")
    return None


def kept_uv() -> Path:
    """Return where the cache folder keeps the uv of the lock."""
    return browser.cache_folder() / f"uv-{digest([ROOT / 'requirements/uv.txt'])[:12]}" / "bin/uv"


def is_done(step: str, wanted: str) -> bool:
    """Tell whether the step was done before with the same files; the memory lives and dies with `.venv`."""
    stamp = VENV / ".proofroom" / step
    return stamp.is_file() and stamp.read_text() == wanted


def mark_done(step: str, wanted: str) -> None:
    """Remember that the step was done with these files."""
    stamp = VENV / ".proofroom" / step
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(wanted)


def digest(paths: list[Path]) -> str:
    """Return one hash of several files."""
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()


def succeeds(command: list[str | Path], *, quiet: bool = True) -> bool:
    """Run a command and tell whether it ended well."""
    output = subprocess.DEVNULL if quiet else None
    return subprocess.run(list(map(str, command)), stdout=output, stderr=output, cwd=ROOT).returncode == 0


def run(command: list[str | Path]) -> None:
    """Run a command, and stop with its exit code if it fails."""
    done = subprocess.run(list(map(str, command)), cwd=ROOT)
    if done.returncode:
        sys.exit(done.returncode)


def say(text: str) -> None:
    """Tell the person in one line what happens."""
    print(f"setup: {text}", flush=True)


def prepare_environment() -> None:
    """Say to pip, uv and npm what they are not told otherwise."""
    os.environ.setdefault("PIP_DISABLE_PIP_VERSION_CHECK", "1")
    # Behind a company's own certificate only the system's store knows it; pip looks there by itself.
    os.environ.setdefault("UV_NATIVE_TLS", "1")
    os.environ.setdefault("NODE_USE_SYSTEM_CA", "1")


if __name__ == "__main__":
    prepare_environment()
    main(sys.argv[1:])
