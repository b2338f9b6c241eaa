/** Markdown as blocks, each with the very bytes it was written in. */
import MarkdownIt from "markdown-it";
import { MarkdownParser, type ParseSpec } from "prosemirror-markdown";
import type { Node } from "prosemirror-model";
import { schema } from "./schema";

type Token = ReturnType<MarkdownIt["parse"]>[number];

/** A part of a text, the bytes it stands in, and the bytes between it and the next. */
export interface Piece {
  node: Node;
  source: string;
  after: string;
}

/** A text in pieces: `lead`, then each source with what comes after it, is the text again, byte by byte. */
export interface Pieces {
  lead: string;
  pieces: Piece[];
}

const markdown = new MarkdownIt("commonmark", { html: true }).enable(["table", "strikethrough"]);

function isTight(tokens: readonly Token[], at: number): boolean {
  for (let index = at + 1; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token?.type !== "list_item_open") return token?.hidden ?? false;
  }
  return false;
}

const cell = (token: Token) => ({
  align: /text-align:(\w+)/.exec(token.attrGet("style") ?? "")?.[1] ?? null,
});

const parser = new MarkdownParser(schema, markdown, {
  blockquote: { block: "blockquote" },
  paragraph: { block: "paragraph" },
  list_item: { block: "list_item" },
  bullet_list: {
    block: "bullet_list",
    getAttrs: (token, tokens, at) => ({ tight: isTight(tokens, at), bullet: token.markup }),
  },
  ordered_list: {
    block: "ordered_list",
    getAttrs: (token, tokens, at) => ({
      tight: isTight(tokens, at),
      order: Number(token.attrGet("start") ?? 1),
      sign: token.markup,
    }),
  },
  heading: { block: "heading", getAttrs: (token) => ({ level: Number(token.tag.slice(1)) }) },
  code_block: { block: "code_block", noCloseToken: true },
  fence: { block: "code_block", getAttrs: (token) => ({ params: token.info }), noCloseToken: true },
  hr: { node: "horizontal_rule" },
  html_block: { node: "source", getAttrs: (token) => ({ text: token.content.trimEnd() }) },
  html_inline: { node: "source_inline", getAttrs: (token) => ({ text: token.content }) },
  image: {
    node: "image",
    getAttrs: (token) => ({
      src: token.attrGet("src"),
      title: token.attrGet("title") || null,
      alt: token.content || null,
    }),
  },
  hardbreak: { node: "hard_break" },
  softbreak: { node: "soft_break" },
  table: { block: "table" },
  thead: { ignore: true },
  tbody: { ignore: true },
  tr: { block: "table_row" },
  th: { block: "table_header", getAttrs: cell },
  td: { block: "table_cell", getAttrs: cell },
  em: { mark: "em", getAttrs: (token) => ({ sign: token.markup }) },
  strong: { mark: "strong", getAttrs: (token) => ({ sign: token.markup }) },
  s: { mark: "struck" },
  link: {
    mark: "link",
    getAttrs: (token) => ({ href: token.attrGet("href"), title: token.attrGet("title") || null }),
  },
  code_inline: { mark: "code", noCloseToken: true },
} satisfies Record<string, ParseSpec>);

/** The definitions of a text's links, which a single block of it needs to be understood. */
export type Definitions = Record<string, unknown>;

/** Return the one block that a piece of Markdown is, or null if it is none, or several. */
export function readBlock(source: string, definitions: Definitions): Node | null {
  const doc = parser.parse(source, { ...definitions });
  return doc.childCount === 1 ? (doc.firstChild as Node) : null;
}

/** Return a whole text in its blocks, with the definitions of its links. */
export function readText(text: string): Pieces & { definitions: Definitions } {
  const definitions: Definitions = {};
  const tokens = markdown.parse(text, definitions).filter(({ level, map }) => level === 0 && map !== null);
  const kept = cut(text, tokens, (source) => schema.node("source", { text: source }));
  return {
    ...kept,
    definitions,
    pieces: kept.pieces.map((piece) => ({
      ...piece,
      node:
        piece.node === UNREAD
          ? (readBlock(piece.source, definitions) ?? schema.node("source", { text: piece.source }))
          : piece.node,
    })),
  };
}

/** Return the items of a list or the rows of a table in their own bytes; null where they cannot be told apart. */
export function readParts(source: string, whole: Node, definitions: Definitions): Pieces | null {
  const isTable = whole.type.name === "table";
  const wanted = isTable ? "tr_open" : "list_item_open";
  const tokens = markdown
    .parse(source, { ...definitions })
    .filter(({ type, level, map }) => type === wanted && map !== null && (isTable || level === 1));
  if (tokens.length !== whole.childCount) return null;
  const parts = cut(source, tokens, null);
  return { ...parts, pieces: parts.pieces.map((piece, index) => ({ ...piece, node: whole.child(index) })) };
}

interface Range {
  from: number;
  to: number;
  /** True for words between the blocks, like definitions of links: they are kept as they are. */
  isBetween?: boolean;
}

const UNREAD = schema.node("source", { text: "" });

/** Cut a text where its tokens begin and end. Lines between them that say something become pieces too. */
function cut(text: string, tokens: readonly Token[], between: ((source: string) => Node) | null): Pieces {
  const lines = lineStarts(text);
  const start = (line: number) => lines[line] ?? text.length;
  const ranges: Range[] = [];
  let at = 0;
  const keepBetween = (from: number, to: number) => {
    const words = text.slice(from, to);
    if (!between || words.trim() === "") return;
    const begin = from + (/^(?:[ \t]*(?:\r\n?|\n))*/.exec(words)?.[0].length ?? 0);
    ranges.push({ from: begin, to: from + trimmed(words), isBetween: true });
  };
  for (const { map, type } of tokens) {
    const [first, last] = map as [number, number];
    const from = start(first);
    const words = text.slice(from, start(last));
    // Blank lines at the end belong to no block, except to code that is never closed.
    const size = type === "fence" ? words.replace(/(\r\n?|\n)$/, "").length : trimmed(words);
    if (from < at) continue;
    keepBetween(at, from);
    ranges.push({ from, to: from + size });
    at = from + size;
  }
  keepBetween(at, text.length);
  return {
    lead: text.slice(0, ranges[0]?.from ?? text.length),
    pieces: ranges.map(({ from, to, isBetween }, index) => {
      const source = text.slice(from, to);
      const after = text.slice(to, ranges[index + 1]?.from ?? text.length);
      return { node: isBetween && between ? between(source) : UNREAD, source, after };
    }),
  };
}

/** Return the length of a text without the blanks at its end. */
function trimmed(text: string): number {
  return text.replace(/[ \t\r\n]+$/, "").length;
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n?|\n/g)].map((match) => match.index + match[0].length)];
}
