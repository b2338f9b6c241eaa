/** Opening, editing and writing Markdown: what nobody touched keeps its bytes, in real texts and in odd ones. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Node } from "prosemirror-model";
import { EditorState } from "prosemirror-state";
import { describe, expect, it } from "vitest";
import { paragraph, strong } from "./actions";
import { openText, writeText } from "./keep";
import { schema } from "./schema";

const ROOT = join(import.meta.dirname, "../../../../..");

function markdownBelow(folder: string): [string, string][] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(ROOT.length + 1), readFileSync(path, "utf8")]);
}

/** Real articles, and the project's own documents for tables, code, lists and HTML. */
const DOCUMENTS = [
  ...markdownBelow("src/proofroom/demo/data").map(([path, text]): [string, string] => [
    path,
    text.replace(/^---\n[\s\S]*?\n---\n/, ""),
  ]),
  ...markdownBelow("docs/how-to"),
  ...markdownBelow("docs/explanation"),
];

const ODD = `Setext of
two lines
===

* star   one
*   star two with _under_ and __strong__

  loose inside
*  three

1) one
2) two \\
   broken

| a|b |
|:--|--:|
|  1 | 2 |
| x \\| y | \`code\` |

<div class="note">
*kept* as it is
</div>

Text with a [reference][r], a <kbd>key</kbd>, an <https://example.org> and a foot[^1].
It is wrapped  by hand, has a_snake_case and 2 * 3.
- [ ] to do
- [x] done

[r]: https://example.org "Title"
[^1]: The note.


~~~js
code   with  spaces   
~~~
> quoted
lazily


***
Last line without an end`;

const ALL: [string, string][] = [
  ...DOCUMENTS,
  ["odd", ODD],
  ["odd with Windows line ends", ODD.replaceAll("\n", "\r\n")],
  ["empty", ""],
  ["blank lines", "\n \n\t\n"],
  ["blank ends", "\n\n  one  \n\ntwo  \n\n\n"],
];

/** Return every text block with the place where its content begins. */
function textblocks(doc: Node): { node: Node; at: number; top: number }[] {
  const found: { node: Node; at: number; top: number }[] = [];
  doc.forEach((top, offset, index) => {
    if (top.isTextblock) found.push({ node: top, at: offset + 1, top: index });
    top.descendants((node, position) => {
      if (node.isTextblock) found.push({ node, at: offset + position + 2, top: index });
    });
  });
  return found;
}

describe.each(ALL)("%s", (_name, text) => {
  const opened = openText(text);

  it("is the same after opening", () => {
    expect(opened.lead + opened.pieces.map(({ source, after }) => source + after).join("")).toBe(text);
    expect(writeText(opened.doc, opened)).toBe(text);
  });

  it("changes in one block only when a word is added to it", () => {
    const state = EditorState.create({ doc: opened.doc });
    for (const { node, at, top } of textblocks(opened.doc)) {
      if (node.childCount === 0) continue;
      const { doc } = state.apply(state.tr.insertText("Quill ", at));
      const written = writeText(doc, opened);
      const before = opened.lead + whole(opened.pieces.slice(0, top));
      const after = (opened.pieces[top]?.after ?? "") + whole(opened.pieces.slice(top + 1));
      expect(written.startsWith(before)).toBe(true);
      expect(written.endsWith(after)).toBe(true);
      const changed = written.slice(before.length, written.length - after.length);
      expect(changed).toContain("Quill");
      expect(openText(written).doc.childCount).toBe(opened.doc.childCount);
    }
  });

  it("is the same again when the change is taken back", () => {
    const state = EditorState.create({ doc: opened.doc });
    for (const { at } of textblocks(opened.doc).slice(0, 10)) {
      const changed = state.apply(state.tr.insertText("Quill ", at));
      const back = changed.apply(changed.tr.delete(at, at + "Quill ".length));
      expect(writeText(back.doc, opened)).toBe(text);
    }
  });
});

function whole(pieces: readonly { source: string; after: string }[]): string {
  return pieces.map(({ source, after }) => source + after).join("");
}

/** Return a text after one edit. */
function edited(text: string, edit: (state: EditorState) => EditorState): string {
  const opened = openText(text);
  return writeText(edit(EditorState.create({ doc: opened.doc })).doc, opened);
}

/** Return the place of some words in a document. */
function find(doc: Node, words: string): number {
  let found = -1;
  doc.descendants((node, at) => {
    const index = node.text?.indexOf(words) ?? -1;
    if (index >= 0 && found < 0) found = at + index;
  });
  expect(found).toBeGreaterThan(0);
  return found;
}

function inserting(before: string, words: string) {
  return (state: EditorState) => state.apply(state.tr.insertText(words, find(state.doc, before)));
}

