"""What every route that changes something writes into the audit log, and which write nothing of their own.

An entry has digests of the thing before and after, and is written in the transaction of the change, or right
after it where the change is not in the database. `tests/api` checks it whenever a test uses a route.
"""

import json

from tests.architecture.house import ROOT

RUN = "run.started"
CHAT = "ai.chat.started"

_PROJECT = "/api/projects/{project_id}"
_CONTENT = f"{_PROJECT}/content"
_MEDIA = f"{_PROJECT}/media"

AUDITED: dict[str, tuple[str, ...]] = {
    "POST /api/setup": ("workspace.set_up",),
    "POST /git/{project_id}.git/git-receive-pack": ("repository.push",),
    "POST /api/session": ("session.sign_in",),
    "DELETE /api/session": ("session.sign_out",),
    "DELETE /api/sessions": ("session.sign_out_everywhere",),
    "DELETE /api/sessions/{session_id}": ("session.end",),
    "PUT /api/session/password": ("person.password",),
    "POST /api/workspaces": ("workspace.create",),
    "PUT /api/workspaces/current": ("workspace.rename",),
    "POST /api/workspaces/{workspace}/switch": ("session.switch",),
    "POST /api/workspaces/{workspace}/leave": ("member.remove",),
    "POST /api/roles": ("role.create",),
    "PUT /api/roles/{role_id}": ("role.update",),
    "DELETE /api/roles/{role_id}": ("role.delete",),
    "PUT /api/people/{person_id}": ("member.role",),
    "PUT /api/people/{person_id}/projects/{project_id}": ("project.role", "project.limits"),
    "DELETE /api/people/{person_id}": ("member.remove",),
    "PUT /api/people/{person_id}/password": ("person.password",),
    "PUT /api/people/{person_id}/disabled": ("person.disable", "person.enable"),
    "POST /api/invites": ("invite.create",),
    "DELETE /api/invites/{invite_id}": ("invite.revoke",),
    "POST /api/invite": ("invite.accept",),
    "POST /api/keys": ("key.create",),
    "POST /oauth/token": ("key.create",),
    "POST /oauth/revoke": ("key.revoke",),
    "DELETE /api/keys/{key_id}": ("key.revoke",),
    "POST /api/projects": ("project.create",),
    "POST /api/projects/import": ("project.create",),
    f"POST {_PROJECT}/site/tools/{{tool}}": (RUN,),
    f"POST {_PROJECT}/site/edits": (RUN,),
    f"POST {_PROJECT}/site/import": (RUN,),
    f"POST {_PROJECT}/site/undo": (RUN,),
    f"POST {_PROJECT}/site/fonts/install": (RUN,),
    "POST /api/cms/fonts/install": (RUN,),
    f"PUT {_PROJECT}": ("project.update",),
    "POST /api/agents": ("agent.create",),
    "PUT /api/agents/{slug}": ("agent.change",),
    "DELETE /api/agents/{slug}": ("agent.delete",),
    "POST /api/agents/{slug}/rollback": ("agent.roll_back",),
    "POST /api/entities/{entity_id}/merge": ("entity.merge",),
    "POST /api/entity-merges/{merge_id}/undo": ("entity.unmerge",),
    "POST /api/agents/{slug}/candidates": ("agent.candidate",),
    "POST /api/agents/{slug}/candidates/{version}/publish": ("agent.change",),
    "DELETE /api/agents/{slug}/candidates/{version}": ("agent.withdraw",),
    "POST /api/schedules": ("schedule.create",),
    "PUT /api/schedules/{schedule_id}": ("schedule.change",),
    "DELETE /api/schedules/{schedule_id}": ("schedule.delete",),
    "POST /api/schedules/{schedule_id}/run": ("schedule.run",),
    "PUT /api/context/{layer}": ("setting.update",),
    "POST /api/context/corrections": ("memory.add",),
    "DELETE /api/context/corrections/{correction_id}": ("memory.change",),
    "POST /api/entity-types": ("entity_type.create",),
    "PUT /api/entity-types/{slug}": ("entity_type.change",),
    "POST /api/entity-types/{slug}/fields": ("entity_type.change",),
    "DELETE /api/entity-types/{slug}": ("entity_type.delete",),
    "POST /api/entity-types/{slug}/import": ("entity.create", "entity.change"),
    "POST /api/entities": ("entity.create",),
    "PUT /api/entities/{entity_id}": ("entity.change",),
    "DELETE /api/entities/{entity_id}": ("entity.delete",),
    "POST /api/entities/accept": ("entity.accept_words",),
    f"POST {_PROJECT}/content/origins/accept": ("content.accept_words",),
    "POST /api/entities/{entity_id}/restore": ("entity.restore",),
    "POST /api/entities/{entity_id}/rollback": ("entity.roll_back",),
    "POST /api/relations": ("relation.create",),
    "DELETE /api/relations/{relation_id}": ("relation.delete",),
    "POST /api/documents": ("document.add",),
    "DELETE /api/documents/{document_id}": ("document.delete",),
    "POST /api/responses/{response_id}/decision": ("response.decide",),
    "POST /api/entities/{entity_id}/briefs": ("brief.begin",),
    "POST /api/briefs/{brief_id}/accept": ("brief.accept",),
    "DELETE /api/briefs/{brief_id}/accept": ("brief.take_back",),
    "POST /api/entities/{entity_id}/fill": ("entity.fill",),
    "POST /api/entities/{entity_id}/publish": ("entity.publish",),
    "POST /api/publish-destinations": ("connection.created",),
    "POST /api/publish-destinations/{connection_id}/test": ("connection.tested",),
    "DELETE /api/publish-destinations/{connection_id}": ("connection.deleted",),
    "PUT /api/agents/{slug}/heartbeat": ("heartbeat.set",),
    "PUT /api/feedback/review": ("heartbeat.set",),
    "POST /api/agents/{slug}/run": ("heartbeat.run",),
    "POST /api/agents/{slug}/default": ("agent.change",),
    "PUT /api/agents/first": ("setting.update",),
    "POST /api/evals": ("eval.create",),
    "PUT /api/evals/{case_id}": ("eval.change",),
    "POST /api/memory": ("memory.add",),
    "PUT /api/memory/{memory_id}": ("memory.change",),
    "POST /api/skills": ("skill.create",),
    "PUT /api/skills/{slug}": ("skill.change",),
    "DELETE /api/skills/{slug}": ("skill.delete",),
    "POST /api/views": ("view.create",),
    "PUT /api/views/{slug}": ("view.change",),
    "DELETE /api/views/{slug}": ("view.delete",),
    "POST /api/tasks": ("task.create",),
    "PUT /api/tasks/{task_id}": ("task.change",),
    "POST /api/budgets": ("budget.create",),
    "PUT /api/budgets/time-zone": ("setting.update",),
    "PUT /api/budgets/{budget_id}": ("budget.update",),
    "DELETE /api/budgets/{budget_id}": ("budget.delete",),
    "POST /api/budgets/stops/{stop_id}/decision": (
        "budget.raise",
        "budget.update",
        "budget_stop.resumed",
        "budget_stop.declined",
    ),
    "POST /api/ai/credentials": ("ai.credential.created",),
    "PUT /api/ai/credentials/{credential_id}": ("ai.credential.updated",),
    "DELETE /api/ai/credentials/{credential_id}": ("ai.credential.deleted",),
    "POST /api/ai/credentials/{credential_id}/test": ("ai.credential.tested",),
    "PUT /api/ai/defaults/{scope}": ("ai.default.updated",),
    "DELETE /api/ai/defaults/{scope}": ("ai.default.cleared",),
    "POST /api/connections/mcp": ("connection.created",),
    "PUT /api/connections/mcp/{server_id}": ("connection.updated",),
    "DELETE /api/connections/mcp/{server_id}": ("connection.deleted",),
    "POST /api/connections/mcp/{server_id}/test": ("connection.tested",),
    "POST /api/connections/mcp/{server_id}/tools": ("mcp.tool.accepted", "mcp.tool.policy"),
    "POST /api/connections/mcp/{server_id}/tools/refresh": ("mcp.tools.seen",),
    "POST /api/ai/chat/{scope}": (CHAT,),
    "POST /api/conversation/v1/{project_id}/message": (CHAT,),
    "POST /api/workspaces/{workspace_id}/projects/{project_id}/chat": (CHAT,),
    "POST /v1/chat/completions": (RUN,),
    "POST /v1/responses": (RUN,),
    "POST /api/ai/conversations": ("conversation.create",),
    "PUT /api/ai/conversations/{conversation_id}": ("conversation.update",),
    "DELETE /api/ai/conversations/{conversation_id}": ("conversation.delete",),
    "POST /api/jobs/{run_id}/cancel": ("run.stop",),
    "POST /api/jobs/{run_id}/retry": ("heartbeat.run",),
    "POST /api/groups": ("conversation.create", "group.create"),
    "PUT /api/groups/{group_id}": ("conversation.update", "group.change"),
    "POST /api/groups/{group_id}/messages": ("group.say",),
    "DELETE /api/groups/{group_id}": ("conversation.delete", "group.delete"),
    "POST /api/conversations": ("conversation.create",),
    "PUT /api/conversations/{conversation_id}": ("conversation.update",),
    "DELETE /api/conversations/{conversation_id}": ("conversation.delete",),
    "DELETE /api/conversations/{conversation_id}/queued/{message_id}": ("conversation.take_back",),
    "POST /api/runs/{run_id}/stop": ("run.stop",),
    "POST /api/runs/{run_id}/cancel": ("run.stop",),
    "POST /api/runs/{run_id}/resume": ("run.resume",),
    "POST /api/runs/{run_id}/retry": (CHAT, "run.started", "run.resume"),
    "POST /api/runs/{run_id}/fork": (CHAT, "run.started"),
    "POST /api/runs/{run_id}/undo": ("run.undo",),
    "POST /api/proposals/{proposal_id}/undo": ("proposal.merged", "proposal.open", "proposal.conflicts"),
    "PUT /api/feedback": ("feedback.say",),
    "POST /api/feedback/review": ("heartbeat.run",),
    "PUT /api/feedback/{word_id}/status": ("feedback.status",),
    "DELETE /api/feedback/{kind}/{subject_id}": ("feedback.take_back",),
    "POST /api/actions/{approval_id}/tool-approval": ("approval.approved", "approval.denied"),
    "POST /api/approvals/decisions": ("approval.approved", "approval.denied"),
    "POST /api/approval-rules": ("approval_rule.create",),
    "DELETE /api/approval-rules/{rule_id}": ("approval_rule.delete",),
    "POST /api/proposals/{proposal_id}/decisions": ("proposal.decide",),
    "POST /api/proposals/{proposal_id}/comments": ("proposal.comment",),
    "POST /api/proposals/{proposal_id}/finish": ("proposal.finish",),
    "POST /api/proposals/{proposal_id}/reject": ("proposal.reject",),
    "POST /api/proposals/{proposal_id}/restore": ("proposal.restore",),
    "POST /api/proposals/{proposal_id}/links": ("link.given",),
    "POST /api/approvals/{approval_id}/links": ("link.given",),
    "DELETE /api/links/{link_id}": ("link.revoked",),
    "POST /api/links/{token}/decisions": ("proposal.decide",),
    "POST /api/links/{token}/comments": ("proposal.comment",),
    "POST /api/links/{token}/finish": ("proposal.finish",),
    "POST /api/links/{token}/reject": ("proposal.reject",),
    "POST /api/links/{token}/tool-approval": ("approval.approved", "approval.denied"),
    f"POST {_CONTENT}/init": (RUN,),
    f"PUT {_CONTENT}/entries/{{model}}": (RUN,),
    f"POST {_CONTENT}/entries/{{model}}/delete": (RUN,),
    f"POST {_CONTENT}/entries/{{model}}/status": (RUN,),
    f"POST {_CONTENT}/entries/{{model}}/copy": (RUN,),
    f"PUT {_CONTENT}/models/{{model}}": (RUN,),
    f"DELETE {_CONTENT}/models/{{model}}": (RUN,),
    f"POST {_CONTENT}/locales": (RUN,),
    f"PUT {_CONTENT}/vocabulary": (RUN,),
    f"POST {_CONTENT}/vocabulary/delete": (RUN,),
    f"POST {_CONTENT}/validation/fix": (RUN,),
    f"POST {_CONTENT}/merge": (RUN, "proposal.finish"),
    f"POST {_CONTENT}/reject": (RUN,),
    f"POST {_CONTENT}/submissions/{{submission_id}}/approve": (RUN,),
    f"POST {_CONTENT}/submissions/{{submission_id}}/reject": (RUN,),
    f"POST {_MEDIA}": ("media.add", "media.restore"),
    f"POST {_MEDIA}/fetch": (RUN,),
    f"POST {_MEDIA}/generate": (RUN,),
    f"PUT {_MEDIA}/{{asset_id}}": (RUN, "media.update"),
    f"DELETE {_MEDIA}/{{asset_id}}": (RUN,),
    f"POST {_MEDIA}/{{asset_id}}/restore": ("media.restore",),
    f"PUT {_CONTENT}/remote": ("remote.set",),
    f"DELETE {_CONTENT}/remote": ("remote.forget",),
    f"POST {_CONTENT}/remote/fetch": ("remote.fetch",),
    f"POST {_CONTENT}/remote/push": ("remote.push",),
    f"POST {_CONTENT}/remote/join": ("remote.join",),
    f"POST {_PROJECT}/site/publish": (RUN,),
    f"POST {_PROJECT}/site/rollback": ("site.rollback",),
    f"POST {_PROJECT}/site/previews": ("preview.give",),
    f"POST {_CONTENT}/preview": ("preview.give",),
    f"DELETE {_PROJECT}/site/previews/{{link_id}}": ("preview.end",),
    f"POST {_PROJECT}/site/publish/branch": ("site.branch",),
    "POST /api/articles/{article_id}/links": ("link.given",),
    "POST /api/links/{token}/foundations": ("article.approveFoundations", "article.notePlan"),
    "POST /api/article-topics": ("topic.create", RUN),
    "POST /api/article-topics/{topic_id}/begin": ("article.create", "topic.taken"),
    "DELETE /api/article-topics/{topic_id}": ("topic.dismissed",),
    "POST /api/articles": ("article.create",),
    "PUT /api/articles/{article_id}": ("article.edit",),
    "DELETE /api/articles/{article_id}": ("article.delete",),
    "POST /api/articles/{article_id}/restore": ("article.undelete",),
    "POST /api/articles/{article_id}/versions/{number}/restore": ("article.restore",),
    "POST /api/articles/{article_id}/documents": ("article.document",),
    "POST /api/articles/{article_id}/texts": ("article.document",),
    "POST /api/articles/{article_id}/run": (RUN,),
    "POST /api/articles/{article_id}/approve": ("article.approveFoundations",),
    "POST /api/artifacts/{article_id}/approve-foundations": ("article.approveFoundations",),
    "POST /api/artifacts/{article_id}/re-analyze-foundations": (
        "article.reanalyzeFoundations",
        "article.regenerateContent",
    ),
    "PUT /api/articles/{article_id}/sections": ("article.lock",),
    "PUT /api/articles/{article_id}/findings": ("article.dismissFinding", "article.restoreFinding"),
    "POST /api/articles/{article_id}/publish-to": ("article.publishTo",),
    "POST /api/articles/{article_id}/improve": (RUN,),
    "PUT /api/articles/{article_id}/pictures": ("article.updateImageApproval",),
    "POST /api/articles/{article_id}/pictures/{image_id}/again": (RUN,),
    "POST /api/articles/{article_id}/posts": ("article.create", RUN),
    "POST /api/articles/{article_id}/localise": ("article.create", RUN),
    "POST /api/articles/{article_id}/interview": ("article.startShowcaseInterview",),
    "POST /api/articles/{article_id}/interview/answers": ("article.saveInterviewAnswer",),
    "POST /api/articles/{article_id}/interview/complete": ("article.completeShowcaseInterview",),
    "POST /api/articles/{article_id}/links-check": ("article.checkLinks",),
    "PUT /api/article-settings/models": ("article.settings",),
    "PUT /api/article-settings/style": ("article.settings",),
    "POST /api/articles/{article_id}/publish": ("article.publish",),
    "POST /api/articles/{article_id}/send": (RUN,),
    "POST /api/backups": ("studio.backed-up",),
    "POST /api/retention": ("retention.sweep",),
}
"""The entries of which a route writes at least one, with digests.

A change of content begins with `run.started` (what was asked, by whom) and ends with `proposal.<state>` in
the transaction that closes the run's last step, with the commit.
"""

