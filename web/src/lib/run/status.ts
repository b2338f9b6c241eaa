/** The states of a run: how they look and are called. */
import type { RunInfo } from "@/api/schema";
import type { StateTone } from "@/ui/state-word";

export type RunState = RunInfo["status"];

export const RUN_STATES: readonly RunState[] = [
  "running",
  "queued",
  "waiting_human",
  "awaiting_tool",
  "completed",
  "failed",
  "cancelled",
  "interrupted",
];

const LOOKS = {
  queued: ["waiting", "run.statusQueued"],
  running: ["running", "run.statusRunning"],
  awaiting_tool: ["waiting", "run.statusWaiting"],
  waiting_human: ["waiting", "run.statusWaiting"],
  completed: ["done", "run.statusCompleted"],
  failed: ["failed", "run.statusFailed"],
  cancelled: ["stopped", "run.statusCancelled"],
  interrupted: ["paused", "run.statusInterrupted"],
} as const satisfies Record<RunState, [StateTone, string]>;

/** Return how a run's state looks. */
export function runTone(state: RunState): StateTone {
  return LOOKS[state][0];
}

/** Return the name of a run's state in the catalogue. */
export function runWord(state: RunState): (typeof LOOKS)[RunState][1] {
  return LOOKS[state][1];
}

/** Tell whether a run rests until somebody decides: it goes on by itself then. */
export function isWaiting(state: RunState): boolean {
  return state === "awaiting_tool" || state === "waiting_human";
}

/** Tell whether events may still come by themselves. */
export function isMoving(state: RunState): boolean {
  return state === "running" || state === "queued";
}
