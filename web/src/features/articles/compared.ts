import type { Span } from "@/lib/diff";

export type BlockKind = "title" | "heading" | "item" | "quote" | "picture" | "text";

/** A paragraph of two versions laid over each other; `skipped` counts paragraphs that stayed and are not shown. */
export type ComparedBlock = { kind: BlockKind; spans: readonly Span[] } | { kind: "skipped"; count: number };

const MARKS: readonly (readonly [RegExp, BlockKind])[] = [
  [/^#\s+/, "title"],
  [/^#{2,6}\s+/, "heading"],
  [/^(?:[-*+]|\d{1,3}[.)])\s+/, "item"],
  [/^>\s*/, "quote"],
  [/^!\[/, "picture"],
  [/^\[IMAGE:\s*/i, "picture"],
];
/** What makes a block a heading, an item or a quote; only at its beginning, for a sentence may end with 1872. */
const MARK = /^\s*(?:#{1,6}|[-*+>]|\d{1,3}[.)])(?:\s+|$)/;
const CONTEXT = 1;

/** Return two versions as a person reads them: without marks of Markdown, and around what changed. */
export function comparedBlocks(spans: readonly Span[]): ComparedBlock[] {
  return folded(paragraphs(spans).map(block).filter(hasText));
}

function paragraphs(spans: readonly Span[]): Span[][] {
  const made: Span[][] = [[]];
  spans.forEach(([op, text], at) => {
    const next = spans[at + 1];
    const isReplaced = op === "removed" && next?.[0] === "added" && !text.trim().includes("\n\n");
    // What replaces the end of a paragraph stands in the same paragraph.
    const kept = isReplaced ? text.replace(/\n\s*$/, " ") : text;
    kept.split(/\n{2,}|\n(?=[-*+>#]|\d+[.)]\s)/).forEach((piece, index) => {
      if (index > 0) made.push([]);
      if (piece) made.at(-1)?.push([op, piece]);
    });
  });
  return made;
}

function block(spans: Span[]): { kind: BlockKind; spans: Span[] } {
  const whole = spans.map(([, text]) => text).join("");
  const found = MARKS.find(([mark]) => mark.test(whole.trimStart()));
  const kind = found?.[1] ?? "text";
  const first = spans.findIndex(([, text]) => text.trim());
  return {
    kind,
    spans: spans.map(([op, text], at): Span => [op, plain(at === first ? text.replace(MARK, "") : text)]),
  };
}

/** Return Markdown as its words; a stretch may begin or end in the middle of a mark. */
function plain(text: string): string {
  return text
    .replace(/\s*\{\{ref:\d+\}\}/g, "")
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replace(/\[IMAGE:\s*([^\]\n]*)\]?/gi, "$1")
    .replace(/\*\*|__|`/g, "")
    .replace(/(^|\s)[*_](?=\S)|(?<=\S)[*_](?=\s|[.,;:!?]|$)/g, "$1")
    .replace(/^-{3,}\s*$|\n+$/gm, "");
}

function hasText({ spans }: { spans: readonly Span[] }): boolean {
  return spans.some(([, text]) => text.trim());
}

function folded(blocks: { kind: BlockKind; spans: Span[] }[]): ComparedBlock[] {
  const isChanged = blocks.map(({ spans }) => spans.some(([op, text]) => op !== "same" && text.trim()));
  const isNear = (at: number) => isChanged.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(Boolean);
  // A heading is shown with what stands under it.
  const isShown = (at: number) => isNear(at) || (blocks[at]?.kind === "heading" && isNear(at + 1));
  const made: ComparedBlock[] = [];
  blocks.forEach((one, at) => {
    const last = made.at(-1);
    if (isShown(at)) made.push(one);
    else if (last?.kind === "skipped") made[made.length - 1] = { kind: "skipped", count: last.count + 1 };
    else made.push({ kind: "skipped", count: 1 });
  });
  return made;
}
