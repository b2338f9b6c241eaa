import { describe, expect, it } from "vitest";
import { readReference, referenceOf, wordOf, writeReference } from "./relations";

describe("relations", () => {
  it("hold an id where there is one model to point at", () => {
    expect(readReference("elm", ["articles"])).toEqual({ model: "articles", id: "elm" });
    expect(writeReference({ model: "articles", id: "elm" }, ["articles"])).toBe("elm");
  });

  it("hold model and id where there are several", () => {
    const targets = ["articles", "places"];
    expect(readReference({ model: "places", ref: "mill" }, targets)).toEqual({ model: "places", id: "mill" });
    expect(writeReference({ model: "places", id: "mill" }, targets)).toEqual({
      model: "places",
      ref: "mill",
    });
  });

  it("point at nothing where the value is none", () => {
    expect([null, "", 3, { ref: "x" }].map((value) => readReference(value, ["a"]))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it("are one word in lists, also with slashes in the id", () => {
    const reference = { model: "pages", id: "en/about" };
    expect(referenceOf(wordOf(reference))).toEqual(reference);
    expect(referenceOf("none")).toBeNull();
  });
});
