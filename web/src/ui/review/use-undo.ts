/** Taking a turn or a merge back as one step. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { undoMerge, undoRun } from "@/api/proposals";
import type { UndoInfo } from "@/api/schema";
import { notify } from "@/lib/notices";

interface Undoing {
  isBusy: boolean;
  run: () => void;
}

/** Return the way to take a run's changes back; null when there is no run to speak of. */
export function useUndo(runId: string | null): Undoing | null {
  return useTakingBack(runId, undoRun, "review.saidUndone");
}

/** Return the way to take back what merging a proposal brought; null when it was not merged. */
export function useUndoMerge(proposalId: string | null): Undoing | null {
  return useTakingBack(proposalId, undoMerge, "review.saidMergeUndone");
}

function useTakingBack(
  id: string | null,
  takeBack: (id: string) => Promise<UndoInfo>,
  done: "review.saidUndone" | "review.saidMergeUndone",
): Undoing | null {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  if (!id) return null;
  const run = async () => {
    setBusy(true);
    try {
      const undone = await takeBack(id);
      const isLeft = undone.state === "nothing" && undone.waitsId !== null;
      const sentence = SENTENCES[undone.state as keyof typeof SENTENCES] ?? done;
      notify({ tone: "done", text: t(isLeft ? "review.saidStillWaits" : sentence) });
    } catch (thrown) {
      const { message, suggestion } = asApiError(thrown);
      notify({ tone: "failed", text: message, detail: suggestion });
    }
    await client.invalidateQueries({ queryKey: keys.inbox });
    await client.invalidateQueries({ queryKey: keys.content });
    setBusy(false);
  };
  return { isBusy, run: () => void run() };
}

const SENTENCES = {
  nothing: "review.saidNothingToUndo",
  waiting: "review.saidUndoWaits",
  conflicts: "review.saidUndoConflicts",
  undone: "review.saidUndoneBefore",
} as const;
