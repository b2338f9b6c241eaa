"""A model that judges an answer where no rule can: asked only where a real one is connected."""

import re
from typing import Any

from proofroom.access.workspaces import Workspaces
from proofroom.durable import Engine, StepContext
from proofroom.evals.types import EvalCase
from proofroom.kernel.blocks import TextBlock, user
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.ids import RunId, WorkspaceId, new_id
from proofroom.kernel.strings import prompts, say
from proofroom.providers.models import Models
from proofroom.providers.types import ModelRequest
from proofroom.runtime.completion import SCOPE, read_completed, start_completion
from proofroom.runtime.delegation.report import collect
from proofroom.runtime.flow.flow import Flow
from proofroom.safety import wrap

JUDGE_MODEL = "judge_model"
"""The setting with the model that judges; without one it is the workspace's own, if that is a real one."""
OFFLINE = "offline"
_VERDICT = re.compile(r"\W*(pass|fail)\b", re.IGNORECASE)
"""Only the first word counts: “this does not pass” is no pass."""


class Judge:
    """Asks a model whether an answer does what a case wants."""

    def __init__(self, settings: Workspaces, models: Models, engine: Engine) -> None:
        self._settings, self._models, self._engine = settings, models, engine

    async def find_model(self, workspace_id: WorkspaceId) -> str | None:
        """Return the model that judges; None while no real one is connected."""
        setting = await self._settings.find_setting(workspace_id, JUDGE_MODEL)
        wanted = str(setting.value) if setting and setting.value else None
        try:
            found = await self._models.find(workspace_id, SCOPE, wanted)
        except ProofroomError:
            return None
        return None if found.info.provider == OFFLINE else found.label

    async def judge(self, flow: Flow, case: EvalCase) -> list[dict[str, Any]]:
        """Return what a judge says to each check that needs one; without a judge nothing is decided."""
        wanted = [one for one in case.read_checks() if one.kind == "judge"]
        if not wanted:
            return []
        model = await self.find_model(case.workspace_id)
        if model is None:
            seen = str(say("evals.no_judge"))
            return [{"kind": "judge", "passed": None, "seen": seen} for _ in wanted]
        run = flow.run
        judged: list[dict[str, Any]] = []
        for number, check in enumerate(wanted):

            async def ask(_step: StepContext, rubric: str = check.pattern, model: str = model) -> object:
                # Read here: the answer's own step is stored at the latest when another one opens.
                steps = await self._engine.runs.steps(run.id, run.workspace_id)
                return await self._ask(flow, model, case.task, rubric, collect("", run, steps).response)

            judged.append(await flow.step(f"95{number}.judge", "judge", ask))
        return judged

    async def _ask(self, flow: Flow, model: str, task: str, rubric: str, answer: str) -> dict[str, Any]:
        mark = new_id().replace("-", "")
        asked = wrap(task, boundary_id=mark, source="request")
        answered = wrap(answer, boundary_id=mark, source="answer")
        told = f"{asked}\n\n{answered}\n\nRubric:\n{rubric}"
        request = ModelRequest(
            model=model,
            messages=[user(told)],
            system_prefix=prompts()["judge"],
            max_output_tokens=300,
            temperature=0.0,
        )
        title = f"{model} for {flow.run.title}"
        begun = await start_completion(self._engine, flow.asker, model, request, title=title)
        await self._engine.wait(RunId(begun.id), begun.workspace_id)
        ended = await self._engine.runs.get(begun.id, begun.workspace_id)
        if ended.status != "completed":
            return {"kind": "judge", "passed": None, "seen": str(say("evals.judge_failed", model=model))}
        blocks = read_completed(ended.result).blocks
        said = "".join(one.text for one in blocks if isinstance(one, TextBlock)).strip()
        verdict = _VERDICT.match(said)
        passed = None if verdict is None else verdict.group(1).casefold() == "pass"
        return {"kind": "judge", "passed": passed, "seen": said[:300]}
