/** Taking a turn back: everything one run changed, as one step. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { undoRun } from "@/api/proposals";
import { notify } from "@/lib/notices";

/** Return the way to take a run's changes back; null when there is no run to speak of. */
export function useUndo(runId: string | null): { isBusy: boolean; run: () => void } | null {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  if (!runId) return null;
  const run = async () => {
    setBusy(true);
    try {
      const undone = await undoRun(runId);
      notify({
        tone: "done",
        text: t(SENTENCES[undone.state as keyof typeof SENTENCES] ?? "review.saidUndone"),
      });
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
  merged: "review.saidUndone",
  waiting: "review.saidUndoWaits",
} as const;
