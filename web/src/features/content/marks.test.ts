import { describe, expect, it } from "vitest";
import { countWords, toggleMark } from "./marks";

describe("a mark", () => {
  it("is set around the selection, and taken off again", () => {
    const bold = toggleMark({ text: "a word here", start: 2, end: 6 }, "bold");
    expect(bold).toEqual({ text: "a **word** here", start: 4, end: 8 });
    expect(toggleMark(bold, "bold")).toEqual({ text: "a word here", start: 2, end: 6 });
  });

  it("is set before the line, and taken off again", () => {
    const heading = toggleMark({ text: "one\ntwo", start: 5, end: 6 }, "heading");
    expect(heading.text).toBe("one\n## two");
    expect(toggleMark(heading, "heading").text).toBe("one\ntwo");
  });

  it("of a link leaves its address selected", () => {
    const { text, start, end } = toggleMark({ text: "see here", start: 4, end: 8 }, "link");
    expect([text, text.slice(start, end)]).toEqual(["see [here](https://)", "https://"]);
  });
});

describe("words", () => {
  it("are counted in any language", () => {
    expect(countWords("Şehir, don’t walk! 3 times")).toBe(5);
  });
});
