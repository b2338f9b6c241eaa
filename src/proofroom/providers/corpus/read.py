"""Reading files of a corpus into plain text."""

import hashlib
import re
from dataclasses import field
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.parsers import expat

from proofroom.kernel.data import dataclass
from proofroom.kernel.decoding import decode_file
from proofroom.safety.pages import read_page

SUFFIXES = frozenset({".md", ".markdown", ".txt", ".html", ".htm", ".rss", ".atom", ".xml", ".pdf"})
MAX_BYTES = 20 * 1024 * 1024
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_TITLE = re.compile(r"\A(?=[^\W\d_])(?=[^\n]*\w[ \t]*\n[ \t]*\n)[^\n]{2,90}")
"""What stands alone above a plain text and ends no sentence is what it is called."""
_HEADING_WIDTH = 0.7
"""The share of a page's width that a heading has at most."""
_TAGS = re.compile(r"<[^<>]+>")


@dataclass(frozen=True, slots=True)
class Document:
    """One document as text. A feed gives one document per item; `trouble` says why a file gave none."""

    path: Path
    title: str
    text: str
    sha256: str
    part: str = ""
    """The item inside a feed; empty for whole files."""
    published_on: str = ""
    trouble: str = ""


def read_file(path: Path) -> list[Document]:
    """Read one file; what cannot be read comes back with the reason, so that nothing is left out silently."""
    if path.stat().st_size > MAX_BYTES:
        return [_trouble(path, f"larger than {MAX_BYTES // 1024**2} MB")]
    return read_bytes(path, path.read_bytes())


def read_bytes(path: Path, raw: bytes) -> list[Document]:
    """Read what a file of this name holds; only the name of the path is used."""
    sha256 = hashlib.sha256(raw).hexdigest()
    match path.suffix.lower():
        case ".html" | ".htm":
            return [_html(path, raw, sha256)]
        case ".rss" | ".atom" | ".xml":
            return _feed(path, raw, sha256)
        case ".pdf":
            return [_pdf(path, raw, sha256)]
        case _:
            return [_plain(path, raw, sha256)]


def _plain(path: Path, raw: bytes, sha256: str) -> Document:
    text = decode_file(raw).replace("\r\n", "\n")
    body = _FRONT_MATTER.sub(lambda found: "\n" * found.group().count("\n"), text)
    if path.suffix.lower() == ".txt":
        body = _TITLE.sub(r"# \g<0>", body, count=1)
    heading = re.search(r"^#+ +(.+)$", body, re.MULTILINE)
    return Document(path, heading.group(1).strip() if heading else _name(path), body, sha256)


def _html(path: Path, raw: bytes, sha256: str) -> Document:
    page = read_page(raw)
    if page is None:
        return _trouble(path, "its elements are too deep inside each other, or have too many attributes")
    title, text = page
    return Document(path, title or _name(path), text, sha256)


def _pdf(path: Path, raw: bytes, sha256: str) -> Document:
    try:
        pypdf: Any = import_module("pypdf")
    except ImportError:
        return _trouble(path, "reading PDF needs the package pypdf")
    try:
        pages: list[str] = [page.extract_text() for page in pypdf.PdfReader(BytesIO(raw)).pages]
    except (pypdf.errors.PyPdfError, ValueError, KeyError):
        return _trouble(path, "not a readable PDF")
    text = with_headings("\n\n".join(pages))
    title = re.match(r"\s*## (.+)", text)
    return Document(path, title.group(1) if title else _name(path), text, sha256)


def with_headings(text: str) -> str:
    """Mark the headings of a printed text, which tells of none: short lines that end no sentence.

    A line that is wrapped is about as long as the page is wide; what stands alone before it is read as its
    beginning otherwise.
    """
    lines = [line.strip() for line in text.split("\n")]
    width = max(map(len, lines))
    made: list[str] = []
    for at, line in enumerate(lines):
        # Made before: a title may stand under the number of a paper.
        before = next((each for each in reversed(made) if each), ".")
        behind = next((each for each in lines[at + 1 :] if each), "")
        is_heading = (
            0 < len(line) <= _HEADING_WIDTH * width
            and line[0].isupper()
            and line[-1].isalnum()
            and (before[-1] in ".!?:" or before.startswith("## "))
            and behind[:1].isupper()
        )
        made.append(f"## {line}\n" if is_heading else line)
    return "\n".join(made)


@dataclass(slots=True)
class _Item:
    fields: dict[str, str] = field(default_factory=dict[str, str])


class _FeedReader:
    """Reads RSS and Atom with a parser that refuses entity declarations, which feeds never need."""

    def __init__(self) -> None:
        self.items: list[_Item] = []
        self._open: _Item | None = None
        self._name = ""
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.EntityDeclHandler = self._refuse

    def read(self, raw: bytes) -> list[_Item]:
        self._parser.Parse(raw, True)
        return self.items

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(" ")[2]
        if local in ("item", "entry"):
            self._open = _Item()
            self.items.append(self._open)
        self._name = local
        if local == "link" and self._open is not None and "href" in attributes:
            self._open.fields.setdefault("link", attributes["href"])

    def _end(self, name: str) -> None:
        if name.rpartition(" ")[2] in ("item", "entry"):
            self._open = None
        self._name = ""

    def _text(self, text: str) -> None:
        if self._open is not None and self._name:
            self._open.fields[self._name] = self._open.fields.get(self._name, "") + text

    def _refuse(self, *_declaration: object) -> None:
        raise ValueError("the feed declares entities")


def _feed(path: Path, raw: bytes, sha256: str) -> list[Document]:
    try:
        items = _FeedReader().read(raw)
    except (expat.ExpatError, ValueError) as error:
        return [_trouble(path, f"not a readable feed ({error})")]
    found: list[Document] = []
    for index, item in enumerate(items):
        told = item.fields
        body = (
            told.get("encoded") or told.get("content") or told.get("description") or told.get("summary", "")
        )
        text = _TAGS.sub(" ", body).strip()
        published = told.get("pubDate") or told.get("published") or told.get("updated", "")
        part = told.get("link", "").strip() or str(index + 1)
        found.append(
            Document(path, told.get("title", "").strip() or path.stem, text, sha256, part, published.strip())
        )
    return found


def _name(path: Path) -> str:
    """Return a title for a file that has none: its name, without a number before it."""
    bare = re.sub(r"^\d+[-_. ]+", "", path.stem)
    words = " ".join(re.split(r"[-_\s]+", bare)).strip() or path.stem
    return words[0].upper() + words[1:]


def _trouble(path: Path, reason: str) -> Document:
    return Document(path, path.stem, "", "", trouble=reason)
