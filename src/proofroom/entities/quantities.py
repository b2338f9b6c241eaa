"""Quantities as people write them: 80 g and 2,5 kg can be held against each other."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from proofroom.entities.cells import column_style, read_figure, style_of
from proofroom.kernel.patterns import late_pattern

_WRITTEN: Final = late_pattern(r"(?P<figure>\d[\d.,' ]*)\s*(?P<measure>[^\W\d]+[²³23]?)\.?")
_SAME: Final = {
    "weight": "mg:0.001 g:1 gr:1 gram:1 kg:1e3 kilo:1e3 t:1e6 ton:1e6 tons:1e6 tonnes:1e6 oz:28.35 lb:453.6",
    "length": "mm:0.001 cm:0.01 dm:0.1 m:1 km:1e3 in:0.0254 ft:0.3048 yd:0.9144 mi:1609",
    "volume": "ml:0.001 cl:0.01 dl:0.1 l:1 lt:1 litre:1 litres:1 liter:1 m³:1e3 m3:1e3",
    "time": "s:1 sec:1 sn:1 min:60 mins:60 dk:60 dakika:60 h:3600 hr:3600 hrs:3600 hours:3600 hour:3600"
    " saat:3600 day:86400 days:86400 gün:86400 week:604800 weeks:604800 hafta:604800",
    "power": "w:1 kw:1e3 mw:1e6",
    "frequency": "hz:1 khz:1e3 mhz:1e6 ghz:1e9",
    "area": "m²:1 m2:1 ha:1e4",
}
_MEASURES: Final = {
    name: (kind, float(size))
    for kind, told in _SAME.items()
    for name, _, size in (one.rpartition(":") for one in told.split())
}


def most_of(rows: Sequence[dict[str, Any]], key: str, *, is_least: bool = False) -> dict[str, Any] | None:
    """Return the record with most or least of a field that holds quantities; None where it holds others."""
    cells = [str(row["fields"].get(key) or "") for row in rows]
    sizes = _sizes(cells)
    if sizes is None:
        return None
    told = [(size, row) for size, row in zip(sizes, rows, strict=True) if size is not None]
    if not told:
        return None
    return (min if is_least else max)(told, key=lambda one: one[0])[1]


def _sizes(cells: Iterable[str]) -> list[float | None] | None:
    """Return how much each cell is in one measure; None where they have none in common."""
    found = [_WRITTEN.fullmatch(cell.strip()) for cell in cells]
    figures = [one["figure"].strip() if one else "" for one in found]
    style = column_style(figures, style_of(figures))
    sizes: list[float | None] = []
    kinds: set[str] = set()
    for one, figure in zip(found, figures, strict=True):
        known = _MEASURES.get(one["measure"].casefold()) if one else None
        if one is not None and known is None:
            return None
        try:
            sizes.append(float(read_figure(figure, style)) * known[1] if known else None)
        except ValueError:
            return None
        kinds |= {known[0]} if known else set()
    return sizes if len(kinds) == 1 else None
