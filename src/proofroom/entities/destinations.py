"""Places outside that a record can be published to: how each is asked and how its answer is read. Pure."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import field
from datetime import UTC, datetime
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Literal, cast

import orjson

from proofroom.connections.auth import request_parts
from proofroom.entities.types import Entity, EntityType
from proofroom.kernel.addresses import split_address
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, OutsideFailed
from proofroom.kernel.strings import say

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

PublishStatus = Literal["draft", "publish", "schedule"]
PROVIDERS = ("webhook", "wordpress")
PUBLISHES, TESTS = "content.publish", "connection.test"
LONGEST_ANSWER = 200
_WORDPRESS_STATUS = {"draft": "draft", "publish": "publish", "schedule": "future"}


@dataclass(frozen=True, slots=True)
class Publishable:
    """What is published: a record in the words of a post."""

    title: str
    body: str
    """Markdown."""
    excerpt: str
    slug: str
    fields: Mapping[str, Any]
    entity_id: str
    type_slug: str
    status: PublishStatus
    publish_at: datetime | None


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A request to a destination. Its headers may hold a secret and never show in its `repr`."""

    method: str
    url: str
    body: bytes
    headers: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a destination made of it."""

    external_id: str
    url: str
    status: str


def piece_of(
    kind: EntityType, entity: Entity, status: PublishStatus, at: datetime | None, overrides: Mapping[str, Any]
) -> Publishable:
    """Return a record as a post: its long texts are the body, its first short one the excerpt."""
    texts = [one for one in kind.definition.fields if isinstance(entity.fields.get(one.key), str)]
    long = [str(entity.fields[one.key]) for one in texts if one.type == "longText"]
    short = [str(entity.fields[one.key]) for one in texts if one.type != "longText"]
    words = {"title": entity.title, "body": "\n\n".join(long), "excerpt": "", "slug": ""}
    words |= {name: str(value) for name, value in overrides.items() if name in words}
    if unknown := sorted(set(overrides) - set(words)):
        raise InvalidInput(say("publications.override", name=unknown[0][:60], known=", ".join(words)))
    body = words["body"] or "\n\n".join(short) or entity.title
    return Publishable(
        words["title"],
        body,
        words["excerpt"],
        words["slug"],
        entity.fields,
        entity.id,
        kind.slug,
        status,
        at,
    )


def key_of(connection_id: str, piece: Publishable) -> str:
    """Return what is the same for every attempt to publish the same words to the same place."""
    said = [connection_id, piece.entity_id, piece.title, piece.body, piece.excerpt, piece.slug]
    said += [piece.status, piece.publish_at.isoformat() if piece.publish_at else "", piece.fields]
    return hashlib.sha256(orjson.dumps(said, option=orjson.OPT_SORT_KEYS)).hexdigest()[:40]


def check_destination(provider: str, url: str, credentials: Mapping[str, Any]) -> None:
    """Refuse a destination that could not be asked."""
    if provider not in PROVIDERS:
        known = say("next.one_of", known=", ".join(PROVIDERS))
        raise InvalidInput(say("publications.provider", provider=provider[:40]), suggestion=known)
    if split_address(url).scheme not in ("http", "https") or not split_address(url).hostname:
        raise InvalidInput(say("publications.address"), field="url")
    pair: Mapping[str, Any] = credentials.get("basicAuth") or {}
    known = {"secret": credentials.get("token"), **pair}
    for name in ("username", "password") if provider == "wordpress" else ("secret",):
        if not known.get(name):
            raise InvalidInput(say("entities.needs", what=name), field=name)


def request_to(
    provider: str,
    url: str,
    credentials: Mapping[str, Any],
    piece: Publishable,
    key: str,
    now: datetime,
    known: str,
) -> Outgoing:
    """Return the request that publishes; `known` is the post that an earlier one made there."""
    if provider == "wordpress":
        return _to_wordpress(url, credentials, piece, known)
    return _to_webhook(url, credentials, piece, key, now)


def probe_to(provider: str, url: str, credentials: Mapping[str, Any], key: str, now: datetime) -> Outgoing:
    """Return a request that shows whether a destination would take a piece, and publishes nothing."""
    if provider == "wordpress":
        headers = request_parts("basic", {}, credentials).headers
        return Outgoing("GET", f"{_wordpress(url)}/users/me?context=edit", b"", headers)
    return _signed(url, credentials, TESTS, {"event": TESTS, "occurred_at": now}, key, now)


def _to_webhook(
    url: str, credentials: Mapping[str, Any], piece: Publishable, key: str, now: datetime
) -> Outgoing:
    content = {
        "title": piece.title,
        "bodyMarkdown": piece.body,
        "bodyHtml": _html(piece.body),
        "excerpt": piece.excerpt,
        "slug": piece.slug,
        "type": piece.type_slug,
        "fields": dict(piece.fields),
        "status": piece.status,
        "publishAt": piece.publish_at,
    }
    told = {"event": PUBLISHES, "id": piece.entity_id, "occurred_at": now, "content": content}
    return _signed(url, credentials, PUBLISHES, told, key, now)


def _signed(
    url: str, credentials: Mapping[str, Any], event: str, told: Mapping[str, Any], key: str, now: datetime
) -> Outgoing:
    body = orjson.dumps(told)
    stamp = str(int(now.timestamp()))
    secret = str(credentials["token"]).encode()
    sign = hmac.new(secret, stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    headers = {
        "Content-Type": "application/json",
        "X-Studio-Event": event,
        "X-Studio-Delivery": key,
        "X-Studio-Timestamp": stamp,
        "X-Studio-Signature": f"v1={sign}",
    }
    return Outgoing("POST", url, body, headers)


def _to_wordpress(url: str, credentials: Mapping[str, Any], piece: Publishable, known: str) -> Outgoing:
    post: dict[str, Any] = {
        "title": piece.title,
        "content": _html(piece.body),
        "status": _WORDPRESS_STATUS[piece.status],
    }
    post |= {name: text for name, text in (("excerpt", piece.excerpt), ("slug", piece.slug)) if text}
    if piece.publish_at is not None:
        post["date_gmt"] = piece.publish_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S")
    base = _wordpress(url)
    parts = request_parts("basic", {}, credentials)
    headers = {**parts.headers, "Content-Type": "application/json"}
    return Outgoing(
        "POST", f"{base}/posts/{known}" if known else f"{base}/posts", orjson.dumps(post), headers
    )


def check_answer(status: int, body: bytes) -> None:
    """Tell what a destination says that does not take what it was sent."""
    if not 200 <= status < 300:
        said = body[:LONGEST_ANSWER].decode("utf-8", "replace").strip()
        raise OutsideFailed(say("publications.refused", status=status, said=said))


def _wordpress(url: str) -> str:
    base = url.rstrip("/")
    return base if "/wp/v2" in base else f"{base}/wp-json/wp/v2"


def receipt_from(provider: str, status: int, body: bytes, piece: Publishable, key: str) -> Receipt:
    """Return what an answer says was made, or tell what it says instead."""
    check_answer(status, body)
    found = _object(body)
    link = str(found.get("link") or found.get("url") or "")
    link = link if split_address(link).scheme in ("http", "https") else ""
    external = str(found.get("id") or (key if provider == "webhook" else ""))[:200]
    if not external:
        raise OutsideFailed(say("publications.no_id"))
    return Receipt(external, link[:2_000], piece.status)


def _object(body: bytes) -> dict[str, Any]:
    try:
        found = orjson.loads(body)
    except orjson.JSONDecodeError:
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


@cache
def _markdown() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # imported here: many a studio publishes no record

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _html(text: str) -> str:
    return _markdown().render(text) or f"<p>{escape(text)}</p>"
