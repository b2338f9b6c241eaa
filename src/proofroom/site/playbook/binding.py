"""Cards that show entries: a list of somebody's words becomes a loop over a content model, in its look."""

import re
from collections.abc import Mapping
from typing import Any, Final, cast

from selectolax.lexbor import LexborHTMLParser, LexborNode

from proofroom.kernel.counting import read_count
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.counting import NUMBERS
from proofroom.providers.offline.sentence import plain
from proofroom.providers.offline.slots import quoted
from proofroom.providers.offline.table import refused
from proofroom.site.playbook.adding import means
from proofroom.site.playbook.build import TEXTS, TITLES
from proofroom.site.playbook.items import PageList, outer_lists
from proofroom.site.playbook.kinds import SECTIONS
from proofroom.site.playbook.outline import PageOutline, look_at_page, uid_of

Json = dict[str, Any]
_CARDS: Final = re.compile(r"\b(?:cards?|boxes|tiles|items|kart\w*|kutu\w*)\b")
_OF: Final = re.compile(r"\b(?:of|in|on|from) (?:the |our )?([\w -]+?) (?:section )?to\b")
_ORDER: Final = re.compile(r"\b(?:please|bind|connect|link|tie|the|our|these|lutfen)\b")
_SO_MANY: Final = re.compile(r"\b(?:latest|last|newest|recent|first|son|ilk|en yeni) (\w+)\b")
_OWN: Final = (
    *("pricing", "team", "faq", "steps", "contact", "hours", "stats", "timeline", "schedule", "areas"),
    *("testimonials", "logos", "hero", "nav", "footer", "form", "newsletter"),
)
"""Sections whose rows are no entries unless somebody names them: prices, people, questions."""
_TAGS: Final = ("ul", "ol")


def bind_cards(request: Request, said: Mapping[str, Any]) -> Plan:
    """Let the cards of a section show entries, where one set of cards and one content model fit."""
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    sources: Result = yield Call("list_loop_sources")
    tables = cast("list[Json]", sources.rows("dataTables"))
    meant = [one for one in tables if means(str(said["model"]), one)]
    if len(meant) != 1:
        listed = quoted(one.get("name") or one["id"] for one in meant or tables)
        return Ask(request.say("answer.site.no_model", said=said["model"], listed=listed or "–"))
    fitting = _fitting(page, request.text)
    if len(fitting) != 1:
        listed = quoted(one.section.label for one in fitting or outer_lists(page))
        return Ask(request.say("answer.site.bind", listed=listed or "–"))
    return (yield from _bind(request, page, fitting[0], meant[0]))


def _fitting(page: PageOutline, text: str) -> list[PageList]:
    """Return the sets of cards that may show entries: those of the section that is named, else any."""
    lists = [one for one in outer_lists(page) if len(one.items) > 1]
    said = plain(text)
    at = _CARDS.search(said)
    before, after = (said[: at.start()], said[at.end() :]) if at else ("", "")
    behind = _OF.search(after)
    words = behind[1] if behind else _ORDER.sub(" ", before).strip()
    named = page.named(words) if words else None
    if named is not None:
        return [one for one in lists if one.section.uid == named.uid]
    return [one for one in lists if not any(_is(one, kind) for kind in _OWN)]


def _is(one: PageList, kind: str) -> bool:
    section = one.section
    return section.id == kind or SECTIONS[kind].search(plain(section.heading)) is not None


def _bind(request: Request, page: PageOutline, cards: PageList, table: Json) -> Plan:
    tree = LexborHTMLParser(f"<body>{page.html}</body>")
    node = tree.css_first(f'[uid="{cards.uid}"]')
    around = node.parent if node else None
    if node is None or around is None:
        return Ask(request.say("answer.site.no_design"))
    beside = [uid_of(one) for one in around.iter(include_text=False)]
    count = _count(request.text) or len(cards.items)
    html = _loop(tree, cards, table, page.css, count)
    put: Result = yield Call(
        "insertHtml",
        {"parentId": uid_of(around) or page.root, "index": beside.index(cards.uid), "html": html},
    )
    gone: Result = (yield Call("deleteNode", {"nodeId": cards.uid})) if put.ok else put
    if not gone.ok:
        return refused(request, gone)
    name = table.get("pluralLabel") or table.get("name") or table["id"]
    given = {"section": cards.section.label, "model": name, "count": count}
    return Answer(request.say("answer.site.bound", **given))


def _count(text: str) -> int:
    """Return how many entries are asked for: “the latest three articles”; 0 where it does not say."""
    found = _SO_MANY.search(plain(text))
    if found is None:
        return 0
    return read_count(found[1]) or NUMBERS.get(found[1], 0)


def _loop(tree: LexborHTMLParser, cards: PageList, table: Json, css: str, count: int) -> str:
    """Return a loop in the place of a list: its first card, with the fields of an entry for its words."""
    item = cards.items[0]
    card = tree.css_first(f'[uid="{item.uid}"]')
    assert card is not None
    fields = [str(one.get("id")) for one in cast("list[Json]", table.get("fields") or [])]
    title = str(table.get("primaryFieldId") or "") or next((one for one in TITLES if one in fields), "slug")
    about = next((one for one in TEXTS if one in fields), "")
    words = {next(one.uid for one in item.texts if one.text == item.name): f"{{currentEntry.{title}}}"}
    for one in item.texts:
        if one.tag == "p" and about and one.uid not in words and len(words) == 1:
            words[one.uid] = f"{{currentEntry.{about}}}"
    for each in item.texts:
        _put(card, each.uid, words.get(each.uid, ""), is_link=each.tag == "a")
    link = next(iter(card.css("a[href]")), None)
    if link is not None:
        link.attrs["href"] = "{currentEntry.permalink}"
    elif table.get("routable"):
        _link(card, next(iter(words)), "d-more" if ".d-more" in css else "")
    tag = cards.tag if cards.tag in _TAGS else "div"
    given = f'data-source-id="data.rows" data-table-id="{table["id"]}" data-order-by="publishedAt"'
    given += f' data-direction="desc" data-limit="{count}" data-tag="{tag}"'
    inner = re.sub(r' uid="[^"]*"', "", card.html or "")
    return f'<instatic-loop {given} class="{cards.classes}">{inner}</instatic-loop>'


def _put(card: LexborNode, uid: str, text: str, *, is_link: bool) -> None:
    """Write a field into an element of a card; one that shows nothing of an entry goes, a link stays."""
    node = card.css_first(f'[uid="{uid}"]')
    if node is None:
        return
    if text:
        node.inner_html = text
    elif not is_link:
        node.decompose()


def _link(card: LexborNode, uid: str, name: str) -> None:
    node = card.css_first(f'[uid="{uid}"]')
    if node is not None:
        given = f' class="{name}"' if name else ""
        node.inner_html = f'<a{given} href="{{currentEntry.permalink}}">{node.inner_html}</a>'
