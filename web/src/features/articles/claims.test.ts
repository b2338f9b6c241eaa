import { describe, expect, it } from "vitest";
import { disputedIn, heldClaims, quotedIn } from "./claims";
import type { Report } from "./model";

const FOUND = {
  kind: "number",
  section: "Roofs",
  sentence: "There were 912 hives.",
  start: 40,
  end: 61,
  detail: "912",
  ref: null,
  blocking: true,
};
const cite = (ref: number, at: number, is_verbatim: boolean, start = 0, end = 5) => ({
  ref,
  sentence: `Sentence at ${at}.`,
  at,
  share: 1,
  is_verbatim,
  start,
  end,
});
const REPORT = {
  findings: [FOUND],
  citations: [
    cite(1, 10, true),
    cite(1, 40, false),
    cite(1, 70, false, 6, 9),
    cite(2, 70, false),
    cite(2, 90, false),
  ],
} as unknown as Report;

describe("claims of a report", () => {
  it("that hold are told by what they hold", () => {
    expect(heldClaims(REPORT).map(({ at, refs, how }) => [at, refs, how])).toEqual([
      [10, [1], "exact"],
      [70, [1, 2], "several"],
      [90, [2], "worded"],
    ]);
  });

  it("have the disputed words marked where they stand", () => {
    const marked = (detail: string, sentence = FOUND.sentence) =>
      disputedIn({ ...FOUND, detail, sentence })
        .filter((one) => one.isDisputed)
        .map((one) => one.text);
    expect(marked("912")).toEqual(["912"]);
    expect(marked("tunnels carry", "Most tunnels never carry any water.")).toEqual(["tunnels", "carry"]);
    expect(marked("citi")).toEqual([]);
    expect(disputedIn({ ...FOUND, detail: "a (b" }).map((one) => one.text)).toEqual([FOUND.sentence]);
  });

  it("show what they take from an excerpt", () => {
    const source = { number: 1, excerpt: "First words of it", start: 0 };
    expect(quotedIn(REPORT, source).map(({ text, isQuoted }) => [text, isQuoted])).toEqual([
      ["First", true],
      [" ", false],
      ["wor", true],
      ["ds of it", false],
    ]);
  });
});
