import { expect, test } from "vitest";
import { heldAround } from "./inherit";
import type { SiteNode, SiteTree, StyleRule } from "./model";

function rule(id: string, selector: string, styles: Record<string, string>, order = 0): StyleRule {
  const kind = selector.startsWith(".") ? "class" : "ambient";
  return { id, name: selector.slice(1), kind, selector, order, styles, contextStyles: {} };
}

function node(id: string, tag: string, classIds: string[], parentId: string | null): SiteNode {
  const props = { tag };
  return { id, moduleId: "base.container", props, children: [], classIds, parentId, breakpointOverrides: {} };
}

const RULES = new Map(
  [
    rule("word", ".word", { fontSize: "var(--step-6)" }, 1),
    rule("quiet", ".quiet", { color: "var(--soft)", gap: "1rem" }, 2),
    rule("loud", ".loud", { color: "var(--accent)" }, 3),
    rule("cover", ".cover", { textAlign: "center", display: "grid" }, 4),
    rule("heads", "h1, h2", { fontWeight: "480" }, 5),
    rule("body", "body", { fontFamily: "var(--font-text)", color: "var(--ink)" }, 6),
  ].map((one) => [one.id, one]),
);
const TITLE = node("title", "h1", ["word"], "cover");
const NODES = { title: TITLE, cover: node("cover", "header", ["cover"], null) };
const TREE = { id: "front", rootNodeId: "cover", nodes: NODES } as unknown as SiteTree;

function held(name: string, one: SiteNode = TITLE): string {
  return heldAround({ node: one, tree: TREE, rules: RULES }, RULES.get("word") as StyleRule, name);
}

test("what a rule does not say comes from the other classes, the later first", () => {
  const both = { ...TITLE, classIds: ["word", "loud", "quiet"] };
  expect([held("color", both), held("gap", both)]).toEqual(["var(--accent)", "1rem"]);
});

test("it comes from the tag, from what it stands in and from the body, where the property is passed on", () => {
  expect([held("fontWeight"), held("textAlign"), held("fontFamily"), held("color")]).toEqual([
    "480",
    "center",
    "var(--font-text)",
    "var(--ink)",
  ]);
});

test("a box is its own, and what nobody says is empty", () => {
  expect([held("display"), held("lineHeight"), held("fontSize")]).toEqual(["", "", ""]);
});
