"""What a request means by its likeness to phrases: the nearest are laid over it, and their roles filled."""

import itertools
from typing import Final

from proofroom.content.playbook.sense.board import Board, calls
from proofroom.content.playbook.sense.filling import asked_before, one_named, plain_request
from proofroom.content.playbook.sense.phrasebook import GUARDS, Intent, Part, Phrase, phrasebook
from proofroom.content.playbook.sense.tokens import SaidWord, tokens_of
from proofroom.content.playbook.sense.top import TOP
from proofroom.content.playbook.words import LOOK, seen
from proofroom.kernel.data import dataclass
from proofroom.providers.offline.plan import READING

_MOST: Final = 90
"""Words of a request that phrases are laid over."""
_LEAST: Final = 0.6
_FOLLOWED: Final = 0.9
_ASIDE, _OWN, _ALIEN = 0.03, 0.35, 1.2
"""What it costs to pass over a word: one that says nothing, one that speaks of the same, any other."""


@dataclass(frozen=True)
class Reading:
    """A phrase laid over a request: the plain request that comes of it, and how like it is."""

    intent: Intent
    text: str
    sure: float
    passed: tuple[str, ...]
    """Words that say something and that nothing explains."""
    is_open: bool
    """It has words that may mean anything: a reading of its own words goes before it."""
    told: frozenset[str] = frozenset()
    """Words that the phrase has too."""


def read_phrases(board: Board) -> list[Reading]:
    """Return what a request may mean, the likeliest first, each plain request once."""
    words = tokens_of(board)
    if not words or len(words) > _MOST:
        return []
    found: dict[str, Reading] = {}
    is_asked = seen("asked_not_ordered", board.said())
    is_ordered = not is_asked and seen("sense_orders", board.said())
    for phrase in phrasebook().nearest([one.key for one in words]):
        is_kind = is_asked <= phrase.intent.is_question <= (not is_ordered)
        one = _laid(board, phrase, words) if is_kind else None
        if one is not None and (one.text not in found or found[one.text].sure < one.sure):
            found[one.text] = one
    focus = None if is_asked else _of_what_was_asked(board, words)
    if focus is not None:
        found.setdefault(focus.text, focus)
    return sorted(found.values(), key=lambda one: -one.sure)


_FOLLOWING: Final = Intent("again", {}, is_question=False, is_first=False, words=set())
_OWNERS: Final = frozenset(("the", "a", "an", "its", "his", "her", "their", "our", "my", "this", "that"))
_FEW: Final = 3
"""Words beside a value that may say anything, where the question before says what the value is for."""


def _of_what_was_asked(board: Board, words: list[SaidWord]) -> Reading | None:
    """Return the value that a message gives for the one field that was asked for before it."""
    request = board.task.request
    if (
        not request.earlier
        or any(one.call.tool not in READING for one in request.latest)
        or not asked_before(board)
    ):
        return None
    values = [one for one in words if one.kinds & {"quote", "amount", "label"} or one.word.startswith("#")]
    named = [one for one in words if "entry" in one.kinds]
    other = [one for one in words if one.kinds & {"field", "key"} and "entry" not in one.kinds]
    spare = [
        one for one in words if not one.kinds and one.weight >= 1 and not one.is_aside and one not in values
    ]
    if other or len(spare) > _FEW or any(one.word in GUARDS or one.key.endswith("~") for one in spare):
        return None
    if not values and named:
        span = (named[0].span[0], named[-1].span[1])
        found = one_named(board, span, [one for one in words if span[0] <= one.span[0] < span[1]])
        return Reading(_FOLLOWING, f"make it {found.label}", _FOLLOWED, (), is_open=False) if found else None
    if len(values) != 1 or named or values[0].is_signed:
        return None
    text = board.task.sentence.text[slice(*values[0].span)]
    return Reading(_FOLLOWING, f"make it {text}", _FOLLOWED, (), is_open=False)


# laying a phrase over a request


