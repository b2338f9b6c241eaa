"""The command line: one file per group of commands, all speaking to the studio over its own HTTP API.

A command uses the studio that holds the data folder if one is running, and opens the same code for the
length of the command if none is. Commands decide nothing: they ask, and show the answer.
"""

from proofroom.cli.app import main

__all__ = ["main"]
