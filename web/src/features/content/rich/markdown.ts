/** A block as Markdown: written plainly if it then reads the same, with escapes if it must be. */
import {
  defaultMarkdownSerializer as common,
  MarkdownSerializer,
  type MarkdownSerializerState as State,
} from "prosemirror-markdown";
import { Fragment, type Mark, type Node } from "prosemirror-model";
import { type Definitions, readBlock } from "./read";
import { schema } from "./schema";

interface Manner {
  /** Return text so that it reads as plain text. */
  plain: (text: string, state: State, atStart: boolean) => string;
  /** True to write marks with the sign they had. */
  signs: boolean;
}

const HTML_LIKE = /<(?=[a-z/!?])/gi;
const REFERENCE_LIKE = /&(?=#?\w+;)/g;

const fully = (text: string, state: State, atStart: boolean) =>
  state.esc(text, atStart).replace(HTML_LIKE, "\\<").replace(REFERENCE_LIKE, "\\&");
const butBrackets = (text: string, state: State, atStart: boolean) =>
  fully(text, state, atStart).replace(/\\([[\]])/g, "$1");

/** From the plainest manner to the safest; the last is also the form in which two blocks are compared. */
const MANNERS: readonly Manner[] = [
  { plain: (text) => text, signs: true },
  { plain: butBrackets, signs: true },
  { plain: fully, signs: true },
  { plain: fully, signs: false },
];

function serializer({ plain, signs }: Manner): MarkdownSerializer {
  const sign = (usual: string) => (_: State, mark: Mark) =>
    (signs && (mark.attrs.sign as string | null)) || usual;
  const emphasis = (usual: string) => ({
    open: sign(usual),
    close: sign(usual),
    mixable: true,
    expelEnclosingWhitespace: true,
  });
  return new MarkdownSerializer(
    {
      ...common.nodes,
      bullet_list: (state, node) => state.renderList(node, "  ", () => `${node.attrs.bullet} `),
      ordered_list: (state, node) => {
        const number = (index: number) => `${Number(node.attrs.order) + index}${node.attrs.sign} `;
        const widest = number(node.childCount - 1).length;
        state.renderList(node, " ".repeat(widest), (index) => number(index).padEnd(widest));
      },
      text: (state, node) => {
        const { atBlockStart, inAutolink, out } = state as unknown as Inside;
        const words = node.text ?? "";
        state.text(inAutolink ? words : plain(words, state, atBlockStart || out.endsWith("\n")), false);
      },
      heading: (state, node) => {
        state.write(`${"#".repeat(Number(node.attrs.level))} `);
        state.renderInline(onOneLine(node), false);
        state.closeBlock(node);
      },
      soft_break: (state) => state.write("\n"),
      hard_break: (state) => state.write("\\\n"),
      source: (state, node) => {
        state.text(String(node.attrs.text), false);
        state.closeBlock(node);
      },
      source_inline: (state, node) => state.write(String(node.attrs.text)),
      table: (state, node) => {
        state.text(
          tableText(node, (cell) => inlineText(cell, { plain, signs })),
          false,
        );
        state.closeBlock(node);
      },
    },
    { ...common.marks, em: emphasis("*"), strong: emphasis("**"), struck: emphasis("~~") },
  );
}

/** What the library knows while it writes, and does not say in its types. */
interface Inside {
  atBlockStart: boolean;
  inAutolink: boolean | undefined;
  out: string;
}

function inlineText(cell: Node, manner: Manner): string {
  const paragraph = schema.node("paragraph", null, onOneLine(cell).content);
  return serializer(manner)
    .serialize(schema.node("doc", null, paragraph))
    .replace(/(?<!\\)\|/g, "\\|")
    .trim();
}

const DASHES: Record<string, string> = { left: ":---", right: "---:", center: ":---:" };

function tableText(table: Node, write: (cell: Node) => string): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const rows = table.children.map((row) => line(row.children.map(write)));
  const head = table.firstChild?.children ?? [];
  const dashes = line(head.map((cell) => DASHES[String(cell.attrs.align)] ?? "---"));
  return [rows[0], dashes, ...rows.slice(1)].join("\n");
}

const SERIALIZERS = MANNERS.map(serializer);

function inManner(node: Node, index: number): string {
  return SERIALIZERS[index]?.serialize(schema.node("doc", null, node)) ?? "";
}

const SAFEST = MANNERS.length - 1;

/** Tell whether Markdown reads as this block. */
export function readsAs(text: string, node: Node, definitions: Definitions): boolean {
  const read = readBlock(text, definitions);
  return read !== null && inManner(tidy(read), SAFEST) === inManner(tidy(node), SAFEST);
}

/** Return a block as Markdown. */
export function blockText(node: Node, definitions: Definitions): string {
  if (node.type === schema.nodes.source) return String(node.attrs.text);
  const block = tidy(node);
  const manner = MANNERS.findIndex((_, index) => readsAs(inManner(block, index), block, definitions));
  return inManner(block, manner < 0 ? SAFEST : manner);
}

/** Return one row of a table as Markdown. */
export function rowText(row: Node): string {
  const table = schema.node("table", null, row);
  return inManner(table, SAFEST).split("\n")[0] ?? "";
}

/** Return a block without the blanks that Markdown cannot hold: at the ends of its lines. */
function tidy(node: Node): Node {
  if (node.isText || node.isLeaf || node.type.spec.code) return node;
  if (!node.isTextblock) return node.copy(Fragment.from(node.children.map(tidy)));
  const inline: Node[] = [];
  for (const [index, child] of node.children.entries()) {
    const text = child.text;
    if (text === undefined) {
      inline.push(child);
      continue;
    }
    let words = text;
    if (index === 0 || isBreak(node.children[index - 1])) words = words.replace(/^[ \t]+/, "");
    if (index === node.childCount - 1 || isBreak(node.children[index + 1]))
      words = words.replace(/[ \t]+$/, "");
    if (words) inline.push(schema.text(words, child.marks));
  }
  while (isBreak(inline.at(-1))) inline.pop();
  return node.copy(Fragment.from(inline));
}

/** Return a line without the breaks in it: a heading and a table's cell have room for one line only. */
function onOneLine(node: Node): Node {
  return node.copy(
    Fragment.from(node.children.map((child) => (isBreak(child) ? schema.text(" ", child.marks) : child))),
  );
}

function isBreak(node: Node | undefined): boolean {
  return node?.type === schema.nodes.hard_break || node?.type === schema.nodes.soft_break;
}
