"""A process that has imported the studio once and forks one for each that asks: `python warm.py SOCKET`.

Importing takes several times as long as opening a studio, and the browser tests open dozens. Who wants one
connects to the socket and sends a line of JSON, `{"folder": …, "arguments": […]}`; the answer is a line with
the number of the new process, and then whatever that writes. The connection ends when the process has ended,
also where a process of its own lives on. Everything ends with this process's input.
"""

import asyncio
import gc
import json
import os
import selectors
import signal
import socket
import sys
import traceback
from pathlib import Path
from typing import Any

from studio import main

import proofroom.cli.app
import proofroom.demo  # noqa: F401  (what a studio imports later, imported once)
from proofroom.api.app import create_app, whole


class Forks:
    """The studios that were asked for, each with the connection of who asked."""

    def __init__(self, place: str) -> None:
        self._asked = socket.socket(socket.AF_UNIX)
        self._asked.bind(place)
        self._asked.listen()
        self._running: dict[int, socket.socket] = {}
        # A signal writes into this pair, so that the end of a process wakes the loop below.
        self._woken, self._wakes = socket.socketpair()
        self._wakes.setblocking(False)

    def serve(self) -> None:
        """Fork until the input ends."""
        signal.set_wakeup_fd(self._wakes.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        with selectors.DefaultSelector() as waiting:
            for one in (self._asked, self._woken, sys.stdin):
                waiting.register(one, selectors.EVENT_READ)
            while sys.stdin not in (ready := [key.fileobj for key, _ in waiting.select()]):
                if self._asked in ready:
                    self._fork()
                if self._woken in ready:
                    self._woken.recv(1024)
                    self._see_who_ended()
        for process in self._running:
            os.kill(process, signal.SIGKILL)

    def _fork(self) -> None:
        connection, _ = self._asked.accept()
        with connection.makefile() as lines:
            asked: dict[str, Any] = json.loads(lines.readline())
        process = os.fork()
        if process:
            self._running[process] = connection
            connection.sendall(f"{process}\n".encode())
            return
        self._forget()
        for number in (1, 2):
            os.dup2(connection.fileno(), number)
        connection.close()
        _be_a_studio(asked["folder"], asked["arguments"])

    def _forget(self) -> None:
        """In the new process: be as one that was started by itself."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for one in (self._asked, self._woken, self._wakes, *self._running.values()):
            one.close()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    def _see_who_ended(self) -> None:
        while self._running:
            process, _ = os.waitpid(-1, os.WNOHANG)
            if not process:
                return
            connection = self._running.pop(process)
            connection.shutdown(socket.SHUT_RDWR)
            connection.close()


def _be_a_studio(folder: str, arguments: list[str]) -> None:
    os.chdir(folder)
    data, port, *held = arguments
    try:
        asyncio.run(main(Path(data), int(port), set(held)))
    except KeyboardInterrupt:
        pass  # told to stop
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(0)  # the rest of this program is the other process's


if __name__ == "__main__":
    whole(create_app())
    gc.freeze()  # so that no fork copies pages by looking at what it shares
    forks = Forks(sys.argv[1])
    print("WARM", flush=True)
    forks.serve()
