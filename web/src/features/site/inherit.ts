/** What holds for a node where the rule at hand says nothing: from its other rules, its tag, or what stands around it. */
import { type SiteNode, type SiteTree, type StyleRule, tagOf } from "./model";
import { valueAt } from "./style";

/** Properties that an element takes over from what it stands in. */
const PASSED_ON: ReadonlySet<string> = new Set([
  "fontSize",
  "lineHeight",
  "fontWeight",
  "textAlign",
  "fontFamily",
  "color",
]);
const ROOTS = ["body", "html", ":root"];

type Rules = ReadonlyMap<string, StyleRule>;
export interface Place {
  node: SiteNode | null;
  tree: SiteTree;
  rules: Rules;
}

/** Return what a property is for a node by everything but one of its rules; empty where nobody says. */
export function heldAround({ node, tree, rules }: Place, rule: StyleRule, name: string): string {
  const here = node && saidOf(node, rules, name, rule.id);
  if (here || !PASSED_ON.has(name)) return here || "";
  for (let at = parentOf(node, tree); at; at = parentOf(at, tree)) {
    const said = saidOf(at, rules, name);
    if (said) return said;
  }
  return ROOTS.map((tag) => byTag(tag, rules, name)).find(Boolean) ?? "";
}

function parentOf(node: SiteNode | null, tree: SiteTree): SiteNode | undefined {
  return node?.parentId ? tree.nodes[node.parentId] : undefined;
}

/** Return what the rules of a node say, the last one first: its classes, then those for its tag. */
function saidOf(node: SiteNode, rules: Rules, name: string, but?: string): string {
  const own = node.classIds
    .flatMap((id) => (id === but ? [] : (rules.get(id) ?? [])))
    .toSorted((one, other) => other.order - one.order);
  return own.map((one) => ownOf(one, name)).find(Boolean) ?? byTag(tagOf(node), rules, name);
}

function byTag(tag: string, rules: Rules, name: string): string {
  const found = [...rules.values()].filter(
    ({ kind, selector }) => kind === "ambient" && selector.split(/\s*,\s*/).includes(tag),
  );
  const last = found.toSorted((one, other) => other.order - one.order);
  return last.map((one) => ownOf(one, name)).find(Boolean) ?? "";
}

function ownOf(rule: StyleRule, name: string): string {
  return valueAt(rule, name, null, []).own;
}
