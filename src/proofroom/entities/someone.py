"""Columns of a table that name somebody or some place: a lender, a garage has a record of its own."""

import re
from typing import Final

from proofroom.kernel.patterns import late_pattern
from proofroom.search import fold

_ENDS: Final = late_pattern(r"\w{2}(?:er|or|ant|ist|ee|eur|man|c[iu])$")
"""Endings of who does something, in English and in Turkish."""
_WORDS: Final = """
client host guest boss parent patron agent president student company firm organisation organization
institution agency museum school college university library gallery team club department office branch venue
garage depot station site theatre hospital farm bakery firma sirket kurum kurulus okul universite muze
yayinevi garaj depo sube magaza ekip takim kulup istasyon atolye hastane banka belediye ciftlik musteri
ogretmen yazar sorumlu mudur baskan sahibi sorumlusu mudurlugu muduru baskani hocasi yazari ustasi yeri
merkezi sirketi firmasi
"""
_NOBODY: Final = """
number order letter water paper power floor door error factor gender border layer quarter chapter summer
winter register folder header meter diameter other semester character weather cover corner colour color
timer former later inner outer upper lower major minor motor sensor vector mirror flavor flavour odor plant
grant variant constant degree fee coffee tree human filter cluster cylinder container burcu borcu gucu ucu
"""
"""Words that end alike and are nobody."""
_SOME, _NONE = frozenset(_WORDS.split()), frozenset(_NOBODY.split())


def is_someone(header: str) -> bool:
    """Tell whether the last word of a column's name is somebody or some place."""
    words = re.sub(r"\(\w{1,3}\)", "", fold(header)).replace("ı", "i").split()
    last = words[-1] if words else ""
    return last in _SOME or (last not in _NONE and bool(_ENDS.search(last)))
