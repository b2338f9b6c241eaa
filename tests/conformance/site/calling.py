"""Calling a tool of the site room as the original did: an envelope, whatever was sent."""

from typing import Any

from pydantic import ValidationError

from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.strings import say
from proofroom.site.document.types import Json
from proofroom.site.tools.all import BY_NAME, explain
from proofroom.site.tools.open_site import OpenSite


def run_tool(desk: OpenSite, name: str, given: Any) -> Json:
    """Run a tool and return its envelope, `{ok, data?, error?}`."""
    tool = BY_NAME.get(name)
    if tool is None:
        return {"ok": False, "error": say("site.unknown_tool", name=name)}
    try:
        data = tool.run(desk, tool.input_model.model_validate(given))
    except ValidationError as error:
        return {"ok": False, "error": explain(error)}
    except ProofroomError as error:
        return {"ok": False, "error": error.message}
    return {"ok": True} if data is None else {"ok": True, "data": data}
