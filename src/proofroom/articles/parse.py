"""Reading a stranger's file into text, in the sandbox's worker: nothing here may know the studio."""

from pathlib import Path

from proofroom.kernel.data import dataclass
from proofroom.providers.corpus.read import read_bytes

LONGEST = 2_000_000
"""Characters of one document that are kept."""


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """One document of a file; a feed has one per item. `trouble` says why there is no text."""

    title: str
    text: str
    sha256: str
    part: str = ""
    published_on: str = ""
    trouble: str = ""


def parse_file(name: str, data: bytes) -> list[ParsedFile]:
    """Return the documents of a file, by the ending of its name."""
    return [
        ParsedFile(
            each.title[:300], each.text[:LONGEST], each.sha256, each.part, each.published_on, each.trouble
        )
        for each in read_bytes(Path(name), data)
    ]
