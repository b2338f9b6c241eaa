"""What a table is of: the column that titles its rows, and what one such row is called."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from proofroom.kernel.patterns import late_pattern
from proofroom.search import fold

_TITLES: Final = frozenset(["title", "name", "label", "baslik", "ad", "adi", "isim", "ismi", "unvan"])
_VAGUE: Final = frozenset(["description", "text", "value", "item", "entry", "aciklama", "tanim", "metin"])
"""Columns that may title rows, but say nothing of what these are."""
_LITTLE: Final = frozenset(["to", "by", "for", "of", "in", "at", "on", "from", "with"])
"""Words that end a column's name where a noun would follow: “Awarded to”."""
_PERSON: Final = frozenset({"full name", "first name", "last name", "ad soyad", "adi soyadi", "isim soyisim"})
_NUMBER: Final = late_pattern(r"^(?:#|n[oº°]?|nr|id|uuid|ref|key|kod|code|sku|row|sira|num(?:ber)?|numara)$")
_TAIL: Final = late_pattern(r"(?:^| )(?:names?|titles?|adi?|isi?mi?|basligi?|unvani?)$")
_GENITIVE: Final = late_pattern(r"(?<=[aeiou])n[iu]n$|(?<=[^aeiou])[iu]n$")
_SOFT: Final = {"b": "p", "c": "ç", "ğ": "k"}
_CONVERB: Final = late_pattern(r"\w{3}(?:[iu]p|[ae]rak|[ae]rek)$")
"""Turkish verbs in the middle of a sentence: “oluşturup”, “ekleyerek”."""
_MOST_TITLE = 80
_SAID: Final = (
    r"(?:types?|kinds?)(?: of records?)? (?:called|named|for) [\"“]?(?P<word>[\w-]+(?: [\w-]+)?)",
    r"[\"“](?P<word>[^\"”]{2,40})[\"”]",
    r"\bas (?:an? |the |new )*(?P<word>[\w-]+)",
    r"\b(?P<word>[\w-]+) olarak\b",
    r"\b(?P<word>[\w-]+) (?:records?|entit(?:y|ies)|types?)\b",
    r"\b(?P<word>[\w-]+) (?:kay[ıi][td]\w*|t[üu]r[üu]\w*)\b",
)
_LISTED: Final = late_pattern(
    r"\b(?:(?:these|those|the|all|our|following|below|bu|[şs]u|a[şs]a[ğg][ıi]daki|t[üu]m|\w+[dt][ae]ki)\s+)+(?P<word>[\w-]+)",
    re.IGNORECASE,
)
_PLURAL: Final = late_pattern(r"^(?P<stem>\w{2,})(?:lar|ler)(?:[iıuü]n?|[ae]|dan|den)?$")
_STOPS: Final = """
a an the this these those that new record records entity entities type types table tables csv data row rows
from into as of each every all some our my your following below list lists them it make create add import
build related linked relate and or please here there what which one ones line lines item items thing things
column columns separate correct other need want have get give put save store keep log load set
ayrı diğer başka tek aynı
lüften lütfen tür türü ve ile her yeni için olarak bir bu şu hepsini onları
bunları
"""
_NOT_NAMES: Final = frozenset(fold(word) for word in _STOPS.split())
_NOT_STEMS: Final = ("tablo", "liste", "satir", "kayit", "kayd", "veri", "sutun", "turde", "dosya")
_HINTS: Final[tuple[tuple[str, str, str], ...]] = (
    ("isbn author authors publisher genre", "Book", ""),
    ("yazar yayinevi isbn basim", "", "Kitap"),
    ("price sku stock barcode fiyat stok barkod", "Product", "Ürün"),
    ("venue attendees speaker etkinlik mekan konusmaci", "Event", "Etkinlik"),
    ("latitude longitude population altitude elevation enlem boylam nufus rakim", "Place", "Yer"),
    ("founded employees website industry kurulus sektor calisan", "Organisation", "Kuruluş"),
    ("born birthday phone email mail employer age role telefon eposta dogum meslek gorev", "Person", "Kişi"),
)  # fmt: skip
"""Columns that tell what rows are of where nobody says it: in English, in Turkish."""


