"""Scores the offline designer on a file of wishes: which sections it built, and which facts it left out.

`python -m tests.site.scoring FILE [FOLDER]` reads one wish per line
(`{"wish", "sections" or "headings", "facts"}`) and writes the pages into the folder, where one is given.
"""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from proofroom.providers.offline.sentence import plain
from tests.site.designing import ask, new_desk, published

_FRAME = re.compile(r"(?:hero|intro|giris|footer|alt ?bilgi|nav\w*|menu bar|opening|karsilama)\b")
_STOP = frozenset("a an the our my your of and ve ile with for to in on at section page bolumu".split())  # noqa: SIM905


def built(wish: str) -> tuple[str, dict[str, str]]:
    """Return what the designer answers to a wish, and the text files of the site it built."""
    desk = new_desk()
    try:
        answer, _ = ask(desk, wish)
    except AssertionError as error:
        return f"FAILED {error}", {}
    return answer, published(desk)


def headings_of(html: str) -> list[str]:
    """Return the headings of a page's sections, in order."""
    body = LexborHTMLParser(html).body
    found = body.css("section, main > header") if body else []
    texts = [one.css_first("h1, h2") for one in found]
    return [re.sub(r"\s+", " ", one.text() or "").strip() for one in texts if one]


def folded(text: str) -> str:
    """Return a text as facts are compared: plain letters, one space, one kind of dash and quotation mark."""
    text = re.sub(r"[–—−]", "-", plain(text)).replace("’", "'").replace("\xa0", " ")
    return re.sub(r"\s+", " ", re.sub(r"[\"“”«»]", "", text)).strip(" .,;:")


def missing_facts(facts: Sequence[str], pages: dict[str, str]) -> list[str]:
    """Return the facts that stand on no page."""
    bodies = [LexborHTMLParser(html).body for path, html in pages.items() if path.endswith(".html")]
    text = folded(" ".join(body.text(separator=" ") for body in bodies if body))
    loose = re.sub(r"[^\w£$€₺%@+]+", " ", text)
    return [
        one
        for one in facts
        if folded(one) not in text
        and re.sub(r"[^\w£$€₺%@+]+", " ", folded(one)).strip() not in loose
        and not _stands_together(folded(one), loose.split())
    ]


def _stands_together(fact: str, words: list[str]) -> bool:
    """Tell whether all words of a fact stand beside each other, in whatever order."""
    wanted = re.sub(r"[^\w£$€₺%@+]+", " ", fact).split()
    return any(
        all(one in words[max(0, at - 8) : at + 9] for one in wanted)
        for at, word in enumerate(words)
        if word == wanted[0]
    )


def _alike(wanted: str, heading: str) -> bool:
    words = [one for one in re.findall(r"\w+", plain(wanted)) if one not in _STOP]
    known = [one for one in re.findall(r"\w+", plain(heading)) if one not in _STOP]
    hits = sum(any(one[:4] == other[:4] for other in known) for one in words)
    return bool(words) and hits * 2 >= len(words)


def in_order(wanted: Sequence[str], headings: Sequence[str]) -> list[str]:
    """Return the sections that no heading names behind the one before them."""
    at, lost = 0, list[str]()
    for one in (re.sub(r"\(.*?\)", "", one).strip() for one in wanted):
        if _FRAME.match(plain(one)) and headings:  # the opening and the foot have no heading of that name
            continue
        after = next((place for place in range(at, len(headings)) if _alike(one, headings[place])), None)
        if after is None:
            lost.append(one)
        else:
            at = after + 1
    return lost


def main(path: Path, folder: Path | None) -> None:
    """Print how each wish was served."""
    good = 0
    lines = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    for number, line in enumerate(lines):
        one: dict[str, Any] = json.loads(line)
        wanted: list[str] = one.get("sections") or one["headings"]
        answer, pages = built(one["wish"])
        headings = headings_of(pages.get("index.html", ""))
        lost, gone = in_order(wanted, headings), missing_facts(one.get("facts") or [], pages)
        good += not lost and not gone and bool(pages)
        print(f"\n#{number} {one['wish']}")
        if "<section" not in pages.get("index.html", ""):
            print("  NOT TAKEN FOR AN ORDER:", answer[:200])
        print("  wanted:  ", " | ".join(wanted))
        print("  headings:", " | ".join(headings))
        print("  not found in order:", " | ".join(lost) or "-", "\n  facts missing:", " | ".join(gone) or "-")
        for name, content in pages.items() if folder else ():
            place = folder / str(number) / name if folder else Path(name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(content, "utf-8")
    print(f"\n{good} of {len(lines)} with every section named in order and every fact")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
