"""Step by step: a person is asked before every step but the first, in the inbox and at the article's desk."""

from typing import Literal

from proofroom.articles.work import Work
from proofroom.kernel.strings import say
from proofroom.runtime.flow.gate import Gate, ask_at_gate

OPTIONAL = frozenset({"applyHumanityCheck", "identifyImageNeeds"})
"""Steps that a piece can do without."""

Word = Literal["do", "leave out", "end"]


async def ask_before(work: Work, step: str) -> Word:
    """Rest until somebody has said whether a step is done; the word is kept with the run's steps."""
    article = await work.article()
    no = "articles.no_leaves_out" if step in OPTIONAL else "articles.no_ends_here"
    reason = say("articles.next_step", title=article.title, no=say(no))
    answer = await ask_at_gate(
        work.flow, f"before.{step}", Gate(step, str(reason), permission="articles.own.run")
    )
    if answer.is_open:
        return "do"
    # Silence is no word: a question that ran out of time ends the run, whatever it was about.
    return "leave out" if step in OPTIONAL and answer.status == "denied" else "end"
