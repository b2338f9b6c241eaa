/** A changed text as blocks to read: headings, paragraphs, items, with each change where it stands. */
import type { HunkInfo, TextInfo } from "@/api/schema";
import { type Span, spansOf } from "@/lib/diff";
import type { Change } from "@/lib/review";

export interface Run {
  op: Span[0];
  text: string;
  change: Change | null;
}

export type BlockKind = "heading" | "paragraph" | "item" | "quote" | "code";

export interface Block {
  kind: BlockKind;
  /** The depth of a heading, else 0. */
  level: number;
  runs: Run[];
}

interface Line {
  runs: Run[];
  text: string;
}

/** Return a text's blocks, with the words of each change in its place. */
export function blocksOf(
  text: Pick<TextInfo, "pieces">,
  byHunk: ReadonlyMap<string, Change>,
  hunks: ReadonlyMap<string, HunkInfo>,
): Block[] {
  const runs = text.pieces.flatMap(([kind, value]): Run[] => {
    if (kind === "text") return [{ op: "same", text: value, change: null }];
    const hunk = hunks.get(value);
    const change = byHunk.get(value) ?? null;
    return hunk ? runsOf(hunk, change) : [];
  });
  return gather(lines(runs));
}

/** Return the runs of one change. */
function runsOf(hunk: HunkInfo, change: Change | null): Run[] {
  return spansOf(hunk.old, hunk.new, hunk.words).map(([op, text]) => ({ op, text, change }));
}

/** Return a whole new or removed text as blocks. */
export function wholeBlocks(text: string, op: "added" | "removed", change: Change): Block[] {
  return gather(lines([{ op, text, change }]));
}

function lines(runs: readonly Run[]): Line[] {
  const found: Line[] = [{ runs: [], text: "" }];
  for (const run of runs) {
    run.text.split("\n").forEach((part, index) => {
      if (index > 0) found.push({ runs: [], text: "" });
      const line = found[found.length - 1];
      if (line && part) {
        line.runs.push({ ...run, text: part });
        line.text += part;
      }
    });
  }
  return found;
}

const FENCE = /^\s*(`{3,}|~{3,})/;
const MARKS: [BlockKind, RegExp][] = [
  ["heading", /^\s{0,3}(#{1,6})\s+/],
  ["item", /^\s*(?:[-*+]|\d{1,9}[.)])\s+/],
  ["quote", /^\s*>\s?/],
];

interface Gathering {
  blocks: Block[];
  /** The block that the next plain line belongs to. */
  open: Block | null;
  /** The fence that has to be closed, while in code. */
  fence: string;
}

/** Put lines together: a blank line ends a paragraph, a mark begins a block of its own. */
function gather(all: readonly Line[]): Block[] {
  const state: Gathering = { blocks: [], open: null, fence: "" };
  for (const line of all) {
    const fence = FENCE.exec(line.text)?.[1] ?? "";
    if (state.fence || fence) takeCode(state, line, fence);
    else if (line.text.trim()) takeText(state, line);
    else state.open = null;
  }
  return state.blocks;
}

function begin(state: Gathering, block: Block): void {
  state.blocks.push(block);
  state.open = block;
}

function takeCode(state: Gathering, line: Line, fence: string): void {
  const isFirst = !state.fence;
  if (isFirst) begin(state, { kind: "code", level: 0, runs: [] });
  state.open?.runs.push(...line.runs, { op: "same", text: "\n", change: null });
  if (isFirst) state.fence = fence;
  else if (fence.startsWith(state.fence)) {
    state.fence = "";
    state.open = null;
  }
}

function takeText(state: Gathering, line: Line): void {
  const [kind, match] = markOf(line.text);
  if (match) {
    const level = kind === "heading" ? (match[1]?.length ?? 0) : 0;
    begin(state, { kind, level, runs: cut(line.runs, match[0].length) });
    if (kind === "heading") state.open = null;
  } else if (state.open) {
    state.open.runs.push({ op: "same", text: " ", change: null }, ...line.runs);
  } else begin(state, { kind: "paragraph", level: 0, runs: line.runs });
}

function markOf(text: string): [BlockKind, RegExpExecArray | null] {
  for (const [kind, pattern] of MARKS) {
    const match = pattern.exec(text);
    if (match) return [kind, match];
  }
  return ["paragraph", null];
}

/** Leave out the first letters of a line, whichever run they are in. */
function cut(runs: readonly Run[], count: number): Run[] {
  let left = count;
  return runs.flatMap((run) => {
    const gone = Math.min(left, run.text.length);
    left -= gone;
    return gone === run.text.length ? [] : [{ ...run, text: run.text.slice(gone) }];
  });
}

export interface Stretch {
  change: Change | null;
  runs: Run[];
  /** True where the change begins: there it has its number and its controls. */
  isFirst: boolean;
}

export interface LaidBlock extends Pick<Block, "kind" | "level"> {
  stretches: Stretch[];
}

/** Return blocks with their runs by change; each change begins once, unless it has begun before. */
export function layOut(blocks: readonly Block[], begun: readonly string[] = []): LaidBlock[] {
  const seen = new Set(begun);
  return blocks.map(({ kind, level, runs }) => ({ kind, level, stretches: stretchesOf(runs, seen) }));
}

function stretchesOf(runs: readonly Run[], seen: Set<string>): Stretch[] {
  const found: Stretch[] = [];
  for (const run of runs) {
    const last = found.at(-1);
    if (last && last.change === run.change) {
      last.runs.push(run);
      continue;
    }
    const isFirst = run.change !== null && !seen.has(run.change.id);
    if (run.change) seen.add(run.change.id);
    found.push({ change: run.change, runs: [run], isFirst });
  }
  return found;
}

export interface InlinePart {
  kind: "text" | "strong" | "em" | "code" | "link";
  text: string;
}

const INLINE =
  /\*\*([^*\n]+)\*\*|__([^_\n]+)__|`([^`\n]+)`|\[([^\]\n]+)\]\([^)\n]*\)|(?<![\w*])\*([^*\n]+)\*(?!\w)/g;

/** Return text that stays with its emphasis; what changes is always shown letter by letter. */
export function inlineParts(text: string): InlinePart[] {
  const parts: InlinePart[] = [];
  let position = 0;
  const plain = (until: number) => {
    if (until > position) parts.push({ kind: "text", text: text.slice(position, until) });
  };
  for (const match of text.matchAll(INLINE)) {
    plain(match.index);
    const [, strong, under, code, link, em] = match;
    if (strong ?? under) parts.push({ kind: "strong", text: strong ?? under ?? "" });
    else if (code) parts.push({ kind: "code", text: code });
    else if (link) parts.push({ kind: "link", text: link });
    else parts.push({ kind: "em", text: em ?? "" });
    position = match.index + match[0].length;
  }
  plain(text.length);
  return parts;
}
