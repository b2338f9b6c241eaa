"""A page as changes see it: its sections in order, its texts, and the classes and tokens it uses."""

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, cast

from selectolax.lexbor import LexborHTMLParser, LexborNode

from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Call, Request, Result
from proofroom.providers.offline.lexicon import STOP
from proofroom.providers.offline.sentence import alike, plain, tokens
from proofroom.providers.offline.slots import value_at
from proofroom.site.playbook.kinds import SECTIONS

Json = dict[str, Any]
_TEXT_TAGS = frozenset("h1 h2 h3 h4 h5 h6 p span small strong em".split())  # noqa: SIM905
_HEADINGS = ("h1", "h2", "h3")
_TAGS = {"nav": ("header", "nav"), "footer": ("footer",)}
_HOME = re.compile(r"\b(?:home ?page|front ?page|start ?page|ana ?sayfa\w*|giris sayfa\w*)")
_BEFORE_PAGE = re.compile(r"\b((?:[\w'-]+ ){0,4}[\w'-]+) (?:page\b|sayfa(?!lar)\w*)")
ON_PAGE = re.compile(
    r"\b(?:on|of|in|from|to) (?:the |our )?(?:[\w'-]+ ){0,3}[\w'-]+ ?page\b"
    r"|\b(?:[\w'-]+ ){0,3}[\w'-]* ?sayfa(?:si)?n?(?:in|da|daki|dan|ya|a|yi|i)\b"
)
ORDINALS = {
    0: "first ilk birinci",
    1: "second ikinci",
    2: "third ucuncu",
    3: "fourth dorduncu",
    -1: "last son",
}
_NUMBERED = re.compile(
    rf"\b({'|'.join(' '.join(ORDINALS.values()).split())}) (?:section|part|block|bolum|kisim)"
)
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|«[^»]*»")
_NOUN = re.compile(r"\b(?:sections?|parts?|bits?|pieces?|bolum\w*|kism\w*|kisim\w*|alan\w*|the|blocks?)\b")


@dataclass(frozen=True, slots=True)
class PageText:
    """A text on a page with the element that shows it."""

    uid: str
    tag: str
    text: str
    classes: str = ""

    def call(self, text: str) -> Call:
        """Return the call that changes it."""
        if self.tag in _TEXT_TAGS or self.tag == "a":
            key = "label" if self.tag == "a" and "btn" in self.classes.split() else "text"
            return Call("updateNodeProps", {"nodeId": self.uid, "patch": {key: text}})
        if self.tag == "button":
            return Call("updateNodeProps", {"nodeId": self.uid, "patch": {"label": text}})
        safe = text.replace("&", "&amp;").replace("<", "&lt;")
        return Call("replaceNodeHtml", {"nodeId": self.uid, "html": safe})


@dataclass(frozen=True, slots=True)
class PageSection:
    """A part of a page that can be moved, taken away or styled by itself."""

    uid: str
    parent: str
    index: int
    tag: str
    id: str
    classes: str
    heading: str
    texts: tuple[PageText, ...]

    @property
    def label(self) -> str:
        """What people call it."""
        shown = self.heading or self.id
        return shown or next((one.text for one in self.texts if "{" not in one.text), self.tag)


@dataclass(slots=True)
class PageOutline:
    """What a page is made of."""

    page_id: str
    type: str
    title: str
    root: str
    css: str = ""
    html: str = ""
    sections: list[PageSection] = field(default_factory=list[PageSection])

    @property
    def texts(self) -> list[PageText]:
        """All texts, in order."""
        return [text for section in self.sections for text in section.texts]

    def named(self, words: str) -> PageSection | None:
        """Return the section that words mean: by what such sections are called, else by its heading."""
        said = plain(ON_PAGE.sub(" ", plain(words)))
        if (found := _NUMBERED.search(said)) and self.sections:
            inner = [one for one in self.sections if one.tag not in ("nav", "footer") and one.texts]
            inner = [one for one in inner if one.tag != "header" or one.heading]
            at = next(at for at, names in ORDINALS.items() if found[1] in names.split())
            return inner[at] if -1 <= at < len(inner) else None
        for name, pattern in SECTIONS.items():
            if hit := pattern.search(said):
                rest = tokens(_NOUN.sub(" ", said[: hit.start()] + " " + said[hit.end() :]))
                found = [one for one in self.sections if is_section_of(one, name) and _has_all(one, rest)]
                if found:
                    return found[0]
        wanted = [one for one in tokens(_NOUN.sub(" ", said)) if one not in STOP]
        called = [(one, tokens(plain(f"{one.heading} {one.id} {one.tag}"))) for one in self.sections]
        fitting = [
            (len(tokens(plain(one.heading))), at, one)
            for at, (one, known) in enumerate(called)
            if wanted and all(any(alike(word, other) for other in known) for word in wanted)
        ]
        return (
            min(fitting, key=lambda one: one[:2])[2] if fitting else None
        )  # the one that says least besides


