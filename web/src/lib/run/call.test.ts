import { describe, expect, it } from "vitest";
import { readInput, spellCall } from "./call";

describe("a call in words", () => {
  it("stands on one line while it fits", () => {
    expect(spellCall("searchHelp", { query: "undo" })).toBe('searchHelp(query="undo")');
  });

  it("takes a line per value when it does not", () => {
    const call = spellCall("publish_entries", {
      project: "magazine",
      entries: ["articles/stork-road.en", "articles/isar.tr"],
    });
    expect(call).toBe(
      'publish_entries(\n  project="magazine",\n  entries=["articles/stork-road.en","articles/isar.tr"])',
    );
  });

  it("reads back only objects", () => {
    expect(readInput('{"query": "undo"}')).toEqual({ query: "undo" });
    expect(readInput("[1]")).toBeNull();
    expect(readInput("{")).toBeNull();
  });

  it("names the outside tool that a gateway calls", () => {
    const input = { serverName: "dictionary", toolName: "look_up", arguments: { word: "swift" } };
    expect(spellCall("callMcpTool", input)).toBe('look_up (dictionary)(word="swift")');
  });
});