EXEMPT: dict[str, str] = {
    "POST /oauth/register": "a stranger is nobody of the workspace; an app that nobody lets in is forgotten"
    " within a day, and letting it in is recorded",
    "POST /oauth/authorize": "it leads on; the grant is recorded when its code is exchanged",
    "POST /oauth/sign-in": "it leads on; the session records itself as for POST /api/session",
    "POST /api/feedback/{word_id}/replay": "a replay writes nothing; what it shows is recorded by its run",
    "POST /api/evals/{case_id}/play": "a replay writes nothing; its run is in the list of runs",
    "POST /api/evals/gate/{agent}": "a replay writes nothing; its run is in the list of runs",
    "POST /v1/embeddings": "it answers that there are none, and changes nothing",
    "POST /api/content-agent/execute": "it reads a message: what it leads to is a run, and that is recorded",
    "DELETE /api/content-agent/session": "it forgets the caller's own last words to the writer",
    "POST /api/ai/addressee": "it reads a message and changes nothing",
    "POST /api/ai/intent/{scope}": "it reads a message and changes nothing",
    "POST /api/ai/tool-result": "it hands a waiting run its answer; the run's step records what comes of it",
    "POST /mcp": "a protocol of calls: one that writes is a run, and that is recorded",
    "POST /mcp/{project_id}": "a protocol of calls: one that writes is a run, and that is recorded",
    "POST /mcp/{project_id}/site": "a protocol of calls: one that writes is a run, and that is recorded",
    "POST /mcp/{project_id}/workspace": "a protocol of calls: one that writes is a run, and that is recorded",
    "POST /git/{project_id}.git/git-upload-pack": "a Git client fetches; nothing is changed",
    "DELETE /mcp": "the door keeps no sessions, so that there is none to end",
    "DELETE /mcp/{project_id}": "the door keeps no sessions, so that there is none to end",
    "DELETE /mcp/{project_id}/site": "the door keeps no sessions, so that there is none to end",
    "DELETE /mcp/{project_id}/workspace": "the door keeps no sessions, so that there is none to end",
    "POST /api/backups/{name}/check": "it reads a file; the door notes who did",
    "POST /api/forms/v1/{project}/{model}/submit": "a stranger is nobody of the workspace and could flood the"
    " log; the submission keeps its own time and address, and what people decide on it is recorded",
    "OPTIONS /api/forms/v1/{project}/{model}/submit": "a browser asks whether it may send",
}
"""Routes that are sent as a change and write no entry with digests. A new one is a decision: say why."""


