import { expect, it } from "vitest";
import type { BudgetInfo } from "@/api/schema";
import { tightestOf } from "./tightest";

function budget(id: string, scopeKind: BudgetInfo["scopeKind"], scopeId: string, leftMicros: number) {
  return { id, scopeKind, scopeId, standing: { leftMicros } } as BudgetInfo;
}

const me = { personId: "p1", projectId: "j1" };

it("takes the one with the least left of those that count", () => {
  const all = [
    budget("all", "workspace", "", 900),
    budget("mine", "person", "p1", 300),
    budget("yours", "person", "p2", 1),
    budget("here", "project", "j1", 200),
    budget("there", "project", "j2", 2),
    budget("editor", "agent", "editor", 3),
    { ...budget("each", "run", "", 4), standing: null } as BudgetInfo,
  ];
  expect(tightestOf(all, me)?.id).toBe("here");
  expect(tightestOf(all, { ...me, projectId: null })?.id).toBe("mine");
});

it("finds none where none counts", () => {
  expect(tightestOf([budget("yours", "person", "p2", 1)], me)).toBeNull();
});
