"""An independent checker of citations: it shares no code with the room, and reads only what HTTP shows."""

import hashlib
import re
from typing import Any

REF = re.compile(r"\{\{ref:(\d+)\}\}")


def integrity(article: dict[str, Any], sources: list[dict[str, Any]], documents: dict[str, str]) -> float:
    """Return the share of references whose sentence stands in a stored excerpt at its offsets, by hash."""
    known = {each["number"]: each for each in sources}
    total = good = 0
    for line in article["content"].splitlines():
        rest = line
        while found := REF.search(rest):
            sentence, rest = rest[: found.start()], rest[found.end() :]
            total += 1
            source = known.get(int(found.group(1)))
            if source is None:
                continue
            text = documents[source["documentId"]][source["start"] : source["end"]]
            is_same = hashlib.sha256(text.encode()).hexdigest() == source["excerptSha256"]
            flat = " ".join(text.split())
            good += is_same and " ".join(sentence.split()) in flat
    assert total > 0
    return good / total
