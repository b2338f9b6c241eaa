"""Writes the reference pages that come from code: `make docs`. A test fails when one is out of date."""

import importlib.util
import subprocess
import sys
import typing
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import orjson
from pydantic import SecretStr

from proofroom.kernel import events
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.settings import Settings

FOLDER = Path(__file__).resolve().parent.parent / "docs/reference"
WEB = FOLDER.parent.parent / "web"
EMPTY: dict[type, str] = {str: "empty", int: "0", bool: "false", list: "empty list", dict: "empty"}
NOTICE = "<!-- Written by `make docs` from the code. Change the code, not this page. -->"


def main() -> None:
    """Write every page and say which changed."""
    for name, write in pages().items():
        path, text = FOLDER / name, write()
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            print(f"docs: wrote docs/reference/{name}", flush=True)
    for name, text in lists_of_features().items():
        path = WEB / "src" / name
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            print(f"docs: wrote web/src/{name}", flush=True)
    write_api_types()


def lists_of_features() -> dict[str, str]:
    """Return the lists that are made by looking for the web app's features, by their paths in its source."""
    words = {f"i18n/{language}/index.ts": words_text(language) for language in ("en", "tr")}
    return {"app/features.ts": features_text(), **words}


def features_text() -> str:
    """Return the web app's list of features: every folder that says what it brings."""
    found = sorted(path.parent.name for path in (WEB / "src/features").glob("*/feature.ts"))
    lines = [
        "/** Every feature that has a `feature.ts`. Written by `make docs`; add a folder, not a line. */",
        *(f'import {{ feature as {name} }} from "@/features/{name}/feature";' for name in found),
        "",
        "export const FEATURES = [",
        *(f"  {name}," for name in found),
        "] as const;",
        "",
        "export const PAGES = [",
        *(f"  ...{name}.pages," for name in found),
        "] as const;",
    ]
    return "\n".join(lines) + "\n"


def words_text(language: str) -> str:
    """Return the web app's list of texts in a language: those of the frame, and every feature's own."""
    frame = {path.stem: f"./{path.name}" for path in (WEB / f"src/i18n/{language}").glob("*.json")}
    features = {
        path.parent.parent.name: f"@/features/{path.parent.parent.name}/words/{language}.json"
        for path in (WEB / "src/features").glob(f"*/words/{language}.json")
    }
    found = sorted({**frame, **features}.items(), key=lambda one: (one[1][0] != "@", one[1]))
    lines = [
        "/** Every text of the app. Written by `make docs`; add a file, not a line. */",
        *(f'import {name} from "{path}";' for name, path in found),
        "",
        f"export const {language} = {{",
        *(f"  {name}," for name, _ in sorted(found)),
        "};",
    ]
    return "\n".join(lines) + "\n"


def write_api_types() -> None:
    """Write the API's description for the web app, and the web app's types from it."""
    path, text = WEB / "openapi.json", openapi_text()
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
        print("docs: wrote web/openapi.json; making the web app's types", flush=True)
        root = WEB.parent
        subprocess.run([root / ".venv/bin/python", root / "hatch_build.py", "types"], check=True)


def openapi_text() -> str:
    """Return the API's description as `proofroom openapi` prints it."""
    from proofroom.api import describe_api

    return orjson.dumps(describe_api(), option=orjson.OPT_INDENT_2).decode() + "\n"


def pages() -> dict[str, Callable[[], str]]:
    """Return the writer of each page whose code is there."""
    found: dict[str, Callable[[], str]] = {
        "errors.md": errors_page,
        "settings.md": settings_page,
        "events.md": events_page,
    }
    if is_built("proofroom.access.permissions"):
        found["permissions.md"] = permissions_page
    if is_built("proofroom.workflows.rules"):
        found["template-rules.md"] = template_rules_page
    if is_built("proofroom.content.tools"):
        found["content-tools.md"] = content_tools_page
    if is_built("proofroom.wiring") and is_built("proofroom.api"):
        found["http.md"] = http_page
    if is_built("proofroom.wiring") and is_built("proofroom.cli"):
        found["cli.md"] = cli_page
    return found


