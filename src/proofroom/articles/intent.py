"""What people ask of the writer, told from their words and from the article on screen."""

import re
from collections.abc import Mapping
from typing import Any

from proofroom.articles.denial import is_denied
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.strings import say
from proofroom.runtime.intent import Group, Table, group
from proofroom.runtime.understand import Meanings

UNCLEAR = "UNCLEAR"
_FIRST_STATUSES = frozenset({"skeleton", "foundations_approval"})
_THE = r"(?:the |this |a |an |my |some )?"

_PATTERNS: dict[str, tuple[str, ...]] = {
    "FULL_PIPELINE": (
        r"\bcreate (?:some )?content\b",
        r"\bgenerate (?:everything|complete content|the whole)\b",
        r"\brun the (?:full |whole )?pipeline\b",
        r"\bstart from scratch\b",
        r"\bdo it all\b",
        r"\bher şeyi (?:yap|üret|oluştur)\w*",
        r"\bbaştan sona\b",
    ),
    "GENERATE_TOPICS": (
        r"\b(?:suggest|generate|give me|propose|find)\b.{0,30}\btopics?\b",
        r"\btopic ideas\b",
        r"\bwhat should i write about\b",
        r"\bkonu (?:öner|bul|fikir)\w*",
        r"\bne(?: hakkında)? yazay?ım\b",
    ),
    "RESEARCH_TOPIC": (
        r"\bresearch\b(?!\s+(?:this|it|that)\s*[.!?]*$)",
        r"\bfind (?:information|sources)\b",
        r"\bfind articles (?:about|on)\b",
        r"\bgather (?:research|sources|data)\b",
        r"\b(?:look into|dig up|dig into)\b",
        r"\baraştır\w*",
        r"\bkaynak (?:bul|topla)\w*",
    ),
    "CREATE_SKELETON": (
        rf"\b(?:create|generate|make|write|draft)\s+{_THE}(?:skeleton|outline|structure)\b",
        r"\bsketch (?:it |the content )?out\b",
        r"\bsketch out the content\b",
        r"\boutline (?:it|this)\b",
        r"\b(?:tasla[kğ]|iskelet|ana hat)(?!lar)(?!\w*\s+(?:göster|onayla|sil|listele|oku))\w*",
    ),
    "WRITE_CONTENT": (
        rf"\bwrite\s+{_THE}(?:content|article|post|blog|text|piece)\b",
        r"\bwrite (?:it|this|content)\b",
        r"\bgenerate (?:the )?(?:content|text|copy)\b",
        r"\bexpand (?:on )?(?:this|the outline)\b",
        r"\bfill in the (?:content|sections)\b",
        r"\bdraft (?:it|this)\b",
        r"\b(?:makaleyi|yazıyı|içeriği|metni) yaz\w*",
    ),
    "HUMANIZE_CONTENT": (
        r"\bhumani[sz]e\b",
        r"\bhumanity check\b",
        r"^(?:please |now )*check (?:it|this|the (?:text|piece|article|draft|content))\s*[.!]*$",
        r"\b(?:metni|yazıyı|makaleyi) (?:denetle|kontrol et)\w*",
        r"\bsound (?:more )?(?:human|natural)\b",
        r"\bremove (?:the )?ai patterns\b",
        r"\bless robotic\b",
        r"\bmore natural\b",
        r"\b(?:daha doğal|insan gibi|insansı)\w*",
    ),
    "CREATE_VISUALS": (
        rf"\b(?:create|generate|add|make)\s+{_THE}(?:visuals?|images?|graphics?|pictures?|cover)\b",
        r"\billustrate\b",
        r"\b(?:görsel|resim|kapak)\w*\s+(?:ekle|oluştur|üret|yap)\w*",
    ),
    "STATUS_CHECK": (
        r"\bwhat(?:'s| is) the status\b",
        r"\bhow(?:'s| is) it going\b",
        r"\bshow me (?:the )?progress\b",
        r"\bwhere are we\b",
        r"^(?:please )?(?:show|list) (?:me )?(?:my |the |all |our |latest |newest |recent )*drafts\s*[.!?]*$",
        r"\btaslaklar\w* (?:göster|listele|sırala)\w*",
        r"\b(?:durum ne|ne durumda|nasıl gidiyor)\b",
    ),
}
"""Patterns by kind, by priority: everything at once, then the work's own order, then questions."""

KINDS: dict[str, str] = {
    "FULL_PIPELINE": "make a whole article from a subject, all steps",
    "GENERATE_TOPICS": "suggest subjects to write about",
    "RESEARCH_TOPIC": "find sources and facts on the subject",
    "CREATE_SKELETON": "make the outline",
    "WRITE_CONTENT": "write the text from the outline",
    "HUMANIZE_CONTENT": "make the text sound more natural",
    "CREATE_VISUALS": "make or add pictures",
    "STATUS_CHECK": "ask how far the work is",
    UNCLEAR: "none of these, or it cannot be told",
}

BEGINS = frozenset({"FULL_PIPELINE", "GENERATE_TOPICS", "RESEARCH_TOPIC", "CREATE_SKELETON", "WRITE_CONTENT"})
"""What the writer alone does, whatever is open."""

_ABOUT_THIS = late_pattern(
    r"^(?:please |now |ok,? )*(?:write|finish|continue|do) (?:it|this|that)\b(?! all\b)|^(?:bunu|onu) yaz\w*"
)
_RESEARCH_THIS = re.compile(r"\bresearch (?:this|it|that)\s*[.!?]*$")
_CREATE = re.compile(r"\bcreate (?:some |the )?content\b")
_ABOUT_SOMETHING = re.compile(
    r"\bcreate (?:something|an? \w+) (?:about|on)\b|\bhakkında (?:bir şey|yazı) (?:yap|yaz)\w*"
)


def _group(name: str) -> Group:
    return group(name, patterns=_PATTERNS[name])


TABLE = Table(
    groups=tuple(_group(name) for name in _PATTERNS),
    selected=UNCLEAR,
    short=UNCLEAR,
    otherwise=UNCLEAR,
    is_denied=is_denied,
)


def _by_context(message: str, screen: Mapping[str, Any]) -> str | None:
    text = message.strip().replace("İ", "i").lower()
    if screen.get("artifactId"):
        if _asked(_ABOUT_THIS, text):
            return "WRITE_CONTENT" if str(screen.get("artifactStatus")) in _FIRST_STATUSES else None
        if _asked(_RESEARCH_THIS, text):
            return "RESEARCH_TOPIC"
        return "WRITE_CONTENT" if _asked(_CREATE, text) else None
    if screen.get("currentPage") == "portfolio" and _asked(_ABOUT_SOMETHING, text):
        return "FULL_PIPELINE"
    return None


def _asked(pattern: re.Pattern[str], text: str) -> bool:
    found = pattern.search(text)
    return found is not None and not is_denied(text, *found.span())


def _question(screen: Mapping[str, Any]) -> str:
    title = screen.get("artifactTitle")
    if isinstance(title, str) and title:
        return say("articles.what_to_do", title=title[:120])
    return say("articles.what_about")


def _nothing_selected(screen: Mapping[str, Any]) -> bool:
    return False  # an article on screen says what the work is about, not what is to be done


MEANINGS = Meanings(TABLE, KINDS, _nothing_selected, _question, _by_context)
