import { expect, test } from "vitest";
import { may } from "./may";

const session = {
  permissions: ["content.read"],
  projects: [
    { id: "a", slug: "a", name: "A", status: "active", permissions: ["content.write"] },
    { id: "b", slug: "b", name: "B", status: "active", permissions: [] },
  ],
};

test("a permission holds everywhere, or in the project whose role gives it", () => {
  expect(may(session, "content.read", "b")).toBe(true);
  expect(may(session, "content.write", "a")).toBe(true);
  expect(may(session, "content.write", "b")).toBe(false);
  expect(may(session, "content.write")).toBe(false);
});

test("as long as nobody is known, nothing is allowed", () => {
  expect(may(undefined, "content.read")).toBe(false);
});
