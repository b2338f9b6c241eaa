/** What became of changes that a review left undecided: they go on in another proposal, and may do so again. */
import type { HunkInfo, ProposalDetail, ProposalInfo } from "@/api/schema";

/** Return the proposals in which what one left undecided went on, one after the other. */
export function carriedFrom(proposal: ProposalInfo, all: readonly ProposalInfo[]): ProposalInfo[] {
  const found: ProposalInfo[] = [];
  let branch = proposal.carriedTo;
  while (branch) {
    const next = all.find((one) => one.branch === branch && one.projectId === proposal.projectId);
    if (!next || found.includes(next)) break;
    found.push(next);
    branch = next.carriedTo;
  }
  return found;
}

/** Return a proposal with what was decided later about the changes that it left undecided. */
export function withLater(detail: ProposalDetail, later: readonly ProposalDetail[]): ProposalDetail {
  if (later.length === 0) return detail;
  return {
    ...detail,
    hunks: detail.hunks.map((hunk) => {
      const decision = hunk.decision ?? decidedLater(hunk.id, later);
      return decision === hunk.decision ? hunk : { ...hunk, decision };
    }),
    undoneBy: [...detail.undoneBy, ...later.flatMap(({ undoneBy }) => undoneBy)],
  };
}

function decidedLater(
  id: string,
  later: readonly ProposalDetail[],
): Exclude<HunkInfo["decision"], undefined> {
  for (const { proposal, hunks } of later) {
    const own = hunks.find((hunk) => hunk.id === id);
    if (own && (own.decision === "rejected" || proposal.state === "rejected")) return "rejected";
    // What is accepted counts once it is merged.
    if (own?.decision === "accepted" && proposal.state === "merged") return "accepted";
  }
  return null;
}
