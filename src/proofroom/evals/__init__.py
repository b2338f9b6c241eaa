"""Cases from real runs: replayed with tools that answer from the recording, judged by checks, kept as gates.

It must not know any room's words: a case is a request, recorded calls and what must hold. Nothing is written
when a case is replayed.
"""

from proofroom.evals.cases import EvalCases
from proofroom.evals.loop import FeedbackLoop
from proofroom.evals.types import CaseCheck, EvalRun

__all__ = ["CaseCheck", "EvalCases", "EvalRun", "FeedbackLoop"]
