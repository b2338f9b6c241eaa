import { beforeEach, describe, expect, it } from "vitest";
import { readKept, writeKept } from "./kept";

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
      removeItem: (name: string) => stored.delete(name),
    },
  });
});

describe("unsaved work", () => {
  it("is there again until it is forgotten", () => {
    writeKept("comment/1", "Half a sent");
    expect(readKept("comment/1")).toBe("Half a sent");
    writeKept("comment/1", null);
    expect(readKept("comment/1")).toBeNull();
    expect(stored.size).toBe(0);
  });

  it("that cannot be read is none", () => {
    stored.set("proofroom.form/comment/1", "{half");
    expect(readKept("comment/1")).toBeNull();
  });
});
