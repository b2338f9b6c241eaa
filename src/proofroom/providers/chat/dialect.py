"""Who speaks Chat Completions, and with which accent. Dialects are data: adding a host adds no code."""

from typing import Literal

from proofroom.kernel.data import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one host differs from the others. Optional fields that a host turns out not to know are left out
    after it has said so once."""

    name: str
    base_url: str = ""
    deployments: bool = False
    """The model is a deployment, reached and opened as Azure wants it."""
    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    stream_usage: bool = True
    parallel_field: bool = False
    strict_field: bool = False
    cache_key: bool = False
    cache_control: bool = False
    effort_field: Literal["", "reasoning_effort", "reasoning"] = "reasoning_effort"
    tool_choice: bool = True
    reasoning_back: Literal["never", "details", "running"] = "never"
    """Which reasoning is sent back: none, OpenRouter's details, or plain text inside a running tool turn."""
    id_pattern: str = r"[\x21-\x7e]{1,64}"
    id_length: int = 24
    titled: bool = False
    """Wants to know which application calls."""
    null_content: bool = True
    """Takes `content: null` beside tool calls; an empty text otherwise."""


DIALECTS: dict[str, Dialect] = {
    dialect.name: dialect
    for dialect in (
        Dialect(
            "openai",
            "https://api.openai.com/v1",
            max_tokens_field="max_completion_tokens",
            parallel_field=True,
            strict_field=True,
            cache_key=True,
        ),
        Dialect(
            "azure",
            deployments=True,
            max_tokens_field="max_completion_tokens",
            parallel_field=True,
            strict_field=True,
        ),
        Dialect("openai-compatible"),
        Dialect("vllm", effort_field="", null_content=False),
        Dialect("caii", effort_field="", null_content=False),
        Dialect("groq", "https://api.groq.com/openai/v1", max_tokens_field="max_completion_tokens"),
        Dialect(
            "mistral",
            "https://api.mistral.ai/v1",
            effort_field="",
            id_pattern=r"[a-zA-Z0-9]{9}",
            id_length=9,
            null_content=False,
            stream_usage=False,
        ),
        Dialect("deepseek", "https://api.deepseek.com", effort_field="", reasoning_back="running"),
        Dialect(
            "openrouter",
            "https://openrouter.ai/api/v1",
            effort_field="reasoning",
            cache_control=True,
            reasoning_back="details",
            parallel_field=True,
            titled=True,
        ),
        Dialect("ollama", "http://127.0.0.1:11434/v1", tool_choice=False, effort_field=""),
    )
}
