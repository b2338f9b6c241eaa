/** The site's document as the editor knows it, and decisions about it on plain data. */
import type { DropPlace } from "@/lib/page-frame";

export type Json = Record<string, unknown>;
export type Bag = Record<string, string | number>;

export interface SiteNode {
  id: string;
  moduleId: string;
  props: Json;
  children: string[];
  classIds: string[];
  parentId: string | null;
  breakpointOverrides: Record<string, Json>;
  label?: string;
  locked?: boolean;
  hidden?: boolean;
  inlineStyles?: Bag;
  dynamicBindings?: Record<string, Json>;
}

export type DocumentType = "page" | "template" | "visualComponent";

export interface SiteTree {
  id: string;
  type: DocumentType;
  title: string;
  slug: string;
  rootNodeId: string;
  nodes: Record<string, SiteNode>;
}

export interface ListedDocument {
  type: DocumentType;
  id: string;
  title: string;
  slug: string;
  path: string;
  summary: string;
}

export interface Breakpoint {
  id: string;
  label: string;
  width: number;
  mediaQuery: string;
}

/** What a rule can depend on besides a width. */
export interface Condition {
  id: string;
  condition: { kind: "media" | "container" | "supports"; query: string; name?: string };
}

export type Marks = Record<string, string>;

export interface StyleRule {
  id: string;
  name: string;
  kind: "class" | "ambient";
  selector: string;
  order: number;
  styles: Bag;
  contextStyles: Record<string, Bag>;
  /** Which of them are important, by property. */
  stylePriorities?: Marks;
  contextStylePriorities?: Record<string, Marks>;
  rawCss?: string;
  generated?: Json;
}

export interface SiteFile {
  id: string;
  path: string;
  type: string;
}

export interface ColourToken {
  slug: string;
  cssVar: string;
  ref: string;
  value: string;
  darkValue?: string;
}

export interface ScaleToken {
  id: string;
  name: string;
  steps: { step: string; cssVar: string; ref: string; value: string }[];
}

export interface FontToken {
  name: string;
  cssVar: string;
  ref: string;
  family: string;
  stack: string;
}

export interface SiteTokens {
  colors: ColourToken[];
  typography: ScaleToken[];
  spacing: ScaleToken[];
  fonts: FontToken[];
}

/** A document with all the editor needs to show and change it. */
export interface Canvas {
  tip: string;
  preview: string;
  path: string;
  document: SiteTree;
  around: SiteTree[];
  documents: ListedDocument[];
  breakpoints: Breakpoint[];
  conditions: Condition[];
  rules: StyleRule[];
  uses: Record<string, number>;
  tokens: SiteTokens;
  /** By scale what its steps are counted from, at the narrowest and at the widest window. */
  scales: Record<string, { min: number; max: number }>;
  /** Colours as somebody wrote them, by slug. */
  colours: Record<string, string>;
  files: SiteFile[];
  collections: Record<string, Json>;
}

/** Modules that take other nodes in. */
export const HOLDERS = new Set([
  "base.body",
  "base.container",
  "base.loop",
  "base.link",
  "base.form",
  "base.select",
  "base.option-group",
  "base.slot-instance",
]);

const TAGS: Record<string, string> = {
  "base.body": "body",
  "base.image": "img",
  "base.link": "a",
  "base.button": "a",
  "base.list": "ul",
  "base.submit": "button",
  "base.svg": "svg",
  "base.video": "video",
  "base.outlet": "outlet",
};

/** Return the tag a node is shown by. */
export function tagOf({ moduleId, props }: SiteNode): string {
  const own = props.customTag || props.tag;
  if (moduleId === "base.text" && own === "none") return "text";
  if (typeof own === "string" && own && own !== "custom") return own;
  return TAGS[moduleId] ?? moduleId.replace("base.", "");
}

/** Return what a node is called: its own name, or its tag and first class, or for a loop what it repeats. */
export function nameOf(node: SiteNode, rules: ReadonlyMap<string, StyleRule>, canvas?: Canvas): string {
  if (node.label) return node.label;
  if (node.moduleId === "base.loop") {
    const filters = node.props.filters as Json | undefined;
    return ["loop", filters?.tableId ?? node.props.sourceId].filter(Boolean).join(": ");
  }
  if (node.moduleId === "base.visual-component-ref") {
    const found = canvas?.documents.find(({ id }) => id === node.props.componentId);
    return found?.title ?? "component";
  }
  const first = node.classIds.map((id) => rules.get(id)).find((rule) => rule?.kind === "class");
  return first ? `${tagOf(node)}.${first.name}` : tagOf(node);
}

/** Return what a document is called; a title that is only a token gives way to the address. */
export function titleOf({ title, slug, id }: { title: string; slug: string; id: string }): string {
  const plain = title.replaceAll(/\{[^}]*\}/g, "").trim();
  if (plain) return plain;
  const name = slug.split("/").at(-1) ?? "";
  return name ? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ") : id;
}

