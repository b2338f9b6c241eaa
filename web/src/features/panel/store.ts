/** The open conversation: its turns, the run being followed, what waits in the queue. */
import { create } from "zustand";
import type { ApiError } from "@/api/errors";
import type { ConversationInfo } from "@/api/schema";
import type { LinkState } from "@/api/stream";
import type { RunView } from "@/lib/run/view";
import type { QueuedMessage, Turn } from "./model";

export interface ThreadState {
  conversationId: string | null;
  conversation: ConversationInfo | null;
  phase: "empty" | "loading" | "ready" | "failed";
  turns: Turn[];
  queued: QueuedMessage[];
  link: LinkState;
  isStopping: boolean;
  error: ApiError | null;
}

export const FRESH: ThreadState = {
  conversationId: null,
  conversation: null,
  phase: "empty",
  turns: [],
  queued: [],
  link: "live",
  isStopping: false,
  error: null,
};

export const useThread = create<ThreadState>(() => FRESH);

/** Change one turn of the open conversation. */
export function changeTurn(runId: string, change: (turn: Turn) => Turn): void {
  useThread.setState((state) => ({
    turns: state.turns.map((turn) => (turn.runId === runId ? change(turn) : turn)),
  }));
}

/** Tell whether a run rests until a person decides. */
export function isParked(view: RunView): boolean {
  return view.status === "awaiting_tool" || view.status === "waiting_human";
}

/** Return the last turn's view while its run goes on, else null. */
export function runningView(state: ThreadState): RunView | null {
  const last = state.turns.at(-1);
  if (!last || last.unsent) return null;
  return last.view?.status === "running" ? last.view : null;
}

/** Tell whether the last turn is being answered, or will be when somebody has decided. */
export function isBusy(state: ThreadState): boolean {
  const view = state.turns.at(-1)?.view;
  return isRunning(state) || Boolean(view && isParked(view));
}

/** Tell whether the last turn is being answered. */
export function isRunning(state: ThreadState): boolean {
  return runningView(state) !== null;
}
