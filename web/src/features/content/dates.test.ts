import { expect, it } from "vitest";
import { fromField, toCome, toField } from "./dates";

it("goes to a date field and back without losing a minute", () => {
  const at = "2026-11-20T07:30:00.000Z";
  expect(fromField(toField(at))).toBe(at);
  expect(toField(null)).toBe("");
  expect(fromField("")).toBeNull();
});

it("knows what is still to come", () => {
  const now = Date.parse("2026-11-15T00:00:00Z");
  expect(toCome("2026-11-16T00:00:00Z", now)).toBe("2026-11-16T00:00:00Z");
  expect(toCome("2026-11-14T00:00:00Z", now)).toBeNull();
  expect(toCome(undefined, now)).toBeNull();
});
