/** What waits for a person, whatever it is about, as rows of one list. */
import type { RunInfo } from "@/api/schema";

export type InboxGroup = "forYou" | "forOthers" | "decided";

export interface InboxItem {
  id: string;
  group: InboxGroup;
  runId: string;
  agent: string;
  title: string;
  at: string;
  isHighRisk: boolean;
}

/** Return the runs that wait for a decision as inbox items, the longest waiting first. */
export function itemsFromRuns(runs: readonly RunInfo[], personId: string): InboxItem[] {
  return runs
    .filter((run) => run.status === "waiting_human" || run.status === "awaiting_tool")
    .map((run) => ({
      id: run.id,
      group:
        run.personId === null || run.personId === personId ? ("forYou" as const) : ("forOthers" as const),
      runId: run.id,
      agent: run.agent,
      title: run.title,
      at: run.startedAt ?? run.createdAt,
      isHighRisk: false,
    }))
    .sort((a, b) => a.at.localeCompare(b.at));
}

const ORDER: InboxGroup[] = ["forYou", "forOthers", "decided"];

/** Return the items by group, in the order they are shown; empty groups are left out. */
export function groupItems(items: readonly InboxItem[]): [InboxGroup, InboxItem[]][] {
  return ORDER.map((group): [InboxGroup, InboxItem[]] => [
    group,
    items.filter((item) => item.group === group),
  ]).filter(([, members]) => members.length > 0);
}

/** Return the id that stands `by` places away in the shown order; stays at the ends. */
export function neighbour(
  items: readonly InboxItem[],
  id: string | undefined,
  by: 1 | -1,
): string | undefined {
  const shown = groupItems(items).flatMap(([, members]) => members);
  const at = shown.findIndex((item) => item.id === id);
  if (at < 0) return shown[by > 0 ? 0 : shown.length - 1]?.id;
  return shown[Math.min(shown.length - 1, Math.max(0, at + by))]?.id;
}
