"""The pages on which people sign in for an app and let it in: plain HTML in the reader's language."""

from html import escape
from urllib.parse import parse_qsl

from proofroom.access import Principal, Project
from proofroom.access.types import App
from proofroom.api.language import reader
from proofroom.kernel.addresses import split_address
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.strings import say, translate

_FRAME = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root {{
  color-scheme: light dark;
  --paper: light-dark(oklch(.99 .003 70), oklch(.208 .006 75));
  --text: light-dark(oklch(.24 .01 70), oklch(.925 .006 86));
  --muted: light-dark(oklch(.475 .01 75), oklch(.735 .009 82));
  --line: light-dark(oklch(.6 .009 78), oklch(.56 .01 78));
  --accent: light-dark(oklch(.48 .08 200), oklch(.75 .09 200));
  --wrong: light-dark(#b3261e, #f2b8b5);
}}
body {{
  font: 15px/1.55 "IBM Plex Sans", system-ui, sans-serif; background: var(--paper); color: var(--text);
  max-width: 30rem; margin: 12vh auto 0; padding: 0 1.5rem;
}}
h1 {{ margin: 0 0 .75rem; font-size: 1.5rem; font-weight: 600; line-height: 1.3; text-wrap: balance; }}
p {{ margin: .5rem 0; }}
label {{ display: block; margin: .75rem 0; }}
input, select, button {{ font: inherit; color: inherit; accent-color: var(--accent); }}
input[type=email], input[type=password], select {{
  display: block; box-sizing: border-box; width: 100%; min-height: 2.25rem; margin-top: .25rem;
  padding: .25rem .5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 4px;
}}
button {{
  min-height: 2.25rem; margin: 1rem .5rem 0 0; padding: .25rem 1rem; background: none;
  border: 1px solid var(--line); border-radius: 4px; cursor: pointer;
}}
button:first-of-type {{
  background: var(--accent); border-color: var(--accent); color: var(--paper); font-weight: 600;
}}
:focus-visible {{ outline: 2px solid var(--accent); outline-offset: 2px; }}
.problem {{ color: var(--wrong); }}
.small {{ color: var(--muted); font-size: .8125rem; overflow-wrap: anywhere; }}
form + .small {{ margin-top: 1.5rem; }}
</style></head><body>{body}</body></html>"""


def sign_in_page(app: App, query: str, problem: ProofroomError | None) -> str:
    """Return the page that asks who somebody is before they are asked about an app."""
    wrong = f'<p class="problem" role="alert">{_text(problem)}</p>' if problem else ""
    return _framed(
        _say("app.sign_in", app=app.name),
        f'{wrong}<form method="post" action="/oauth/sign-in">{_hidden(query)}'
        f"<label>{_say('app.email')}"
        '<input type="email" name="email" autocomplete="username" required autofocus></label>'
        f"<label>{_say('app.password')}"
        '<input type="password" name="password" autocomplete="current-password" required></label>'
        f"<button>{_say('app.go_on')}</button></form>",
    )


def consent_page(
    app: App, person: Principal, projects: list[Project], query: str, csrf: str, *, may_write: bool
) -> str:
    """Return the page that asks a person whether an app may act for them, where, and how far."""
    options = "".join(f'<option value="{escape(one.id)}">{escape(one.name)}</option>' for one in projects)
    write = (
        f'<label><input type="radio" name="may" value="write" checked> {_say("app.may_write")}</label>'
        if may_write
        else ""
    )
    read = "" if may_write else " checked"
    host = escape(split_address(dict(parse_qsl(query))["redirect_uri"]).netloc)
    return _framed(
        _say("app.asks", app=app.name),
        f"<p>{_say('app.as_you', person=person.name)}</p>"
        f'<form method="post" action="/oauth/authorize">{_hidden(query)}'
        f'<input type="hidden" name="csrf" value="{escape(csrf)}">'
        f'<label>{_say("app.project")}<select name="project">{options}</select></label>'
        f'{write}<label><input type="radio" name="may" value="read"{read}> {_say("app.may_read")}</label>'
        f'<button name="answer" value="yes">{_say("app.yes")}</button>'
        f'<button name="answer" value="no">{_say("app.no")}</button></form>'
        f'<p class="small">{_say("app.where", host=host)}</p><p class="small">{_say("app.ends")}</p>',
    )


def problem_page(error: ProofroomError) -> str:
    """Return the page that says why nothing can be granted; it leads nowhere."""
    return _framed(_say("app.problem"), f'<p class="problem" role="alert">{_text(error)}</p>')


def _framed(title: str, body: str) -> str:
    return _FRAME.format(language=reader.get(), title=title, body=f"<h1>{title}</h1>{body}")


def _hidden(query: str) -> str:
    return "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
        for name, value in parse_qsl(query)
    )


def _say(key: str, **values: str) -> str:
    return escape(say(key, **values).to(reader.get()))


def _text(error: ProofroomError) -> str:
    told = [translate(str(one), reader.get()) for one in (error.message, error.suggestion) if one]
    return escape(" ".join(told))
