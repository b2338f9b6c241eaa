import { afterEach, expect, it } from "vitest";
import { beginStart, endStart, markRead, stepAt, useStart } from "./start";

afterEach(endStart);

it("goes from the proposal to the published page to the model, and then is over", () => {
  const facts = { isDecided: false, hasRead: false, hasModel: false };
  expect(stepAt(facts)).toBe("approve");
  expect(stepAt({ ...facts, isDecided: true })).toBe("see");
  expect(stepAt({ ...facts, isDecided: true, hasRead: true })).toBe("model");
  expect(stepAt({ isDecided: true, hasRead: true, hasModel: true })).toBeNull();
});

it("notes that a page was read only while there are first steps", () => {
  markRead();
  expect(useStart.getState().hasRead).toBe(false);
  beginStart("one", null);
  markRead();
  expect(useStart.getState()).toEqual({ workspaceId: "one", proposalId: null, hasRead: true });
});
