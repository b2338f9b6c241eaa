import { expect, it } from "vitest";
import type { ArticleDetail } from "@/api/schema";
import { choiceOf, plannedFor } from "./choice";

const of = (selectedReferenceIds?: string[]) =>
  ({ metadata: { selectedReferenceIds } }) as never as ArticleDetail;
const ALL = ["a", "b", "c"];

it("plans from all sources until some are chosen, and from others only where they differ", () => {
  expect(choiceOf(of(), ALL, null)).toEqual({ chosen: ALL, others: null });
  expect(choiceOf(of(["a", "gone"]), ALL, null)).toEqual({ chosen: ["a"], others: null });
  expect(choiceOf(of(["a"]), ALL, ["a", "b"])).toEqual({ chosen: ["a", "b"], others: ["a", "b"] });
  expect(choiceOf(of(["a", "b"]), ALL, ["b", "a"]).others).toBeNull();
});

it("tells which parts of the plan are to be written from a source", () => {
  const plan =
    "# Mills\n\n## Stones\n\n[PLACEHOLDER: stone; sources {{ref:1}} {{ref:2}}]\n\n## Water\n\n[PLACEHOLDER: ponds; sources {{ref:2}}]";
  expect(plannedFor(plan, 2)).toEqual({ count: 2, parts: "1, 2" });
  expect(plannedFor(plan, 3)).toEqual({ count: 0, parts: "" });
});
