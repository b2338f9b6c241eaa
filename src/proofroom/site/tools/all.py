"""All tools by name: what they are for, what they take, who may use them."""

from pydantic import ValidationError

from proofroom.site.tools import catalog, code, collections, pages, snapshot, structure, styles, tokens
from proofroom.site.tools.tool import SiteTool, tools_of

TOOLS = tools_of(catalog, structure, styles, code, pages, tokens, snapshot, collections)
BY_NAME: dict[str, SiteTool] = {tool.name: tool for tool in TOOLS} | {tool.alias: tool for tool in TOOLS}


def explain(error: ValidationError) -> str:
    """Return what is wrong with an input in the words that agents of this room know."""
    found = error.errors(include_url=False, include_input=False)
    first = found[0]
    context = first.get("ctx", {})
    if len({one["loc"][:1] for one in found}) == 1 and any(_is_choice(one["loc"]) for one in found):
        return "Expected union value"
    match first["type"]:
        case "missing":
            return "Expected required property"
        case "string_too_short":
            return f"Expected string length greater or equal to {context.get('min_length')}"
        case "too_short":
            return f"Expected array length to be greater or equal to {context.get('min_length')}"
        case "greater_than_equal":
            return f"Expected integer to be greater or equal to {context.get('ge')}"
        case "less_than_equal":
            return f"Expected integer to be less or equal to {context.get('le')}"
        case "literal_error":
            return "Expected union value"
        case kind:
            return f"Expected {kind.split('_')[0]}"


def _is_choice(place: tuple[int | str, ...]) -> bool:
    return any(part in ("Everywhere", "PostTypes", "NotFoundTarget") for part in place)
