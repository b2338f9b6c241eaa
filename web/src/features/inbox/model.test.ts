import { describe, expect, it } from "vitest";
import type { RunInfo } from "@/api/schema";
import { groupItems, itemsFromRuns, neighbour } from "./model";

function run(id: string, status: RunInfo["status"], personId: string | null, startedAt: string): RunInfo {
  return {
    id,
    status,
    personId,
    startedAt,
    agent: "editor",
    agentVersion: 1,
    source: "chat",
    title: `Run ${id}`,
    projectId: null,
    conversationId: null,
    parentId: null,
    forkedFrom: null,
    error: null,
    lastNumber: 4,
    createdAt: startedAt,
    endedAt: null,
  };
}

const RUNS = [
  run("c", "waiting_human", "other", "2026-11-15T09:00:00Z"),
  run("b", "waiting_human", "me", "2026-11-15T11:00:00Z"),
  run("a", "awaiting_tool", "me", "2026-11-15T10:00:00Z"),
  run("d", "running", "me", "2026-11-15T10:00:00Z"),
];

describe("the inbox", () => {
  const items = itemsFromRuns(RUNS, "me");

  it("holds only what waits, mine apart from others', the oldest first", () => {
    expect(groupItems(items).map(([group, members]) => [group, members.map((item) => item.id)])).toEqual([
      ["forYou", ["a", "b"]],
      ["forOthers", ["c"]],
    ]);
  });

  it("moves through all groups and stops at the ends", () => {
    expect(neighbour(items, undefined, 1)).toBe("a");
    expect(neighbour(items, "b", 1)).toBe("c");
    expect(neighbour(items, "c", 1)).toBe("c");
    expect(neighbour(items, "a", -1)).toBe("a");
  });
});
