/** What a run has used so far. */
import type { RunEvent } from "@/api/schema";

export interface UsageSum {
  tokens: number;
  /** Null when the cost of a call is not known. */
  costMicros: number | null;
}

/** Each model call tells what it used; a run has used their sum. */
export function addUsage(before: UsageSum | null, event: Extract<RunEvent, { type: "usage" }>): UsageSum {
  const { inputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0, outputTokens = 0 } = event;
  const cost = event.costMicros ?? null;
  const known = before ? before.costMicros : 0;
  return {
    tokens: (before?.tokens ?? 0) + inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens,
    costMicros: known === null || cost === null ? null : known + cost,
  };
}
