"""How a process runs that stays until it is told to go: its event loop, and the signals that end it."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from typing import Any


def run_until_told(main: Coroutine[Any, Any, None]) -> None:
    """Run the faster event loop where it is installed; it is not made for every system."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        new_event_loop = None
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(main)


def hear_signals(stop: Callable[[], object]) -> None:
    """Call this when somebody presses Ctrl+C or the system asks the process to go."""
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop)
