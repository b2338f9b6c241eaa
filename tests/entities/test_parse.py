"""Documents format by format: what is read, and what a damaged, disguised or swollen file is told."""

import io
import zipfile
import zlib

import pytest

from proofroom.entities.parse import parse_document
from proofroom.kernel.errors import InvalidInput, ProofroomError, TooLarge
from tests.articles.corpus import pdf

SAID = "Swifts nest under the eaves of the old mill."
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def docx(body: bytes, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a Word file with a body of its own."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", body)
    return packed.getvalue()


def paragraphs(*texts: str) -> bytes:
    runs = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in texts)
    return f'<w:document xmlns:w="{WORD}"><w:body>{runs}</w:body></w:document>'.encode()


FILES = {
    "mill.pdf": pdf(SAID),
    "mill.docx": docx(paragraphs("The mill", SAID)),
    "mill.html": f"<title>The mill</title><nav>Menu</nav><p>{SAID}</p><script>x()</script>".encode(),
    "mill.md": f"# The mill\n\n{SAID}\n".encode(),
    "mill.txt": SAID.encode(),
}
"""The same sentence in every format."""


@pytest.mark.parametrize("name", FILES)
def test_every_format_is_read(name: str) -> None:
    _, title, pieces = parse_document(name, FILES[name])
    text = " ".join(" ".join(pieces).split())
    assert SAID in text
    assert title in ("The mill", "mill")
    assert "Menu" not in text
    assert "x()" not in text


def test_sentences_stay_whole_where_words_are_marked_and_words_apart_where_a_tab_is() -> None:
    page = b"<h1>Mill</h1><p>Swifts <b>nest</b> under <a href='/e'>the eaves</a>.</p><ul><li>One</li></ul>"
    assert parse_document("mill.html", page)[2] == ["# Mill\n\nSwifts nest under the eaves.\n\n- One"]
    body = paragraphs("Opened").replace(b"</w:t>", b"</w:t><w:tab/><w:t>1881</w:t><w:br/><w:t>Leeds</w:t>")
    assert parse_document("mill.docx", docx(body))[2] == ["Opened\t1881\nLeeds"]


def test_a_row_of_a_table_is_one_line() -> None:
    page = b"<h1>Quays</h1><table><tr><th>Berth</th><th>Depth</th></tr><tr><td>North</td><td>4.2 m</td></tr>"
    page += b"</table><p>Bicycles | dogs go free.</p>"
    said = "# Quays\n\nBerth | Depth\n\nNorth | 4.2 m\n\nBicycles | dogs go free."
    assert parse_document("quays.html", page)[2] == [said]
    rows = [("Berth", "Depth"), ("North", "4.2 m")]
    cells = [[f"<w:tc><w:p><w:r><w:t>{one}</w:t></w:r></w:p></w:tc>" for one in row] for row in rows]
    table = "".join(f"<w:tr>{''.join(row)}</w:tr>" for row in cells)
    body = (
        paragraphs("Quays", "After")
        .decode()
        .replace("<w:p><w:r><w:t>After", f"<w:tbl>{table}</w:tbl><w:p><w:r><w:t>After")
    )
    (text,) = parse_document("quays.docx", docx(body.encode()))[2]
    assert [" ".join(line.split()) for line in text.split("\n\n")] == [
        "Quays",
        "Berth | Depth",
        "North | 4.2 m",
        "After",
    ]


def test_a_sentence_goes_on_from_line_to_line_of_a_printed_page() -> None:
    said = (
        "Scab is sprayed against in the week before blossom. The lease of the lower field ends in March 2031"
    )
    text = parse_document(
        "orchard.pdf", pdf(f"Orchard handover. {said} and is renewed by the parish clerk.")
    )[2][0]
    assert "The lease of the lower field ends in March 2031 and is renewed by the parish clerk." in text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1254"])
def test_a_text_is_read_however_its_letters_are_kept(encoding: str) -> None:
    said = "Ebabiller eski değirmenin saçağına yuva yapar, ışık gören yere."
    assert parse_document("yuva.txt", said.encode(encoding))[2] == [said]


@pytest.mark.parametrize("name", ["mill.pdf", "mill.docx"])
def test_a_file_that_is_cut_is_refused_in_words_wherever_the_cut_is(name: str) -> None:
    whole = FILES[name]
    for part in range(1, 20):
        with pytest.raises(InvalidInput, match="not a readable"):
            parse_document(name, whole[: len(whole) * part // 20])


BOMB = b"<w:p>" + b" " * 50_000_000
DEEP = b'<!DOCTYPE x [<!ENTITY a "' + b"a" * 1000 + b'">]><w:p>&a;</w:p>'


def swollen_pdf() -> bytes:
    """Return a PDF whose page unfolds to 100 MB."""
    packer = zlib.compressobj(9)
    stream = b"".join([*(packer.compress(b" " * 1_000_000) for _ in range(100)), packer.flush()])
    head = b"<< /Length " + str(len(stream)).encode() + b" /Filter /FlateDecode >>\nstream\n"
    plain = pdf("x")
    at = plain.index(b"<< /Length")
    return plain[:at] + head + stream + plain[plain.index(b"\nendstream") :]


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("bomb.docx", docx(BOMB), TooLarge),
        ("deep.docx", docx(DEEP), InvalidInput),
        ("bomb.pdf", swollen_pdf(), ProofroomError),
        ("not-one.docx", FILES["mill.pdf"], InvalidInput),
        ("not-one.pdf", FILES["mill.docx"], InvalidInput),
        ("picture.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 4, InvalidInput),
        ("program.exe", b"MZ", InvalidInput),
        ("empty.html", b"<title>Nothing</title>", InvalidInput),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_swollen_or_disguised_is_refused_in_words(
    name: str, data: bytes, kind: type[ProofroomError]
) -> None:
    with pytest.raises(kind) as refused:
        parse_document(name, data)
    assert str(refused.value)
