"""What MCP clients may read and ask for besides tools: a project's content as resources, and ready prompts.

A resource is addressed `contentrain://PROJECT/config`, `…/models/ID`, `…/vocabulary` or
`…/content/MODEL/LOCALE/ENTRY`. Limits of a key to models and locales hold as in every tool.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar
from urllib.parse import quote, unquote

import orjson

from proofroom.access import Principal, Project
from proofroom.content.brain import Brain, View
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotAllowed, NotFound
from proofroom.kernel.strings import prompts, say
from proofroom.wiring import Studio

Json = dict[str, Any]
T = TypeVar("T")
SCHEME: Final = "contentrain://"
JSON: Final = "application/json"
MOST: Final = 200
"""Entries that a list of resources names; all others are read by their address."""


@dataclass(frozen=True, slots=True)
class ReadyPrompt:
    """A prompt of `prompts.json` (`mcp.NAME`), and what goes into it."""

    name: str
    arguments: tuple[str, ...]


PROMPTS: Final = (
    ReadyPrompt("write_entry", ("model", "about")),
    ReadyPrompt("translate_entry", ("model", "entry", "locale")),
    ReadyPrompt("check_content", ()),
)


class ContentLibrary:
    """A project's content as one caller may read it."""

    def __init__(self, studio: Studio, principal: Principal, project: Project) -> None:
        self._brain, self._principal, self._project = studio.get(Brain), principal, project
        self._limits = principal.limits_in(project.id)

    async def resources(self) -> list[Json]:
        """Return what can be read: the configuration, the models, and the first entries of each."""
        return await self._look(self._listed) if self._may_read() else []

    async def templates(self) -> list[Json]:
        """Return the shape of an entry's address."""
        shape = f"{SCHEME}{self._project.slug}/content/{{model}}/{{locale}}/{{entry}}"
        return [{"uriTemplate": shape, "name": "entry", "mimeType": JSON}] if self._may_read() else []

    async def read(self, uri: str) -> Json:
        """Return one resource."""
        if not self._may_read():
            raise NotAllowed(say("access.no_permission", permission="content.read"))
        start = f"{SCHEME}{self._project.slug}/"
        parts = (
            [unquote(part) for part in uri.removeprefix(start).split("/")] if uri.startswith(start) else []
        )
        found = await self._look(lambda view: self._found(view, parts))
        if found is None:
            raise NotFound(say("mcp.no_resource", uri=uri))
        kind, text = found
        return {"uri": uri, "mimeType": kind, "text": text}

    async def prompts(self) -> list[Json]:
        """Return the prompts and what each asks for."""
        return [
            {
                "name": one.name,
                "description": prompts()[f"mcp.{one.name}"].partition("\n")[0],
                "arguments": [{"name": name, "required": True} for name in one.arguments],
            }
            for one in PROMPTS
        ]

    async def prompt(self, name: str, given: dict[str, str]) -> Json:
        """Return a prompt with its blanks filled in."""
        found = next((one for one in PROMPTS if one.name == name), None)
        if found is None or any(argument not in given for argument in found.arguments):
            raise NotFound(say("mcp.no_prompt", name=name))
        text = prompts()[f"mcp.{name}"].partition("\n")[2]
        for argument in found.arguments:
            text = text.replace(f"{{{argument}}}", given[argument][:2_000])
        return {"messages": [{"role": "user", "content": {"type": "text", "text": text}}]}

    def _may_read(self) -> bool:
        return self._principal.can("content.read", self._project.id)

    async def _look(self, look: Callable[[View], T]) -> T:
        return await self._brain.look(self._project.id, None, look)

    def _listed(self, view: View) -> list[Json]:
        if view.project.config is None:
            return []
        found = [self._shown("config", "Configuration")]
        if view.project.vocabulary is not None:
            found.append(self._shown("vocabulary", "Glossary"))
        for model in view.project.models.values():
            if not self._sees(model.id, None):
                continue
            found.append(self._shown(f"models/{quote(model.id)}", model.name or model.id))
            for locale in view.project.locales(model):
                rows = view.rows(model.id, locale) if self._sees(model.id, locale) else []
                for row in rows[: max(0, MOST - len(found))]:
                    path = f"content/{quote(model.id)}/{quote(locale)}/{quote(row.id, safe='')}"
                    found.append(self._shown(path, f"{row.label or row.id} ({locale})"))
        return found

    def _shown(self, path: str, name: str) -> Json:
        return {"uri": f"{SCHEME}{self._project.slug}/{path}", "name": name, "mimeType": JSON}

    def _found(self, view: View, parts: list[str]) -> tuple[str, str] | None:
        project = view.project
        match parts:
            case ["config"] if project.config is not None:
                return JSON, _json(project.config.raw)
            case ["vocabulary"] if project.vocabulary is not None:
                return JSON, _json({term: dict(said) for term, said in project.vocabulary.terms.items()})
            case ["models", model] if model in project.models and self._sees(model, None):
                return JSON, _json(project.models[model].raw)
            case ["content", model, locale, *entry] if self._sees(model, locale):
                row = view.row(model, locale, "/".join(entry))
                if row is None:
                    return None
                return JSON, _json({**row.data, "body": row.body} if row.body is not None else row.data)
            case _:
                return None

    def _sees(self, model: str, locale: str | None) -> bool:
        models, locales = self._limits.models, self._limits.locales
        sees_locale = locale is None or locales is None or locale in locales
        return (models is None or model in models) and sees_locale


def _json(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2, default=str).decode()
