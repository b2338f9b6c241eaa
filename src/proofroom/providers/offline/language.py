"""Telling Turkish from English, and folding words so that both compare well."""

import re

from proofroom.providers.offline.plan import Language

_TURKISH_LETTERS = re.compile(r"[çğışöüÇĞİŞÖÜ]")
_TURKISH_WORDS = frozenset(
    {"merhaba", "selam", "nedir", "neler", "var", "yok", "mu", "mi", "ve", "bir", "bu", "olarak", "ekle"}
    | {"sil", "bul", "yap", "hangi", "saat", "tarih", "proje", "projeler", "dil", "model", "kim", "ne", "al"}
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?", re.UNICODE)
_FOLD = str.maketrans({"İ": "i", "I": "ı"})


def words(text: str) -> list[str]:
    """Return the words in lower case."""
    return [fold(word) for word in _WORD.findall(text)]


def fold(text: str) -> str:
    """Lower-case; a capital I with Turkish letters around it becomes ı, else i."""
    if _TURKISH_LETTERS.search(text):
        return text.translate(_FOLD).lower()
    return text.replace("İ", "i").lower()


def language_of(text: str) -> Language:
    """Tell the language of a request; English when nothing speaks for Turkish."""
    if _TURKISH_LETTERS.search(text):
        return "tr"
    found = words(text)
    return "tr" if found and sum(word in _TURKISH_WORDS for word in found) * 2 >= len(found) else "en"
