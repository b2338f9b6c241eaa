/** Runs as rows and steps as a timeline: decisions on plain data. */
import type { RunInfo, SpanInfo, TraceInfo } from "@/api/schema";
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

/** Return what a run is called: what an agent was asked, without the ids that only machines read. */
export function titleOfRun({ title }: Pick<RunInfo, "title">): string {
  return title.replace(/ of the brief "[0-9a-f-]*(?:…|"\.?)?$/, "");
}

/** Return how long a run or step took, or has taken until now; null before it began. */
export function tookMs(span: Pick<RunInfo, "startedAt" | "endedAt">, now: number): number | null {
  if (!span.startedAt) return null;
  const end = span.endedAt ? Date.parse(span.endedAt) : now;
  return Math.max(0, end - Date.parse(span.startedAt));
}

export interface Bar {
  span: SpanInfo;
  /** How deep it stands: steps of a run that another one started stand under that. */
  depth: number;
  /** Where it begins and how long it is, in hundredths of the whole trace. */
  from: number;
  size: number;
  ms: number;
}

/** Return the steps of a trace as bars on one line of time, each run's under the step that started it. */
export function timeline(trace: Pick<TraceInfo, "root">, now: number): Bar[] {
  const begin = Date.parse(trace.root.startedAt);
  const lasts = (span: SpanInfo) => span.durationMs ?? Math.max(0, now - Date.parse(span.startedAt));
  const ends = [...walk(trace.root, -1)].map(([span]) => Date.parse(span.startedAt) + lasts(span) - begin);
  const whole = Math.max(1, ...ends);
  return [...walk(trace.root, -1)].slice(1).map(([span, depth]) => {
    const ms = lasts(span);
    return { span, depth, ms, from: (span.offsetMs / whole) * 100, size: (ms / whole) * 100 };
  });
}

function* walk(span: SpanInfo, depth: number): Generator<[SpanInfo, number]> {
  yield [span, depth];
  for (const child of span.children) if (!isNod(child)) yield* walk(child, depth + 1);
}

/** The guard's yes before nearly every call is no news; its no is. */
function isNod(span: SpanInfo): boolean {
  const said = span.attributes["proofroom.guard.decision"];
  return span.kind === "guard" && (said === "allowed" || (said === undefined && span.status === "ok"));
}

/** Return by model step the tools it chose: those that follow it before the next; none where it answered. */
export function chosenBy(bars: readonly Bar[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const open = new Map<number, string[]>();
  for (const { span, depth } of bars) {
    if (span.kind === "model") {
      open.set(depth, []);
      found.set(span.id, open.get(depth) ?? []);
    } else if (span.kind === "tool") {
      open.get(depth)?.push(span.name);
    }
  }
  return found;
}

export interface ModelCost {
  model: string;
  calls: number;
  input: number;
  cached: number;
  output: number;
  /** Null when the price of a call is not known. */
  costMicros: number | null;
}

const READS = "gen_ai.usage.input_tokens";
const CACHED = "gen_ai.usage.cache_read.input_tokens";
const WRITES = "gen_ai.usage.output_tokens";

/** Yield the model steps; the calls within one are part of it and would be counted twice. */
function* modelCalls(span: SpanInfo): Generator<SpanInfo> {
  if (span.kind === "model") yield span;
  else for (const child of span.children) yield* modelCalls(child);
}

/** Return what each model of a trace was asked and what that cost, the dearest first. */
export function costByModel(trace: Pick<TraceInfo, "root">): ModelCost[] {
  const sums = new Map<string, ModelCost>();
  for (const span of modelCalls(trace.root)) {
    const number = (name: string) => Number(span.attributes[name] ?? 0);
    // A step is called by what it does where the studio knows that; its model stands beside.
    const model = String(span.attributes["gen_ai.request.model"] ?? span.name);
    const known = sums.get(model) ?? {
      model,
      calls: 0,
      input: 0,
      cached: 0,
      output: 0,
      costMicros: 0,
    };
    sums.set(model, {
      model,
      calls: known.calls + 1,
      input: known.input + number(READS),
      cached: known.cached + number(CACHED),
      output: known.output + number(WRITES),
      costMicros:
        known.costMicros === null || span.costMicros === null ? null : known.costMicros + span.costMicros,
    });
  }
  return [...sums.values()].sort((one, two) => (two.costMicros ?? 0) - (one.costMicros ?? 0));
}

/** Return what can be done with a run in this state. */
export function offers(status: RunState): { stop: boolean; resume: boolean; retry: boolean } {
  return {
    stop:
      status === "running" || status === "queued" || status === "waiting_human" || status === "awaiting_tool",
    resume: status === "failed" || status === "interrupted",
    retry:
      status === "completed" || status === "failed" || status === "cancelled" || status === "interrupted",
  };
}
