"""What is sent to the model in a round: the prompt, the tools, and as much of the messages as fits."""

import hashlib

from proofroom.durable import StepContext
from proofroom.kernel.blocks import Message
from proofroom.kernel.errors import TooLarge
from proofroom.kernel.strings import prompts, say
from proofroom.providers.types import ModelRequest, ToolChoice, ToolDef
from proofroom.runtime.context.history import elide_heavy, without_images
from proofroom.runtime.context.history_cap import Caps
from proofroom.runtime.context.thread import Thread, thread_of
from proofroom.runtime.context.tools import definition_of, fit_tools, tool_text
from proofroom.runtime.context.weights import counter
from proofroom.runtime.context.window import Fitted, Report, Request, fit, response_reserve
from proofroom.runtime.facts import Ports, Turn
from proofroom.runtime.prompts.prompt import Prompt, PromptFacts


async def build_request(
    step: StepContext,
    ports: Ports,
    turn: Turn,
    history: list[Message],
    choice: ToolChoice,
    *,
    is_closing: bool = False,
) -> tuple[ModelRequest, Report | None]:
    """Return the request as it fits the model's window, and how it fills it."""
    async with ports.database.phase(turn.versions):
        prompt = await ports.prompts.compose(_prompt_facts(step, turn), turn.written)
    shown = elide_heavy(history, turn.heavy) if turn.agent.limits.elide_heavy else thread_of(history)
    if turn.model.info.vision is False:
        shown = without_images(shown)
    tools = [definition_of(spec) for spec in turn.tools]
    suffix, sent, report = prompt.suffix, shown, None
    if turn.model.info.context_window:
        tools, fitted = _fit(ports, turn, shown, prompt, tools)
        suffix, sent, report = prompt.suffix_with(fitted.screen), fitted.messages, fitted.report
    if is_closing:
        suffix = f"{suffix}\n\n{prompts()['closing']}".strip()
    request = ModelRequest(
        model=turn.model.info.id,
        messages=list(sent),  # the thread goes on while others look at the request
        system_prefix=prompt.prefix,
        system_suffix=suffix,
        tools=tools,
        tool_choice=choice,
        max_output_tokens=turn.agent.limits.max_output_tokens or turn.model.info.max_output,
        temperature=turn.agent.temperature,
        clear_old_tool_uses=turn.agent.limits.elide_heavy,
        cache_key=_cache_key(turn.input.scope, tools),
        extra={"agent": turn.agent.slug, "scope": turn.input.scope, "screen": turn.screen},
    )
    return request, report


def _cache_key(scope: str, tools: list[ToolDef]) -> str:
    """Return what requests with the same beginning have in common: the scope and the tools."""
    return f"proofroom:{scope}:{hashlib.sha256(tool_text(tools).encode()).hexdigest()[:16]}"


def _prompt_facts(step: StepContext, turn: Turn) -> PromptFacts:
    return PromptFacts(
        workspace_id=step.run.workspace_id,
        project_id=step.run.project_id,
        scope=turn.input.scope,
        agent=turn.agent,
        authority=turn.authority,
        project=turn.project,
        tools=turn.tools,
        screen=turn.screen,
        message=turn.request_text,
        now=step.now(),
        is_delegated=turn.input.delegation is not None,
    )


def _fit(
    ports: Ports, turn: Turn, shown: Thread, prompt: Prompt, tools: list[ToolDef]
) -> tuple[list[ToolDef], Fitted]:
    """Return the tools and messages that fit the window, or say before sending that nothing does."""
    info = turn.model.info
    assert info.context_window is not None
    count = counter(turn.correction, ports.count_exactly(info.id))
    around = prompt.suffix_with("") if prompt.screen else prompt.suffix
    reserve = response_reserve(info.context_window, turn.agent.limits.max_output_tokens or info.max_output)
    room = info.context_window - reserve
    doors = {spec.name for spec in turn.tools if spec.adapt is not None or spec.weigh is not None}
    tools = fit_tools(
        tools, room, lambda some: count(tool_text(some)), turn.request_text, shown.called, doors
    )
    request = Request(
        messages=shown,
        system=count(prompt.prefix) + count(around),
        tools=count(tool_text(tools)),
        screen=prompt.screen,
        request_at=shown.requests[-1] if shown.requests else 0,
        research=turn.research,
        standing=turn.standing,
        caps=Caps(turn.agent.limits.history_tokens, turn.agent.limits.research_tokens),
    )
    fitted = fit(request, info.context_window, reserve, count)
    if fitted.report.remaining < 0:
        raise TooLarge(
            say(
                "chat.window",
                model=turn.model.label,
                window=info.context_window,
                needed=fitted.report.total + reserve,
            )
        )
    return tools, fitted