def _laid(board: Board, phrase: Phrase, words: list[SaidWord]) -> Reading | None:
    path = _align(phrase, words)
    if path is None or not _is_possible(board, phrase, words, path[0]):
        return None
    roles, passed, matched, missed, told_words = path
    intent = phrase.intent
    total = sum(part.weight for part in phrase.parts if not part.is_optional)
    told = sum(one.weight for one in words) or 1
    lost = sum(_cost(intent, one) for one in passed)
    lost -= sum(min(0.0, words[at].fits(role)) for role, own in roles.items() for at in own)
    sure = min(1.0, matched / total) * max(0.0, 1 - lost / told)
    turning = [one for one in passed if not one.is_aside and not one.kinds and _says_no(one)]
    alike = sum(one.key in intent.words and not one.kinds for one in passed)
    if sure < _LEAST or turning or (missed > alike and not intent.is_question):
        return None  # what the phrase turns on is not said, nor anything like it
    spare = [one for one in passed if one.weight >= 1 and not one.is_aside and one.word not in ":?"]
    alien = tuple(one.word for one in spare if _cost(intent, one) >= 1)
    is_open = "text" in roles and not words[roles["text"][0]].kinds & {"quote", "label"}
    text = plain_request(board, phrase, words, roles)
    aside = {one.word for one in words if one.is_aside}
    return Reading(intent, text, sure, alien, is_open, frozenset(told_words) | aside) if text else None


def _is_possible(board: Board, phrase: Phrase, words: list[SaidWord], roles: dict[str, list[int]]) -> bool:
    """Tell whether a phrase may be meant that is laid over a request so."""
    intent = phrase.intent
    if any(not own for own in roles.values()) or _is_turned(words, roles):
        return False
    if intent.is_after and not board.task.request.earlier:
        return False
    if intent.never is not None and intent.never.search(board.said()):
        return False
    if intent.is_question:
        return True
    return _is_sound(board, intent, words, roles)


def _is_sound(board: Board, intent: Intent, words: list[SaidWord], roles: dict[str, list[int]]) -> bool:
    """Tell whether an order names what it needs: things by their names, a value that is one."""
    if "item" in roles and not any(words[at].kinds & {"entry", "label", "pointing"} for at in roles["item"]):
        return False  # a noun alone names nothing
    if intent.takes and not _is_typed(board, intent.takes, [words[at].word for at in roles["field"]]):
        return False
    first = words[roles["text"][0]] if "text" in roles else None
    if first is words[0] and _is_done_to(words, roles["text"]):
        return False
    is_value = first is None or bool(first.kinds & {"quote", "label"}) or _is_value(board, first)
    return is_value and _is_meant([words[at] for at in roles.get("set", ())], board)


def _is_value(board: Board, first: SaidWord) -> bool:
    """Tell whether a text that is not quoted begins as one: with a capital, a figure or behind a colon."""
    text = board.task.sentence.text
    if not text[: first.span[0]].strip() and (first.weight < 1 or LOOK["verb"].fullmatch(first.word)):
        return False  # it begins the sentence
    return (
        text[first.span[0]].isupper()
        or not text[first.span[0]].isalpha()
        or text[: first.span[0]].rstrip()[-1:] in (":", "=")
    )


def _is_typed(board: Board, kind: str, said: list[str]) -> bool:
    """Tell whether words name a field of a type: only what is yes or no can be checked as done."""
    fields = [one for model in board.schema.models for one in model.fields if one.type == kind]
    return any(calls(word, one) for word in said for one in fields)


def _is_done_to(words: list[SaidWord], own: list[int]) -> bool:
    """Tell whether what begins a request says what to do with the field that follows: improve the summary."""
    after = words[own[-1] + 1] if own[-1] + 1 < len(words) else None
    is_bound = after is None or not (after.word in _OWNERS or "field" in after.kinds)
    return not is_bound and not words[own[0]].kinds & {"quote", "label"}


def _is_turned(words: list[SaidWord], roles: dict[str, list[int]]) -> bool:
    """Tell whether a role holds what turns it around, or more than one thing: not Jonas, -2."""
    return any(_turns(role, [words[at] for at in own]) for role, own in roles.items())


def _says_no(one: SaidWord) -> bool:
    return one.word in GUARDS or one.key.endswith("~")


def _turns(role: str, said: list[SaidWord]) -> bool:
    if role == "text" and not (said and said[0].kinds & {"quote", "label"}):
        if said and all("entry" in one.kinds for one in said):
            return True  # a name is no text
        is_listed = any(one.starts and one.kinds & {"field", "language"} for one in said[1:])
        return is_listed or (len(said) > 1 and any(one.word.startswith("#") for one in said))
    if role in ("set", "text", "rest"):
        return False
    return any(
        one.word in GUARDS or (one.key.endswith("~") and not one.kinds) or one.is_signed for one in said
    )


