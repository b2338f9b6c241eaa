/** Changes that wait for a person: read them, decide on them, take a turn back. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type {
  CommentInfo,
  ConflictChoice,
  FinishInfo,
  ProposalDetail,
  ProposalInfo,
  UndoInfo,
} from "./schema";

/** A proposal with its changes, decisions and comments; asked again now and then, as others decide too. */
export function proposalQuery(id: string) {
  return queryOptions({
    queryKey: keys.proposal(id),
    queryFn: async () => {
      const params = { path: { proposal_id: id } };
      // The client forgets that pairs have two members; the schema knows.
      return (await unwrap(api.GET("/api/proposals/{proposal_id}", { params }))) as ProposalDetail;
    },
    refetchInterval: (query) => (isOpen(query.state.data?.proposal) ? 15_000 : false),
  });
}

/** The proposals one may see, the newest change first. */
export const proposalsQuery = queryOptions({
  queryKey: keys.proposals,
  queryFn: () => unwrap(api.GET("/api/proposals")),
});

/** Tell whether a proposal still waits. */
export function isOpen(proposal: Pick<ProposalInfo, "state"> | undefined): boolean {
  return proposal?.state === "open" || proposal?.state === "conflicts";
}

/** Return the proposal an event told of. Its branch counts: later turns go on in the same proposal. */
export function findProposal(
  proposals: readonly ProposalInfo[],
  told: { proposalId: string; branch: string },
): ProposalInfo | null {
  const own = proposals.find((proposal) => proposal.id === told.proposalId);
  return own ?? proposals.find((proposal) => proposal.branch === told.branch) ?? null;
}

export interface Word {
  hunks: string[];
  decision: "accepted" | "rejected" | null;
  choice?: ConflictChoice;
}

/** Say a person's word on some changes; null takes it back. Nothing is merged yet. */
export async function decideHunks(id: string, word: Word): Promise<void> {
  const params = { path: { proposal_id: id } };
  await unwrap(api.POST("/api/proposals/{proposal_id}/decisions", { params, body: word }));
}

/** What is on its way about a proposal: a later word must arrive later, and the end of a review last. */
const underway = new Map<string, Promise<unknown>>();

/** Say some words about a proposal, after all that was said before. Fails when one of them is refused. */
export function decideInOrder(id: string, words: readonly Word[]): Promise<void> {
  const said = (underway.get(id) ?? Promise.resolve())
    .catch(() => undefined)
    .then(async () => {
      for (const word of words) await decideHunks(id, word);
    });
  underway.set(id, said);
  return said;
}

/** Say something about a proposal, or about one of its changes. */
export function commentOn(id: string, text: string, hunkId: string | null): Promise<CommentInfo> {
  const params = { path: { proposal_id: id } };
  return unwrap(api.POST("/api/proposals/{proposal_id}/comments", { params, body: { text, hunkId } }));
}

/** Merge what was accepted, once every word has arrived; `sha` is the state the person saw. */
export async function finishReview(id: string, sha: string | null): Promise<FinishInfo> {
  await underway.get(id);
  const params = { path: { proposal_id: id } };
  return unwrap(api.POST("/api/proposals/{proposal_id}/finish", { params, body: { sha } }));
}

/** Reject a whole proposal; `sha` is the state the person saw, where they saw it. */
export async function rejectProposal(id: string, sha: string | null = null): Promise<void> {
  const params = { path: { proposal_id: id } };
  await unwrap(api.POST("/api/proposals/{proposal_id}/reject", { params, body: { sha } }));
}

/** Bring a rejected proposal back, so that it waits again. */
export async function restoreProposal(id: string): Promise<void> {
  const params = { path: { proposal_id: id } };
  await unwrap(api.POST("/api/proposals/{proposal_id}/restore", { params }));
}

/** Read a proposal as it is now. */
export async function readProposal(id: string): Promise<ProposalDetail> {
  const params = { path: { proposal_id: id } };
  return (await unwrap(api.GET("/api/proposals/{proposal_id}", { params }))) as ProposalDetail;
}

/** Take back what merging a proposal brought, as one step. */
export function undoMerge(id: string): Promise<UndoInfo> {
  return unwrap(api.POST("/api/proposals/{proposal_id}/undo", { params: { path: { proposal_id: id } } }));
}

/** Take back what a turn changed and is merged, as one step. */
export function undoRun(runId: string): Promise<UndoInfo> {
  return unwrap(api.POST("/api/runs/{run_id}/undo", { params: { path: { run_id: runId } } }));
}

export interface TurnUndone {
  undone: UndoInfo;
  /** How many of its changes were not merged yet, and are rejected now. */
  rejected: number;
}

/** Take a turn back as a whole: what is merged of it is undone, what is not merged yet is rejected. */
export async function undoTurn(runId: string): Promise<TurnUndone> {
  const undone = await undoRun(runId);
  return { undone, rejected: undone.waitsId ? await rejectTurn(undone.waitsId, runId) : 0 };
}

/** Reject what one turn proposes; a proposal that holds nothing else is rejected with it. */
async function rejectTurn(id: string, runId: string): Promise<number> {
  const { hunks, sha } = await readProposal(id);
  const own = hunks.filter((hunk) => hunk.runId === runId).map((hunk) => hunk.id);
  if (own.length === 0) return 0;
  const isOnly = hunks.every((hunk) => hunk.runId === runId || hunk.decision === "rejected");
  if (isOnly) await rejectProposal(id, sha);
  else await decideInOrder(id, [{ hunks: own, decision: "rejected" }]);
  return own.length;
}
