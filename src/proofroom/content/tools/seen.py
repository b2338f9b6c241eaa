"""What the writer of a save saw, held against the content once more when the save is merged."""

from typing import Any

from proofroom.content.contents import Contents
from proofroom.content.plans.seen import refuse_if_changed
from proofroom.repository.end_turn import JudgeOf
from proofroom.repository.repositories import AnyTree, TreeJudge


def judge_saves(contents: Contents) -> JudgeOf:
    """Return what judges the merge of a call that saved an entry as its writer had seen it."""

    def judge_of(called: dict[str, Any]) -> TreeJudge | None:
        from proofroom.content.tools.write import SAVE, SaveContentInput, saved_entry  # with the first merge

        if called.get("tool") != SAVE or called["arguments"].get("seen") is None:
            return None
        given = SaveContentInput.model_validate(called["arguments"])

        def judge(tree: AnyTree) -> None:
            project = contents.project(tree)
            model = project.model(given.model)
            default = project.ready_config.default_locale
            locale = given.locale or default if model.i18n else default
            refuse_if_changed(project, model, saved_entry(given), locale, given.seen or {})

        return judge

    return judge_of
