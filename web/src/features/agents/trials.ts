/** How the versions of an agent did in its cases: side by side, and what differs where both pass. */
import type { EvalRunInfo } from "@/api/schema";

/** How often a case is replayed, and how many of the newest trials of a version count. */
export const TRIALS = 3;
const COLUMNS = 3;
const OTHER_COST = 1.25;

export type Trial = Pick<EvalRunInfo, "agentVersion" | "passed" | "trial" | "did">;

export interface Spread {
  passed: number;
  all: number;
}

/** Return the newest trials of a version; one of number 0 is made without what was learnt and says nothing of it. */
export function trialsOf<T extends Trial>(runs: readonly T[], version: number): T[] {
  return runs.filter((one) => one.agentVersion === version && one.trial !== 0).slice(0, TRIALS);
}

type Check = Readonly<Record<string, unknown>>;

/** Return what a result's check asks for: the n-th of a kind is the case's n-th of that kind. */
export function wantedOf(results: readonly Check[], at: number, checks: readonly Check[]): string {
  const kind = results[at]?.kind;
  const number = results.slice(0, at).filter((one) => one.kind === kind).length;
  const check = checks.filter((one) => one.kind === kind)[number];
  if (!check) return "";
  const tools = Array.isArray(check.tools) ? check.tools.join(", ") : "";
  const said = tools || check.tool || check.pattern || check.path || check.limit;
  return said ? String(said) : "";
}

type Replayed = Trial & Pick<EvalRunInfo, "createdAt">;

/** Return the newest trial without what was learnt and the newest with it, and what both cost. */
export function replaysOf<T extends Replayed>(
  runs: readonly T[],
): { without: T | null; withIt: T | null; costMicros: number } {
  const without = runs.find(({ trial }) => trial === 0) ?? null;
  const withIt = runs.find(({ trial }) => trial !== 0) ?? null;
  const cost = (one: T | null) => one?.did?.costMicros ?? 0;
  return { without, withIt, costMicros: cost(without) + cost(withIt) };
}

/** Return the versions to show, the oldest first: the live one, the candidate, and the newest others with trials. */
export function versionsShown(
  runs: readonly Trial[],
  live: number,
  candidate: number | null = null,
): number[] {
  // A candidate that has just gone live may be told as both for a moment.
  const always = candidate === null || candidate === live ? [live] : [live, candidate];
  const tried = new Set(runs.filter(({ trial }) => trial !== 0).map(({ agentVersion }) => agentVersion));
  const others = [...tried].filter((one) => !always.includes(one)).sort((a, b) => a - b);
  return [...others.slice(always.length - COLUMNS), ...always].sort((a, b) => a - b);
}

/** Tell whether a candidate fails a case that the live version passes, or that every version must pass. */
export function losesTo(runs: readonly Trial[], candidate: number, live: number, isGate: boolean): boolean {
  const before = spreadOf(trialsOf(runs, live));
  const passes = before.all > 0 && before.passed === before.all;
  return trialsOf(runs, candidate).some(({ passed }) => passed === false) && (passes || isGate);
}

/** Return how many trials passed. */
export function spreadOf(trials: readonly Trial[]): Spread {
  return { passed: trials.filter(({ passed }) => passed).length, all: trials.length };
}

/** Return what the trials cost and took on average; null where none of them says. */
export function meanOf(trials: readonly Trial[]): { costMicros: number; tookMs: number } | null {
  const told = trials.flatMap(({ did }) => (did ? [did] : []));
  if (told.length === 0) return null;
  const mean = (of: (one: (typeof told)[number]) => number) =>
    told.reduce((sum, one) => sum + of(one), 0) / told.length;
  return { costMicros: Math.round(mean((one) => one.costMicros)), tookMs: mean((one) => one.tookMs) };
}

export type Drift =
  | { kind: "calls"; now: number; before: number }
  | { kind: "tools"; now: string }
  | { kind: "cost"; now: number; before: number };

/** Return how a version that passes differs from one before it that passes too: calls, other tools, cost. */
export function driftOf(now: readonly Trial[], before: readonly Trial[]): Drift[] {
  const passes = (trials: readonly Trial[]) => trials.length > 0 && trials.every(({ passed }) => passed);
  const [one, other] = [now[0]?.did, before[0]?.did];
  if (!passes(now) || !passes(before) || !one || !other) return [];
  const found: Drift[] = [];
  if (one.tools.length !== other.tools.length)
    found.push({ kind: "calls", now: one.tools.length, before: other.tools.length });
  else if (one.tools.join() !== other.tools.join()) found.push({ kind: "tools", now: one.tools.join(", ") });
  const [costs, cost] = [meanOf(now)?.costMicros ?? 0, meanOf(before)?.costMicros ?? 0];
  if (costs > cost * OTHER_COST || cost > costs * OTHER_COST)
    found.push({ kind: "cost", now: costs, before: cost });
  return found;
}

/** Tell whether a version fails a case that an earlier one passed in all trials. */
export function hasLost(runs: readonly Trial[], versions: readonly number[], live: number): boolean {
  const { passed, all } = spreadOf(trialsOf(runs, live));
  const isWon = (version: number) => {
    const before = spreadOf(trialsOf(runs, version));
    return before.all > 0 && before.passed === before.all;
  };
  return passed < all && versions.some((version) => version < live && isWon(version));
}

/** Return the newest version before the live one that passed every case which the live one lost. */
export function lastWhole(
  played: readonly { runs: readonly Trial[] }[],
  versions: readonly number[],
  live: number,
): number | null {
  const lost = played.filter(({ runs }) => hasLost(runs, versions, live));
  const passesAll = (version: number) =>
    lost.every(({ runs }) => {
      const { passed, all } = spreadOf(trialsOf(runs, version));
      return all > 0 && passed === all;
    });
  return versions.filter((version) => version < live && passesAll(version)).at(-1) ?? null;
}
