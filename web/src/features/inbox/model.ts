/** What waits for a person, whatever it is about, as rows of one list. */
import type { InboxItemInfo } from "@/api/schema";
import type { StateTone } from "@/ui/state-word";

export type InboxGroup = "forYou" | "forOthers" | "decided";

const ORDER: InboxGroup[] = ["forYou", "forOthers", "decided"];

function groupOf(item: InboxItemInfo, personId: string): InboxGroup {
  if (!item.isWaiting) return "decided";
  return item.forPersonId === null || item.forPersonId === personId ? "forYou" : "forOthers";
}

/** Return the items by group, in the order they are shown; empty groups are left out. */
export function groupItems(
  items: readonly InboxItemInfo[],
  personId: string,
): [InboxGroup, InboxItemInfo[]][] {
  return ORDER.map((group): [InboxGroup, InboxItemInfo[]] => [
    group,
    clusters(items.filter((item) => groupOf(item, personId) === group)).flatMap(({ items: own }) => own),
  ]).filter(([, members]) => members.length > 0);
}

export interface Cluster {
  /** The run whose calls stand together; null for an item that stands for itself. */
  run: InboxItemInfo["run"];
  items: InboxItemInfo[];
}

/** Return items with the calls of one run together, at the place of its newest. */
export function clusters(items: readonly InboxItemInfo[]): Cluster[] {
  const byRun = new Map<string, Cluster>();
  const found: Cluster[] = [];
  for (const item of items) {
    const known = item.run && byRun.get(item.run.id);
    if (known) {
      known.items.push(item);
      continue;
    }
    const made: Cluster = { run: item.run, items: [item] };
    if (item.run) byRun.set(item.run.id, made);
    found.push(made);
  }
  for (const cluster of found) if (cluster.items.length === 1) cluster.run = null;
  return found;
}

/** Return how many items wait for this person. */
export function countWaiting(items: readonly InboxItemInfo[], personId: string): number {
  return items.filter((item) => groupOf(item, personId) === "forYou").length;
}

/** Return the id that stands `by` places away in the shown order; stays at the ends. */
export function neighbour(
  groups: readonly [InboxGroup, InboxItemInfo[]][],
  id: string | undefined,
  by: 1 | -1,
): string | undefined {
  const shown = groups.flatMap(([, members]) => members);
  const at = shown.findIndex((item) => item.id === id);
  if (at < 0) return shown[by > 0 ? 0 : shown.length - 1]?.id;
  return shown[Math.min(shown.length - 1, Math.max(0, at + by))]?.id;
}

const STATES = {
  approved: ["done", "inbox.stateApproved"],
  denied: ["stopped", "inbox.stateDenied"],
  expired: ["paused", "inbox.stateExpired"],
  cancelled: ["stopped", "inbox.stateCancelled"],
  nobody: ["finding", "inbox.stateNobody"],
  merged: ["done", "inbox.stateMerged"],
  rejected: ["stopped", "inbox.stateDenied"],
} as const satisfies Record<string, [StateTone, string]>;

export type KnownState = keyof typeof STATES;

/** Return how a decided item's state looks and is called; null for a state that needs no word. */
export function stateOf(state: string): (typeof STATES)[KnownState] | null {
  return state in STATES ? STATES[state as KnownState] : null;
}
