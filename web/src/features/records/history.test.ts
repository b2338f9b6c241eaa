import { expect, it } from "vitest";
import { historyOf } from "./history";

it("tells what happened to a record, the newest first, by the names that people know", () => {
  const version = (number: number, at: string, fields: object) => ({
    version: number,
    by: "Elif",
    runId: null,
    createdAt: at,
    state: { title: "Weir", fields, isDeleted: false },
  });
  const answer = {
    id: "a",
    entityId: "e",
    fieldKey: "cost",
    version: 1,
    value: "4.2",
    citations: [],
    confidence: 0.9,
    status: "approved",
    agent: "researcher",
    runId: "r",
    createdAt: "2026-11-18T09:00",
    reviewedBy: "p",
    reviewedByName: "Elif",
    reviewedAt: "2026-11-18T10:00",
  };
  const told = historyOf({
    versions: [version(2, "2026-11-18T10:00:01", { cost: "4.2" }), version(1, "2026-11-17T08:00", {})],
    responses: [answer],
    documents: [{ id: "d", title: "Paper", createdAt: "2026-11-18T08:00", createdBy: "Elif" }],
    briefs: [],
    label: (key) => (key === "cost" ? "Cost of repair" : key),
    agent: () => "Researcher",
  });
  expect(told.map(({ kind, who, what }) => [kind, who, what])).toEqual([
    ["changed", "Elif", "Cost of repair"],
    ["kept", "Elif", "Cost of repair"],
    ["proposed", "Researcher", "Cost of repair"],
    ["read", "Elif", "Paper"],
    ["made", "Elif", ""],
  ]);
});