def title_column(headers: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the column that titles the rows: one that is called so, else the first that tells rows apart."""
    plain = {header: _words(header) for header in headers}
    for fits in (_TITLES.__contains__, _PERSON.__contains__, _is_named):
        found = [header for header in headers if fits(plain[header]) and not is_number(header)]
        if found:
            return found[0]
    told = [header for header in headers if not is_number(header) and _tells_apart(header, rows)]
    wordy = [header for header in headers if not is_number(header)]
    return next(iter([*told, *wordy, *headers]))


def is_number(header: str) -> bool:
    """Tell whether a column numbers the rows and says nothing of them."""
    said = _words(header) or "#"
    return bool(_NUMBER.match(said) or _NUMBER.match(said.rpartition(" ")[2]))


def type_name(asked: str, title: str, headers: Sequence[str]) -> tuple[str, bool]:
    """Return what a row is called, and whether the words around the table or the table itself said so."""
    taken = {_words(header) for header in headers if header != title}
    for pattern in _SAID:
        for found in re.finditer(pattern, asked, re.IGNORECASE):
            said = _own_words(found["word"], taken)
            if said:
                return _capital(said), True
    for found in _LISTED.finditer(asked):
        one = _single(found["word"])
        if one and _own_words(one, taken):
            return _capital(one), True
    return _from_columns(title, headers)


def _from_columns(title: str, headers: Sequence[str]) -> tuple[str, bool]:
    plain = _words(title)
    is_turkish = any(re.search(r"[çğıöşüÇĞİÖŞÜ]", one) for one in headers) or plain in (
        "ad",
        "adi",
        "isim",
        "ad soyad",
    )
    if plain in _PERSON:
        return ("Kişi" if is_turkish else "Person"), True
    tail = _TAIL.search(plain)
    short = title[: len(title) - len(tail[0])].strip(" _-") if tail else title
    is_noun = plain.rpartition(" ")[2] not in _LITTLE
    if plain not in _TITLES | _VAGUE and short and is_noun and not is_number(title):
        return _capital(_nominative(short) if tail else short.replace("_", " ")), True
    words = {word for header in headers for word in _words(header).split()}
    for signs, english, turkish in _HINTS:
        if words & set(signs.split()):
            return (turkish or english if is_turkish else english or turkish), False
    return ("Kayıt" if is_turkish else "Record"), False


def _is_named(said: str) -> bool:
    return bool(_TAIL.search(said)) and said not in _TITLES and len(said.split()) <= 3


def _tells_apart(header: str, rows: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether cells of a column are short words and nearly all different."""
    cells = [str(row.get(header) or "").strip() for row in rows]
    said = [cell for cell in cells if cell]
    if not said or len(said) < len(cells):
        return False
    wordy = sum(
        bool(re.search(r"[^\W\d_]{2}", cell)) and "@" not in cell and "://" not in cell for cell in said
    )
    is_short = sum(map(len, said)) <= _MOST_TITLE * len(said)
    return wordy == len(said) and is_short and len(set(said)) * 10 >= len(said) * 9


def _own_words(said: str, taken: set[str]) -> str:
    """Return the words of a name that are not little words, columns or figures."""
    kept = [word for word in said.split() if not _is_stop(word)]
    name = (
        " ".join(kept)
        if len(kept) == len(said.split())
        else (kept[0] if kept and said.startswith(kept[0]) else "")
    )
    return "" if not name or name.isdigit() or _words(name) in taken else name


def _is_stop(word: str) -> bool:
    low = _words(word)
    return low in _NOT_NAMES or low.startswith(_NOT_STEMS) or bool(_CONVERB.search(low))


def _single(word: str) -> str:
    """Return one of several: a word that is no plural names nothing here."""
    turkish = _PLURAL.match(word.lower())
    if turkish:
        return word[: len(turkish["stem"])]
    if not re.search(r"[^s\W]s$", word) or len(word) < 4:
        return ""
    return f"{word[:-3]}y" if word.endswith("ies") else re.sub(r"(?<=[xz])es$|(?<=[cs]h)es$|s$", "", word)


def _nominative(word: str) -> str:
    """Return a Turkish word without its genitive: of `Kitabın` it makes `Kitap`."""
    found = _GENITIVE.search(_words(word))
    if len(word) < 5 or found is None:
        return word
    bare = word[: -len(found[0])]
    return bare[:-1] + _SOFT.get(bare[-1], bare[-1])


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def _words(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9#º°]+", fold(text).replace("ı", "i")))