def permissions_page() -> str:
    """Return the page of every permission."""
    from proofroom.access.permissions import CATALOGUE

    intro = (
        "A role is a set of these permissions. `own` covers what the person made or was given, `team`"
        " everything in the workspace; `team` contains `own`. An agent that works for a person has that"
        " person's permissions, and one that works by itself has those of its role."
    )
    rows = ((f"`{permission.name}`", permission.meaning) for permission in CATALOGUE.values())
    return page(
        "Permissions",
        intro,
        table(("Permission", "Meaning"), rows),
        "## Built-in roles",
        "A person has one of `owner`, `admin` and `member` in a workspace. A member also has one of"
        " `viewer`, `reviewer` and `editor` in each project; without one they are a viewer. The other roles"
        " are for agents and for API keys. Nobody can hand on a permission that they do not have.",
        *roles_part(),
    )


def template_rules_page() -> str:
    """Return the page of every rule a workflow template is held to."""
    from proofroom.workflows.rules import OURS, RULES, SPECIFIED

    def rows(codes: Iterable[str]) -> Iterable[tuple[str, str, str]]:
        return ((f"`{code}`", RULES[code].severity, RULES[code].title) for code in codes)

    head = ("Code", "If not", "What holds")
    return page(
        "Template rules",
        "`proofroom template validate` and `as-validate` hold a workflow template to these rules. An error"
        " keeps it from being imported; a warning may be trouble when it runs. A code never changes its"
        " meaning. [How to check a template](../how-to/validate-a-template.md) explains the output.",
        "## Rules of the template specification",
        table(head, rows(SPECIFIED)),
        "## Our own rules",
        "They are for what the specification says in prose only, for what importers are known to fail on, and"
        " for archives made to do harm.",
        table(head, rows(OURS)),
    )


def roles_part() -> Iterable[str]:
    """Return a heading, a sentence and the permissions of every built-in role."""
    from proofroom.access.grants import BUILTIN_ROLES
    from proofroom.access.permissions import CATALOGUE

    for role in BUILTIN_ROLES.values():
        yield f"### `{role.key}`"
        yield role.description
        missing = sorted(set(CATALOGUE) - role.permissions)
        if not missing:
            yield "All permissions."
        elif len(missing) < len(role.permissions) // 4:
            yield f"All permissions except {listed(missing)}."
        else:
            shown = [n for n in CATALOGUE if n in role.permissions and not is_implied(n, role.permissions)]
            yield f"{listed(shown)}."


def is_implied(name: str, held: frozenset[str]) -> bool:
    """Tell whether a permission comes with a wider one that is shown."""
    return ".own." in name and name.replace(".own.", ".team.") in held


def listed(names: Iterable[str]) -> str:
    """Return names in code spans, with commas."""
    return ", ".join(f"`{name}`" for name in names)


def content_tools_page() -> str:
    """Return the page of every tool of the editor."""
    from proofroom.content.forms.tools import form_tools
    from proofroom.content.tools import Workbench, content_tools
    from proofroom.media.tools import media_tools

    nothing: Any = None
    bench = Workbench(nothing, nothing, nothing, nothing, nothing)
    found = [*content_tools(bench), *form_tools(bench, nothing), *media_tools(nothing)]
    specs = sorted(found, key=lambda spec: spec.name)
    rows = (
        (
            f"`{spec.name}`",
            spec.description,
            inputs(spec.input_schema),
            f"`{spec.permission}`",
            ", ".join(sorted(spec.phases)) if spec.phases else "all",
            spec.workflow,
        )
        for spec in specs
    )
    return page(
        "Content tools",
        "What the editor, and everybody who works on content over HTTP or the command line, uses. A tool that"
        " the caller may not use, or that the project's phase does not allow, is not offered. `!` marks what"
        " an input needs.",
        table(("Tool", "What it does", "Input", "Permission", "Phases", "Workflow"), rows),
        "## What becomes of a change",
        'A tool that writes commits on the conversation\'s branch. It answers `merged: "pending"`. The branch'
        " is merged once, when the turn ends, if the project's workflow is `auto-merge` or the person is an"
        " owner or administrator of the workspace; otherwise it waits as a proposal, named `reviewBranch`."
        " Tools whose workflow is `manual` decide on a branch, so a person is asked before they run.",
        "## Phases",
        "`uninitialized`: there is no content structure yet. `init_pending`: the first structure waits on its"
        " branch. `active`: everything works. `error`: the repository cannot be opened, its configuration"
        " cannot be read, or a merge failed; the cause is shown, and repairing it clears the phase.",
    )


