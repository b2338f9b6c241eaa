"""What kind of thing is asked for, told from the words alone, before anything is looked up.

The rules are tried in order and the first that fits decides, so narrow ones stand before wide ones.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from proofroom.content.playbook.wording import read_wording
from proofroom.providers.offline import lexicon
from proofroom.providers.offline.dates import find_when
from proofroom.providers.offline.sentence import Sentence, tokens

Test = Callable[[Sentence], bool]
_W: Final = lexicon.WORDS


@lru_cache(maxsize=256)
def intent_of(text: str) -> str | None:
    """Return what a request asks for, or None when nothing here fits."""
    sentence = Sentence(text)
    if sentence.has(_W["elsewhere"]) and not sentence.has(_W["model"]):
        return None
    for name, fits in _RULES:
        if fits(sentence):
            return name
    return None


def _rule(*patterns: str, but: str | None = None) -> Test:
    def fits(sentence: Sentence) -> bool:
        return all(sentence.has(pattern) for pattern in patterns) and not (but and sentence.has(but))

    return fits


def _adds_locale(sentence: Sentence) -> bool:
    if sentence.quotes or sentence.keys:
        return False
    if (
        not lexicon.codes_in(sentence.text)
        and not lexicon.locales_in(sentence.masked)
        and not sentence.has(r"\b(?:languages?|locales?|dil(?:i|ler)?)\b")
    ):
        return False
    if not sentence.has(
        r"\b(?:add|enable|activate|support|include|introduce|offer|also|too|as well|have|want|publish in"
        r"|languages?|ekle\w*|etkinlestir\w*|ac|destek\w*|dil\w*)\b"
    ):
        return False
    own = re.sub(r"\b[a-z]{2}-[a-z]{2}\b", " ", sentence.masked)
    left = [word for word in tokens(lexicon.without_languages(own)) if word not in lexicon.LOCALE_FILLER]
    return not left


def _lacks_language(sentence: Sentence) -> bool:
    languages = lexicon.locales_in(sentence.masked)
    if len(languages) > 1 and sentence.has(r"\b(?:compare|karsilastir\w*|difference)\b"):
        return True
    return sentence.has(_W["parity"]) or (
        bool(lexicon.locales_in(sentence.masked))
        and sentence.has(_W["missing"])
        and sentence.has(lexicon.QUESTION + "|" + lexicon.SHOW)
        and not sentence.has(lexicon.CHANGE)
    )


def _checks(sentence: Sentence) -> bool:
    if not sentence.has(_W["valid"]):
        return False
    is_asked = sentence.has(lexicon.QUESTION + "|" + lexicon.SHOW)
    return is_asked or sentence.has(
        r"\b(?:check|run|test|verify|validat\w*|find|look|kontrol|dogrula\w*|calistir\w*)\b"
    )


def _is_stale_question(sentence: Sentence) -> bool:
    is_order = sentence.has(f"{lexicon.CHANGE}|{lexicon.DELETE}|{lexicon.ARCHIVE}")
    return sentence.has(_W["stale"]) and (not is_order or sentence.has(lexicon.QUESTION))


def _changes(sentence: Sentence) -> bool:
    if sentence.has(lexicon.QUESTION) and not sentence.has(r"\b(?:can|could|would) you\b|m[iu]sin"):
        return sentence.has(r"(?:can|could|would) (?:we|i) \b") and sentence.has(lexicon.CHANGE)
    return sentence.has(lexicon.CHANGE) or sentence.has(_STATED) or bool(sentence.keys and sentence.quotes)


_STATED: Final = (
    r"^\W*[\w .'-]{2,40}?\s*[:=]\s*\x01|'s (?:new )?[\w-]+ (?:is|becomes)\b"
    r"|^\W*our [\w -]{2,30}? (?:is|are) (?:\x01|\S*@\S)|\b(?:is|are) .{0,60}\bnow\W*$"
    r"|\b(?:want|need|like)\b.*\bto (?:be|read|say)\b"
)
"""Forms that state the new value and need no verb: `tagline: "…"`, `her email is … now`."""


def _searches(sentence: Sentence) -> bool:
    if sentence.has(lexicon.SEARCH):
        return True
    if not sentence.has(lexicon.ABOUT):
        return False
    return sentence.has(
        r"\b(?:what|which|anything|do we have|have we|is there|are there|where|show|list|articles?"
        r"|texts?|tell me"
        r"|ne|neler|hangi\w*|var|yazi\w*|goster\w*|listele\w*|nerede)\b"
    ) and not sentence.has(r"\b(?:weather|news|time|hava)\b")


def _asks_where(sentence: Sentence) -> bool:
    return sentence.has(r"^\W*(?:where|in which|nerede)\b") and sentence.has(
        r"\b(?:we|our|talk\w*|writ\w*|mention\w*|say|cover|appear\w*|geciyor|yazdik|anlat\w*)\b"
    )


def _shows(sentence: Sentence) -> bool:
    return sentence.has(lexicon.SHOW) or sentence.has(_W["count"]) or sentence.has(lexicon.QUESTION)


def _imperative(pattern: str) -> Test:
    """Match an order, not a question about a state: "publish it", but not "which are published"."""

    def fits(sentence: Sentence) -> bool:
        if not sentence.has(pattern):
            return False
        return not sentence.has(r"^\W*(?:which|what|who|how|when|hangi\w*|neden|ne zaman|kac)\b")

    return fits


def _schedules(sentence: Sentence) -> bool:
    """Tell whether something is to happen on a day that is named."""
    is_order = sentence.has(r"\bschedule\b|\b(?:zamanla|planla|programla)\w*")
    return is_order and not sentence.has(lexicon.SHOW) and find_when(sentence.masked) is not None


_ORDER: Final = rf"{lexicon.ADD}|{lexicon.CHANGE}|{lexicon.DELETE}"
_RULES: Final[tuple[tuple[str, Test], ...]] = (
    ("leave", lambda s: s.has(_W["not"]) and not s.has(r"\bone cikarma")),
    ("translate", _rule(_W["translate"])),
    ("glossary", _rule(_W["glossary"])),
    ("wording", lambda s: read_wording(s) is not None),
    ("approve_submission", _rule(_W["approve"], f"{_W['submission']}|{_W['applicant']}")),
    ("reject_submission", _rule(_W["reject"], f"{_W['submission']}|{_W['applicant']}")),
    ("list_submissions", _rule(_W["submission"], but=rf"{lexicon.ADD}|{lexicon.DELETE}")),
    (
        "branch_health",
        _rule(
            _W["branch"],
            r"\b(?:limits?|health\w*|too many|block\w*|near|close to|number of|how many|okay|ok|kac"
            r"|sinir\w*|limit\w*|saglik\w*|fazla)\b",
        ),
    ),
    ("merge_branch", _rule(_W["branch"], _W["merge"])),
    ("reject_branch", _rule(_W["branch"], rf"{_W['reject']}|{lexicon.DELETE}")),
    (
        "list_branches",
        lambda s: (
            s.has(_W["branch"]) or (s.has(_W["waiting"]) and (s.has(lexicon.QUESTION) or not s.has(_ORDER)))
        ),
    ),
    (
        "validate_schema",
        lambda s: (
            s.has(_W["schema"])
            and (
                s.has(_W["valid"])
                or s.has(
                    r"\b(?:check|health\w*|ok|okay|fine|sound|correct|in order|saglikli|tutarli|kontrol\w*)\b"
                )
            )
        ),
    ),
    ("delete_model", lambda s: s.has(_W["model"]) and s.has(lexicon.DELETE)),
    (
        "add_field",
        lambda s: (
            s.has(r"\b(?:fields?|alan\w*)\b") and s.has(r"\b(?:add|new|ekle\w*|yeni)\b") and not s.quotes[1:]
        ),
    ),
    (
        "save_model",
        lambda s: s.has(_W["model"]) and s.has(lexicon.ADD) and not s.has(r"^\W*(?:which|what|show|list)\b"),
    ),
    ("seo", _rule(_W["seo"])),
    ("list_models", lambda s: s.has(_W["model"]) and _shows(s) and not s.has(_W["valid"])),
    (
        "list_models",
        _rule(
            r"\bwhat (?:can i|can we) (?:edit|change|manage)\b|\b(?:fields?|alan\w*)\b",
            rf"{lexicon.QUESTION}|{lexicon.SHOW}",
        ),
    ),
    (
        "draw",
        lambda s: (
            (
                s.has(
                    r"^\W*(?:(?:please|can you|could you|now|and|lutfen) )*(?:draw|sketch|paint|illustrate)\b"
                    r"|\bciz(?:er|in|sene|ebilir)?\b"
                )
                or (
                    s.has(r"\b(?:generate|make|create|olustur\w*)\b")
                    and s.has(r"\b(?:picture|image|illustration|drawing|diagram|gorsel|resim|resmi)\b")
                    and not s.has(r"\b(?:fields?|alan\w*)\b")
                )
            )
            and not s.urls
        ),
    ),
    ("upload_media", lambda s: bool(s.urls) and s.has(r"\b(?:upload|add|import|yukle\w*|ekle\w*)\b")),
    (
        "media_text",
        lambda s: s.has(r"\b(?:alt(?:ernative)?(?:[- ]text)?|focal point|alt metn\w*|alternatif metin)\b"),
    ),
    (
        "search_media",
        lambda s: s.has(_W["media"]) and (s.has(lexicon.SEARCH) or _shows(s)) and not s.has(lexicon.CHANGE),
    ),
    ("copy_locale", _rule(r"\b(?:copy|duplicate|clone|kopyala\w*|aktar\w*)\b")),
    ("parity", _lacks_language),
    ("add_locale", _adds_locale),
    ("stale", _is_stale_question),
    ("quality", _rule(_W["quality"], but=_ORDER)),
    ("analyse", lambda s: s.has(_W["analyse"]) and not s.quotes),
    ("extract_summary", lambda s: s.has(_W["write_text"]) and s.has(_W["summary"]) and not s.quotes[1:]),
    ("create_text", lambda s: s.has(_W["write_text"]) and s.has(_W["creative"]) and not s.quotes),
    ("validate", _checks),
    ("unpublish", _imperative(lexicon.UNPUBLISH)),
    ("archive", _imperative(lexicon.ARCHIVE)),
    ("publish", lambda s: _imperative(lexicon.PUBLISH)(s) or _schedules(s)),
    (
        "change",
        lambda s: (
            s.has(
                r"\bone cikar\w*|\b(?:remove|take|drop)\b.*\b(?:from|off) (?:the |our )?(?:featur|highlight)"
            )
            and not s.has(lexicon.QUESTION)
        ),
    ),
    ("delete", _imperative(lexicon.DELETE)),
    (
        "relations",
        lambda s: (
            s.has(_W["relation"])
            and (_shows(s) or s.has(lexicon.SEARCH))
            and not s.has(r"\b(?:add|create|change|set|ekle\w*)\b")
        ),
    ),
    (
        "change",
        _rule(r"^\W*(?:please |can you |could you )*give\b(?! me| us)", but=lexicon.WORDS["write_text"]),
    ),
    ("add", lambda s: s.has(lexicon.ADD) and not s.has(lexicon.QUESTION) and _brings(s) and not _makes(s)),
    ("change", _changes),
    ("search", lambda s: _searches(s) or _asks_where(s)),
    ("show", _shows),
)


def _brings(sentence: Sentence) -> bool:
    """Tell `Add an article: "…"` from `our new tagline: "…"`, which states what stands already."""
    return not sentence.has(_STATED) or sentence.has(r"\b(?:add|create|insert|ekle\w*|olustur\w*)\b")


def _makes(sentence: Sentence) -> bool:
    """Tell "make it featured" from "make a new topic"."""
    if sentence.has(r"\b(?:want|need|like)\b.*\bto (?:be|read|say)\b"):
        return True
    return (
        sentence.has(r"\bmake\b")
        and not sentence.has(r"\bmake (?:me |us )?(?:an?|one|new|another)\b|\b(?:add|create|new)\b")
    ) or sentence.has(r"\b(?:need|want)\b.*\b(?:to (?:change|update|rename|set))\b")


def mentions_count(text: str) -> bool:
    """Tell whether somebody asks for a number of entries."""
    return re.search(_W["count"], Sentence(text).masked) is not None
