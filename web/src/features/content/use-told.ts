/** Says what became of a change, with the way back where there is one. */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { undoRun } from "@/api/proposals";
import type { ChangeAnswer } from "@/api/schema";
import { notify } from "@/lib/notices";

/** Return a function that tells of one change, or of several that belong together. */
export function useTold(): (...answers: ChangeAnswer[]) => void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  return (...answers) => {
    const first = answers[0];
    if (!first) return;
    const merged = answers.flatMap(({ state, runId }) => (state === "merged" && runId ? [runId] : []));
    const undo = async () => {
      try {
        for (const runId of merged.toReversed()) await undoRun(runId);
        notify({ tone: "done", text: t("content.undone") });
      } catch (thrown) {
        notify({ tone: "failed", text: asApiError(thrown).message });
      }
      await client.invalidateQueries({ queryKey: keys.content });
      await client.invalidateQueries({ queryKey: keys.inbox });
    };
    const { branch } = first;
    const look = () =>
      void navigate({
        to: "/content",
        search: (before: object) => ({ ...before, ref: branch ?? undefined }),
      });
    const action =
      merged.length > 0
        ? { label: t("content.undo"), run: () => void undo() }
        : branch && first.state !== "nothing"
          ? { label: t("content.lookAtIt"), run: look }
          : null;
    const details = { waiting: t("content.waits"), conflicts: t("content.inConflict") };
    notify({
      tone: "done",
      text: answers.map(({ summary }) => summary).join(". "),
      detail: first.state in details ? details[first.state as keyof typeof details] : "",
      ...(action ? { action } : {}),
    });
  };
}