def inputs(schema: dict[str, Any]) -> str:
    """Return the names of an input, with a mark on those it needs."""
    needed = schema.get("required", [])
    return " ".join(f"`{name}`{'!' if name in needed else ''}" for name in schema["properties"]) or "none"


def http_page() -> str:
    """Return the page of every route."""
    from fastapi.routing import APIRoute, iter_route_contexts

    from proofroom.api import create_app
    from proofroom.api.app import whole

    intro = (
        "`proofroom openapi` prints the exact description. A browser signs in with `POST /api/session` and"
        " sends the answer's `csrfToken` as `X-CSRF-Token` with every change; a program sends an API key as"
        " `Authorization: Bearer …`. Every failure has [one shape](errors.md), except under `/v1`, where it"
        " has [OpenAI's](../how-to/use-the-gateway.md). Everything under `/api/ai` is also served under"
        " `/admin/api/ai`."
    )
    rows = (
        (f"`{method} {route.path}`", access_of(route.dependant), sentence(route.endpoint))
        for route in iter_route_contexts(whole(create_app()).routes)
        if isinstance(route.original_route, APIRoute) and not (route.path or "").startswith("/admin/")
        for method in sorted(route.methods or ())
    )
    return page("HTTP API", intro, table(("Route", "Needs", "What it does"), rows))


def access_of(dependant: Any) -> str:
    """Return who may call a route, from the marks on its dependencies."""
    for dependency in dependant.dependencies:
        if permission := getattr(dependency.call, "permission", None):
            return "a sign-in" if permission == "(signed in)" else f"`{permission}`"
        if reason := getattr(dependency.call, "open_reason", None):
            return f"nothing: {reason}"
    return "unknown"


def cli_page() -> str:
    """Return the page of every command."""
    from proofroom.cli import output
    from proofroom.cli.commands import listed, load

    codes = " ".join((output.__doc__ or "").partition("\n\n")[2].split())
    intro = (
        "A command uses the studio that holds the data folder if one is running, and opens the same code for"
        " the length of the command if none is. `--json` prints for programs. Every command explains itself"
        " with `--help`."
    )
    parts = [part for name in listed() for part in command_parts(load(name), f"proofroom {name}")]
    return page("Commands", intro, codes, *parts)


def command_parts(command: Any, name: str) -> list[str]:
    """Return the sections of a command and of those below it."""
    if hasattr(command, "commands"):
        return [
            part
            for child, each in command.commands.items()
            for part in command_parts(each, f"{name} {child}")
        ]
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option"]
    usage = " ".join([name, *(each.name.upper() for each in arguments)])
    parts = [f"## `{usage}`", " ".join((command.help or "").split())]
    if options:
        rows = ((f"`{', '.join(each.opts)}`", getattr(each, "help", "") or "") for each in options)
        parts.append(table(("Option", "Meaning"), rows))
    return parts


def sentence(function: Any) -> str:
    """Return the first line of a function's docstring."""
    return (function.__doc__ or "").strip().partition("\n")[0]


def errors_page() -> str:
    """Return the page of every error."""
    intro = (
        "Every failed request answers with the same JSON shape, and a failed run ends with an `error` event"
        " that carries the same fields:"
    )
    example = (
        '```json\n{"error": {"code": "not_found", "category": "ARTIFACT_NOT_FOUND", "message": "…",\n'
        '  "suggestion": "…", "recoverable": false}}\n```'
    )
    rules = (
        "`code` never changes its meaning; programs should look at it. `message` says what happened,"
        " `suggestion` what to do next, `recoverable` whether trying again can help. `context` is there when"
        " an error has more to tell, such as `retry_after_s`. `category` is the article agent's name for it."
    )
    rows = (
        (f"`{error.code}`", str(error.status), f"`{error.category}`", "yes" if error.recoverable else "no",
         summary(error), error.usual_suggestion())
        for error in family(ProofroomError)
    )  # fmt: skip
    head = (
        "Code",
        "Status",
        "Category",
        "Recoverable",
        "What happened",
        "Next step, unless the error knows better",
    )
    return page("Errors", intro, example, rules, table(head, rows))


