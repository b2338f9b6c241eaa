"""Files made to do harm, each through every door that takes files: they cost little, or are refused in words.

Bombs, cut and twisted files, entities, elements without end, pages that name each other, sizes that are lies.
They are read in a worker, which may take its time; the event loop goes on, and what is small costs little.
"""

import asyncio
import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable

import aiohttp
import pytest

from tests.api.conftest import Browser
from tests.api.test_content import make_project, ok
from tests.articles.corpus import HAS_PDF, pdf
from tests.attack.effort import effort
from tests.attack.test_small import HELD_S, MOST_S
from tests.entities.test_parse import BOMB, FILES, docx, paragraphs
from tests.media.samples import picture

SMALL = 2_000
"""Bytes of a file that may not cost more than a moment, whatever it says."""
WORKER_S = 25.0
"""What a larger one may cost: the worker is ended after 20 seconds, and another begins."""
ANSWERS = (200, 201, 400, 413, 415, 503)
LAUGHS = b'<!DOCTYPE x [<!ENTITY a "haha">' + b"".join(
    b'<!ENTITY %c "%b">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9)
)
OUTSIDE = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'


def page_of(objects: bytes) -> bytes:
    """Return a PDF without a table of its objects, so that a reader looks for them."""
    return b"%PDF-1.7\n" + objects + b"\ntrailer << /Root 1 0 R /Size 9 >>\nstartxref\n0\n%%EOF"


def packed(*filters: str, data: bytes) -> bytes:
    """Return a PDF whose page is packed as often as filters are named."""
    for _ in filters:
        data = zlib.compress(data, 9)
    named = " ".join(f"/{each}" for each in filters).encode()
    head = b"<< /Length %d /Filter [%b] >>\nstream\n" % (len(data), named)
    whole = pdf("x")
    at = whole.index(b"<< /Length")
    return whole[:at] + head + data + whole[whole.index(b"\nendstream") :]


def lying_zip() -> bytes:
    """Return a Word file whose list says that its body is short."""
    data = bytearray(docx(BOMB))
    for at in range(len(data) - 4):
        if data[at : at + 4] in (b"PK\x01\x02", b"PK\x03\x04"):
            place = at + (24 if data[at + 2] == 1 else 22)
            data[place : place + 4] = struct.pack("<I", 100)
    return bytes(data)


def nested_zip(depth: int) -> bytes:
    """Return archives inside each other."""
    data = b"x" * 1_000
    for _ in range(depth):
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(10):
                archive.writestr(f"../../{number}.zip", data)
        data = held.getvalue()
    return data


