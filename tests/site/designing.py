"""Asks the offline designer on a site in memory, by the tools themselves.

`python -m tests.site.designing FOLDER` writes the pages of the sentences nobody tuned for, and of the wishes
that somebody outside wrote, one folder each.
"""

import itertools
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from proofroom.providers.offline import Call, Request, Result
from proofroom.providers.offline.language import language_of
from proofroom.site.document.new import new_site, short_id
from proofroom.site.playbook import site_playbook
from proofroom.site.publish.address import Address
from proofroom.site.publish.build import Inputs, build_site
from proofroom.site.publish.catalogue import Catalogue
from proofroom.site.tools.all import TOOLS
from proofroom.site.tools.open_site import OpenSite, Table
from tests.conformance.site.calling import run_tool
from tests.planning import carry_out, told

ALL = frozenset(tool.name for tool in TOOLS)


def new_desk(tables: Sequence[Table] = ()) -> OpenSite:
    numbers = itertools.count()
    return OpenSite(
        new_site("Site", "test", 0), lambda: short_id("test", str(next(numbers))), 0, tables=tables
    )


def ask(desk: OpenSite, text: str, screen: dict[str, Any] | None = None) -> tuple[str, list[str]]:
    """Return what the designer answers, and the tools it used."""
    request = Request(
        text=text, language=language_of(text), scope="site", agent="designer", screen=screen or {}, tools=ALL
    )

    def use(call: Call) -> Result:
        answer = run_tool(desk, call.tool, call.input)
        assert answer["ok"], (call.tool, answer)
        return told(answer.get("data") or {"ok": True})

    text, calls = carry_out(site_playbook(), request, use)
    read = [repr(call.input) for call in calls if call.tool == "read_document"]
    assert len(set(read)) == len(read), "what was read is no longer in the history when it is read again"
    return text, [call.tool for call in calls]


def published(desk: OpenSite) -> dict[str, str]:
    """Return the text files of the site as it is published."""
    made = build_site(Inputs(desk.site, Catalogue(("en",), {}), Address("https://x.example")))
    return {
        path: made.data[file.digest].decode()
        for path, file in made.files.items()
        if path.endswith((".html", ".css"))
    }


def write_pages(folder: Path) -> None:
    """Write what the designer builds from each sentence."""
    from tests.site.test_playbook import SAID, TEN
    from tests.site.test_wishes import WISHES

    said = [line.partition(" => ")[0] for line in SAID[:TEN]]
    for number, text in enumerate([*said, *(one["wish"] for one in WISHES if one.get("outside"))]):
        desk = new_desk()
        ask(desk, text)
        for path, content in published(desk).items():
            place = folder / str(number) / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(content, "utf-8")


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