export interface NodeRow {
  node: SiteNode;
  depth: number;
  hasChildren: boolean;
}

/** Return the nodes of a tree as rows, without what stands below those that are folded. */
export function rowsOf(tree: SiteTree, folded: ReadonlySet<string>): NodeRow[] {
  const rows: NodeRow[] = [];
  const waiting: [string, number][] = [[tree.rootNodeId, 0]];
  while (waiting.length > 0) {
    const [id, depth] = waiting.pop() as [string, number];
    const node = tree.nodes[id];
    if (!node) continue;
    rows.push({ node, depth, hasChildren: node.children.length > 0 });
    if (!folded.has(id)) for (const child of node.children.toReversed()) waiting.push([child, depth + 1]);
  }
  return rows;
}

/** Return the nodes that a node stands in, the nearest first. */
export function above(tree: SiteTree, id: string): string[] {
  const found: string[] = [];
  let up = tree.nodes[id]?.parentId;
  while (up && !found.includes(up)) {
    found.push(up);
    up = tree.nodes[up]?.parentId;
  }
  return found;
}

/** Return the document among those shown that a node is in. */
export function treeOf(canvas: Canvas, id: string | undefined): SiteTree | null {
  if (!id) return null;
  return [canvas.document, ...canvas.around].find((tree) => tree.nodes[id]) ?? null;
}

export interface Spot {
  parent: string;
  index: number;
}

export type { DropPlace };

/** Return where a node goes that is dropped at another one; null where it cannot go. The index counts without it. */
export function spotOf(tree: SiteTree, moved: string, target: string, place: DropPlace): Spot | null {
  const aim = tree.nodes[target];
  if (!aim || !tree.nodes[moved] || moved === target || above(tree, target).includes(moved)) return null;
  if (place === "inside") {
    if (!HOLDERS.has(aim.moduleId)) return null;
    return { parent: target, index: aim.children.filter((id) => id !== moved).length };
  }
  const parent = aim.parentId ? tree.nodes[aim.parentId] : undefined;
  if (!parent) return null;
  const rest = parent.children.filter((id) => id !== moved);
  return { parent: parent.id, index: rest.indexOf(target) + (place === "after" ? 1 : 0) };
}

export type Step = "up" | "down" | "out" | "in";

/** Return where a node goes by one step of the keyboard: among its siblings, out of its parent, into the one before. */
export function stepOf(tree: SiteTree, id: string, step: Step): Spot | null {
  const node = tree.nodes[id];
  const parent = node?.parentId ? tree.nodes[node.parentId] : undefined;
  if (!node || !parent) return null;
  const at = parent.children.indexOf(id);
  if (step === "up") return at > 0 ? { parent: parent.id, index: at - 1 } : null;
  if (step === "down") return at < parent.children.length - 1 ? { parent: parent.id, index: at + 1 } : null;
  if (step === "out") return parent.parentId ? spotOf(tree, id, parent.id, "after") : null;
  const before = parent.children[at - 1];
  return before ? spotOf(tree, id, before, "inside") : null;
}

/** Return where new nodes go for a selected one: into it, or after it where it takes none. */
export function insertSpot(tree: SiteTree, selected: string | undefined): Spot {
  const node = selected ? tree.nodes[selected] : undefined;
  if (node && HOLDERS.has(node.moduleId)) return { parent: node.id, index: node.children.length };
  const parent = node?.parentId ? tree.nodes[node.parentId] : undefined;
  if (node && parent) return { parent: parent.id, index: parent.children.indexOf(node.id) + 1 };
  const root = tree.nodes[tree.rootNodeId];
  return { parent: tree.rootNodeId, index: root?.children.length ?? 0 };
}

const TEXT_PROPS: Record<string, string> = {
  "base.text": "text",
  "base.link": "text",
  "base.button": "label",
  "base.label": "text",
  "base.submit": "label",
};

/** Return the prop in which a node keeps the words it shows; null where they come from elsewhere. */
export function textProp(node: SiteNode | undefined): string | null {
  if (!node) return null;
  const prop = TEXT_PROPS[node.moduleId];
  if (!prop || node.dynamicBindings?.[prop]) return null;
  if (node.moduleId === "base.link" && node.children.length > 0) return null;
  const text = node.props[prop];
  return typeof text === "string" && !text.includes("{") ? prop : null;
}

/** Return the texts that can be typed over on the canvas, by node. */
export function textsOf(trees: readonly SiteTree[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const tree of trees) {
    for (const node of Object.values(tree.nodes)) {
      const prop = textProp(node);
      if (prop) found[node.id] = String(node.props[prop]);
    }
  }
  return found;
}
