import { expect, test } from "vitest";
import { may } from "./may";

const session = {
  permissions: ["content.read"],
  projects: [
    { id: "a", slug: "a", name: "A", status: "active", permissions: ["content.write"], withheld: [] },
    { id: "b", slug: "b", name: "B", status: "active", permissions: [], withheld: [] },
    {
      id: "c",
      slug: "c",
      name: "C",
      status: "active",
      permissions: ["content.write"],
      withheld: ["content.read"],
    },
  ],
};

test("a permission holds everywhere, or in the project whose role gives it", () => {
  expect(may(session, "content.read", "b")).toBe(true);
  expect(may(session, "content.write", "a")).toBe(true);
  expect(may(session, "content.write", "b")).toBe(false);
  expect(may(session, "content.write")).toBe(false);
});

test("what limits in a project take away is not there, and everywhere else it is", () => {
  expect(may(session, "content.read", "c")).toBe(false);
  expect(may(session, "content.write", "c")).toBe(true);
  expect(may(session, "content.read")).toBe(true);
});

test("as long as nobody is known, nothing is allowed", () => {
  expect(may(undefined, "content.read")).toBe(false);
});
