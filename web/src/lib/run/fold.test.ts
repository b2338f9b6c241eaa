import { describe, expect, it } from "vitest";
import { foldReads, isRead, toolWords } from "./fold";
import type { Item, ToolItem } from "./view";

function tool(key: string, name: string, state: ToolItem["state"] = "done"): ToolItem {
  return {
    kind: "tool",
    key,
    step: key,
    name,
    input: {},
    state,
    summary: "",
    error: null,
    durationMs: 10,
    data: null,
    childId: null,
    approval: null,
  };
}

const TEXT: Item = { kind: "text", key: "text", step: "9", text: "So." };
const THOUGHT: Item = { kind: "thinking", key: "thought", step: "9", text: "Hm." };

describe("folding", () => {
  it("folds reads in a row into one line with their time together", () => {
    const lines = foldReads([tool("a", "get_entry"), tool("b", "list_entries"), tool("c", "search_content")]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ kind: "reads", durationMs: 30 });
  });

  it("leaves a single read as it is", () => {
    expect(foldReads([tool("a", "get_entry")])[0]).toMatchObject({ kind: "tool" });
  });

  it("never folds writes, failures or running calls", () => {
    const lines = foldReads([
      tool("a", "save_entry"),
      tool("b", "get_entry", "failed"),
      tool("c", "get_entry", "running"),
    ]);
    expect(lines.map((line) => line.kind)).toEqual(["tool", "tool", "tool"]);
  });

  it("parts reads where the agent said something, not where it thought", () => {
    const parted = foldReads([tool("a", "get_entry"), TEXT, tool("b", "get_entry")]);
    expect(parted.map((line) => line.kind)).toEqual(["tool", "text", "tool"]);
    const thought = foldReads([tool("a", "get_entry"), THOUGHT, tool("b", "get_entry")]);
    expect(thought.map((line) => line.kind)).toEqual(["reads"]);
    const after = foldReads([tool("a", "get_entry"), THOUGHT, TEXT]);
    expect(after.map((line) => line.kind)).toEqual(["tool", "thinking", "text"]);
  });

  it("knows reads by their verb", () => {
    expect(isRead("list_agents")).toBe(true);
    expect(isRead("searchHelp")).toBe(true);
    expect(isRead("listen_to_all")).toBe(false);
  });

  it("names a call by verb and object", () => {
    expect(toolWords({ name: "get_entry", input: { path: "articles/storks" } })).toEqual({
      verb: "Get entry",
      object: "articles/storks",
    });
  });
});
