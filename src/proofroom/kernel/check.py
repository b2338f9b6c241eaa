"""The result of looking at one thing that can be wrong with a studio."""

from typing import Literal

from proofroom.kernel.data import dataclass

CheckState = Literal["ok", "warning", "failed"]


@dataclass(frozen=True, slots=True)
class Check:
    """One finding: a stable code, what was looked at, how it is, and what to do about it."""

    code: str
    title: str
    state: CheckState
    detail: str
    next_action: str = ""
