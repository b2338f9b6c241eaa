"""config.json: lenient reading, and writing that keeps what we do not know."""

from typing import Any, cast

from proofroom.content.format.types import WORKFLOWS, Config, Json
from proofroom.repository.json.text import parse_json, render_json


def parse_config(raw: bytes) -> Config | None:
    """Read the configuration; None means the project counts as not initialised."""
    try:
        data = parse_json(raw)
    except ValueError:
        return None
    return config_from(cast("Json", data)) if isinstance(data, dict) else None


def config_from(data: Json) -> Config:
    """Fill every absent key with its default."""
    locales = _object(data.get("locales"))
    default = _text(locales.get("default")) or "en"
    supported = _texts(locales.get("supported")) or (default,)
    workflow = data.get("workflow")
    return Config(
        version=_number(data.get("version"), 1),
        stack=_text(data.get("stack")) or "other",
        platform=_text(data.get("platform")),
        workflow=workflow if workflow in WORKFLOWS else "auto-merge",
        default_locale=default,
        locales=supported,
        domains=_texts(data.get("domains")),
        base_branch=_text(_object(data.get("repository")).get("default_branch")),
        assets_path=_text(data.get("assets_path")),
        cdn_url=_text(_object(data.get("cdn")).get("url")),
        branch_retention_days=int(_number(data.get("branchRetention"), 30)),
        branch_warn_limit=int(_number(data.get("branchWarnLimit"), 50)),
        branch_block_limit=int(_number(data.get("branchBlockLimit"), 80)),
        remote_branch_cleanup=data.get("remoteBranchCleanup") is not False,
        raw=data,
    )


def render_config(data: Json) -> bytes:
    """Return the bytes of config.json."""
    return render_json(data)


def with_locale(config: Config, locale: str) -> Json:
    """Return the raw configuration with one more supported locale."""
    return with_changes(
        config, {"locales": {"default": config.default_locale, "supported": [*config.locales, locale]}}
    )


def with_changes(config: Config, changes: Json) -> Json:
    """Return the raw configuration with some keys replaced; objects are merged one level deep."""
    merged = dict(config.raw)
    for key, value in changes.items():
        before = merged.get(key)
        merged[key] = {**before, **value} if isinstance(before, dict) and isinstance(value, dict) else value
    return merged


def _object(value: Any) -> Json:
    return cast("Json", value) if isinstance(value, dict) else {}


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(item for item in cast("list[Any]", value) if isinstance(item, str))


def _number(value: Any, otherwise: int) -> int | float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else otherwise