def _has_all(section: PageSection, words: Sequence[str]) -> bool:
    """Tell whether words beside the name of a section say nothing else: “phone row” is no whole section."""
    known = tokens(plain(f"{section.heading} {section.id}"))
    left = (one for one in words if one not in STOP and len(one) > 1)
    return all(any(alike(one, other) for other in known) for one in left)


def is_section_of(section: PageSection, name: str) -> bool:
    """Tell whether a section is what such sections are: the questions, the prices, the opening."""
    if section.id == name or section.tag in _TAGS.get(name, ()):
        return True
    if name == "hero":
        return section.id == "top" or any(text.tag == "h1" for text in section.texts)
    return bool(section.heading and SECTIONS[name].search(plain(section.heading)))


Looked = Generator[Call | list[Call], Any, PageOutline | Result]


def look_at_page(request: Request, page: str | None = None) -> Looked:
    """Read the page that is meant: the given one, the one on screen, else the open one."""
    listed: Result = yield Call("list_documents")
    if not listed.ok:
        return listed
    current = value_at(listed.data, "currentDocument.id")
    on_screen = value_at(request.screen, "currentDocument.id")
    known = [cast("Json", one) for one in listed.rows("documents")]
    if page is None and (place := ON_PAGE.search(plain(_QUOTED.sub(" ", request.text)))):
        page = _id(named_page(place[0], known) or {})
    wanted = next((key for key in (page, on_screen, current) if any(_id(one) == key for one in known)), None)
    one = next((each for each in known if _id(each) == wanted), known[0])
    read = Result(False, "")
    outline = PageOutline(
        _id(one), str(one["document"]["type"]), str(one.get("title") or ""), one["rootNodeId"]
    )
    html, part = "", 1
    while True:
        read = yield Call("read_document", {"document": one["document"], "part": part})
        if not read.ok:
            return read
        data: Json = read.data or {}
        if data.get("elided"):  # an earlier part, no longer in the history: what it said went with it
            part += 1
            continue
        html += str(data.get("html") or "")
        outline.css += str(data.get("css") or "")
        following = value_at(data, "pageInfo.nextPart")
        if not following:
            break
        part = int(following)
    outline.html = html
    _fill(outline, html)
    return outline


def named_page(text: str, known: Sequence[Mapping[str, Any]]) -> Json | None:
    """Return the page that a text names before the word for pages: by title, address or as the first one."""
    said = plain(_QUOTED.sub(" ", text))
    if _HOME.search(said):
        return next((dict(one) for one in known if one.get("isHomepage")), None)
    for found in _BEFORE_PAGE.finditer(said):
        words = found[1].split()
        for one in known:
            names = [tokens(plain(name)) for name in (page_name(one), str(one.get("slug") or ""), _id(one))]
            if any(name and _ends_with(words, name) for name in names):
                return dict(one)
    return None


def page_name(one: Mapping[str, Any]) -> str:
    """Return what people call a page; a title that is only filled in when it is shown says nothing."""
    title = str(one.get("title") or "")
    return str(one.get("slug") or _id(one)) if not title or "{" in title else title


def _ends_with(words: Sequence[str], name: Sequence[str]) -> bool:
    last = words[-len(name) :]
    return len(last) == len(name) and all(alike(one, other) for one, other in zip(last, name, strict=True))


def _id(one: Mapping[str, Any]) -> str:
    return str(value_at(one, "document.id") or "")


def _fill(outline: PageOutline, html: str) -> None:
    body = LexborHTMLParser(f"<body>{html}</body>").body
    if body is None:
        return
    for index, node in enumerate(_elements(body)):
        inner = list(_elements(node))
        if node.tag == "main" and inner:
            parent = uid_of(node)
            outline.sections += [_section(one, parent, at) for at, one in enumerate(inner)]
        else:
            outline.sections.append(_section(node, outline.root, index))


def _section(node: LexborNode, parent: str, index: int) -> PageSection:
    texts = tuple(texts_in(node))
    heading = next((one.text for one in texts if one.tag in _HEADINGS), "")
    given = node.attributes
    return PageSection(
        uid_of(node),
        parent,
        index,
        str(node.tag),
        given.get("id") or "",
        given.get("class") or "",
        heading,
        texts,
    )


def texts_in(node: LexborNode) -> Iterator[PageText]:
    """Yield the texts in an element, in order."""
    inner = list(_elements(node))
    if not inner:
        text = (node.text() or "").strip()
        if text and uid_of(node):
            yield PageText(uid_of(node), str(node.tag), text, node.attributes.get("class") or "")
    for one in inner:
        if one.tag != "svg":
            yield from texts_in(one)


def _elements(node: LexborNode) -> Iterator[LexborNode]:
    return (one for one in node.iter(include_text=False) if not str(one.tag).startswith(("-", "!")))


def uid_of(node: LexborNode) -> str:
    """Return the id of the node that an element shows."""
    return node.attributes.get("uid") or ""
