/** What a proposal changes on the site, as a person would count it: a section with all that is in it is one change. */
import type { HunkInfo, ProposalDetail } from "@/api/schema";
import type { Bag, Json, SiteNode, StyleRule } from "./model";

export type Op = "add" | "remove" | "change";
export type Decision = "accepted" | "rejected" | null;

export interface SiteChange {
  /** What it is called by on the canvas, in the tree and in the list. */
  number: number;
  op: Op;
  title: string;
  /** The document it is in; empty for styles, tokens and whatever all share. */
  area: string;
  node: string | null;
  rule: string | null;
  hunks: HunkInfo[];
  decision: Decision;
}

interface Draft extends Omit<SiteChange, "number" | "decision"> {}

const opOf = (hunk: HunkInfo): Op =>
  hunk.path.length > 0 || hunk.op === "change" ? "change" : hunk.op === "add" ? "add" : "remove";

const childrenOf = (value: unknown): string[] => {
  const { children } = (value ?? {}) as { children?: unknown };
  return Array.isArray(children) ? (children as string[]) : [];
};

const listOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);

/** Return the changes of a proposal that are about the site, numbered. */
export function siteChanges(detail: Pick<ProposalDetail, "hunks">): SiteChange[] {
  const all = detail.hunks.filter(({ target }) => target.room === "site");
  const hunks = all.filter(({ op }) => op !== "format");
  const wholes = wholesOf(hunks);
  const classes = classesOfAdded(hunks);
  const groups = new Map<string, Draft>();
  for (const hunk of hunks) {
    const { key, ...about } = groupOf(hunk, wholes, classes);
    const known = groups.get(key);
    if (known) known.hunks.push(hunk);
    else groups.set(key, { ...about, hunks: [hunk] });
  }
  // A file that is only spelled anew is nothing to look at: it goes with the first change.
  const [first] = groups.values();
  first?.hunks.push(...all.filter(({ op }) => op === "format"));
  return [...groups.values()].map((one, at) => ({
    ...one,
    number: at + 1,
    decision: decisionOf(one.hunks),
  }));
}

interface Wholes {
  /** Nodes that are added or removed. */
  of: ReadonlyMap<string, HunkInfo>;
  /** The outermost added or removed node that one of them stands in. */
  topOf: (id: string) => string;
}

function wholesOf(hunks: readonly HunkInfo[]): Wholes {
  const of = new Map(
    hunks
      .filter((hunk) => hunk.target.type === "node" && opOf(hunk) !== "change")
      .map((hunk) => [hunk.target.id, hunk]),
  );
  const holder = new Map<string, string>();
  for (const [id, hunk] of of)
    for (const child of childrenOf(hunk.op === "add" ? hunk.new : hunk.old)) holder.set(child, id);
  const topOf = (id: string): string => {
    const up = holder.get(id);
    return up && of.has(id) ? topOf(up) : id;
  };
  return { of, topOf };
}

type Place = Omit<Draft, "hunks"> & { key: string };

/** Return the change that a hunk is part of. */
function groupOf(hunk: HunkInfo, wholes: Wholes, classes: ReadonlyMap<string, string>): Place {
  const { type, id, area } = hunk.target;
  const own = {
    key: `${type}:${id}`,
    op: opOf(hunk),
    title: hunk.title || type,
    area,
    node: null,
    rule: null,
  };
  if (type === "node") {
    const top = wholes.of.has(id) ? wholes.topOf(id) : (explained(hunk, wholes) ?? id);
    return aboutNode(top, wholes) ?? { ...own, node: id };
  }
  if (type !== "rule") return own;
  // A class that comes with a new section is part of it.
  const user = own.op === "add" ? classes.get(id) : undefined;
  const found = user ? aboutNode(wholes.topOf(user), wholes) : null;
  return found ?? { ...own, area: "", rule: id };
}

function aboutNode(top: string, { of }: Wholes): Place | null {
  const head = of.get(top);
  if (!head) return null;
  const { title, target } = head;
  return { key: `node:${top}`, op: opOf(head), title, area: target.area, node: top, rule: null };
}

