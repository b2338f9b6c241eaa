"""Names for things that people did not name: the first words of what was asked."""

from proofroom.durable import Run


def first_words(text: str, cap: int = 60) -> str:
    """Return the first line of a text, cut to fit a list."""
    line = text.strip().splitlines()[0].strip() if text.strip() else ""
    return line if len(line) <= cap else line[: cap - 1].rstrip() + "…"


def namer_of(run: Run) -> str:
    """Return whose words a run is called by if no person typed them: a task's, a record's; else nothing."""
    if run.input.get("delegation"):
        return "delegation"
    return "records" if run.conversation_id is None else ""