DRY = {
    "POST /git/{project_id}.git/git-receive-pack",
    "POST /api/retention",
    f"POST {_CONTENT}/validation/fix",
    "POST /api/entity-types/{slug}/import",
}
"""Routes that change nothing when they are asked with `dryRun`, or when a push is refused."""


def plain(name: str) -> str:
    """Return a route's name without the older prefix under which some routes answer, too."""
    return name.replace(" /admin/api/", " /api/", 1)


def _words(name: str) -> dict[str, str]:
    return json.loads((ROOT / f"web/src/i18n/{name}.json").read_text("utf-8"))


_WORDS = [_words("en/admin"), _words("tr/admin")]
_TOOLS = _words("names/tools-tr")


def unsaid(action: str, *kinds: str) -> list[str]:
    """Return the names of words that the page of the log lacks for an action and for the kinds of things."""
    verb = action.rpartition(".")[2]
    wanted = [f"kind_{kind}" for kind in kinds] + ([] if verb in _TOOLS else [f"did_{verb}"])
    return [name for name in wanted if any(name not in words for words in _WORDS)]


def lack(name: str, actions: list[tuple[str, bool]]) -> str | None:
    """Return what is missing in the entries of a request that went well: pairs of action and has-digests."""
    if name in EXEMPT or (name in DRY and not actions):
        return None
    if name not in AUDITED:
        return f"{name} is not in tests/architecture/audited.py"
    wanted = AUDITED[name]
    if any(action in wanted and has_digests for action, has_digests in actions):
        return None
    return f"{name} wrote {actions or 'nothing'} into the audit log, and none of {wanted} with digests"
