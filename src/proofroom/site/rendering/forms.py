"""The HTML of forms and their controls. Names under `data-instatic-` are what the form runtime looks for."""

from collections.abc import Callable
from typing import Any

from proofroom.site.document import modules
from proofroom.site.document.types import Json
from proofroom.site.markup.escape import escape_html
from proofroom.site.rendering.elements import Given

_CONTROL = "data-instatic-form-control"
_FIELD = "data-instatic-field-id"


def _pairs(pairs: list[tuple[str, Any]]) -> str:
    """Return attributes with a value; empty texts and zeros are left out."""
    return "".join(f' {name}="{value}"' for name, value in pairs if value not in ("", 0, None, False))


def _flags(props: Json, *names: str) -> str:
    return "".join(f" {name.lower()}" for name in names if props.get(name))


def _form(given: Given) -> str:
    props = given.props
    is_own = props["mode"] == "cms"
    action = "" if props["action"] == "" else f' action="{escape_html(str(props["action"]))}"'
    where = (
        _pairs([("data-instatic-target-table", props["targetTableId"])])
        if is_own
        else f'{action} method="{props["method"]}"'
    )
    if props["successBehavior"] == "redirect":
        done = f' data-instatic-success-redirect="{escape_html(str(props["redirectUrl"]))}"'
    else:
        done = f' data-instatic-success-message="{props["successMessage"]}"'
    trap = ""
    if is_own and props["honeypotName"]:
        trap = (
            f'<input type="text" name="{props["honeypotName"]}" autocomplete="off" tabindex="-1"'
            " data-instatic-honeypot hidden>"
        )
    head = f'<form data-instatic-form-id="{props["formId"]}" data-instatic-form-mode="{props["mode"]}"'
    return f"{head}{where}{done}>{trap}{given.children}</form>"


def _label(given: Given) -> str:
    props = given.props
    target = props["targetId"] if props["targetMode"] == "explicit" else ""
    return f"<label{_pairs([('for', target)])}>{props['text']}</label>"


def _input(given: Given) -> str:
    props = given.props
    pairs = [(_CONTROL, "input"), (_FIELD, props["fieldId"]), ("type", props["inputType"])]
    pairs += [(name, props[name]) for name in ("name", "id", "placeholder", "value", "autocomplete")]
    pairs += [(name.lower(), props[name]) for name in ("min", "max", "minLength", "maxLength", "pattern")]
    return f"<input{_pairs(pairs)}{_flags(props, 'required', 'disabled', 'readOnly')}>"


def _textarea(given: Given) -> str:
    props = given.props
    pairs = [(_CONTROL, "textarea"), (_FIELD, props["fieldId"])]
    pairs += [(name, props[name]) for name in ("name", "id", "placeholder", "rows")]
    pairs += [(name.lower(), props[name]) for name in ("minLength", "maxLength")]
    flags = _flags(props, "required", "disabled", "readOnly")
    return f"<textarea{_pairs(pairs)}{flags}>{props['value']}</textarea>"


def _select(given: Given) -> str:
    props = given.props
    pairs = [(_CONTROL, "select"), (_FIELD, props["fieldId"]), ("name", props["name"]), ("id", props["id"])]
    flags = _flags(props, "required", "disabled", "multiple")
    return f"<select{_pairs(pairs)}{flags}>{given.children}</select>"


def _option(given: Given) -> str:
    props = given.props
    return (
        f'<option value="{props["value"]}"{_flags(props, "selected", "disabled")}>{props["label"]}</option>'
    )


def _option_group(given: Given) -> str:
    props = given.props
    return f'<optgroup label="{props["label"]}"{_flags(props, "disabled")}>{given.children}</optgroup>'


def _checkable(kind: str) -> Callable[[Given], str]:
    def render(given: Given) -> str:
        props = given.props
        pairs = [("type", kind), (_CONTROL, kind), (_FIELD, props["fieldId"])]
        pairs += [(name, props[name]) for name in ("name", "id", "value")]
        return f"<input{_pairs(pairs)}{_flags(props, 'checked', 'required', 'disabled')}>"

    return render


def _submit(given: Given) -> str:
    props = given.props
    form = _pairs([("form", props["formId"])])
    return f'<button type="submit"{form}{_flags(props, "disabled")}>{props["label"]}</button>'


def _message(given: Given) -> str:
    props = given.props
    role = "alert" if props["kind"] == "error" else "status"
    pairs = [("data-instatic-form-message", props["kind"]), ("data-instatic-form-id", props["formId"])]
    return f'<div{_pairs(pairs)} role="{role}">{props["text"]}</div>'


FORM_RENDERERS: dict[str, Callable[[Given], str]] = {
    modules.FORM: _form,
    "base.label": _label,
    "base.input": _input,
    "base.textarea": _textarea,
    "base.select": _select,
    "base.option": _option,
    "base.option-group": _option_group,
    "base.checkbox": _checkable("checkbox"),
    "base.radio": _checkable("radio"),
    modules.SUBMIT: _submit,
    "base.form-message": _message,
}
