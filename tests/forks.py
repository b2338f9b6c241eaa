"""`--forks=N`: run the collected tests in N forked processes, a file at a time.

What one process has imported and collected, all have: ten thousand tests are collected once instead of once
per worker, which takes half a minute of a processor on a fresh clone. A process that dies takes the test
with it that it was at, and another goes on with the rest of the file.
"""

import os
import sys
import tempfile
import traceback
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import pytest
from _pytest.capture import FDCapture
from _pytest.config import create_terminal_writer

STOP = ()
"""What a process is told when there is nothing left for it to do."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption("--forks", type=int, default=0, help="how many processes run the tests")


def pytest_configure(config: pytest.Config) -> None:
    """Take the place of the loop that runs one test after the other."""
    count: int = config.option.forks
    if count and hasattr(os, "fork"):
        config.pluginmanager.register(Forks(count))


@dataclass(eq=False)
class Child:
    """A process that runs tests, seen from the one that gives them out."""

    pid: int
    pipe: Connection
    given: deque[int] = field(default_factory=deque[int])
    """The tests it has yet to end, by their place; the first is the one it is at."""


class Forks:
    """Gives files to processes, and reports what they tell as if the tests had run here."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._made = 0
        self._waiting: deque[tuple[int, ...]] = deque()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Run all tests, or leave it to pytest where there is nothing to share out."""
        if session.testsfailed or session.config.option.collectonly:
            return None
        self._waiting = deque(_files(session.items))
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        children = {self._fork(session) for _ in range(min(self._count, len(self._waiting)))}
        while children:
            told = wait([child.pipe for child in children])
            for child in [each for each in children if each.pipe in told]:
                if not self._hear(session, child):
                    os.waitpid(child.pid, 0)
                    children.remove(child)
                    if child.given:
                        children.add(self._bury(session, child))
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        return True

    def _fork(self, session: pytest.Session) -> Child:
        here, there = Pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self._made += 1
        pid = os.fork()
        if pid == 0:
            here.close()
            _live(session, there, self._made)
        there.close()
        return Child(pid, here)

    def _hear(self, session: pytest.Session, child: Child) -> bool:
        """Take in what a process has to tell; False when it has nothing to tell any more."""
        try:
            word, what = child.pipe.recv()
        except (EOFError, ConnectionResetError):
            return False
        hook = session.config.hook
        if word == "free":
            mine = self._waiting.popleft() if self._waiting and not session.shouldfail else STOP
            child.given.extend(mine)
            child.pipe.send(mine)
        elif word == "begun":
            item = session.items[what]
            hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        elif word == "report":
            report = hook.pytest_report_from_serializable(config=session.config, data=what)
            hook.pytest_runtest_logreport(report=report)
        elif word == "ended":
            child.given.remove(what)
            item = session.items[what]
            hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        else:
            sys.stderr.write(f"\nA process that runs tests failed outside of them:\n{what}\n")
            session.shouldfail = "a process that runs tests failed outside of them"
        return True

    def _bury(self, session: pytest.Session, child: Child) -> Child:
        """Report the test that a process died at, and let another go on with the rest of its files."""
        item = session.items[child.given.popleft()]
        report = pytest.TestReport(
            item.nodeid, item.location, {}, "failed", f"The process died in {item.nodeid}.", "call"
        )
        session.config.hook.pytest_runtest_logreport(report=report)
        if child.given:
            self._waiting.appendleft(tuple(child.given))
        return self._fork(session)


def _files(items: list[pytest.Item]) -> Iterator[tuple[int, ...]]:
    """Return the places of the tests of each file."""
    for _, places in groupby(range(len(items)), lambda at: items[at].path):
        yield tuple(places)


def _live(session: pytest.Session, pipe: Connection, number: int) -> None:
    """Run one file after the other, in a process of its own, and end it."""
    code = 1
    try:
        _move_in(session.config, pipe, number)
        _run_files(session, pipe)
        code = 0
    except BaseException:
        pipe.send(("failed", traceback.format_exc()))
    finally:
        os._exit(code)  # nothing of the parent's is closed, written or said a second time


def _move_in(config: pytest.Config, pipe: Connection, number: int) -> None:
    """Take captured output, temporary files and reports for this process alone."""
    manager = config.pluginmanager
    _capture_apart(manager.getplugin("capturemanager"))
    terminal: Any = manager.getplugin("terminalreporter")
    terminal._tw = create_terminal_writer(config, Path(os.devnull).open("w"))  # noqa: SIM115
    manager.register(_Teller(config, pipe))
    factory: Any = config._tmp_path_factory  # type: ignore[attr-defined]
    factory._basetemp = factory.getbasetemp() / f"process-{number}"
    factory._basetemp.mkdir(mode=0o700)


def _capture_apart(manager: Any) -> None:
    """Let what is said here go to files of this process.

    The files that others hold since they were imported, as the default of an argument for instance, stay
    open: new ones are put in their places.
    """
    manager.suspend_global_capture()  # the next test resumes it
    capture = manager._global_capturing
    for stream in (capture.out, capture.err) if capture is not None else ():
        if isinstance(stream, FDCapture):
            with tempfile.TemporaryFile(buffering=0) as own:
                os.dup2(own.fileno(), stream.tmpfile.fileno())


class _Teller:
    """Tells the process that gives out the tests how they ended."""

    def __init__(self, config: pytest.Config, pipe: Connection) -> None:
        self._config, self._pipe = config, pipe

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Send a report."""
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._pipe.send(("report", data))


def _run_files(session: pytest.Session, pipe: Connection) -> None:
    """Run tests until there are none; the next file is known before one ends, so that fixtures can stay."""
    mine = deque(_ask(pipe))
    while mine:
        at = mine.popleft()
        if not mine:
            mine.extend(_ask(pipe))
        item = session.items[at]
        pipe.send(("begun", at))
        following = session.items[mine[0]] if mine else None
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        pipe.send(("ended", at))


def _ask(pipe: Connection) -> tuple[int, ...]:
    pipe.send(("free", None))
    return pipe.recv()
