"""What of an asset is searched and filtered by, and what is wanted of the library in those words."""

from typing import Any

from proofroom.kernel.words import word_list
from proofroom.media.types import Asset, Wanted
from proofroom.search import SearchRow, Where, fold, words
from proofroom.search.repo import Lookup, SearchTable

FIELDS = word_list("""
    filename alt tags type format size width height source uploaded_by created_at updated_at
    """)
"""What conditions may ask about."""
_OWN = ("deleted", "folded_tags")
SEARCHED = SearchTable("asset", (*FIELDS, *_OWN))
_NAMED = ("filename", "alt", "tags", "format")


def searched(asset: Asset) -> SearchRow:
    """Return the words of an asset."""
    texts = (("alt", asset.alt or ""), ("tags", " ".join(asset.tags)), ("format", asset.format))
    return SearchRow(asset.filename, tuple((path, text) for path, text in texts if text))


def filtered(asset: Asset) -> dict[str, Any]:
    """Return the values of an asset."""
    found = {name: getattr(asset, name) for name in FIELDS if name != "type"}
    own = {"deleted": asset.deleted_at is not None, "folded_tags": [fold(tag) for tag in asset.tags]}
    return {**found, **own, "type": asset.content_type}


def lookup(wanted: Wanted, *, in_parts: bool = False) -> Lookup:
    """Return what is wanted in the words of search; `in_parts` looks for the words within others too."""
    rules: list[dict[str, Any]] = [{"deleted": wanted.is_deleted}]
    rules += [{"folded_tags": fold(tag)} for tag in wanted.tags]
    if "/" in wanted.type:
        rules.append({"type": wanted.type})
    elif wanted.type:
        # Everything that begins with `image/` comes before `image0`, the next sign after the stroke.
        whole = {"type": {"gte": f"{wanted.type}/", "lt": f"{wanted.type}0"}}
        rules.append({"$or": [whole, {"format": wanted.type}]})
    for part in wanted.query.split()[:_PARTS] if in_parts else ():
        rules.append({"$or": [{name: {"contains": part}} for name in _NAMED]})
    own = Where.parse({"$and": rules})
    asked = wanted.where
    where = own if asked is None else Where(own.root.also(asked.root))
    return Lookup(
        "" if in_parts else wanted.query,
        where,
        wanted.sort,
        wanted.limit + 1,
        wanted.before,
        is_newest=not wanted.sort,
        is_every_word=True,
    )


def has_words(wanted: Wanted) -> bool:
    """Tell whether a query has words at all: signs alone are looked for within names."""
    return bool(words(wanted.query))


_PARTS = 8
