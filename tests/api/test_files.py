"""The web app's files are sent packed where the browser takes that."""

from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from proofroom.api.files import _Files


@pytest.mark.parametrize(("accepts", "encoding"), [("gzip, br", "br"), ("gzip", "gzip"), ("", None)])
async def test_a_packed_file_is_sent_to_those_who_take_it(
    tmp_path: Path, accepts: str, encoding: str | None
) -> None:
    for name in ("index.html", "index.html.br", "index.html.gz"):
        (tmp_path / name).write_text(name)
    headers = [(b"accept-encoding", accepts.encode())]
    scope: Any = {"type": "http", "headers": headers, "path_params": {"any_other": "index.html"}}
    answer: Any = await _Files(tmp_path).answer(Request(scope))
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.media_type == "text/html"
