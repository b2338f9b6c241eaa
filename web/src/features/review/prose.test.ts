import { describe, expect, it } from "vitest";
import type { HunkInfo } from "@/api/schema";
import type { Change } from "@/lib/review";
import { blocksOf, inlineParts, layOut, wholeBlocks } from "./prose";

function hunk(id: string, old: string | null, now: string | null, words: HunkInfo["words"] = []): HunkInfo {
  const op = old === null ? "add" : now === null ? "remove" : "change";
  return {
    id,
    target: {
      room: "content",
      type: "document",
      area: "articles",
      id: "bench",
      locale: "en",
      path: ["body"],
    },
    title: "",
    locale: "en",
    path: ["body"],
    op,
    old,
    new: now,
    isProse: true,
    words,
    requires: [],
    labels: {},
    risk: "",
    conflict: null,
    decision: null,
    choice: null,
  };
}

function change(one: HunkInfo, number: number): Change {
  return { id: one.id, number, hunk: one, hunks: [one.id], conflict: null, state: "open" };
}

function read(pieces: ["text" | "hunk", string][], ...all: HunkInfo[]) {
  const changes = new Map(all.map((one, index) => [one.id, change(one, index + 1)]));
  return blocksOf({ pieces }, changes, new Map(all.map((one) => [one.id, one])));
}

function words(runs: { op: string; text: string }[]): string {
  return runs.map(({ op, text }) => (op === "same" ? text : `{${op[0]}:${text}}`)).join("");
}

describe("a changed text", () => {
  it("keeps headings, paragraphs and items, with changes in their places", () => {
    const blocks = read(
      [
        ["text", "Benches stand.\nThey are low. "],
        ["hunk", "a"],
        ["text", "\n\n## Two thirds\n\n- one\n- two\n"],
      ],
      hunk("a", "He sat.", "He sat down.", [
        ["same", "He sat"],
        ["added", " down"],
        ["same", "."],
      ]),
    );
    expect(blocks.map(({ kind, level, runs }) => [kind, level, words(runs)])).toEqual([
      ["paragraph", 0, "Benches stand. They are low. He sat{a: down}."],
      ["heading", 2, "Two thirds"],
      ["item", 0, "one"],
      ["item", 0, "two"],
    ]);
  });

  it("takes the mark off a heading that changed", () => {
    const changed = hunk("a", "## Two", "## Three", [
      ["same", "## "],
      ["removed", "Two"],
      ["added", "Three"],
    ]);
    expect(read([["hunk", "a"]], changed).map(({ kind, runs }) => [kind, words(runs)])).toEqual([
      ["heading", "{r:Two}{a:Three}"],
    ]);
    expect(read([["hunk", "b"]], hunk("b", null, "## New")).map(({ runs }) => words(runs))).toEqual([
      "{a:New}",
    ]);
  });

  it("lets a change run over several paragraphs, numbered once", () => {
    const blocks = read([["hunk", "a"]], hunk("a", null, "One.\n\nTwo."));
    const firsts = layOut(blocks).map(({ stretches }) => stretches.map(({ isFirst }) => isFirst));
    expect(firsts).toEqual([[true], [false]]);
  });

  it("keeps code as it is", () => {
    const blocks = read([["text", "Before\n\n```js\nlet a = 1;\n\n# not a heading\n```\n\nAfter"]]);
    expect(blocks.map(({ kind }) => kind)).toEqual(["paragraph", "code", "paragraph"]);
    expect(words(blocks[1]?.runs ?? [])).toContain("let a = 1;\n\n# not a heading\n");
  });

  it("reads a whole new text as one change", () => {
    const one = change(hunk("n", null, null), 1);
    const blocks = wholeBlocks("Walk.\n\n## Why\n\nLow lamps.", "added", one);
    expect(blocks.map(({ kind, runs }) => [kind, words(runs)])).toEqual([
      ["paragraph", "{a:Walk.}"],
      ["heading", "{a:Why}"],
      ["paragraph", "{a:Low lamps.}"],
    ]);
  });
});

describe("text that stays", () => {
  it("shows emphasis, code and links as such", () => {
    expect(inlineParts("a **b** `c` [d](http://e) *f* g*h*i")).toEqual([
      { kind: "text", text: "a " },
      { kind: "strong", text: "b" },
      { kind: "text", text: " " },
      { kind: "code", text: "c" },
      { kind: "text", text: " " },
      { kind: "link", text: "d" },
      { kind: "text", text: " " },
      { kind: "em", text: "f" },
      { kind: "text", text: " g*h*i" },
    ]);
  });
});
