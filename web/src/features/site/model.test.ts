import { describe, expect, it } from "vitest";
import { frameWidth, rowsOf, type SiteNode, type SiteTree, spotOf, stepOf, textProp, titleOf } from "./model";
import { cssOf, valueAt } from "./style";

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
