/** Which pages the changed style rules of a proposal reach. */
import type { SiteUse } from "@/api/schema";
import type { Change } from "@/lib/review";

export interface TouchingRule {
  id: string;
  title: string;
}

/** Return the rules that a proposal adds or changes, each once; a removed one reaches nothing any more. */
export function rulesOf(changes: readonly Change[]): TouchingRule[] {
  const rules = changes.flatMap(({ hunk: { target, op, title } }) =>
    target.room === "site" && target.type === "rule" && op !== "remove" ? [{ id: target.id, title }] : [],
  );
  return [...new Map(rules.map((rule) => [rule.id, rule])).values()];
}

/** Return whether a rule is used on pages beside those that the proposal changes, on these only, or nowhere. */
export function reachOf(changes: readonly Change[], uses: readonly SiteUse[]): "beyond" | "here" | "nowhere" {
  if (uses.length === 0) return "nowhere";
  const nodes = changes.filter(({ hunk }) => hunk.target.type === "node");
  const pages = new Set(nodes.map(({ hunk }) => hunk.target.area));
  const isHere = uses.every(({ id }) => pages.has(id)) || (pages.size === 0 && uses.length === 1);
  return isHere ? "here" : "beyond";
}
