"""Branches as the official tools handle them: list, merge, delete, send, and bring two histories together."""

import asyncio
from dataclasses import replace
from typing import cast

from proofroom.content.contentrain.commit import landed
from proofroom.content.contentrain.given import ContentrainInput
from proofroom.content.contentrain.read import waiting_branches
from proofroom.content.format.context_file import Operation, told_operation
from proofroom.content.format.types import Json
from proofroom.content.tools.branches import merge_waiting, reject_waiting, shows
from proofroom.content.tools.workbench import Workbench, told
from proofroom.kernel.errors import InvalidInput, InvalidStatus, NotFound
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ANSWER, ToolContext, ToolOutput
from proofroom.repository import Job
from proofroom.repository.git.branch import CONTENT_BRANCH, PREFIX, branches, check_feature, need_tip
from proofroom.repository.git.commit import read_commit
from proofroom.repository.git.health import is_merged
from proofroom.repository.git.open import Repo, default_branch
from proofroom.repository.git.reconcile import Merged, reconcile
from proofroom.repository.git.tree import changes
from proofroom.repository.merge.trees import merge3
from proofroom.repository.merge.types import Choice, Conflict
from proofroom.repository.remotes import Remotes


class Branches:
    """The tools for branches."""

    def __init__(self, bench: Workbench, remotes: Remotes) -> None:
        self._bench, self._remotes = bench, remotes

    async def branch_list(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """List the branches with how far each got."""
        project_id = self._bench.project_id(context)
        listed = await asyncio.to_thread(_described, self._bench.repositories.repo(project_id))
        found = [one for one in listed if await shows(self._bench, context, one["name"])]
        health = await self._bench.contents.health(project_id)
        waiting = [branch for branch in found if not branch["merged"]]
        data: Json = {
            "total": len(found),
            "unmerged": len(waiting),
            "branches": waiting if given.get("unmerged_only") else found,
            "health": {
                "warning": health.status == "warning",
                "blocked": health.status == "blocked",
                **({} if health.status == "ok" else {"message": waiting_branches(health)}),
            },
            "next_steps": [
                'Merge one: contentrain_merge { branch: "...", confirm: true }',
                'Throw one away: contentrain_branch_delete { branch: "...", confirm: true }',
            ],
        }
        return told(data, f"Looked at {count(len(found), 'branch', 'branches')}")

    async def merge(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Merge one branch, named or found by its model."""
        branch = await self._resolve(context, given)
        repo = self._bench.repositories.repo(self._bench.project_id(context))
        before = need_tip(repo, CONTENT_BRANCH)
        token = told_operation.set(Operation("contentrain_merge", "*"))
        try:
            output = await merge_waiting(self._bench, context, branch)
        finally:
            told_operation.reset(token)
        if not output.ok:
            return output
        brought = await asyncio.to_thread(_brought, repo, before)
        data: Json = {
            "status": "merged",
            "branch": branch,
            "action": "merged",
            "commit": cast("Json", output.data).get("sha"),
            **landed(brought),
            "next_steps": ["Run contentrain_validate to see that the content is whole."],
        }
        return told(data, f"Merged {branch}")

    async def branch_delete(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Delete a branch; it can be brought back for a while."""
        branch = str(given.get("branch"))
        check_feature(branch)
        project_id = self._bench.project_id(context)

        def look() -> bool:
            repo = self._bench.repositories.repo(project_id)
            return is_merged(repo, need_tip(repo, branch), need_tip(repo, CONTENT_BRANCH))

        was_merged = await asyncio.to_thread(look)
        await reject_waiting(self._bench, context, branch)
        data: Json = {
            "status": "deleted",
            "branch": branch,
            "was_merged": was_merged,
            "remote_deleted": False,
        }
        return told(data, f"Deleted {branch}")

    async def submit(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Send branches to the repository's remote, where it has one."""
        project_id = self._bench.project_id(context)
        known = [branch.name for branch in await self._bench.repositories.branches(project_id)]
        wanted = cast("list[str]", given.get("branches") or known)
        missing = [name for name in wanted if name not in known]
        if missing:
            raise NotFound(say("content.no_branch_unsent", branch=missing[0]))
        if not wanted:
            raise InvalidInput(say("content.nothing_to_send"), pending_branches=[])
        results = await self._remotes.send(context.workspace_id, project_id, wanted)
        if all(done.status == "no-remote" for done in results.values()):
            raise InvalidStatus(say("content.no_remote_here"), pending_branches=wanted)
        pushed = [name for name, done in results.items() if done.status == "pushed"]
        errors = [
            {"branch": name, "error": done.reason or "The project has no remote."}
            for name, done in results.items()
            if done.status != "pushed"
        ]
        data: Json = {
            "status": "committed",
            "message": f"Pushed {len(pushed)} branch(es).",
            "pushed": pushed,
            **({"errors": errors} if errors else {}),
            "next_steps": ["Ask for a review where the remote is."],
        }
        sent = told(data, f"Sent {count(len(pushed), 'branch', 'branches')}")
        return replace(sent, outside=ANSWER) if errors else sent  # why is told in the remote's words

    async def reconcile(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Bring the repository's own branch and the content branch together, record by record."""
        choices = _choices(cast("list[Json]", given.get("resolutions") or []))
        data = await asyncio.to_thread(
            self._reconcile, self._bench.job(context), choices, bool(given.get("dry_run"))
        )
        return told(data, f"Reconciled: {data['status']}")

    def _reconcile(self, job: Job, choices: dict[str, Choice], dry_run: bool) -> Json:
        repo = self._bench.repositories.repo(job.project_id)

        formats, base = self._bench.repositories.formats, default_branch(repo)

        def merge(base: str | None, ours: str, theirs: str) -> Merged[Conflict]:
            return merge3(repo, base, ours, theirs, formats=formats, choices=choices)

        done = reconcile(repo, base=base, merge=merge, signed=job.signed, dry_run=dry_run)
        data: Json = {
            "status": done.status,
            "base": base,
            "message": f'"{base}" and "{CONTENT_BRANCH}": {done.status.replace("_", " ")}.',
        }
        if done.conflicts:
            data["conflicts"] = [_conflict(each) for each in done.conflicts]
        if done.commit is not None:
            data["commit"] = done.commit
        if done.advance is not None:
            data["base_advance"] = done.advance.status
        return data

    async def _resolve(self, context: ToolContext, given: ContentrainInput) -> str:
        if named := given.get("branch"):
            return str(named)
        model, locale = given.get("model"), given.get("locale")
        if not model:
            raise InvalidInput(say("content.branch_or_model"))
        beginnings = tuple(f"{PREFIX}{scope}/{model}/" for scope in ("content", "model", "bulk"))
        repo = self._bench.repositories.repo(self._bench.project_id(context))
        found = await asyncio.to_thread(branches, repo, PREFIX)
        fitting = [
            each.name
            for each in found
            if each.name.startswith(beginnings) and (not locale or f"/{locale}/" in each.name)
        ]
        if not fitting:
            raise NotFound(say("content.none_waits", model=model))
        if len(fitting) > 1 and not given.get("latest"):
            raise InvalidInput(
                say("content.several_wait", count=len(fitting), model=model),
                branches=fitting,
            )
        return max(fitting, key=lambda name: name.rpartition("/")[2])


def _brought(repo: Repo, before: str) -> list[str]:
    """Return the files that differ on the content branch from what they were."""
    trees = [read_commit(repo, sha).tree for sha in (before, need_tip(repo, CONTENT_BRANCH))]
    return [change.path for change in changes(repo, *trees)]


def _described(repo: Repo) -> list[Json]:
    content = need_tip(repo, CONTENT_BRANCH)
    found: list[Json] = []
    for branch in branches(repo, PREFIX):
        commit = read_commit(repo, branch.sha)
        found.append(
            {
                "name": branch.name,
                "sha": branch.sha,
                "merged": is_merged(repo, branch.sha, content),
                "lastCommit": commit.at.isoformat(),
            }
        )
    return sorted(found, key=lambda branch: str(branch["lastCommit"]), reverse=True)


def _choices(resolutions: list[Json]) -> dict[str, Choice]:
    return {
        str(each["id"]): Choice(each["choose"]) if "choose" in each else Choice("value", each.get("value"))
        for each in resolutions
    }


def _conflict(conflict: Conflict) -> Json:
    return {
        "id": conflict.id,
        "code": conflict.code,
        "path": conflict.path,
        "base": conflict.base,
        "ours": conflict.ours,
        "theirs": conflict.theirs,
        "suggested": conflict.suggested,
    }
