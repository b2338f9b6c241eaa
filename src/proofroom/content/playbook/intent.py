"""What kind of thing is asked for, told from the words alone, before anything is looked up.

The rules are tried in order and the first that fits decides, so narrow ones stand before wide ones.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from proofroom.content.playbook import lexicon
from proofroom.content.playbook.sentence import Sentence, tokens

Test = Callable[[Sentence], bool]

_MODEL: Final = (
    r"\b(?:(?:content )?models?|(?:content|entry) (?:types?|kinds?|structures?|schemas?)|(?:types?|kinds?) of (?:content|entries)"
    r"|collections?|model\w*|icerik (?:tur|tip|model)\w*|sema\w*)\b"
)
_SCHEMA: Final = r"\b(?:schemas?|model definitions?|sema\w*|model tanim\w*)\b"
_BRANCH: Final = r"\b(?:branch(?:es)?|dal(?:lar|i|in|ini|lari|larini|larin)?|brans\w*|cr/[\w/.-]+)\b"
_WAITING: Final = r"\b(?:(?:waiting|pending|open) (?:for )?(?:review|approval|proposals?|changes?)|proposals?|bekleyen degisiklik\w*|oneri\w*|onay bekleyen\w*)\b"
_SUBMISSION: Final = r"\b(?:submissions?|submitted|sign-?ups?|form (?:entries|responses|answers)|basvuru\w*|form (?:yanit|gonderi|cevap)\w*|gonderim\w*)\b"
_APPROVE: Final = r"\b(?:approve|accept|confirm|onayla\w*|kabul et\w*)\b"
_REJECT: Final = r"\b(?:reject|decline|refuse|deny|dismiss|reddet\w*|geri cevir\w*)\b"
_MERGE: Final = r"\b(?:merge|approve|accept|land|birlestir\w*|onayla\w*)\b"
_GLOSSARY: Final = r"\b(?:glossar(?:y|ies)|vocabular(?:y|ies)|terminolog(?:y|ies)|term(?:s|inoloji\w*)?|sozlu(?:k|g)\w*|terim\w*)\b"
_MEDIA: Final = r"\b(?:images?|pictures?|photos?|photographs?|assets?|media|illustrations?|gorsel\w*|resim\w*|resmi\w*|foto\w*|medya\w*)\b"
_VALID: Final = (
    r"\b(?:valid(?:ate|ates|ated|ation|ity)?|invalid|errors?|mistakes?|broken|problems?|issues?|faults?"
    r"|dogrula\w*|gecerli\w*|gecersiz\w*|hata\w*|sorun\w*|bozuk\w*|yanlis\w*)\b"
)
_SEO: Final = r"\b(?:seo|search engine\w*|meta descriptions?|arama motoru\w*)\b"
_PARITY: Final = (
    r"\b(?:untranslated|parity|(?:missing|incomplete|lacking|no|without|not|absent|gaps?)\b.*\btranslat\w*"
    r"|translat\w*\b.*\b(?:missing|incomplete|lacking|gaps?|complete|absent)|cevrilmemis\w*|cevirisi? (?:\w+ )?(?:eksik|yok|olmayan|bulunmayan)\w*"
    r"|eksik ceviri\w*|ceviri eksik\w*|dil(?:ler)? (?:esit|denk|eksik)\w*)\b"
)
_MISSING: Final = (
    r"\b(?:missing|lack\w*|incomplete|absent|gaps?|no|without|not|eksik\w*|yok|olmayan\w*|bulunmayan\w*)\b"
)
_STALE: Final = (
    r"\b(?:stale|outdated|out of date|(?:oldest|old|older) (?:content|entries|articles|posts|texts|pages)"
    r"|not (?:been )?(?:updated|touched|changed|edited)|(?:n't|not) .*\b(?:updated|touched|edited)\b.*|untouched|eskimis\w*|eskiyen\w*|bayat\w*"
    r"|eski (?:kal\w*|icerik\w*|yazi\w*)|guncel(?:lenmemis|lenmeyen|ligini yitir\w*| olmayan)\w*|uzun suredir)\b"
)
_QUALITY: Final = r"\b(?:quality|scores?|how good|how healthy|in good shape|kalite\w*|puan\w*|skor\w*)\b"
_ANALYSE: Final = r"\b(?:analy[sz]\w*|reports?|audits?|check-?up|overview|health check|analiz\w*|rapor\w*|denetim\w*|denetle\w*|incele\w*)\b"
_RELATION: Final = (
    r"\b(?:who (?:wrote|is the (?:author|writer)|has written|'s the author|authored)|written by whom|(?:author|writer) of"
    r"|link(?:s|ed)?|refer\w*|relat(?:ed|ions?)|connected|belongs? to|uses?|used|using|point(?:s|ing)? (?:to|at)|depends? on"
    r"|did .{2,40}? write|has .{2,40}? written|articles? by|written by"
    r"|kim yazdi|kim yazmis|kimin yazisi|yazari kim\w*|yazan kim|bagli\w*|baglanti\w*|iliski\w*|kullan(?:an|iyor|ilan|ilir)\w*|yazdi|yazmis|yazan)\b"
)
_WRITE_TEXT: Final = r"\b(?:write|compose|draft|generate|invent|brainstorm|come up with|suggest|yaz|yazar misin|yazin|uret\w*|oner\w*)\b"
_CREATIVE: Final = r"\b(?:poems?|songs?|jokes?|essays?|tweets?|haikus?|limericks?|(?:an?|some|new|the next) (?:article|story|post|text|blog|piece|paragraph|intro\w*)|letters?|siir\w*|sarki\w*|fikra\w*|masal\w*|hikaye\w*|(?:bir|yeni) (?:yazi|makale|metin))\b"
_SUMMARY: Final = r"\b(?:summar(?:y|ies)|summari[sz]e|excerpts?|teasers?|ozet\w*)\b"
_ELSEWHERE: Final = (
    r"^\W*how (?:do|can|does|to|would|should)\b|\bwhat (?:can|could|do) you (?:do|know)\b|\bhow can you help\b|\bnasil\b(?! bir)"
    r"|\bne(?:ler)? yapabilir\w*|\bneler biliyorsun"
)
"""What other rooms answer: how something works here, and what the offline model can do."""
_COUNT: Final = r"\b(?:how many|number of|count|kac|sayisi)\b"
_LOCALE_FILLER: Final = frozenset(
    [
        "language",
        "languages",
        "locale",
        "locales",
        "site",
        "website",
        "magazine",
        "project",
        "version",
        "support",
        "supported",
        "as",
        "also",
        "too",
        "want",
        "publish",
        "in",
        "new",
        "our",
        "the",
        "a",
        "an",
        "to",
        "we",
        "would",
        "like",
        "please",
        "need",
        "should",
        "available",
        "enable",
        "activate",
        "add",
        "include",
        "introduce",
        "offer",
        "start",
        "let",
        "us",
        "let's",
        "i",
        "dil",
        "dili",
        "dilini",
        "diller",
        "dillere",
        "dillerine",
        "olarak",
        "siteye",
        "sitede",
        "projeye",
        "dergiye",
        "destegi",
        "destek",
        "de",
        "da",
        "bir",
        "yeni",
        "icin",
        "ekle",
        "ekleyin",
        "ekleyelim",
        "ac",
        "etkinlestir",
        "istiyoruz",
        "istiyorum",
        "yayin",
        "yayinlamak",
        "yapmak",
        "lutfen",
        "and",
        "ve",
        "into",
        "for",
        "content",
        "icerige",
        "bizim",
        "be",
        "it",
        "on",
        "have",
        "begin",
        "readers",
        "turn",
        "enabled",
    ]
)


@lru_cache(maxsize=256)
def intent_of(text: str) -> str | None:
    """Return what a request asks for, or None when nothing here fits."""
    sentence = Sentence(text)
    if sentence.has(_ELSEWHERE):
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
    if not lexicon.locales_in(sentence.masked) and not sentence.has(
        r"\b(?:languages?|locales?|dil(?:i|ler)?)\b"
    ):
        return False
    if not sentence.has(
        r"\b(?:add|enable|activate|support|include|introduce|offer|also|too|want|publish in|languages?"
        r"|ekle\w*|etkinlestir\w*|ac|destek\w*|dil\w*)\b"
    ):
        return False
    left = [word for word in tokens(lexicon.without_languages(sentence.masked)) if word not in _LOCALE_FILLER]
    return not left


def _lacks_language(sentence: Sentence) -> bool:
    return sentence.has(_PARITY) or (
        bool(lexicon.locales_in(sentence.masked))
        and sentence.has(_MISSING)
        and sentence.has(lexicon.QUESTION + "|" + lexicon.SHOW)
        and not sentence.has(lexicon.CHANGE)
    )


def _checks(sentence: Sentence) -> bool:
    if not sentence.has(_VALID):
        return False
    is_asked = sentence.has(lexicon.QUESTION + "|" + lexicon.SHOW)
    return is_asked or sentence.has(
        r"\b(?:check|run|test|verify|validat\w*|find|look|kontrol|dogrula\w*|calistir\w*)\b"
    )


def _changes(sentence: Sentence) -> bool:
    if sentence.has(lexicon.QUESTION) and not sentence.has(r"\b(?:can|could|would) you\b|m[iu]sin"):
        return sentence.has(r"(?:can|could|would) (?:we|i) \b") and sentence.has(lexicon.CHANGE)
    return sentence.has(lexicon.CHANGE) or bool(sentence.keys and sentence.quotes)


def _searches(sentence: Sentence) -> bool:
    if sentence.has(lexicon.SEARCH):
        return True
    if not sentence.has(lexicon.ABOUT):
        return False
    return sentence.has(
        r"\b(?:what|which|anything|do we have|have we|is there|are there|where|show|list|articles?|texts?|tell me"
        r"|ne|neler|hangi\w*|var|yazi\w*|goster\w*|listele\w*|nerede)\b"
    ) and not sentence.has(r"\b(?:weather|news|time|hava)\b")


def _asks_where(sentence: Sentence) -> bool:
    return sentence.has(r"^\W*(?:where|in which|nerede)\b") and sentence.has(
        r"\b(?:we|our|talk\w*|writ\w*|mention\w*|say|cover|appear\w*|geciyor|yazdik|anlat\w*)\b"
    )


def _shows(sentence: Sentence) -> bool:
    return sentence.has(lexicon.SHOW) or sentence.has(_COUNT) or sentence.has(lexicon.QUESTION)


def _imperative(pattern: str) -> Test:
    """Match an order, not a question about a state: "publish it", but not "which are published"."""

    def fits(sentence: Sentence) -> bool:
        if not sentence.has(pattern):
            return False
        return not sentence.has(r"^\W*(?:which|what|who|how|when|hangi\w*|neden|ne zaman|kac)\b")

    return fits


_ORDER: Final = rf"{lexicon.ADD}|{lexicon.CHANGE}|{lexicon.DELETE}"
_RULES: Final[tuple[tuple[str, Test], ...]] = (
    ("translate", _rule(lexicon.TRANSLATE)),
    ("glossary", _rule(_GLOSSARY)),
    ("approve_submission", lambda s: s.has(_APPROVE) and s.has(_SUBMISSION)),
    ("reject_submission", lambda s: s.has(_REJECT) and s.has(_SUBMISSION)),
    ("list_submissions", _rule(_SUBMISSION, but=rf"{lexicon.ADD}|{lexicon.DELETE}")),
    (
        "branch_health",
        _rule(
            _BRANCH,
            r"\b(?:limits?|health\w*|too many|block\w*|near|close to|sinir\w*|limit\w*|saglik\w*|fazla)\b",
        ),
    ),
    ("merge_branch", _rule(_BRANCH, _MERGE)),
    ("reject_branch", _rule(_BRANCH, rf"{_REJECT}|{lexicon.DELETE}")),
    ("list_branches", lambda s: s.has(_BRANCH) or (s.has(_WAITING) and not s.has(_ORDER))),
    (
        "validate_schema",
        lambda s: (
            s.has(_SCHEMA) and (s.has(_VALID) or s.has(r"\b(?:check|health\w*|ok|saglikli|kontrol\w*)\b"))
        ),
    ),
    ("delete_model", lambda s: s.has(_MODEL) and s.has(lexicon.DELETE)),
    (
        "add_field",
        lambda s: (
            s.has(r"\b(?:fields?|alan\w*)\b") and s.has(r"\b(?:add|new|ekle\w*|yeni)\b") and not s.quotes[1:]
        ),
    ),
    (
        "save_model",
        lambda s: s.has(_MODEL) and s.has(lexicon.ADD) and not s.has(r"^\W*(?:which|what|show|list)\b"),
    ),
    ("seo", _rule(_SEO)),
    ("list_models", lambda s: s.has(_MODEL) and _shows(s) and not s.has(_VALID)),
    (
        "list_models",
        _rule(
            r"\bwhat (?:can i|can we) (?:edit|change|manage)\b|\b(?:fields?|alan\w*)\b",
            rf"{lexicon.QUESTION}|{lexicon.SHOW}",
        ),
    ),
    ("upload_media", lambda s: bool(s.urls) and s.has(r"\b(?:upload|add|import|yukle\w*|ekle\w*)\b")),
    (
        "media_text",
        lambda s: s.has(r"\b(?:alt(?:ernative)?(?:[- ]text)?|focal point|alt metn\w*|alternatif metin)\b"),
    ),
    (
        "search_media",
        lambda s: s.has(_MEDIA) and (s.has(lexicon.SEARCH) or _shows(s)) and not s.has(lexicon.CHANGE),
    ),
    ("copy_locale", _rule(r"\b(?:copy|duplicate|clone|kopyala\w*|aktar\w*)\b")),
    ("parity", _lacks_language),
    ("add_locale", _adds_locale),
    ("stale", _rule(_STALE, but=rf"{lexicon.CHANGE}|{lexicon.DELETE}|{lexicon.ARCHIVE}")),
    ("quality", _rule(_QUALITY, but=_ORDER)),
    ("analyse", lambda s: s.has(_ANALYSE) and not s.quotes),
    ("extract_summary", lambda s: s.has(_WRITE_TEXT) and s.has(_SUMMARY) and not s.quotes[1:]),
    ("create_text", lambda s: s.has(_WRITE_TEXT) and s.has(_CREATIVE) and not s.quotes),
    ("validate", _checks),
    ("unpublish", _imperative(lexicon.UNPUBLISH)),
    ("archive", _imperative(lexicon.ARCHIVE)),
    ("publish", _imperative(lexicon.PUBLISH)),
    ("change", lambda s: s.has(r"\bone cikar\w*") and not s.has(lexicon.QUESTION)),
    ("delete", _imperative(lexicon.DELETE)),
    (
        "relations",
        lambda s: (
            s.has(_RELATION)
            and (_shows(s) or s.has(lexicon.SEARCH))
            and not s.has(r"\b(?:add|create|change|set|ekle\w*)\b")
        ),
    ),
    ("add", lambda s: s.has(lexicon.ADD) and not s.has(rf"{lexicon.QUESTION}") and not _makes(s)),
    ("change", _changes),
    ("search", lambda s: _searches(s) or _asks_where(s)),
    ("show", _shows),
)


def _makes(sentence: Sentence) -> bool:
    """Tell "make it featured" from "make a new topic"."""
    return (
        sentence.has(r"\bmake\b")
        and not sentence.has(r"\bmake (?:me |us )?(?:an?|one|new|another)\b|\b(?:add|create|new)\b")
    ) or sentence.has(r"\b(?:need|want)\b.*\b(?:to (?:change|update|rename|set))\b")


def mentions_count(text: str) -> bool:
    """Tell whether somebody asks for a number of entries."""
    return re.search(_COUNT, Sentence(text).masked) is not None
