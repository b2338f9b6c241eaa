import { describe, expect, it } from "vitest";
import { besideOf, standing } from "./locales";

const GAPS = [
  {
    model: "articles",
    locale: "tr",
    count: 9,
    expected: 10,
    missing: ["night-bus"],
    empty: [
      { entryId: "swifts", field: "summary", label: "Ebabil" },
      { entryId: "swifts", field: "title", label: "Ebabil" },
    ],
  },
];

describe("an entry in a locale", () => {
  it("is missing, has empty fields, or is whole", () => {
    expect(standing(GAPS, "articles", "night-bus", "tr")).toEqual({ isMissing: true, empty: 0 });
    expect(standing(GAPS, "articles", "swifts", "tr")).toEqual({ isMissing: false, empty: 2 });
    expect(standing(GAPS, "articles", "swifts", "en")).toEqual({ isMissing: false, empty: 0 });
  });

  it("is read beside the default locale, or beside another where it is the default", () => {
    expect(besideOf("tr", ["en", "tr"], "en")).toBe("en");
    expect(besideOf("en", ["en", "tr"], "en")).toBe("tr");
    expect(besideOf("en", ["en"], "en")).toBeNull();
  });
});
