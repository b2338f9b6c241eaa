"""Tools for code assets: scripts and style sheets that run on pages."""

import hashlib
import math
from typing import Literal

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.document.assets import applies_to, config_of, in_order, runtime_config, safe_path
from proofroom.site.document.types import Json, Page, SiteFile
from proofroom.site.reading.documents import ref_of
from proofroom.site.reading.parts import text_of, units_of
from proofroom.site.tools.open_site import OpenSite
from proofroom.site.tools.schemas import (
    CodeAssetInput,
    InspectCodeRuntimeInput,
    ListCodeAssetsInput,
    PatchCodeAssetInput,
    ReadCodeAssetInput,
    WriteCodeAssetInput,
)
from proofroom.site.tools.tool import STRUCTURE, site_tool

_KINDS: tuple[Literal["script", "style"], ...] = ("script", "style")


@site_tool("list_code_assets")
def list_code_assets(opened: OpenSite, given: ListCodeAssetsInput) -> Json:
    """List scripts and style sheets with their hashes and how they run."""
    kinds = (given.type,) if given.type else _KINDS
    return {"assets": [_summary(opened, file) for file in opened.site.files if file.type in kinds]}


@site_tool("read_code_asset", output_cap=120_000)
def read_code_asset(opened: OpenSite, given: ReadCodeAssetInput) -> Json:
    """Read a part of a script or style sheet, exactly."""
    file = find_asset(opened, given)
    units = units_of(file.content or "")
    size = given.max_chars
    total = max(1, math.ceil(len(units) / size))
    if given.part > total:
        raise InvalidInput(say("site.asset_part", part=given.part, total=total))
    start = (given.part - 1) * size
    end = min(len(units), start + size)
    return {
        "fileId": file.id,
        "path": file.path,
        "type": file.type,
        "content": text_of(units[start:end]),
        "hash": _hash(file),
        "runtime": config_of(opened.site, file),
        "pageInfo": {
            "part": given.part,
            "totalParts": total,
            "nextPart": given.part + 1 if given.part < total else None,
            "maxChars": size,
            "start": start,
            "end": end,
            "totalChars": len(units),
        },
    }


@site_tool("write_code_asset", STRUCTURE)
def write_code_asset(opened: OpenSite, given: WriteCodeAssetInput) -> Json:
    """Create or replace a script or style sheet that runs on pages. The only way to behaviour."""
    path = safe_path(given.path)
    if path is None:
        raise InvalidInput(say("site.asset_path", path=given.path))
    file = next((one for one in opened.site.files if one.path == path), None)
    if file is not None and file.type != given.type:
        raise InvalidInput(say("site.asset_type", path=path, type=file.type, wanted=given.type))
    action = "created" if file is None else "updated"
    if file is None:
        file = SiteFile(opened.new_id(), path, given.type, created_at=opened.at)
        opened.site.files.append(file)
    file.content, file.updated_at = given.content, opened.at
    known = opened.site.runtime.setdefault(f"{given.type}s", {})
    if given.runtime is not None or file.id not in known:
        before = known.get(file.id, {})
        known[file.id] = runtime_config(given.type, before | (given.runtime or {}))
    return _summary(opened, file) | {"action": action}


@site_tool("patch_code_asset", STRUCTURE)
def patch_code_asset(opened: OpenSite, given: PatchCodeAssetInput) -> Json:
    """Apply exact replacements to a script or style sheet that still has the hash you read."""
    file = find_asset(opened, given)
    if _hash(file) != given.expected_hash:
        raise InvalidInput(say("site.asset_hash", path=file.path))
    content, count = file.content or "", 0
    for one in given.replacements:
        matches = content.count(one.old_text)
        if matches == 0:
            raise InvalidInput(say("site.asset_no_match", path=file.path))
        if matches > 1 and not one.replace_all:
            raise InvalidInput(say("site.asset_ambiguous", path=file.path, matches=matches))
        content = content.replace(one.old_text, one.new_text)
        count += matches
    file.content, file.updated_at = content, opened.at
    return _summary(opened, file) | {"replacements": count}


@site_tool("inspect_code_runtime")
def inspect_code_runtime(opened: OpenSite, given: InspectCodeRuntimeInput) -> Json:
    """Tell which scripts and style sheets run on a page or template."""
    tree = opened.named(given.document.ref if given.document else None)
    if not isinstance(tree, Page):
        raise InvalidInput(say("site.runtime_needs_page"))
    return {
        "pageId": tree.id,
        "document": ref_of(tree).as_dict(),
        "scripts": [_running(file, config, tree) for file, config in in_order(opened.site, "script")],
        "styles": [_running(file, config, tree) for file, config in in_order(opened.site, "style")],
    }


def _running(file: SiteFile, config: Json, page: Page) -> Json:
    applies = applies_to(config, page)
    told: Json = {
        "fileId": file.id,
        "path": file.path,
        "type": file.type,
        "enabled": config["enabled"],
        "applies": applies,
    }
    if file.type == "script":
        told |= {"willRunInCanvas": applies and config["runInCanvas"]}
        told |= {name: config[name] for name in ("runInCanvas", "format", "placement", "timing")}
    return told | {
        "priority": config["priority"],
        "scope": config["scope"],
        "contentChars": len(units_of(file.content or "")),
    }


def find_asset(opened: OpenSite, given: CodeAssetInput) -> SiteFile:
    """Return a code asset by its id, its path, or both."""
    if given.file_id is None and given.path is None:
        raise InvalidInput(say("site.asset_unnamed"))
    assets = [file for file in opened.site.files if file.type in _KINDS]
    path = safe_path(given.path) if given.path is not None else None
    found = next(
        (
            file
            for file in assets
            if (file.id == given.file_id if given.file_id is not None else file.path == path)
        ),
        None,
    )
    if found is None:
        raise InvalidInput(say("site.no_asset", name=given.file_id or given.path or ""))
    if given.path is not None and found.path != path:
        raise InvalidInput(say("site.asset_mismatch", id=found.id, path=given.path))
    return found


def _summary(opened: OpenSite, file: SiteFile) -> Json:
    content = file.content or ""
    return {
        "fileId": file.id,
        "path": file.path,
        "type": file.type,
        "contentChars": len(units_of(content)),
        "bytes": len(content.encode("utf-8", "replace")),
        "hash": _hash(file),
        "createdAt": file.created_at,
        "updatedAt": file.updated_at,
        "generated": file.generated,
        "ejected": file.ejected,
        "runtime": config_of(opened.site, file),
    }


def _hash(file: SiteFile) -> str:
    return hashlib.sha256((file.content or "").encode("utf-8", "replace")).hexdigest()
