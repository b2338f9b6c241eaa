import { describe, expect, it } from "vitest";
import { bylineOf, detailsOf, spellFact } from "./facts";

const DAY = { field: "day", type: "date", label: "Day", values: ["2026-05-02"] };
const AUTHOR = { field: "author", type: "relation", label: "Author", values: ["Maya Ortiz"] };
const TOPICS = { field: "topics", type: "relations", label: "Topics", values: ["Parks", "Trees"] };

describe("facts of an entry", () => {
  it("stand under the title when they say who and when, else at the end", () => {
    expect(bylineOf([AUTHOR, DAY, TOPICS])).toEqual([AUTHOR, DAY]);
    expect(detailsOf([AUTHOR, DAY, TOPICS])).toEqual([TOPICS]);
  });

  it("are spelled as the locale writes them", () => {
    expect(spellFact(DAY, "en-GB")).toBe("2 May 2026");
    expect(spellFact(DAY, "tr")).toBe("2 Mayıs 2026");
    expect(spellFact(TOPICS, "en")).toBe("Parks, Trees");
    expect(spellFact({ ...DAY, values: ["soon"] }, "en")).toBe("soon");
    expect(spellFact({ field: "n", type: "integer", label: "N", values: ["12000"] }, "en")).toBe("12,000");
  });
});
