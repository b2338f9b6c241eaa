"""Whether a call may happen now: phase of the project, policy of the tool, what the run has read.

Pure decisions. A refusal is a sentence and a suggestion that the model reads as the tool's result.
"""

from typing import Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Phase, ToolSpec
from proofroom.runtime.trust.sources import told_source


@dataclass(frozen=True, slots=True)
class GuardVerdict:
    """The guard's word on one call."""

    decision: Literal["allow", "ask", "refuse"]
    reason: str = ""
    suggestion: str = ""


ALLOW = GuardVerdict("allow")


@dataclass(frozen=True, slots=True)
class Rule:
    """A person's standing word on a tool: allow, ask or deny, for one agent or for all."""

    tool: str
    effect: Literal["allow", "ask", "deny"]
    agent: str | None = None


@dataclass(frozen=True, slots=True)
class CallFacts:
    """What the guard looks at."""

    phase: Phase | None
    outside: str
    """Where the run has read a stranger's text; empty for a clean run."""
    agent: str
    is_autonomous: bool
    rules: tuple[Rule, ...] = ()


def judge(spec: ToolSpec, facts: CallFacts) -> GuardVerdict:
    """Decide on one call: phase, deny rule, tool's deny, ask rule, always ask, a stranger's text, allow."""
    refused = _phase_refusal(spec, facts.phase)
    if refused:
        return refused
    effects = {
        rule.effect
        for rule in facts.rules
        if rule.tool == spec.name and (rule.agent is None or rule.agent == facts.agent)
    }
    if "deny" in effects:
        return GuardVerdict("refuse", say("guard.rule_forbids", tool=spec.name), say("tools.without"))
    if spec.policy == "deny":
        return GuardVerdict("refuse", say("guard.off", tool=spec.name), say("tools.without"))
    if "ask" in effects:
        return _ask(facts, say("guard.rule_asks", tool=spec.name))
    if spec.policy == "always_ask" and not (spec.relaxable and "allow" in effects):
        return _ask(facts, say("guard.always_asks", tool=spec.name))
    # A word on a gateway is not one on each of the tools behind it.
    is_allowed = "allow" in effects and not spec.is_gateway
    if facts.outside and spec.needs_clean_run and not is_allowed:
        return _ask(facts)
    return ALLOW


def _ask(facts: CallFacts, otherwise: str = "") -> GuardVerdict:
    """Return that a person is asked; what the run has read matters more to them than who asks always."""
    if facts.outside:
        return GuardVerdict("ask", say("guard.outside_text", source=told_source(facts.outside)))
    return GuardVerdict("ask", otherwise)


def _phase_refusal(spec: ToolSpec, phase: Phase | None) -> GuardVerdict | None:
    if phase is None or spec.phases is None or phase in spec.phases:
        return None
    return GuardVerdict("refuse", say(f"phase.{phase}"), say(f"phase.{phase}.next"))


def is_look(spec: ToolSpec | None) -> bool:
    """Tell whether a tool only looks at what the studio itself has: using it once more changes nothing."""
    if spec is None or spec.execution != "server" or spec.most_it_costs is not None:
        return False
    return spec.effect == "read" and spec.trust != "untrusted"
