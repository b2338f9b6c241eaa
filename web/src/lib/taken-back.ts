/** What became of a merge later: whether an undo took it back, as a whole or one of its turns. */
import type { ProposalDetail, ProposalInfo } from "@/api/schema";

/** What takes a merged proposal back, and whether it takes all of it: one of several turns is a part only. */
export function takenBack({ proposal, hunks, undoneBy }: ProposalDetail): {
  by: ProposalInfo | undefined;
  isWhole: boolean;
} {
  const runs = new Set<string | null | undefined>(undoneBy.map(({ undoesRun }) => undoesRun ?? ""));
  const accepted = hunks.filter(({ decision }) => decision === "accepted");
  const merged = accepted.length > 0 ? accepted : hunks;
  const isMerge = undoneBy.some(({ undoesId }) => undoesId === proposal.id);
  const isWhole = isMerge || (undoneBy.length > 0 && merged.every(({ runId }) => runs.has(runId)));
  return { by: undoneBy[0], isWhole };
}

/** Return how to say that a proposal is taken back: done or waiting, all of it or a turn. */
export function sayTakenBack({ state }: ProposalInfo, isWhole: boolean) {
  if (state !== "merged") return "review.takenBackWaits";
  return isWhole ? "review.takenBack" : "review.turnTakenBack";
}
