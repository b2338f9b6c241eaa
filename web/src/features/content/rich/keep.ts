/**
 * Writing an edited text so that what nobody touched keeps its bytes.
 *
 * A document that is edited shares every block that was not changed with the one before it. So a block that is
 * still the same object (or, after an undo, equal to it) is written with the bytes it was read from, and so is the
 * space between two of them. Lists and tables are kept the same way, item by item and row by row.
 */
import type { Node } from "prosemirror-model";
import { blockText, readsAs, rowText } from "./markdown";
import { type Definitions, type Piece, type Pieces, readParts, readText } from "./read";
import { schema } from "./schema";

/** A text as it was opened: what the editor starts from and what it is kept against. */
export interface Opened extends Pieces {
  definitions: Definitions;
  doc: Node;
  text: string;
}

/** Open a text for editing. */
export function openText(text: string): Opened {
  const read = readText(text);
  const nodes = read.pieces.map(({ node }) => node);
  const doc = schema.node("doc", null, nodes.length > 0 ? nodes : [schema.node("paragraph")]);
  return { ...read, doc, text };
}

/** Return an edited document as text: the bytes that were there, and new ones for what changed. */
export function writeText(doc: Node, opened: Opened): string {
  const blocks = doc.children.filter((node) => !isEmptyParagraph(node));
  const newline = opened.text.includes("\r\n") ? "\r\n" : "\n";
  const write = (node: Node, old: Piece | null) =>
    changedText(node, old, opened.definitions).replaceAll(/\r\n?|\n/g, newline);
  return weave(blocks, opened, write, newline.repeat(2));
}

function isEmptyParagraph(node: Node): boolean {
  return node.type === schema.nodes.paragraph && node.childCount === 0;
}

const IN_PARTS = new Set(["bullet_list", "ordered_list", "table"]);

function changedText(node: Node, old: Piece | null, definitions: Definitions): string {
  const kept = old && IN_PARTS.has(node.type.name) ? partsText(node, old, definitions) : null;
  return kept ?? blockText(node, definitions);
}

/** Return a changed list or table with the bytes of the items or rows that were not changed. */
function partsText(node: Node, old: Piece, definitions: Definitions): string | null {
  if (!node.sameMarkup(old.node)) return null;
  if (node.type === schema.nodes.ordered_list && node.childCount !== old.node.childCount) return null;
  const parts = readParts(old.source, old.node, definitions);
  if (!parts) return null;
  const gap = node.attrs.tight === false ? "\n\n" : "\n";
  const write = (part: Node, own: Piece | null, index: number) => {
    if (node.type === schema.nodes.table) return rowText(part);
    return withMarker(itemText(node, part, index, definitions), own?.source ?? "");
  };
  const text = weave(node.children, parts, write, gap);
  return readsAs(text, node, definitions) ? text : null;
}

function itemText(list: Node, item: Node, index: number, definitions: Definitions): string {
  const first = list.attrs.order as number | undefined;
  const attrs = { ...list.attrs, ...(first === undefined ? {} : { order: first + index }) };
  return blockText(list.type.create(attrs, item), definitions);
}

const MARKER = /^ *(?:[-+*]|\d+[.)]) +/;

/** Return an item with the marker and the indent of the one it replaces. */
function withMarker(text: string, old: string): string {
  const wanted = MARKER.exec(old)?.[0];
  const own = MARKER.exec(text)?.[0];
  if (!wanted || !own || wanted.length < own.length) return text;
  const indent = " ".repeat(wanted.length - own.length);
  return wanted + text.slice(own.length).replace(/\n(?=[^\n])/g, `\n${indent}`);
}

/** Where a block stands among the pieces that were read: the first and the last of them it stands for. */
interface Place {
  first: number;
  last: number;
  isKept: boolean;
}

/** Join nodes, old bytes where they are unchanged, with the space that was between them. */
function weave(
  nodes: readonly Node[],
  { lead, pieces }: Pieces,
  write: (node: Node, old: Piece | null, index: number) => string,
  gap: string,
): string {
  const places = place(nodes, pieces);
  let text = lead;
  let before: Place = { first: -1, last: -1, isKept: true };
  for (const [index, node] of nodes.entries()) {
    const here = places[index] as Place;
    const old = pieces[here.first] ?? null;
    if (index > 0) text += between(pieces, before, here, nodes[index - 1] as Node, node) ?? gap;
    text += here.isKept && old ? old.source : write(node, old?.node.type === node.type ? old : null, index);
    before = here;
  }
  return text + (pieces.at(-1)?.after ?? "");
}

/** Return the space that stood between two neighbours, or null if a new one is wanted. */
function between(
  pieces: readonly Piece[],
  before: Place,
  here: Place,
  node: Node,
  next: Node,
): string | null {
  const last = before.last === pieces.length - 1;
  const old = pieces[before.last];
  const following = pieces[here.first];
  if (!old || last) return null;
  const isWide = (old.after.match(/\r\n?|\n/g)?.length ?? 0) > 1;
  if (isWide) return old.after;
  // A single line end parts two blocks only as long as both are what they were.
  const isAsBefore = here.first === before.last + 1 && node.type === old.node.type;
  return isAsBefore && next.type === following?.node.type ? old.after : null;
}

/** Find the place of each node: the same object, else an equal one, else what it replaces. */
function place(nodes: readonly Node[], pieces: readonly Piece[]): Place[] {
  const kept = matches(nodes, pieces);
  const places: Place[] = [];
  let index = 0;
  while (index < nodes.length) {
    const match = kept[index] ?? -1;
    if (match >= 0) {
      places.push({ first: match, last: match, isKept: true });
      index += 1;
      continue;
    }
    let end = index;
    while (end < nodes.length && (kept[end] ?? -1) < 0) end += 1;
    const low = places.at(-1)?.last ?? -1;
    const high = end < nodes.length ? (kept[end] ?? -1) : pieces.length;
    places.push(...stand(end - index, low, high));
    index = end;
  }
  return places;
}

/** Return where new nodes stand between two kept pieces: for the pieces they replaced, or for none. */
function stand(count: number, low: number, high: number): Place[] {
  const replaced = high - low - 1;
  return Array.from({ length: count }, (_, index) => {
    if (replaced <= 0) return { first: -1, last: -1, isKept: false };
    const own = Math.min(low + 1 + index, high - 1);
    return { first: own, last: index === count - 1 ? high - 1 : own, isKept: false };
  });
}

/** Return the piece of each node, wherever it was moved to, or -1. */
function matches(nodes: readonly Node[], pieces: readonly Piece[]): number[] {
  const byObject = new Map(pieces.map(({ node }, index) => [node, index]));
  const found = nodes.map((node) => {
    const at = byObject.get(node) ?? -1;
    byObject.delete(node);
    return at;
  });
  return fillEqual(nodes, pieces, found);
}

/** Match what is equal between the pieces already matched: after an undo blocks are new, yet what they were. */
function fillEqual(nodes: readonly Node[], pieces: readonly Piece[], found: number[]): number[] {
  let low = 0;
  for (const [index, node] of nodes.entries()) {
    const own = found[index] ?? -1;
    if (own >= 0) {
      low = own + 1;
      continue;
    }
    const next = found.slice(index + 1).find((at) => at >= 0) ?? pieces.length;
    const at = pieces.slice(low, next).findIndex((piece) => piece.node.eq(node));
    if (at < 0) continue;
    found[index] = low + at;
    low += at + 1;
  }
  return found;
}
