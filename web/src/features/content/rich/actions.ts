/** What can be done to a text: each a command, with a way to tell whether it holds at the cursor. */
import { lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import type { MarkType, Node, NodeType } from "prosemirror-model";
import { liftListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, type EditorState, NodeSelection, TextSelection } from "prosemirror-state";
import { schema } from "./schema";

const { marks, nodes } = schema;

/** Return a node type or mark that the schema is known to have. */
export function known<T>(type: T | undefined): T {
  if (type === undefined) throw new Error("The schema lacks a type it is made of");
  return type;
}

export const strong = known(marks.strong);
export const em = known(marks.em);
export const code = known(marks.code);
export const struck = known(marks.struck);
export const linkMark = known(marks.link);
export const paragraph = known(nodes.paragraph);
export const heading = known(nodes.heading);
export const codeBlock = known(nodes.code_block);
export const quote = known(nodes.blockquote);
export const bullets = known(nodes.bullet_list);
export const numbers = known(nodes.ordered_list);
export const item = known(nodes.list_item);
export const image = known(nodes.image);
export const rule = known(nodes.horizontal_rule);
export const hardBreak = known(nodes.hard_break);

/** Tell whether a mark holds at the selection. */
export function hasMark({ selection, doc, storedMarks }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  if (empty) return type.isInSet(storedMarks ?? $from.marks()) !== undefined;
  return doc.rangeHasMark(from, to, type);
}

/** Tell whether the cursor stands inside of such a node. */
export function isInside({ selection: { $from } }: EditorState, type: NodeType): boolean {
  return Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1)).some(
    (node) => node.type === type,
  );
}

/** Return what kind of line the cursor is in: `0` for text, a heading's level, or `code`. */
export function lineKind({ selection: { $from } }: EditorState): string {
  const { type, attrs } = $from.parent;
  if (type === heading) return String(attrs.level);
  return type === codeBlock ? "code" : "0";
}

/** Make the lines at hand text, a heading of a level, or code. */
export function setLine(kind: string): Command {
  if (kind === "code") return setBlockType(codeBlock);
  return kind === "0" ? setBlockType(paragraph) : setBlockType(heading, { level: Number(kind) });
}

/** Make a list of the lines at hand, turn a list into the other kind, or take it apart. */
export function toggleList(type: NodeType): Command {
  return (state, dispatch) => {
    const list = listAround(state);
    if (!list) return wrapInList(type)(state, dispatch);
    if (list.node.type === type) return liftListItem(item)(state, dispatch);
    dispatch?.(state.tr.setNodeMarkup(list.at, type, { tight: list.node.attrs.tight }));
    return true;
  };
}

function listAround({ selection: { $from } }: EditorState): { node: Node; at: number } | null {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type === bullets || node.type === numbers) return { node, at: $from.before(depth) };
  }
  return null;
}

export const toggleQuote: Command = (state, dispatch) =>
  isInside(state, quote) ? lift(state, dispatch) : wrapIn(quote)(state, dispatch);

export const insertRule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(rule.create()).scrollIntoView());
  return true;
};

/** Put in a table of two columns and two rows, and go to its first cell. */
export const insertTable: Command = (state, dispatch) => {
  const cells = (name: string) => [0, 1].map(() => known(nodes[name]).create());
  const row = known(nodes.table_row);
  const table = known(nodes.table).create(null, [
    row.create(null, cells("table_header")),
    row.create(null, cells("table_cell")),
  ]);
  if (!dispatch) return true;
  const tr = state.tr.replaceSelectionWith(table);
  let first = -1;
  tr.doc.descendants((node, at) => {
    if (node === table) first = at + 3;
  });
  if (first > 0) tr.setSelection(TextSelection.create(tr.doc, first));
  dispatch(tr.scrollIntoView());
  return true;
};

/** Return the link at the cursor, with the stretch of text that has it. */
export function linkAt({ selection: { $from }, doc }: EditorState) {
  const mark = linkMark.isInSet($from.marks()) ?? linkMark.isInSet($from.nodeAfter?.marks ?? []);
  if (!mark) return null;
  const start = $from.start();
  let from = $from.pos;
  let to = $from.pos;
  $from.parent.forEach((node, offset) => {
    const begin = start + offset;
    const end = begin + node.nodeSize;
    if (begin <= $from.pos && end >= $from.pos && mark.isInSet(node.marks)) {
      from = Math.min(from, begin);
      to = Math.max(to, end);
    }
  });
  return { href: String(mark.attrs.href), from, to, text: doc.textBetween(from, to) };
}

/** Set the address of the link at hand; an empty one takes the link off. */
export function setLink(address: string): Command {
  return (state, dispatch) => {
    const href = address.trim().replaceAll(" ", "%20");
    const here = linkAt(state);
    const { from, to } = state.selection.empty && here ? here : state.selection;
    const tr = state.tr.removeMark(from, to, linkMark);
    if (href && from === to) tr.insert(from, schema.text(href, [linkMark.create({ href })]));
    else if (href) tr.addMark(from, to, linkMark.create({ href }));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Put a picture in and choose it, so that its description can be written. */
export function insertImage(src: string, alt: string): Command {
  return (state, dispatch) => {
    const tr = state.tr.replaceSelectionWith(image.create({ src, alt: alt || null }), false);
    const at = tr.selection.from - 1;
    if (tr.doc.nodeAt(at)?.type === image) tr.setSelection(NodeSelection.create(tr.doc, at));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Return the picture that is chosen, if one is. */
export function chosenImage({ selection }: EditorState): Node | null {
  return selection instanceof NodeSelection && selection.node.type === image ? selection.node : null;
}

/** Describe the chosen picture. */
export function describeImage(alt: string): Command {
  return (state, dispatch) => {
    const node = chosenImage(state);
    if (!node) return false;
    const at = state.selection.from;
    const tr = state.tr.setNodeMarkup(at, undefined, { ...node.attrs, alt: alt || null });
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, at)));
    return true;
  };
}

export const toggle = { strong: toggleMark(strong), em: toggleMark(em), code: toggleMark(code) };
