"""Bytes from outside read into plain text. It runs in a worker with limits on time and memory."""

import io
import re
import zipfile
import zlib
from importlib import import_module
from typing import Any
from xml.parsers import expat

from proofroom.kernel.decoding import decode_file
from proofroom.kernel.errors import InvalidInput, TooLarge
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.strings import say
from proofroom.safety.pages import read_page

KINDS = {
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".txt": "text/plain",
    ".html": "text/html",
    ".htm": "text/html",
    ".pdf": "application/pdf",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}
"""What can be read, by how a file is called."""
CHUNK = 1_200
MOST_TEXT = 4_000_000
_BODY = "word/document.xml"
_LARGEST_BODY = 10 * MOST_TEXT
_WRAPPED = 60
"""How wide a page is at least whose lines are full because they go on, not because all are short."""
_BLANK = re.compile(r"\n\s*\n")
_NO_LETTERS = late_pattern(r"[\x00-\x08\x0e-\x1b\x7f\ufffd]")
_GAPS = {"tab": "\t", "br": "\n", "cr": "\n"}
"""Elements of a Word document that stand between words."""
_BETWEEN_CELLS = " | "
_LOOKED_AT, _MOST_ODD = 10_000, 0.02
"""How much of a text is looked at, and which share of it may be signs that nobody writes."""


def parse_document(filename: str, data: bytes) -> tuple[str, str, list[str]]:
    """Return a document's media type, title and pieces, or say why it cannot be read."""
    suffix = filename[filename.rfind(".") :].lower() if "." in filename else ""
    mime = KINDS.get(suffix)
    if mime is None:
        raise InvalidInput(say("entities.document_kind", known=", ".join(KINDS)))
    stem = filename.replace("\\", "/").rpartition("/")[2].rpartition(".")[0] or filename
    match suffix:
        case ".html" | ".htm":
            title, text = _html(data)
        case ".pdf":
            title, text = "", _pdf(data)
        case ".docx":
            title, text = "", _docx(data)
        case _:
            text = _plain(data)
            heading = re.search(r"^#+ +(.+)$", text[:10_000], re.MULTILINE)
            title = heading.group(1) if heading else ""
    clean = text.replace("\0", "")[:MOST_TEXT].strip()
    if not clean:
        raise InvalidInput(say("entities.document_empty"))
    return mime, (" ".join(title.split()) or stem)[:500], pieces_of(clean)


def pieces_of(text: str) -> list[str]:
    """Return a text in pieces of whole paragraphs, or of sentences where one is too long."""
    pieces: list[str] = []
    held = ""
    for paragraph in _BLANK.split(text):
        for part in _parts(paragraph.strip()):
            if held and len(held) + len(part) > CHUNK:
                pieces.append(held)
                held = ""
            held = f"{held}\n\n{part}" if held else part
    return [*pieces, held] if held else pieces


def _parts(paragraph: str) -> list[str]:
    parts: list[str] = []
    while len(paragraph) > CHUNK:
        cut = max(paragraph.rfind(". ", 0, CHUNK), paragraph.rfind("\n", 0, CHUNK))
        cut = cut + 1 if cut > CHUNK // 3 else CHUNK
        parts.append(paragraph[:cut].strip())
        paragraph = paragraph[cut:].strip()
    return [*parts, paragraph] if paragraph else parts


def _plain(data: bytes) -> str:
    text = decode_file(data).replace("\r\n", "\n")
    seen = text[:_LOOKED_AT]
    if len(_NO_LETTERS.findall(seen)) > _MOST_ODD * len(seen):
        raise InvalidInput(say("entities.document_unreadable", kind="text"))
    return text


def _html(data: bytes) -> tuple[str, str]:
    page = read_page(data)
    if page is None:
        raise InvalidInput(say("entities.document_unreadable", kind="HTML"))
    return page


def _pdf(data: bytes) -> str:
    try:
        pypdf: Any = import_module("pypdf")
    except ImportError:
        raise InvalidInput(say("entities.document_pdf")) from None
    try:
        pages = pypdf.PdfReader(io.BytesIO(data)).pages
        return "\n\n".join(_unwrapped(page.extract_text()) for page in pages)
    except pypdf.errors.LimitReachedError:
        raise TooLarge(say("entities.document_unfolds")) from None
    except Exception:  # a damaged file can make it fail in any way
        raise InvalidInput(say("entities.document_unreadable", kind="PDF")) from None


def _unwrapped(page: str) -> str:
    """Return the text of a printed page with whole sentences, which go on from line to line there."""
    lines = [line.rstrip() for line in page.split("\n")]
    width = max(map(len, lines))
    made = lines[:1]
    for line in lines[1:]:
        before, said = made[-1], line.lstrip()
        is_full = width >= _WRAPPED and len(before) > 0.75 * width
        if said and before and before[-1] not in ".!?:" and (said[0].islower() or is_full):
            is_cut = before.endswith("-") and said[0].islower()
            made[-1] = before[:-1] + said if is_cut else f"{before} {said}"
        else:
            made.append(line)
    return "\n".join(made)


def _docx(data: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if archive.getinfo(_BODY).file_size > _LARGEST_BODY:
                raise TooLarge(say("entities.document_unfolds"))
            return _Paragraphs().read(archive.read(_BODY))
    # Of a cut, encrypted or oddly packed archive the packages say it in these ways.
    except (zipfile.BadZipFile, zlib.error, expat.ExpatError, KeyError, ValueError, RuntimeError, OSError):
        raise InvalidInput(say("entities.document_unreadable", kind="DOCX")) from None


class _Paragraphs:
    """Reads the paragraphs of a Word document with a parser that refuses entity declarations."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.EntityDeclHandler = self._refuse
        self._is_text = False
        self._cells = 0
        """How many cells of tables are open, one inside the other."""

    def read(self, raw: bytes) -> str:
        self._parser.Parse(raw, True)
        return "".join(self._parts)

    def _start(self, name: str, _attributes: dict[str, str]) -> None:
        self._is_text = name.endswith(" t")
        self._cells += name.endswith(" tc")
        self._parts.append(_GAPS.get(name.rpartition(" ")[2], ""))

    def _end(self, name: str) -> None:
        self._is_text = False
        if name.endswith(" tc"):
            self._cells -= 1
            self._parts.append(_BETWEEN_CELLS)
        elif name.endswith((" p", " tr")):
            if self._parts[-1] == _BETWEEN_CELLS:
                self._parts.pop()
            self._parts.append(" " if self._cells else "\n\n")

    def _text(self, text: str) -> None:
        if self._is_text:
            self._parts.append(text)

    def _refuse(self, *_declaration: object) -> None:
        raise ValueError("entities are declared")
