/** Ending a proposal from the inbox, without going through its changes one by one. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { commentOn, decideHunks, finishReview, rejectProposal } from "@/api/proposals";
import type { ProposalDetail } from "@/api/schema";
import { announce } from "@/lib/announce";
import { notify } from "@/lib/notices";
import type { Review } from "@/lib/review";

interface ProposalEnd {
  isBusy: boolean;
  /** False where a change was rejected before, or is in conflict: then the review is the place. */
  canMergeAll: boolean;
  mergeAll: () => Promise<void>;
  reject: (reason: string) => Promise<void>;
}

/** Return the ways to end a proposal as a whole. */
export function useProposalEnd(detail: ProposalDetail, review: Review): ProposalEnd {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { id } = detail.proposal;
  const open = review.changes.filter((change) => change.state === "open");
  const isPlain = review.changes.every((change) => change.state !== "rejected" && !change.conflict);
  const act = async (work: () => Promise<string>) => {
    setBusy(true);
    try {
      announce(await work());
    } catch (thrown) {
      const { message, suggestion } = asApiError(thrown);
      notify({ tone: "failed", text: message, detail: suggestion });
    }
    await client.invalidateQueries({ queryKey: keys.inbox });
    await client.invalidateQueries({ queryKey: keys.content });
    setBusy(false);
  };
  return {
    isBusy,
    canMergeAll: isPlain && review.changes.length > 0,
    mergeAll: () =>
      act(async () => {
        const hunks = open.flatMap((change) => change.hunks);
        if (hunks.length > 0) await decideHunks(id, { hunks, decision: "accepted" });
        const done = await finishReview(id, detail.sha);
        return t("review.saidMerged", { count: done.accepted });
      }),
    reject: (reason) =>
      act(async () => {
        if (reason) await commentOn(id, reason, null);
        await rejectProposal(id);
        return t("review.saidRejected");
      }),
  };
}
