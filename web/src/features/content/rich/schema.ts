/** What a Markdown text may hold while it is edited. What it cannot hold stays as source, whole and untouched. */
import { schema as common } from "prosemirror-markdown";
import { type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from "prosemirror-model";
import { tableNodes } from "prosemirror-tables";
import { safeHref } from "@/lib/markdown";

/** The page has its own headings above; a text's first level becomes the third here, as where it is read. */
const BELOW_PAGE = 2;

const heading: NodeSpec = {
  attrs: { level: { default: 2, validate: "number" } },
  content: "inline*",
  group: "block",
  defining: true,
  parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
    tag: `h${level}`,
    getAttrs: (dom) => ({ level: Number(dom.dataset.level ?? level) }),
  })),
  toDOM: ({ attrs }) => [
    `h${Math.min(6, Number(attrs.level) + BELOW_PAGE)}`,
    { "data-level": attrs.level },
    0,
  ],
};

function list(tag: "ul" | "ol", own: NodeSpec["attrs"]): NodeSpec {
  return {
    content: "list_item+",
    group: "block",
    attrs: { tight: { default: true }, ...own },
    parseDOM: [
      {
        tag,
        getAttrs: (dom) => (tag === "ol" ? { order: Number(dom.getAttribute("start") ?? 1) } : {}),
      },
    ],
    toDOM: ({ attrs }): DOMOutputSpec =>
      tag === "ol" && attrs.order !== 1 ? [tag, { start: attrs.order }, 0] : [tag, 0],
  };
}

/** HTML, definitions of links and whatever else has no form here: shown as it stands, kept as it stands. */
const source: NodeSpec = {
  group: "block",
  atom: true,
  attrs: { text: { default: "" } },
  parseDOM: [{ tag: "pre[data-source]", getAttrs: (dom) => ({ text: dom.dataset.source ?? "" }) }],
  toDOM: ({ attrs }) => ["pre", { "data-source": attrs.text }, String(attrs.text)],
};

const sourceInline: NodeSpec = {
  group: "inline",
  inline: true,
  atom: true,
  attrs: { text: { default: "" } },
  leafText: ({ attrs }) => String(attrs.text),
  parseDOM: [{ tag: "code[data-source]", getAttrs: (dom) => ({ text: dom.dataset.source ?? "" }) }],
  toDOM: ({ attrs }) => ["code", { "data-source": attrs.text }, String(attrs.text)],
};

/** A line end inside of a paragraph: it reads as a space and stays where the writer broke the line. */
const softBreak: NodeSpec = {
  group: "inline",
  inline: true,
  selectable: false,
  leafText: () => " ",
  parseDOM: [{ tag: "span[data-soft]" }],
  toDOM: () => ["span", { "data-soft": "" }, " "],
};

/** Links are never followed while one writes, and a scripted address never becomes one. */
const link: MarkSpec = {
  attrs: { href: {}, title: { default: null } },
  inclusive: false,
  parseDOM: [
    {
      tag: "a[href], a[data-href]",
      getAttrs: (dom) => ({
        href: dom.dataset.href ?? dom.getAttribute("href"),
        title: dom.getAttribute("title"),
      }),
    },
  ],
  toDOM: ({ attrs }) => [
    "a",
    { href: safeHref(String(attrs.href)), "data-href": attrs.href, title: attrs.title },
    0,
  ],
};

/** Marks remember the sign they were written with, so that `_this_` does not become `*this*`. */
function signed(name: "em" | "strong"): MarkSpec {
  return { ...common.spec.marks.get(name), attrs: { sign: { default: null } } };
}

const struck: MarkSpec = {
  parseDOM: [{ tag: "s" }, { tag: "del" }, { style: "text-decoration=line-through" }],
  toDOM: () => ["s", 0],
};

const align = {
  default: null,
  getFromDOM: (dom: HTMLElement) => dom.style.textAlign || null,
  setDOMAttr: (value: unknown, attrs: Record<string, unknown>) => {
    if (value) attrs.style = `text-align: ${value}`;
  },
};

export const schema = new Schema({
  nodes: common.spec.nodes
    .update("heading", heading)
    .update("bullet_list", list("ul", { bullet: { default: "-" } }))
    .update("ordered_list", list("ol", { order: { default: 1 }, sign: { default: "." } }))
    .update("horizontal_rule", { group: "block", parseDOM: [{ tag: "hr" }], toDOM: () => ["hr"] })
    .append({ source, source_inline: sourceInline, soft_break: softBreak })
    .append(tableNodes({ tableGroup: "block", cellContent: "inline*", cellAttributes: { align } })),
  marks: common.spec.marks
    .update("em", signed("em"))
    .update("strong", signed("strong"))
    .update("link", link)
    .addBefore("code", "struck", struck),
});
