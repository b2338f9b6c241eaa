/** Taking a turn or a merge back as one step. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { type TurnUndone, undoMerge, undoTurn } from "@/api/proposals";
import { notify } from "@/lib/notices";

interface Undoing {
  isBusy: boolean;
  run: () => Promise<void>;
}

/** Return the way to take a run's changes back; null when there is no run to speak of. */
export function useUndo(runId: string | null): Undoing | null {
  return useTakingBack(runId, undoTurn, "review.saidUndone");
}

/** Return the way to take back what merging a proposal brought; null when it was not merged. */
export function useUndoMerge(proposalId: string | null): Undoing | null {
  return useTakingBack(proposalId, undoOnly, "review.saidMergeUndone");
}

function useTakingBack(
  id: string | null,
  takeBack: (id: string) => Promise<TurnUndone>,
  done: "review.saidUndone" | "review.saidMergeUndone",
): Undoing | null {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  if (!id) return null;
  const run = async () => {
    setBusy(true);
    try {
      const { undone, rejected } = await takeBack(id);
      notify({ tone: "done", text: t(sentenceOf(undone.state, rejected, done), { count: rejected }) });
    } catch (thrown) {
      const { message, suggestion } = asApiError(thrown);
      notify({ tone: "failed", text: message, detail: suggestion });
    }
    await client.invalidateQueries({ queryKey: keys.inbox });
    await client.invalidateQueries({ queryKey: keys.content });
    setBusy(false);
  };
  return { isBusy, run };
}

async function undoOnly(id: string): Promise<TurnUndone> {
  return { undone: await undoMerge(id), rejected: 0 };
}

/** Return what to say: what was undone, what was rejected because it was not merged yet, or both. */
export function sentenceOf(
  state: string,
  rejected: number,
  done: "review.saidUndone" | "review.saidMergeUndone",
) {
  const isMerged = !(state in SENTENCES);
  if (rejected > 0) return isMerged ? "review.saidUndoneRejected" : "review.saidTurnRejected";
  return SENTENCES[state as keyof typeof SENTENCES] ?? done;
}

const SENTENCES = {
  nothing: "review.saidNothingToUndo",
  waiting: "review.saidUndoWaits",
  conflicts: "review.saidUndoConflicts",
  undone: "review.saidUndoneBefore",
} as const;
