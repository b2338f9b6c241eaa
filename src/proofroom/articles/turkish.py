"""What the comparison of a sentence with its source needs to know of Turkish.

Words are compared by their first letters, since Turkish says with endings what English says with small words;
what stands behind the apostrophe of a name is such an ending.
"""

import re
from typing import Final

STEM_LETTERS: Final = 5
"""How much of a word is compared: beginnings of five letters tell Turkish words apart well."""
_WORD = re.compile(r"[^\W\d_]+")
_OWN_LETTERS: Final = frozenset("ğışĞİŞ")
_OWN_WORDS: Final = frozenset(
    ["ve", "bir", "bu", "için", "ile", "olan", "olarak", "gibi", "daha", "çok", "kadar", "sonra", "göre"]
)
_LEAST_SHARE: Final = 0.15
_HARD: Final = {"g": "k", "b": "p", "d": "t"}
_SMALL: Final = """
ve veya ya da de ki ile icin gibi kadar gore bir bu su o olan olarak olup oldugu olmak etmek eden edilen ise
mi mu daha en cok az her hem ne nasil neden cunku ama fakat ancak oysa ayrica sonra once uzere dolayi diye
tarafindan icinde uzerinde altinda arasinda boyunca beri itibaren degil var yok vardir tum butun
"""
STOP: Final = frozenset(_SMALL.split())
_PAIRS: Final = """
artti/azaldi artis/azalis artiyor/azaliyor yukseldi/dustu yukselis/dusus once/sonra fazla/eksik kuzey/guney
dogu/bati yasak/serbest kazandi/kaybetti buyuk/kucuk kisin/yazin basladi/bitti acildi/kapandi uzun/kisa
erken/gec hizli/yavas ucuz/pahali sabah/aksam gunduz/gece iyi/kotu yeni/eski kabul/ret cogunluk/azinlik
artirdi/azaltti artar/azalir yukselir/duser kolay/zor ilk/son icinde/disinda acik/kapali sicak/soguk dolu/bos
uzatildi/kisaltildi uzatti/kisaltti genisletti/daraltti genisledi/daraldi eklendi/cikarildi eklendi/kaldirildi
yapildi/yikildi onayladi/reddetti destekledi/karsi girdi/cikti geldi/gitti aldi/satti guclendi/zayifladi
hizlandi/yavasladi ucuzladi/pahalandi kolaylasti/zorlasti cogaldi/azaldi indi/cikti dustu/cikti
ucretli/ucretsiz genis/dar guclu/zayif olumlu/olumsuz zengin/yoksul ust/alt
"""
OPPOSITES: Final = [tuple(pair.split("/")) for pair in _PAIRS.split()]
SPELT: Final = {
    "iki": "2",
    "üç": "3",
    "dört": "4",
    "beş": "5",
    "sekiz": "8",
    "dokuz": "9",
    "yirmi": "20",
    "otuz": "30",
    "kırk": "40",
    "elli": "50",
}
"""Numbers that are nothing else: `on` is English too, `altı` is below, `yedi` has eaten."""


def is_turkish(text: str) -> bool:
    """Tell whether a text is Turkish, by its letters and small words."""
    words = _WORD.findall(text[:4_000])
    own = sum(not _OWN_LETTERS.isdisjoint(word) or word.lower() in _OWN_WORDS for word in words)
    return own >= 2 and own / len(words) >= _LEAST_SHARE


def stem(word: str) -> str:
    """Return the beginning by which a folded word is compared; `yatağı` is `yatak`."""
    beginning = word[:STEM_LETTERS]
    return beginning[:-1] + _HARD.get(beginning[-1:], beginning[-1:])
