import { describe, expect, it } from "vitest";
import { rowsOf, type SiteNode, type SiteTree, spotOf, stepOf, textProp, titleOf } from "./model";
import { keepSteps, pushStep, useEditorState } from "./store";
import { cssOf, newToken, otherProperties, ruleEdits, ruleText, styleEdits, valueAt } from "./style";
import { usedIn } from "./uses";
import { frameWidth } from "./widths";

function node(
  id: string,
  parentId: string | null,
  children: string[] = [],
  moduleId = "base.container",
): SiteNode {
  return { id, moduleId, props: {}, children, classIds: [], parentId, breakpointOverrides: {} };
}

const tree: SiteTree = {
  id: "home",
  type: "page",
  title: "Home",
  slug: "index",
  rootNodeId: "root",
  nodes: {
    root: node("root", null, ["a", "b"], "base.body"),
    a: node("a", "root", ["t"]),
    t: node("t", "a", [], "base.text"),
    b: node("b", "root"),
  },
};

describe("places in a tree", () => {
  it("are found for drops, which never go into what is dropped", () => {
    expect(spotOf(tree, "b", "a", "before")).toEqual({ parent: "root", index: 0 });
    expect(spotOf(tree, "a", "b", "after")).toEqual({ parent: "root", index: 1 });
    expect(spotOf(tree, "b", "a", "inside")).toEqual({ parent: "a", index: 1 });
    expect(spotOf(tree, "b", "t", "inside")).toBeNull();
    expect(spotOf(tree, "a", "t", "after")).toBeNull();
  });

  it("are found for steps of the keyboard", () => {
    expect(stepOf(tree, "a", "down")).toEqual({ parent: "root", index: 1 });
    expect(stepOf(tree, "b", "in")).toEqual({ parent: "a", index: 1 });
    expect(stepOf(tree, "t", "out")).toEqual({ parent: "root", index: 1 });
    expect(stepOf(tree, "a", "up")).toBeNull();
  });

  it("are rows, without what is folded", () => {
    expect(rowsOf(tree, new Set()).map((row) => [row.node.id, row.depth])).toEqual([
      ["root", 0],
      ["a", 1],
      ["t", 2],
      ["b", 1],
    ]);
    expect(rowsOf(tree, new Set(["a"]))).toHaveLength(3);
  });
});

describe("words and widths", () => {
  it("are typed over only where they are the node's own", () => {
    const text = node("t", "a", [], "base.text");
    expect(textProp({ ...text, props: { text: "Hello" } })).toBe("text");
    expect(textProp({ ...text, props: { text: "{currentEntry.title}" } })).toBeNull();
    expect(titleOf({ title: "{site.nav.topics}", slug: "our-topics", id: "x" })).toBe("Our topics");
  });

  it("inherit from wider ones", () => {
    const wide = { id: "tablet", label: "Tablet", width: 1023, mediaQuery: "(max-width: 1023px)" };
    const all = [{ id: "mobile", label: "Phone", width: 719, mediaQuery: "(max-width: 719px)" }, wide];
    const rule = {
      id: "r",
      name: "a",
      kind: "class" as const,
      selector: ".a",
      order: 0,
      styles: { color: "red", gap: "4px" },
      contextStyles: { tablet: { color: "blue" } },
    };
    expect(valueAt(rule, "color", "mobile", all)).toEqual({ own: "", inherited: "blue" });
    expect(valueAt(rule, "gap", "tablet", all)).toEqual({ own: "", inherited: "4px" });
    expect(cssOf(rule, "fontSize", "12px", wide)).toBe(
      "@media (max-width: 1023px) { .a { font-size: 12px; } }",
    );
    expect(all.map((one) => frameWidth(one, all))).toEqual([390, 768]);
  });
});

