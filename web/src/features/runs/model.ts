/** Runs as rows and steps as a timeline: decisions on plain data. */
import type { RunInfo, StepInfo } from "@/api/schema";
import { RUN_STATES, type RunState } from "@/lib/run/status";

export interface RunFilters {
  status?: RunState | undefined;
  agent?: string | undefined;
}

/** Read the filters out of an address; what is not known is left out. */
export function readFilters(search: Record<string, unknown>): RunFilters {
  const status = RUN_STATES.find((known) => known === search.status);
  const agent = typeof search.agent === "string" && search.agent ? search.agent : undefined;
  return { ...(status ? { status } : {}), ...(agent ? { agent } : {}) };
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
