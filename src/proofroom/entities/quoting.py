"""How the offline model quotes documents: the sentence of each that says most of a question's words."""

import re
from collections.abc import Sequence
from typing import Any, cast

from proofroom.entities.wording import WORD, asked_words, plain_text
from proofroom.providers.offline import Answer, Call, Plan, Request, Result
from proofroom.runtime.baseline.playbook import search_help
from proofroom.search import fold

_QUOTED = 3
_LONGEST_HEADING = 8
_MOST_LOOKS = 10
_FEWEST_WORDS = 2
"""Of a question, that a passage has to say."""


def ask_documents(request: Request) -> Plan:
    """Quote what documents say about the words of a question."""
    wanted = " ".join(asked_words(request.text)) or request.text
    given: dict[str, Any] = {"limit": 5}
    if request.screen.get("entityId"):
        given["entityId"] = request.screen["entityId"]
    words = wanted.split()
    found: Result = yield Call("searchDocuments", given | {"query": wanted[:400]})
    lines = _quotes(found, wanted)
    if found.ok and not lines and (fewer := _narrower(words)):
        # All at once: a turn has few steps.
        others = yield [Call("searchDocuments", given | {"query": " ".join(one)[:400]}) for one in fewer]
        lines = next((told for one in others if (told := _quotes(one, wanted))), lines)
    asks_how = re.match(r"how (?!many|much)", plain_text(request.text))  # a guide counts nobody's records
    if not lines and request.can("searchHelp") and asks_how:
        return (yield from search_help(request))
    if not lines:
        return Answer(request.say("answer.entities.no_passage", words=wanted))
    return Answer(request.say("answer.entities.passages", count=len(lines)) + "\n" + "\n".join(lines))


def _narrower(words: Sequence[str]) -> list[Sequence[str]]:
    """Return fewer words of a question, most first: a document seldom has all of them.

    What a Turkish question asks for stands at its end, what an English one is about often does.
    """
    counts = range(len(words) - 1, _FEWEST_WORDS - 1, -1)
    return [part for count in counts for part in (words[:count], words[-count:])][:_MOST_LOOKS]


def _quotes(found: Result, wanted: str) -> list[str]:
    passages = cast("list[dict[str, Any]]", found.data or []) if found.ok else []
    return [line for one in passages[:_QUOTED] if (line := _quote(one, wanted))]


def _quote(passage: dict[str, Any], wanted: str) -> str:
    """Return the sentence of a passage that has most of the words, with its place.

    What stands in the title or a heading holds for every sentence below: the other words tell them apart.
    """
    asked = {word[:5] for word in wanted.split() if len(word) > 2}
    sentences = [one for one in re.split(r"(?<=[.!?])\s+|\n+", passage["text"]) if len(one) > 3]
    about = fold(" ".join([passage["title"], *(one for one in sentences if _is_heading(one))]))
    others = {word for word in asked if word not in about}

    def worth(sentence: str) -> tuple[int, bool, int]:
        said = fold(sentence)
        told = (sum(word in said for word in words) for words in (others, asked))
        return next(told), not _is_heading(sentence), next(told)

    best = max(sentences, key=worth, default="")
    if not any(worth(best)[::2]):
        return ""  # a passage that was found by its other words answers nothing
    place = f"/records?document={passage['documentId']}#{passage['ord']}"
    return f"- “{best.strip()}” [{passage['title']}]({place})" if best else ""


def _is_heading(line: str) -> bool:
    """Tell whether a line is the name of what follows: a few words, no figures, no full stop."""
    words, end = re.findall(WORD, line), line.rstrip()[-1:]
    return 0 < len(words) <= _LONGEST_HEADING and end not in ".!?:;" and not re.search(r"\d", line)
