"""`python -m proofroom` is the `proofroom` command."""

from proofroom.cli import main

if __name__ == "__main__":
    main()