/** Return for every class the first added node that has it. */
function classesOfAdded(hunks: readonly HunkInfo[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const hunk of hunks) {
    if (hunk.target.type !== "node" || opOf(hunk) !== "add") continue;
    for (const id of listOf((hunk.new as Json | null)?.classIds))
      if (!found.has(id)) found.set(id, hunk.target.id);
  }
  return found;
}

/** Return the added or removed node that a changed list of children only makes room for. */
function explained(hunk: HunkInfo, { of, topOf }: Wholes): string | null {
  if (hunk.path.join(".") !== "children") return null;
  const [before, after] = [listOf(hunk.old), listOf(hunk.new)];
  const moved = [
    ...after.filter((id) => !before.includes(id)),
    ...before.filter((id) => !after.includes(id)),
  ];
  const stays = before.filter((id) => after.includes(id)).join(" ");
  const isSame = stays === after.filter((id) => before.includes(id)).join(" ");
  const [first] = moved;
  return isSame && first && moved.every((id) => of.has(id)) ? topOf(first) : null;
}

function decisionOf(hunks: readonly HunkInfo[]): Decision {
  if (hunks.every(({ decision }) => decision === "accepted")) return "accepted";
  return hunks.every(({ decision }) => decision === "rejected") ? "rejected" : null;
}

/** Return the nodes of a document that a change can be seen on. */
export function nodesOf(change: SiteChange, nodes: readonly SiteNode[]): string[] {
  if (change.node) return nodes.some(({ id }) => id === change.node) ? [change.node] : [];
  if (!change.rule) return [];
  return nodes.filter(({ classIds }) => classIds.includes(change.rule ?? "")).map(({ id }) => id);
}

/** Where a change is to be seen: on the page that is open, or on another one. */
export interface ChangePlace {
  /** The document to open; null for the one that is open. */
  document: string | null;
  node: string;
}

/** Return where a change can be looked at; null where no canvas shows it, such as what is taken away and tokens. */
export function placeOf(
  change: SiteChange,
  nodes: readonly SiteNode[],
  document: string,
): ChangePlace | null {
  const [first] = nodesOf(change, nodes);
  if (first) return { document: null, node: first };
  const isElsewhere = change.area !== "" && change.area !== document && change.op !== "remove";
  return isElsewhere && change.node ? { document: change.area, node: change.node } : null;
}

/** Return the next change before or after one that a canvas shows, on whichever page. */
export function nextPlace(
  changes: readonly SiteChange[],
  from: SiteChange | null,
  by: 1 | -1,
  nodes: readonly SiteNode[],
  document: string,
): ChangePlace | null {
  const at = from ? changes.indexOf(from) : by > 0 ? -1 : changes.length;
  const rest = by > 0 ? changes.slice(at + 1) : changes.slice(0, Math.max(0, at)).reverse();
  for (const one of rest) {
    const place = placeOf(one, nodes, document);
    if (place) return place;
  }
  return null;
}

/** Return what a rule had before a proposal, by context and property, where that changed. */
export function changedStyles(
  change: SiteChange | undefined,
): { context: string; name: string; old: string }[] {
  return (change?.hunks ?? []).flatMap(({ path, old }) => {
    const [bag, second, third] = path;
    if (bag === "styles" && second) return [{ context: "", name: second, old: String(old ?? "") }];
    if (bag === "contextStyles" && second && third)
      return [{ context: second, name: third, old: String(old ?? "") }];
    if (bag === "contextStyles" && second)
      return Object.entries((old ?? {}) as Bag).map(([name, value]) => ({
        context: second,
        name,
        old: String(value),
      }));
    return [];
  });
}

/** Return the change that a node or one of its classes has part in. */
export function changeOf(
  changes: readonly SiteChange[],
  node: SiteNode | null,
  rules: ReadonlyMap<string, StyleRule>,
): SiteChange | null {
  if (!node) return null;
  const own = changes.find((change) => change.node === node.id);
  const styled = () => changes.find(({ rule }) => rule && rules.has(rule) && node.classIds.includes(rule));
  return own ?? styled() ?? null;
}