describe("rules", () => {
  const breakpoints = [
    { id: "tablet", label: "Tablet", width: 1023, mediaQuery: "(max-width: 1023px)" },
    { id: "mobile", label: "Phone", width: 719, mediaQuery: "(max-width: 719px)" },
  ];
  const dark = { kind: "media" as const, query: "(prefers-color-scheme: dark)" };
  const card = { kind: "container" as const, query: "width > 400px", name: "card" };
  const conditions = [
    { id: "dark", condition: dark },
    { id: "card", condition: card },
  ];
  const rule = {
    id: "r",
    name: "a",
    kind: "class" as const,
    selector: ".a",
    order: 0,
    styles: {
      color: "red",
      paddingTop: "4px",
      paddingRight: "8px",
      paddingBottom: "4px",
      paddingLeft: "8px",
    },
    stylePriorities: { color: "important" },
    contextStyles: { mobile: { padding: "var(--space-2)" }, dark: { color: "white" }, card: { gap: "1px" } },
  };

  it("show a box as it was written, and what is important", () => {
    expect(valueAt(rule, "padding", null, breakpoints).own).toBe("4px 8px");
    expect(valueAt(rule, "padding", "mobile", breakpoints)).toEqual({
      own: "var(--space-2)",
      inherited: "4px 8px",
    });
    expect(valueAt(rule, "color", null, breakpoints).own).toBe("red !important");
    expect(otherProperties({ ...rule, styles: { ...rule.styles, "--x": "1" } })).toEqual(["--x"]);
  });

  it("are written out with every condition", () => {
    expect(ruleText(rule, { breakpoints, conditions }).replaceAll(/\s+/g, " ")).toBe(
      ".a { color: red !important; padding-top: 4px; padding-right: 8px; padding-bottom: 4px; padding-left: 8px; } " +
        "@media (prefers-color-scheme: dark) { .a { color: white; } } " +
        "@container card (width > 400px) { .a { gap: 1px; } } " +
        "@media (max-width: 719px) { .a { padding: var(--space-2); } }",
    );
  });

  it("lose what is taken out of them, and only then", () => {
    const tools = (edits: { tool: string }[]) => edits.map(({ tool }) => tool);
    const set = (name: string, own: string, value: string) => styleEdits(rule, name, { own, value }, null);
    expect(set("gap", "", "2px")).toEqual([{ tool: "applyCss", input: { css: ".a { gap: 2px; }" } }]);
    expect(set("gap", "2px", "")).toEqual([{ tool: "remove_styles", input: { css: ".a { gap: 2px; }" } }]);
    expect(tools(set("color", "red !important", "blue"))).toEqual(["remove_styles", "applyCss"]);
    expect(tools(set("padding", "var(--space-2)", "4px"))).toEqual(["remove_styles", "applyCss"]);
    expect(tools(ruleEdits(rule, ".a { color: red }", ".a { }"))).toEqual(["remove_styles", "applyCss"]);
    expect(tools(ruleEdits(rule, ".a { color: red }", ".ab { gap: 1px }"))).toEqual(["applyCss"]);
  });
});

describe("steps", () => {
  it("belong to a project, and one that was taken back does not come again", () => {
    const step = (run: string) => ({ label: run, run, proposal: null });
    keepSteps("one");
    pushStep(step("a"));
    useEditorState.setState({ done: [], undone: [step("a")] });
    pushStep(step("a"));
    expect(useEditorState.getState()).toMatchObject({ done: [], undone: [{ run: "a" }] });
    keepSteps("two");
    expect(useEditorState.getState()).toMatchObject({ done: [], undone: [] });
  });
});

describe("what is new or goes", () => {
  it("is a token under a bare name", () => {
    expect(newToken("colour", " --accent ", "#123456 ")).toEqual({
      tool: "set_color_tokens",
      input: { tokens: [{ slug: "accent", lightValue: "#123456" }] },
    });
    expect(newToken("font", "--font-body", "Georgia, serif").input).toEqual({
      tokens: [{ name: "body", fallback: "Georgia, serif" }],
    });
  });

  it("tells which documents use it, and how often", () => {
    const used = (title: string, count: number) => ({ type: "page", id: title, title, count });
    const more = (count: number) => `${count} more`;
    expect(usedIn([used("Home", 2), used("About", 1)], "en", more)).toBe("Home (2) and About");
    const many = ["A", "B", "C", "D", "E"].map((title) => used(title, 1));
    expect(usedIn(many, "en", more)).toBe("A, B, C, and 2 more");
  });
});
