import { describe, expect, it } from "vitest";
import { excerptOf, nameOf, type Span, sideOf, spansOf, spellValue, wordDiff } from "./diff";

const SENTENCE: Span[] = [
  ["same", "Lund University "],
  ["removed", "proved"],
  ["added", "showed"],
  ["same", " that swifts stay in the air for ten months of the year without ever landing anywhere."],
];

describe("a change in words", () => {
  it("is named by what goes and what comes, or by what comes when that is long", () => {
    expect(nameOf(SENTENCE)).toBe("proved → showed");
    expect(nameOf(spansOf(null, "That is a missing half-brick."))).toBe("That is a missing half-brick.");
    expect(nameOf(spansOf("She goes on Fridays now.", null))).toBe("She goes on Fridays now.");
    expect(
      nameOf([
        ["same", "He noted the number"],
        ["removed", ","],
        ["added", " and"],
        ["same", " the minute"],
        ["removed", ", and more"],
      ]),
    ).toBe("and more → and");
    expect(nameOf(spansOf("a".repeat(40), "b".repeat(40)))).toBe("b".repeat(40));
  });

  it("shows each side alone", () => {
    expect(sideOf(SENTENCE, "old").map(([op]) => op)).toEqual(["same", "removed", "same"]);
    expect(sideOf(SENTENCE, "new").map(([op]) => op)).toEqual(["same", "added", "same"]);
  });

  it("is cut at words around the first change", () => {
    const cut = excerptOf(SENTENCE, 20);
    expect(cut[0]).toEqual(["same", "Lund University "]);
    expect(cut.at(-1)).toEqual(["same", " that swifts stay…"]);
    const two: Span[] = [...SENTENCE.slice(0, 3), ["same", " that "], ["removed", "all"], ["added", "some"]];
    expect(excerptOf(two, 20)).toEqual(two);
  });

  it("takes the studio's words where there are some", () => {
    expect(
      spansOf("a b", "a c", [
        ["same", "a "],
        ["removed", "b"],
        ["added", "c"],
      ]),
    ).toHaveLength(3);
  });
});

describe("a value", () => {
  it("reads as text, as a list, or by the names of what it holds", () => {
    expect(spellValue(["birds", "walls"])).toBe("birds, walls");
    expect(spellValue(false)).toBe("false");
    expect(spellValue(null)).toBe("");
    expect(spellValue({ title: "Swifts", reading_minutes: 3, cover: null, seo: { index: false } })).toBe(
      "Title: Swifts · Reading minutes: 3 · Seo: Index: false",
    );
    expect(spellValue([{ name: "Ada" }, { name: "Bo" }])).toBe("Name: Ada · Name: Bo");
  });
});

describe("two texts", () => {
  it("keep the words at both ends", () => {
    expect(wordDiff("Say what changed.", "Say plainly what changed.")).toEqual([
      ["same", "Say "],
      ["added", "plainly "],
      ["same", "what changed."],
    ]);
    expect(wordDiff("a b c", "a x c")).toEqual([
      ["same", "a "],
      ["removed", "b "],
      ["added", "x "],
      ["same", "c"],
    ]);
    expect(wordDiff("same", "same")).toEqual([["same", "same"]]);
  });
});