describe("a change", () => {
  it("keeps the other items of a list, whatever their signs and spaces", () => {
    expect(edited("*   one\n* two\n*  three\n", inserting("two", "new "))).toBe(
      "*   one\n* new two\n*  three\n",
    );
    expect(edited("1) one\n1) two\n", inserting("two", "new "))).toBe("1) one\n1) new two\n");
    expect(edited("*   one\n\n    more\n", inserting("one", "new "))).toBe("*   new one\n\n    more\n");
  });

  it("keeps the other rows of a table", () => {
    const table = "| a|b |\n|:--|--:|\n|  1 | 2 |\n|3|   4|\n";
    expect(edited(table, inserting("2", "1"))).toBe("| a|b |\n|:--|--:|\n| 1 | 12 |\n|3|   4|\n");
  });

  it("keeps where lines were broken, the signs of marks, tasks, notes and plain signs", () => {
    const text = "A _b_ and __c__\nwith a_snake_case, 2 * 3 and a note[^1].\n\n- [ ] to do\n";
    expect(edited(text, inserting("and a note", "four "))).toBe(
      text.replace("and a note", "four and a note"),
    );
    expect(edited(text, inserting("to do", "much "))).toBe(text.replace("to do", "much to do"));
  });

  it("escapes what would otherwise be read as something else", () => {
    for (const words of ["*not* bold ", "[a](b) ", "<b>x</b> ", "&amp; ", "`code` "]) {
      const written = edited("one two\n", inserting("two", words));
      expect(openText(written).doc.textContent).toBe(`one ${words}two`);
    }
    const heading = edited("one\n", inserting("one", "# "));
    expect(openText(heading).doc.firstChild?.type.name).toBe("paragraph");
  });

  it("keeps the space between blocks when one is added, split, joined or deleted", () => {
    const text = "one\n\n\ntwo\n\nthree\n";
    const split = edited(text, (state) => state.apply(state.tr.split(find(state.doc, "wo"))));
    expect(split).toBe("one\n\n\nt\n\nwo\n\nthree\n");
    const added = edited(text, (state) =>
      state.apply(state.tr.insert(0, schema.node("paragraph", null, schema.text("zero")))),
    );
    expect(added).toBe(`zero\n\n${text}`);
    const deleted = edited(text, (state) => state.apply(state.tr.delete(5, 10)));
    expect(deleted).toBe("one\n\n\nthree\n");
  });

  it("parts blocks that only a line end parted, once they are of another kind", () => {
    const written = edited("# Head\nText\n", (state) =>
      state.apply(state.tr.setNodeMarkup(0, schema.nodes.paragraph)),
    );
    expect(written).toBe("Head\n\nText\n");
  });

  it("moves a block with its bytes", () => {
    const text = "a  b\n\n* c\n\n1) d\n";
    const written = edited(text, (state) => {
      const last = state.doc.lastChild as Node;
      return state.apply(
        state.tr.delete(state.doc.content.size - last.nodeSize, state.doc.content.size).insert(0, last),
      );
    });
    expect(written).toBe("1) d\n\na  b\n\n* c\n");
  });
});

/** Numbers that look random and are the same every time. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** Do something to a document that a person could do. */
function anyEdit(state: EditorState, roll: (below: number) => number): EditorState {
  const lines = textblocks(state.doc).filter(({ node }) => node.childCount > 0);
  const line = lines[roll(lines.length)];
  if (!line) return state;
  const at = line.at + roll(line.node.content.size);
  const to = Math.min(at + 1 + roll(8), line.at + line.node.content.size);
  const { tr } = state;
  switch (roll(4)) {
    case 0:
      return state.apply(tr.insertText(["*", "a_b", "# ", "[x]", "1. ", "<b>", " & "][roll(7)] ?? "", at));
    case 1:
      return state.apply(tr.delete(at, to));
    case 2:
      return line.node.type.spec.code ? state : state.apply(tr.addMark(at, to, strong.create()));
    default:
      return line.node.type === paragraph ? state.apply(tr.split(at)) : state;
  }
}

describe("many changes in a row", () => {
  it.each(ALL.filter(([, text]) => text.length > 200).slice(-12))(
    "keep what is untouched of %s",
    (_, text) => {
      const opened = openText(text);
      for (let seed = 1; seed <= 8; seed += 1) {
        const roll = dice(seed);
        let state = EditorState.create({ doc: opened.doc });
        for (let step = 0; step < 5; step += 1) state = anyEdit(state, roll);
        const written = writeText(state.doc, opened);
        const kept = opened.pieces.filter(({ node }) => state.doc.children.includes(node));
        let from = 0;
        for (const { source } of kept) {
          const found = written.indexOf(source, from);
          expect(found).toBeGreaterThanOrEqual(from);
          from = found + source.length;
        }
      }
    },
  );
});
