"""Small real files for tests."""

from io import BytesIO

from PIL import Image

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">'
    b'<rect width="40" height="20" fill="#246"/></svg>'
)
PDF = b"%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"
MP4 = b"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2" + bytes(32)
WEBM = b"\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm" + bytes(32)


def picture(
    width: int = 120, height: int = 80, format: str = "PNG", colour: str = "#a83", **more: object
) -> bytes:
    """Return a picture with a dark square at its left edge."""
    image = Image.new("RGB", (width, height), colour)
    image.paste(Image.new("RGB", (width // 6, height // 6), "#111"), (0, height // 2))
    out = BytesIO()
    image.save(out, format, **more)
    return out.getvalue()