def _is_meant(own: list[SaidWord], board: Board) -> bool:
    """Tell whether words say which entries: by a name, by pointing, or that all of a kind are meant."""
    if not own or any(one.kinds & {"entry", "label", "pointing"} for one in own):
        return True
    said = board.said()[own[0].span[0] : own[-1].span[1]]
    nouns = [one.word for one in own if "noun" in one.kinds]
    is_top = bool(nouns) and TOP.search(said) is not None
    return is_top or seen("sense_all", said) or any(seen("plural_noun", word) for word in nouns)


def _cost(intent: Intent, one: SaidWord) -> float:
    if one.is_aside:
        return _ASIDE
    if one.word == "?":
        return 0.0 if intent.is_question else _OWN
    if one.weight < 1:
        return _ASIDE
    return _OWN if not one.kinds and one.key in intent.words else _ALIEN


Path = tuple[dict[str, list[int]], list[SaidWord], float, int, set[str]]


Step = tuple[int, int, str]
"""A place that a way comes from, and the move from there."""
_NEVER: Final = float("-inf")


def _align(phrase: Phrase, words: list[SaidWord]) -> Path | None:
    """Return the best way to lay a phrase over words: what stands at its roles, what it passes over."""
    costs = [_cost(phrase.intent, one) for one in words]
    gains = [0.0, *(-lost for lost in itertools.accumulate(costs))]
    back: list[list[Step]] = [[(0, max(0, at - 1), "pass") for at in range(len(words) + 1)]]
    for index, part in enumerate(phrase.parts):
        gains, steps = _laid_on(part, index, words, costs, gains)
        back.append(steps)
    return _traced(phrase, words, back) if gains[-1] > _NEVER else None


def _laid_on(
    part: Part, index: int, words: list[SaidWord], costs: list[float], above: list[float]
) -> tuple[list[float], list[Step]]:
    """Return how good it is to be behind a part at each place of the words, and how one comes there."""
    fits = [one.fits(part.role) for one in words] if part.role else []
    lost = _NEVER if part.role else -(0.0 if part.is_optional else part.weight * 0.8)
    gains: list[float] = []
    steps: list[Step] = []
    for at in range(len(words) + 1):
        best, step = _NEVER, (0, 0, "")
        if at and part.role:
            best, step = above[at - 1] + fits[at - 1], (index, at - 1, "role")
        elif at and words[at - 1].key in part.keys:
            best, step = above[at - 1] + part.weight, (index, at - 1, "word")
        if above[at] + lost > best:
            best, step = above[at] + lost, (index, at, "miss")
        if at and gains[-1] - costs[at - 1] > best:
            best, step = gains[-1] - costs[at - 1], (index + 1, at - 1, "pass")
        if at and part.role and steps[-1][2] in ("role", "more") and gains[-1] + fits[at - 1] > best:
            best, step = gains[-1] + fits[at - 1], (index + 1, at - 1, "more")
        gains.append(best)
        steps.append(step)
    return gains, steps


def _traced(phrase: Phrase, words: list[SaidWord], back: list[list[Step]]) -> Path:
    roles: dict[str, list[int]] = {part.role: [] for part in phrase.parts if part.role}
    passed: list[SaidWord] = []
    said: set[str] = set()
    matched, missed, i, j = 0.0, 0, len(phrase.parts), len(words)
    while i or j:
        was, at, move = back[i][j]
        if move == "pass":
            passed.append(words[at])
        elif move in ("role", "more"):
            roles[phrase.parts[i - 1].role].insert(0, at)
            matched += phrase.parts[i - 1].weight if move == "role" else 0
        elif move == "word":
            said.add(words[at].word)
            matched += 0 if phrase.parts[i - 1].is_optional else phrase.parts[i - 1].weight
        elif move == "miss" and (phrase.parts[i - 1].weight >= 1 or phrase.has_guard):
            missed += not phrase.parts[i - 1].is_optional
        i, j = was, at
    for role, own in roles.items():
        quoted = [one for one in own if words[one].kinds & {"quote", "label"}]
        is_mixed = role == "text" and bool(quoted) and len(own) > len(quoted)
        if is_mixed or (role not in ("text", "rest") and not any(words[one].fits(role) > 0 for one in own)):
            roles[role] = []
    return roles, passed, matched, missed, said
