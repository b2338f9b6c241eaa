"""Telling Turkish from English, and folding words so that both compare well."""

import re

from proofroom.providers.offline.plan import Language

_TURKISH_LETTERS = re.compile(r"[çğışöüÇĞİŞÖÜ]")
_TURKISH = """
merhaba selam nedir neler var yok mu mi ve bir bu olarak ekle sil bul yap hangi saat tarih proje projeler dil
model kim kimin kime ne al ver listele yaz kur getir oku aktar kopyala yeni her hepsi bana bize lazım olsun
ile diye de da mısın misin lütfen eksik kac kaç icin için
nasil nasıl degil değil su şu onu bunu hala artik artık simdi şimdi yaz
yazi olan olarak kadar daha cok çok gore göre bizim olacak
nerede neden kaldır düzelt düzenle güncelle değiştir
"""
_ENGLISH = """
the a an to of and or is are do does did what which who where how when in on for by with from as it this that
we our us you your my me all every each any please add change set show find delete remove publish make list
not have has can could should about new there be was were will would into
"""
_TURKISH_WORDS, _ENGLISH_WORDS = frozenset(_TURKISH.split()), frozenset(_ENGLISH.split())
_TURKISH_ENDING = re.compile(
    r"\w{2,}(?:l[ae]r[ıiuü]?(?:n[ıiuü])?|[ıiuü]n[ıiuü]|y[ıi]|n[ıi]n|s[ıi]n[ıi]|d[ae]n|mak|mek|[ıiuü]yor(?:um|sun|uz|lar|lardı)?|s[ıiuü]n(?:lar|ler)?|m[ae]l[ıi]|[ıiuü]nda|[ıiuü]nde)"
)
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|(?<!\w)'[^']*'(?!\w)")
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


def language_of(text: str, usual: str = "") -> Language:
    """Tell the language of a request; English when nothing speaks for Turkish.

    What is quoted may be in any language and does not count; nor do names, which are written with capitals.
    Where nothing speaks for either, it is the language of `usual`, what was said before.
    """
    found = _WORD.findall(_QUOTED.sub(" ", text)) or _WORD.findall(text)
    turkish = english = 0
    for index, word in enumerate(found):
        small = fold(word)
        is_name = index > 0 and word[:1].isupper()
        english += small in _ENGLISH_WORDS
        turkish += small in _TURKISH_WORDS or (_TURKISH_LETTERS.search(word) is not None and not is_name)
        # An ending after an apostrophe is how Turkish inflects names; English has only 's.
        turkish += re.search(r"['’](?!s\b)[a-zçğıöşü]{1,6}$", small) is not None and not re.search(
            r"n['’]t$", small
        )
        turkish += (
            not is_name and small not in _ENGLISH_WORDS and _TURKISH_ENDING.fullmatch(small) is not None
        )
    if turkish == english == 0 and usual:
        return language_of(usual)
    return "tr" if turkish > english else "en"
