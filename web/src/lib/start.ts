/** How far the owner of a fresh studio has come with its first steps. Kept in the browser that set it up. */
import { create } from "zustand";
import { persist } from "zustand/middleware";

interface Start {
  /** The workspace whose first steps are shown; null where nothing was set up in this browser, or all is done. */
  workspaceId: string | null;
  /** The proposal that waited at the first start; null until it is found. */
  proposalId: string | null;
  hasRead: boolean;
}

const NOTHING: Start = { workspaceId: null, proposalId: null, hasRead: false };

export const useStart = create<Start>()(persist((): Start => NOTHING, { name: "proofroom.start" }));

/** The demo's agent for texts, by the name that a proposal carries. */
const EDITOR = "Editor";

/** Tell whether an item of the inbox is what a new owner proofs first: the editor's words, and not a page's design. */
export function isFirstProof(item: { kind: string; isWaiting: boolean; askedBy: string }): boolean {
  return item.kind === "proposal" && item.isWaiting && item.askedBy === EDITOR;
}

/** Begin the first steps of a workspace, with the proposal that waits in it, if it is there already. */
export function beginStart(workspaceId: string, proposalId: string | null): void {
  useStart.setState({ workspaceId, proposalId, hasRead: false });
}

/** Keep the proposal that the first step is about. */
export function foundProposal(proposalId: string): void {
  useStart.setState({ proposalId });
}

/** Note that the published page was seen. */
export function markRead(): void {
  if (useStart.getState().workspaceId) useStart.setState({ hasRead: true });
}

/** Show the first steps no more. */
export function endStart(): void {
  useStart.setState(NOTHING);
}

export type StartStep = "approve" | "see" | "model";

/** Return the step that comes next; null when all are done. */
export function stepAt(facts: { isDecided: boolean; hasRead: boolean; hasModel: boolean }): StartStep | null {
  if (!facts.isDecided) return "approve";
  if (!facts.hasRead) return "see";
  return facts.hasModel ? null : "model";
}
