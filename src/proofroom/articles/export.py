"""An article for reading elsewhere: Markdown with footnotes, and a whole HTML page.

Every sentence keeps its reference in the stored text. A reader sees one note where sentences that follow each
other in a paragraph name the same sources, and notes are counted as they come.
"""

import html
import re
from collections.abc import Mapping, Sequence

from proofroom.articles.parts import REF
from proofroom.articles.types import Article, ResearchSource
from proofroom.kernel.strings import say

_REFS = re.compile(rf"(?<!\s)(?:\s*{REF.pattern})+", re.IGNORECASE)
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_ITALIC = re.compile(r"(?<!\w)[*_](\S(?:.*?\S)?)[*_](?!\w)")
_PICTURE = re.compile(r"!\[([^\[\]]*)\]\(([^)\s\[]+)\)")
_LINK = re.compile(r"(?<!!)\[([^\[\]]+)\]\((https?://[^)\s\[]+)\)")
_STYLE = (
    "body{font:18px/1.6 Georgia,serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#1d1d1b}"
    "h1{line-height:1.15}img{max-width:100%;height:auto}sup a{text-decoration:none}"
    "ol.sources{font-size:.85em}.made{font-size:.8em;color:#666}"
)


def markdown(article: Article, sources: Sequence[ResearchSource]) -> str:
    """Return the article with its references as footnotes, and what it was made with."""
    known = {each.number: each for each in sources}
    content = _as_read(article.content)
    shown = _shown(content, known)

    def note(found: "re.Match[str]") -> str:
        number = int(found.group(1))
        return f"[^{shown[number]}]" if number in shown else ""

    text = re.sub(r"(?<! ) +(\[\^)", r"\1", REF.sub(note, content))
    notes = "\n".join(f"[^{place}]: {_named(known[number])}" for number, place in shown.items())
    made = _made(article)
    return f"{text.rstrip()}\n\n{notes}\n" + (f"\n<!-- {made} -->\n" if made else "")


def page(
    article: Article, sources: Sequence[ResearchSource], pictures: Mapping[str, str] | None = None
) -> str:
    """Return the article as an HTML page; `pictures` gives other addresses for its pictures."""
    known = {each.number: each for each in sources}
    content = _as_read(article.content)
    shown = _shown(content, known)
    body = "\n".join(_block(block, shown, pictures or {}) for block in content.split("\n\n"))
    items = "\n".join(
        f'<li id="source-{place}">{_cited(known[number])}</li>' for number, place in shown.items()
    )
    title = html.escape(article.title)
    heading = html.escape(say("articles.sources").to("tr" if article.locale.startswith("tr") else "en"))
    notes = f'<h2>{heading}</h2>\n<ol class="sources">\n{items}\n</ol>' if shown else ""
    return (
        f'<!doctype html>\n<html lang="{html.escape(article.locale)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<article>\n{body}\n{notes}\n</article>\n"
        f'<p class="made">{html.escape(_made(article))}</p>\n</body>\n</html>\n'
    )


def _block(block: str, shown: Mapping[int, int], pictures: Mapping[str, str]) -> str:
    bare = block.strip()
    if not bare:
        return ""
    if bare == "---":
        return "<hr>"
    heading = re.match(r"(#{1,6}) +(.+)", bare)
    if heading and "\n" not in bare:
        level = len(heading.group(1))
        return f"<h{level}>{_inline(heading.group(2), shown, pictures)}</h{level}>"
    if heading:
        first, _, rest = bare.partition("\n")
        return f"{_block(first, shown, pictures)}\n{_block(rest, shown, pictures)}"
    if all(line.lstrip().startswith(("- ", "* ")) for line in bare.splitlines()):
        items = "".join(
            f"<li>{_inline(line.lstrip()[2:], shown, pictures)}</li>" for line in bare.splitlines()
        )
        return f"<ul>{items}</ul>"
    return f"<p>{_inline(bare, shown, pictures)}</p>"


def _inline(text: str, shown: Mapping[int, int], pictures: Mapping[str, str]) -> str:
    safe = html.escape(text, quote=True)

    def picture(found: "re.Match[str]") -> str:
        address = pictures.get(html.unescape(found.group(2)), html.unescape(found.group(2)))
        is_safe = not re.match(r"\s*(?:javascript|data|vbscript):", address, re.IGNORECASE)
        return f'<img src="{html.escape(address)}" alt="{found.group(1)}">' if is_safe else ""

    def reference(found: "re.Match[str]") -> str:
        number = int(found.group(1))
        place = shown.get(number)
        return f'<sup><a href="#source-{place}">{place}</a></sup>' if place else ""

    safe = _PICTURE.sub(picture, safe)
    safe = _LINK.sub(r'<a href="\2">\1</a>', safe)
    safe = _ITALIC.sub(r"<em>\1</em>", _BOLD.sub(r"<strong>\1</strong>", safe))
    return re.sub(r"(?<!\s)\s+(<sup>)", r"\1", REF.sub(reference, safe))


def _as_read(content: str) -> str:
    """Return a text in which a run of sentences with the same sources names them once, behind the last."""
    return "\n\n".join(_once(block) for block in content.split("\n\n"))


def _once(block: str) -> str:
    groups = list(_REFS.finditer(block))
    said = [tuple(REF.findall(each.group())) for each in groups]
    kept, end = list[str](), 0
    for at, each in enumerate(groups):
        kept.append(block[end : each.start()])
        is_repeated = at + 1 < len(groups) and said[at + 1] == said[at]
        kept.append("" if is_repeated else each.group())
        end = each.end()
    return "".join([*kept, block[end:]])


def _shown(content: str, known: Mapping[int, ResearchSource]) -> dict[int, int]:
    """Return by the number of each source that is named the number a reader sees, in order."""
    found = (int(each) for each in REF.findall(content))
    named = dict.fromkeys(number for number in found if number in known)
    return {number: place for place, number in enumerate(named, 1)}


def _named(source: ResearchSource) -> str:
    address = f" <{source.source_url}>" if source.source_url.startswith(("http://", "https://")) else ""
    return f"{source.source_name}{address}"


def _cited(source: ResearchSource) -> str:
    name = html.escape(source.source_name)
    if source.source_url.startswith(("http://", "https://")):
        name = f'<a href="{html.escape(source.source_url)}" rel="nofollow">{name}</a>'
    return f"{name}: <q>{html.escape(' '.join(source.excerpt.split())[:300])}</q>"


def _made(article: Article) -> str:
    made: list[str] = article.writing_metadata.get("generator") or []
    names = [f"{each} (offline-extractive)" if each == "offline" else each for each in made]
    return f"generator: {', '.join(names)}" if names else ""
