"""An article for reading elsewhere: Markdown with footnotes, and a whole HTML page."""

import html
import re
from collections.abc import Mapping, Sequence

from proofroom.articles.parts import REF
from proofroom.articles.types import Article, ResearchSource

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
    used = _used(article.content, known)
    text = REF.sub(
        lambda found: f"[^{found.group(1)}]" if int(found.group(1)) in known else "", article.content
    )
    text = re.sub(r" +(\[\^)", r"\1", text)
    notes = "\n".join(f"[^{number}]: {_named(known[number])}" for number in used)
    made = _made(article)
    return f"{text.rstrip()}\n\n{notes}\n" + (f"\n<!-- {made} -->\n" if made else "")


def page(
    article: Article, sources: Sequence[ResearchSource], pictures: Mapping[str, str] | None = None
) -> str:
    """Return the article as an HTML page; `pictures` gives other addresses for its pictures."""
    known = {each.number: each for each in sources}
    used = _used(article.content, known)
    body = "\n".join(_block(block, known, pictures or {}) for block in article.content.split("\n\n"))
    items = "\n".join(
        f'<li id="source-{number}" value="{number}">{_cited(known[number])}</li>' for number in used
    )
    title = html.escape(article.title)
    notes = f'<h2>Sources</h2>\n<ol class="sources">\n{items}\n</ol>' if used else ""
    return (
        f'<!doctype html>\n<html lang="{html.escape(article.locale)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<article>\n{body}\n{notes}\n</article>\n"
        f'<p class="made">{html.escape(_made(article))}</p>\n</body>\n</html>\n'
    )


def _block(block: str, known: Mapping[int, ResearchSource], pictures: Mapping[str, str]) -> str:
    bare = block.strip()
    if not bare:
        return ""
    if bare == "---":
        return "<hr>"
    heading = re.match(r"(#{1,6}) +(.+)", bare)
    if heading and "\n" not in bare:
        level = len(heading.group(1))
        return f"<h{level}>{_inline(heading.group(2), known, pictures)}</h{level}>"
    if heading:
        first, _, rest = bare.partition("\n")
        return f"{_block(first, known, pictures)}\n{_block(rest, known, pictures)}"
    if all(line.lstrip().startswith(("- ", "* ")) for line in bare.splitlines()):
        items = "".join(
            f"<li>{_inline(line.lstrip()[2:], known, pictures)}</li>" for line in bare.splitlines()
        )
        return f"<ul>{items}</ul>"
    return f"<p>{_inline(bare, known, pictures)}</p>"


def _inline(text: str, known: Mapping[int, ResearchSource], pictures: Mapping[str, str]) -> str:
    safe = html.escape(text, quote=True)

    def picture(found: "re.Match[str]") -> str:
        address = pictures.get(html.unescape(found.group(2)), html.unescape(found.group(2)))
        is_safe = not re.match(r"\s*(?:javascript|data|vbscript):", address, re.IGNORECASE)
        return f'<img src="{html.escape(address)}" alt="{found.group(1)}">' if is_safe else ""

    def reference(found: "re.Match[str]") -> str:
        number = int(found.group(1))
        return f'<sup><a href="#source-{number}">{number}</a></sup>' if number in known else ""

    safe = _PICTURE.sub(picture, safe)
    safe = _LINK.sub(r'<a href="\2">\1</a>', safe)
    safe = _ITALIC.sub(r"<em>\1</em>", _BOLD.sub(r"<strong>\1</strong>", safe))
    return re.sub(r"\s+(<sup>)", r"\1", REF.sub(reference, safe))


def _used(content: str, known: Mapping[int, ResearchSource]) -> list[int]:
    found = dict.fromkeys(int(each) for each in REF.findall(content))
    return sorted(number for number in found if number in known)


def _named(source: ResearchSource) -> str:
    address = f" <{source.source_url}>" if source.source_url.startswith(("http://", "https://")) else ""
    return f"{source.source_name} ({source.source_type}, characters {source.start}-{source.end}){address}"


def _cited(source: ResearchSource) -> str:
    name = html.escape(source.source_name)
    if source.source_url.startswith(("http://", "https://")):
        name = f'<a href="{html.escape(source.source_url)}" rel="nofollow">{name}</a>'
    return f"{name}: <q>{html.escape(' '.join(source.excerpt.split())[:300])}</q>"


def _made(article: Article) -> str:
    made: list[str] = article.writing_metadata.get("generator") or []
    names = [f"{each} (offline-extractive)" if each == "offline" else each for each in made]
    return f"generator: {', '.join(names)}" if names else ""
