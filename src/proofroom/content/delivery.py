"""Published content for sites and apps: what the public may see now, and previews by signed token."""

import base64
import hashlib
from datetime import datetime
from typing import Any, Literal

import orjson

from proofroom.content.brain import Row, View
from proofroom.content.format.meta import is_public
from proofroom.content.format.types import MEDIA_TYPES, Json, Meta, Model
from proofroom.content.validation.text_rules import is_active
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, KeyMismatch, NotAllowed, NotFound
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.repository.git.branch import CONTENT_BRANCH, PREFIX
from proofroom.store import Keyring

HIDDEN_IN_PREVIEW = ("archived", "rejected")
PreviewOf = Literal["content", "site"]

_LINKED = MEDIA_TYPES | {"url"}


@dataclass(frozen=True, slots=True)
class Wish:
    """What a site asks for. A preview shows drafts too, and what is scheduled."""

    model: str
    locale: str | None = None
    entry: str | None = None
    is_preview: bool = False


def deliver(view: View, wish: Wish, at: datetime) -> Json:
    """Return a model's public entries in a locale, or one of them; what is not public does not exist."""
    model = view.project.models.get(wish.model)
    if model is None:
        raise NotFound(say("content.no_model", model=wish.model))
    locale = _locale(view, model, wish.locale)
    head: Json = {"modelId": model.id, "locale": locale, "kind": model.kind}
    if wish.entry is not None or model.kind in ("singleton", "dictionary"):
        row = view.row(model.id, locale, wish.entry or "")
        if row is None or not is_visible(view, row, wish, at):
            raise NotFound(say("content.not_published", entry=wish.entry or model.id, locale=locale))
        return {**head, "data": _shown(model, row)}
    rows = [row for row in view.rows(model.id, locale) if is_visible(view, row, wish, at)]
    return {**head, "data": [_shown(model, row) for row in rows], "total": len(rows)}


def render(data: Json) -> tuple[bytes, str]:
    """Return the bytes of an answer and their entity tag."""
    raw = orjson.dumps(data)
    return raw, f'"{hashlib.sha256(raw).hexdigest()[:32]}"'


def preview_token(
    keyring: Keyring,
    workspace_id: WorkspaceId,
    project_id: ProjectId,
    branch: str,
    until: datetime,
    *,
    shows: PreviewOf = "content",
    link: str | None = None,
) -> str:
    """Return a token that shows one branch of a project until a moment: its content, or its site's pages.

    `link` names what was handed out; without it the token opens by itself.
    """
    if not branch.startswith(PREFIX) and branch != CONTENT_BRANCH:
        raise InvalidInput(say("content.no_preview", branch=branch, prefix=PREFIX))
    said = orjson.dumps({"branch": branch, "until": until.timestamp(), "link": link}).decode()
    sealed = keyring.seal(said, workspace_id=workspace_id, row_id=_bound_to(project_id, shows))
    return base64.urlsafe_b64encode(sealed.encode()).decode().rstrip("=")


def read_token(
    keyring: Keyring,
    workspace_id: WorkspaceId,
    project_id: ProjectId,
    token: str,
    at: datetime,
    *,
    shows: PreviewOf = "content",
) -> tuple[str, str | None]:
    """Return the branch a token shows and its link, or refuse one that is forged, foreign or too old."""
    try:
        sealed = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)).decode("ascii")
        said: Any = orjson.loads(
            keyring.open(sealed, workspace_id=workspace_id, row_id=_bound_to(project_id, shows))
        )
    except (ValueError, KeyMismatch, InvalidInput):
        raise NotAllowed(say("content.preview_invalid"), suggestion=say("content.new_link")) from None
    if said["until"] < at.timestamp():
        raise NotAllowed(say("content.preview_over"), suggestion=say("content.new_link"))
    return said["branch"], said.get("link")


def _bound_to(project_id: ProjectId, shows: PreviewOf) -> str:
    """Return what a token is sealed for: one that shows pages opens no models."""
    return f"preview:{project_id}" if shows == "content" else f"preview:{shows}:{project_id}"


def _locale(view: View, model: Model, wanted: str | None) -> str:
    locales = view.project.locales(model)
    if wanted is None or not model.i18n:
        default = view.project.ready_config.default_locale
        return default if default in locales else locales[0]
    if wanted not in locales:
        raise NotFound(say("content.not_in_locale", model=model.id, locale=wanted))
    return wanted


def is_visible(view: View, row: Row, wish: Wish, at: datetime) -> bool:
    """Tell whether an entry may be seen now; a preview shows drafts too."""
    meta = view.meta(row) or Meta()
    return meta.status not in HIDDEN_IN_PREVIEW if wish.is_preview else is_public(meta, at)


def _shown(model: Model, row: Row) -> Json:
    data = _harmless(model, row.data)
    match model.kind:
        case "collection":
            return {"id": row.id, **data}
        case "document":
            return {**data, "slug": row.id, "body": row.body or ""}
        case _:
            return data


def _harmless(model: Model, data: Json) -> Json:
    """Leave out addresses that would run or carry something: pages of others link what they are given."""
    linked = {name for name, field in (model.fields or {}).items() if field.type in _LINKED}
    bad = [name for name in linked if isinstance(data.get(name), str) and is_active(data[name])]
    return {**data, **dict.fromkeys(bad)} if bad else data
