import { describe, expect, it } from "vitest";
import { readValue, writeValue } from "./value";

describe("a value that a person writes", () => {
  it("is read again as what it was", () => {
    for (const value of [
      "Swifts",
      ["birds", "walls"],
      { title: "Swifts", tags: ["a"] },
      [{ name: "Ada" }],
      3,
      true,
    ]) {
      expect(readValue(writeValue(value), value)).toEqual(value);
    }
  });
});