def png_of(width: int, height: int) -> bytes:
    """Return a picture whose head names a size that its few bytes do not hold."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    text = chunk(b"zTXt", b"a\0\0" + zlib.compress(b"x" * 1_000_000, 9))
    return (
        b"\x89PNG\r\n\x1a\n"
        + head
        + text
        + chunk(b"IDAT", zlib.compress(b"\0" * 1_000))
        + chunk(b"IEND", b"")
    )


LOOP = (
    b"1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj << /Type /Pages /Kids [%b] /Count 1 >> endobj"
)
HARM: dict[str, Callable[[], bytes]] = {
    "bomb.docx": lambda: docx(BOMB),
    "laughs.docx": lambda: docx(LAUGHS + b"]><w:p>&j;</w:p>"),
    "outside.docx": lambda: docx(OUTSIDE + b"<w:p>&a;</w:p>"),
    "lying.docx": lying_zip,
    "nested.docx": lambda: nested_zip(4),
    "attributes.docx": lambda: docx(b"<w " + b" ".join(b'a%d=""' % n for n in range(200_000)) + b"/>"),
    "deep.docx": lambda: docx(b"<w>" * 1_000_000),
    "spaces.docx": lambda: docx(paragraphs("\n " * 1_000_000)),
    "lzma.docx": lambda: docx(BOMB, zipfile.ZIP_LZMA),
    "bzip.docx": lambda: docx(BOMB[:30_000_000], zipfile.ZIP_BZIP2),
    "laughs.svg": lambda: LAUGHS + b"]>" + SVG + b"&j;</svg>",
    "outside.svg": lambda: OUTSIDE + SVG + b"<text>&a;</text></svg>",
    "uses.svg": lambda: (
        SVG
        + b"".join(b'<g id="a%d">%b</g>' % (n, b'<use href="#a%d"/>' % (n - 1) * 10) for n in range(1, 12))
    ),
    "attributes.svg": lambda: SVG + b"<g " + b" ".join(b'a%d=""' % n for n in range(200_000)) + b"/></svg>",
    "deep.svg": lambda: SVG + b"<g>" * 200_000,
    "styles.svg": lambda: SVG + b"<style>" + b"a{b:url(" * 200_000 + b"</style></svg>",
    "huge.png": lambda: png_of(60_000, 60_000),
    "tall.png": lambda: png_of(1, 2_000_000_000),
    "cut.png": lambda: picture()[:100],
    "items.rss": lambda: b"<rss><channel>" + b"<item><title>a</title>" * 100_000,
    "laughs.rss": lambda: LAUGHS + b"]><rss><channel><item><title>&j;</title></item></channel></rss>",
    "attributes.html": lambda: b"<p " + b" ".join(b"a%d=1" % n for n in range(200_000)) + b">x",
    "tables.html": lambda: b"<table><tr><td>" * 20_000,
    "formatting.html": lambda: b"<b><p>" * 3_000 + b"</b>" * 3_000,
    "quotes.md": lambda: b">" * 200_000 + b"a",
    "brackets.md": lambda: b"[" * 200_000 + b"](" * 200_000,
    "emphasis.md": lambda: b"*a **a " * 100_000,
    "fence.md": lambda: b"`" * 100_000 + b" a" + b"``` a" * 30_000,
    "gaps.txt": lambda: b"\n \n\t" * 400_000 + b"x",
    "heading.md": lambda: b"#" + b" " * 9_000 + b"\n" + b"# " * 5_000,
}
if HAS_PDF:
    HARM |= {
        "loop.pdf": lambda: page_of(LOOP % b"2 0 R"),
        "tree.pdf": lambda: page_of(LOOP % (b"2 0 R " * 60)),
        "length.pdf": lambda: pdf("x").replace(b"/Length ", b"/Length 999999999"),
        "twice.pdf": lambda: packed("FlateDecode", "FlateDecode", data=b" " * 50_000_000),
        "filters.pdf": lambda: packed(*["FlateDecode"] * 300, data=b"x"),
        "arrays.pdf": lambda: page_of(LOOP % (b"[" * 30_000)),
        "names.pdf": lambda: page_of(b"1 0 obj << " + b"/A " * 20_000 + b">> endobj"),
        "previous.pdf": lambda: pdf("x").replace(b"trailer\n<<", b"trailer\n<< /Prev 9"),
        "operators.pdf": lambda: packed("FlateDecode", data=b"q BT /F1 1 Tf (a) Tj ET " * 20_000),
    }


@pytest.mark.timeout(1_800)  # half a minute by itself, and beside much load twenty times as long
async def test_no_file_made_to_harm_costs_much_or_ends_in_an_accident(owner: Browser) -> None:
    project = (await make_project(owner))["id"]
    article = (await ok(owner, "POST", "/api/articles", {"title": "Herons"}))["id"]
    doors = ("/api/documents", f"/api/projects/{project}/media", f"/api/articles/{article}/documents")
    for door in doors:  # starts the worker, and loads what is late
        await _send(owner, door, "mill.docx", FILES["mill.docx"])
    wrong: dict[str, object] = {}
    for name, make in (HARM | _twisted()).items():
        data = make()
        for door in doors:
            with effort() as cost:
                status, said = await _send(owner, door, name, data)
            most = MOST_S if len(data) < SMALL else WORKER_S
            if status not in ANSWERS or (status >= 400 and "nobody foresaw" in said):
                wrong[f"{name} {door}"] = (status, said[:200])
            elif not cost.is_within(most, HELD_S):
                wrong[f"{name} {door}"] = (len(data), cost)
    assert wrong == {}
    assert "root:" not in str(await ok(owner, "GET", "/api/documents"))


def _twisted() -> dict[str, Callable[[], bytes]]:
    """Return real files with some bytes put wrong, the same ones in every run."""
    found: dict[str, Callable[[], bytes]] = {}
    for name, data in {**FILES, "swift.png": picture()}.items():
        for seed in range(6):
            luck, twisted = random.Random(seed), bytearray(data)
            for _ in range(1 + seed * 4):
                twisted[luck.randrange(len(twisted))] = luck.randrange(256)
            kept = bytes(twisted[: luck.randrange(len(twisted) // 2, len(twisted))] if seed % 2 else twisted)
            found[f"{seed}-{name}"] = lambda kept=kept: kept
    return found


async def test_a_sheet_without_columns_is_refused_and_nobody_waits_for_it(owner: Browser) -> None:
    kind = {"slug": "bird", "name": "Bird", "fields": []}
    await ok(owner, "POST", "/api/entity-types", kind)
    for text in ("{}", "[{}]", '{"entities": [{}]}'):
        for dry in (True, False):
            asked = owner.call("POST", "/api/entity-types/bird/import", {"text": text, "dryRun": dry})
            status, said = await asyncio.wait_for(asked, 120)
            assert (status, said["error"]["message"]) == (400, "The sheet has no rows."), said


async def _send(owner: Browser, door: str, name: str, data: bytes) -> tuple[int, str]:
    form = aiohttp.FormData()
    form.add_field("file", io.BytesIO(data), filename=name)
    headers = {"X-CSRF-Token": owner.csrf}
    async with owner.http.post(owner.url + door, data=form, headers=headers) as answer:
        return answer.status, await answer.text()
