import { describe, expect, it } from "vitest";
import type { InboxItemInfo } from "@/api/schema";
import { clusters, countWaiting, groupItems, neighbour, stateOf } from "./model";

function item(id: string, isWaiting: boolean, forPersonId: string | null): InboxItemInfo {
  return {
    kind: "approval",
    id,
    title: `Item ${id}`,
    state: isWaiting ? "pending" : "approved",
    isWaiting,
    isHighRisk: false,
    projectId: null,
    runId: null,
    askedBy: "editor",
    forPersonId,
    createdAt: "2026-11-15T10:00:00Z",
    decidedAt: null,
    expiresAt: null,
    more: null,
    about: "listProjects",
    count: 0,
    slug: "",
    detail: "",
    run: null,
  };
}

const ITEMS = [
  item("a", true, "me"),
  item("b", true, null),
  item("c", true, "other"),
  item("d", false, "me"),
];

describe("the inbox", () => {
  const groups = groupItems(ITEMS, "me");

  it("keeps mine, others' and decided items apart", () => {
    expect(groups.map(([group, members]) => [group, members.map(({ id }) => id)])).toEqual([
      ["forYou", ["a", "b"]],
      ["forOthers", ["c"]],
      ["decided", ["d"]],
    ]);
    expect(countWaiting(ITEMS, "me")).toBe(2);
  });

  it("moves through all groups and stops at the ends", () => {
    expect(neighbour(groups, undefined, 1)).toBe("a");
    expect(neighbour(groups, "b", 1)).toBe("c");
    expect(neighbour(groups, "d", 1)).toBe("d");
    expect(neighbour(groups, "a", -1)).toBe("a");
  });

  it("keeps the calls of a run together, at the place of its newest", () => {
    const run = {
      id: "r",
      title: "Tidy up",
      agent: "editor",
      conversationId: null,
      costMicros: 1,
      unpriced: 0,
    };
    const of = (id: string) => ({ ...item(id, true, "me"), run });
    const [[, members] = ["forYou", []]] = groupItems(
      [item("x", true, "me"), of("c"), item("y", true, "me"), of("b")],
      "me",
    );
    expect(members.map(({ id }) => id)).toEqual(["x", "c", "b", "y"]);
    expect(clusters(members).map((each) => [each.run?.title, each.items.length])).toEqual([
      [undefined, 1],
      ["Tidy up", 2],
      [undefined, 1],
    ]);
    expect(clusters([of("b")])[0]?.run).toBeNull();
  });

  it("has words for known states only", () => {
    expect(stateOf("expired")).toEqual(["paused", "inbox.stateExpired"]);
    expect(stateOf("pending")).toBeNull();
  });
});
