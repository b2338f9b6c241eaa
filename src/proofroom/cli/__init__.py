"""The command line: one file per group of commands, all speaking to the studio over its own HTTP API.

A command uses the studio that holds the data folder if one is running, and opens the same code for the
length of the command if none is. Commands decide nothing: they ask, and show the answer.
"""

__all__ = ["main"]


def main() -> None:
    """Run the `proofroom` command."""
    # Imported on use: other entry points of this room need a part of it only, and start faster.
    from proofroom.kernel.archive import install
    from proofroom.kernel.loading import loading

    install()
    with loading():
        from proofroom.cli.app import run_app

    run_app()
