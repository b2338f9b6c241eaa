"""Documents that people give to quote from: files read in the sandbox, and pasted texts."""

import asyncio
from datetime import datetime

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.articles.citations import sha256_of
from proofroom.articles.extract import FEWEST_WORDS
from proofroom.articles.gather import flags_of
from proofroom.articles.lifecycle import Articles
from proofroom.articles.parse import ParsedFile, parse_file
from proofroom.articles.types import Article, SourceDocument, SourceType
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import new_id
from proofroom.kernel.strings import say
from proofroom.providers.corpus.read import SUFFIXES
from proofroom.safety import in_sandbox, strip_invisible

_FEEDS = (".rss", ".atom", ".xml")
_PAGES = (".html", ".htm")


@dataclass(frozen=True, slots=True)
class GivenSource:
    """What became of something that was given."""

    name: str
    title: str
    characters: int
    source_type: SourceType
    flags: tuple[str, ...]
    trouble: str
    is_new: bool


class Giving:
    """Takes documents in."""

    def __init__(self, articles: Articles, audit: Audit) -> None:
        self._articles, self._audit = articles, audit

    async def file(
        self, article: Article, name: str, data: bytes, by: Principal, at: datetime
    ) -> list[GivenSource]:
        """Read a file in a worker with limits, and keep its documents; a feed has one per item."""
        base = name.replace("\\", "/").rpartition("/")[2][:200]
        suffix = f".{base.rpartition('.')[2].lower()}"
        if suffix not in SUFFIXES:
            raise InvalidInput(say("articles.file_kind", name=base, known=", ".join(sorted(SUFFIXES))))
        kind: SourceType = (
            "feed" if suffix in _FEEDS else "web_snapshot" if suffix in _PAGES else "local_file"
        )
        parsed = await in_sandbox(parse_file, base, data)
        made: list[GivenSource] = []
        for one in parsed:
            url = one.part if one.part.startswith(("http://", "https://")) else f"file:{base}#{one.part}"
            # Two million letters take a thread some time, in which the loop goes on.
            document = await asyncio.to_thread(_read, kind, base, url, one, at)
            made.append(await self._keep(article, document, by))
        return made

    async def text(
        self, article: Article, name: str, text: str, url: str, by: Principal, at: datetime
    ) -> GivenSource:
        """Keep a pasted text."""
        clean = strip_invisible(text).replace("\r\n", "\n").replace("\x00", "")
        if trouble := _too_short(name, clean):
            raise InvalidInput(trouble)
        document = _document("user_provided", name, url, name, clean, at)
        return await self._keep(article, document, by)

    async def _keep(self, article: Article, document: SourceDocument, by: Principal) -> GivenSource:
        is_new = await self._articles.add_document(article, document)
        await self._audit.record_outside(
            by,
            "article.document",
            ("article", article.id, document.name),
            project_id=article.project_id,
            after=document.sha256,
        )
        return GivenSource(
            document.name,
            document.title,
            len(document.text),
            document.source_type,
            document.flags,
            document.trouble,
            is_new,
        )


def _too_short(name: str, text: str) -> str:
    """Return why nothing could be quoted from a text, or nothing."""
    if len(text.split()) >= FEWEST_WORDS:
        return ""
    return say("articles.too_short", name=name[:200], least=FEWEST_WORDS)


def _read(kind: SourceType, name: str, url: str, one: ParsedFile, at: datetime) -> SourceDocument:
    text = strip_invisible(one.text).replace("\x00", "")
    trouble = one.trouble or _too_short(name, text)
    return _document(kind, name, url, one.title, text, at, one.published_on, trouble)


def _document(
    kind: SourceType,
    name: str,
    url: str,
    title: str,
    text: str,
    at: datetime,
    published_on: str = "",
    trouble: str = "",
) -> SourceDocument:
    return SourceDocument(
        id=new_id(),
        source_type=kind,
        name=name[:300],
        url=url[:4_000],
        title=title[:300] or name[:300],
        text=text,
        sha256=sha256_of(text),
        retrieved_at=at,
        published_on=published_on[:60],
        trouble=trouble,
        flags=flags_of(text),
    )
