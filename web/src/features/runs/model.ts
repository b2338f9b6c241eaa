/** Runs as rows and steps as a timeline: decisions on plain data. */
import type { RunInfo, StepInfo } from "@/api/schema";
import type { StateTone } from "@/ui/state-word";

export type RunStatus = RunInfo["status"];

export const STATUSES: readonly RunStatus[] = [
  "running",
  "queued",
  "waiting_human",
  "awaiting_tool",
  "completed",
  "failed",
  "cancelled",
  "interrupted",
];

export interface RunFilters {
  status?: RunStatus | undefined;
  agent?: string | undefined;
}

/** Read the filters out of an address; what is not known is left out. */
export function readFilters(search: Record<string, unknown>): RunFilters {
  const status = STATUSES.find((known) => known === search.status);
  const agent = typeof search.agent === "string" && search.agent ? search.agent : undefined;
  return { ...(status ? { status } : {}), ...(agent ? { agent } : {}) };
}

const TONES: Record<RunStatus, StateTone> = {
  queued: "waiting",
  running: "running",
  awaiting_tool: "waiting",
  waiting_human: "waiting",
  completed: "done",
  failed: "failed",
  cancelled: "stopped",
  interrupted: "paused",
};

/** Return how a run's state looks. */
export function toneOf(status: RunStatus): StateTone {
  return TONES[status];
}

const WORDS = {
  queued: "run.statusQueued",
  running: "run.statusRunning",
  awaiting_tool: "run.statusWaiting",
  waiting_human: "run.statusWaiting",
  completed: "run.statusCompleted",
  failed: "run.statusFailed",
  cancelled: "run.statusCancelled",
  interrupted: "run.statusInterrupted",
} as const satisfies Record<RunStatus, string>;

/** Return the name of a run's state in the catalogue. */
export function wordOf(status: RunStatus): (typeof WORDS)[RunStatus] {
  return WORDS[status];
}

/** Tell whether events may still come. */
export function isMoving(status: RunStatus): boolean {
  return status === "running" || status === "queued";
}

/** Return how long a run or step took, or has taken until now; null before it began. */
export function tookMs(span: Pick<RunInfo, "startedAt" | "endedAt">, now: number): number | null {
  if (!span.startedAt) return null;
  const end = span.endedAt ? Date.parse(span.endedAt) : now;
  return Math.max(0, end - Date.parse(span.startedAt));
}

export interface Bar {
  step: StepInfo;
  /** Where it begins and how long it is, in hundredths of the whole run. */
  from: number;
  size: number;
  ms: number;
}

/** Return the steps as bars on one line of time. */
export function timeline(steps: readonly StepInfo[], now: number): Bar[] {
  const begin = Math.min(...steps.map((step) => Date.parse(step.startedAt)));
  const ends = steps.map((step) => (step.endedAt ? Date.parse(step.endedAt) : now));
  const whole = Math.max(1, Math.max(...ends) - begin);
  return steps.map((step, index) => {
    const start = Date.parse(step.startedAt);
    const ms = Math.max(0, (ends[index] ?? now) - start);
    return { step, from: ((start - begin) / whole) * 100, size: (ms / whole) * 100, ms };
  });
}