def settings_page() -> str:
    """Return the page of every setting."""
    intro = (
        "A setting is read from its environment variable, else from `.env`, else from `proofroom.toml` in the"
        " folder where the studio starts, where it has the name in the second column. Lists are JSON in"
        " variables and plain lists in TOML."
    )
    rows = (
        (
            f"`PROOFROOM_{name.upper()}`",
            f"`{name}`",
            kind(field.annotation),
            shown(field),
            field.description or "",
        )
        for name, field in Settings.model_fields.items()
    )
    return page("Settings", intro, table(("Variable", "TOML", "Type", "Default", "Meaning"), rows))


def events_page() -> str:
    """Return the page of every run event."""
    module = (events.__doc__ or "").partition("\n\n")[2].strip()
    intro = (
        "A run writes numbered events. Streams send them as they happen, one JSON object per line (NDJSON) or"
        " per message (SSE), and `?after=N` gives those with a greater number again, also after a restart."
    )
    parts = [
        f"## `{struct.__struct_config__.tag}`\n\n{documentation(struct)}\n\n{fields_table(struct)}"
        for struct in typing.get_args(events.AnyEvent)
    ]
    affected = (
        f"## The `affected` of `done`\n\n{documentation(events.Affected)}\n\n{fields_table(events.Affected)}"
    )
    return page("Run events", intro, module, *parts, affected)


def fields_table(struct: type[msgspec.Struct]) -> str:
    """Return the fields of a struct as they are on the wire; a field with its default value is left out."""
    rows = ((f"`{field.encode_name}`", kind(field.type), absence(field)) for field in fields_of(struct))
    return table(("Field", "Type", "If it is absent"), rows)


def fields_of(struct: type[msgspec.Struct]) -> tuple[Any, ...]:
    """Return the fields of a struct."""
    return msgspec.structs.fields(struct)


def absence(field: Any) -> str:
    """Return what a reader may conclude when a field is not there."""
    if field.required or field.name == "n":
        return "never absent"
    default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    if default is None:
        return "unknown or none"
    if isinstance(default, msgspec.Struct):
        return "nothing changed"
    return (
        f"`{str(default).lower() if isinstance(default, bool) else default}`"
        if default
        else EMPTY[type(default)]
    )


def kind(annotation: Any) -> str:
    """Return a type in words a reader of JSON knows."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Literal:
        return " or ".join(f"`{value}`" for value in arguments)
    if origin in (list, set, frozenset):
        return f"list of {kind(arguments[0])}"
    if arguments and origin is not dict:
        return " or ".join(kind(part) for part in arguments if part is not type(None))
    names = {str: "text", int: "integer", bool: "true or false", float: "number", Path: "path"}
    names |= {SecretStr: "secret text", Any: "any"}
    return names.get(annotation) or ("object" if origin is dict else getattr(annotation, "__name__", "any"))


def shown(field: Any) -> str:
    """Return a setting's default."""
    default = field.get_default(call_default_factory=True)
    return "unset" if default is None else f"`{default}`"


def family(error: type[ProofroomError]) -> list[type[ProofroomError]]:
    """Return an error and its children, each followed by its own, as the tree in the code shows them."""
    return [error, *(each for child in error.__subclasses__() for each in family(child))]


def summary(error: type[ProofroomError]) -> str:
    """Return the first sentence of an error's docstring."""
    return documentation(error).partition("\n")[0]


def documentation(thing: type) -> str:
    """Return a docstring without its indentation."""
    return " ".join(line.strip() for line in (thing.__doc__ or "").strip().splitlines())


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(list(head)), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def page(title: str, *parts: str) -> str:
    """Return a whole page."""
    return "\n\n".join([f"# {title}", NOTICE, *parts]) + "\n"


def is_built(module: str) -> bool:
    """Tell whether a module is there."""
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


if __name__ == "__main__":
    sys.exit(main())
