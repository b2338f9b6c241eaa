/** The editor on the page: Markdown in, Markdown out, and only what changed is written anew. */
import { type Node, Slice } from "prosemirror-model";
import { type Command, EditorState, Plugin } from "prosemirror-state";
import { Decoration, DecorationSet, EditorView } from "prosemirror-view";
import { type Opened, openText, writeText } from "./keep";
import { blockText } from "./markdown";
import { plugins } from "./plugins";
import { schema } from "./schema";

/** A mark in the margin of a block: what it says, and where it leads. */
export interface Tick {
  words: string;
  href: string | null;
}

export interface RichOptions {
  text: string;
  attributes: Record<string, string>;
  /** Return the tick of a block that still stands in these bytes. */
  tickOf: (source: string) => Tick | null;
  tickClass: string;
  /** Return where a picture of a text is to be had, or null for one that is not ours. */
  pictureUrl: (src: string) => string | null;
  /** Return the words that stand for a picture that is not shown. */
  pictureName: (name: string) => string;
  onText: (text: string) => void;
  onState: (state: EditorState) => void;
  onLink: () => void;
}

/** A rich editor of one Markdown text. */
export class RichView {
  readonly view: EditorView;
  private opened: Opened;
  private written: string;
  /** What was handed out and has not come back yet as the value of the field. */
  private underway: string[] = [];

  constructor(
    place: HTMLElement,
    private readonly options: RichOptions,
  ) {
    this.opened = openText(options.text);
    this.written = options.text;
    this.view = new EditorView(place, {
      state: this.fresh(),
      attributes: options.attributes,
      nodeViews: { image: (node) => ({ dom: this.picture(String(node.attrs.src), node.attrs.alt) }) },
      clipboardTextParser: (text, _, plain) => (plain ? plainSlice(text) : slice(text)),
      clipboardTextSerializer: ({ content }) =>
        content.content.map((node) => (node.isBlock ? blockText(node, {}) : node.textContent)).join("\n\n"),
      dispatchTransaction: (transaction) => {
        this.view.updateState(this.view.state.apply(transaction));
        if (transaction.docChanged) this.tell();
        options.onState(this.view.state);
      },
    });
    options.onState(this.view.state);
  }

  /** Take the value of the field: what came from here is known already, anything else is opened anew. */
  take(text: string): void {
    const at = this.underway.indexOf(text);
    if (at >= 0) {
      this.underway.splice(0, at + 1);
      return;
    }
    if (text === this.written) return;
    this.underway = [];
    this.opened = openText(text);
    this.written = text;
    this.view.updateState(this.fresh());
    this.options.onState(this.view.state);
  }

  /** Do something and go on writing. */
  run(command: Command): void {
    command(this.view.state, this.view.dispatch, this.view);
    this.view.focus();
  }

  /** Draw the ticks again; what is known of the past came or changed. */
  redraw(): void {
    if (!this.view.isDestroyed) this.view.dispatch(this.view.state.tr.setMeta("ticks", true));
  }

  private fresh(): EditorState {
    return EditorState.create({
      doc: this.opened.doc,
      plugins: [...plugins(this.options.onLink), this.ticks()],
    });
  }

  private tell(): void {
    const text = writeText(this.view.state.doc, this.opened);
    if (text === this.written) return;
    this.written = text;
    this.underway.push(text);
    this.options.onText(text);
  }

  private ticks(): Plugin {
    return new Plugin({
      props: {
        decorations: (state) => {
          const sources = new Map(this.opened.pieces.map(({ node, source }) => [node, source]));
          const found: Decoration[] = [];
          state.doc.forEach((node, offset) => {
            const source = sources.get(node);
            const tick = source === undefined ? null : this.options.tickOf(source);
            if (!tick) return;
            const line = firstLine(node, offset);
            if (line === null) return;
            found.push(
              Decoration.widget(line, () => tickElement(tick, this.options.tickClass), {
                side: -1,
                ignoreSelection: true,
                key: `${offset}:${tick.words}`,
              }),
            );
          });
          return DecorationSet.create(state.doc, found);
        },
      },
    });
  }

  private picture(src: string, alt: string | null): HTMLElement {
    const url = this.options.pictureUrl(src);
    if (url === null) {
      const words = document.createElement("span");
      words.textContent = this.options.pictureName(alt || src);
      words.dataset.picture = "";
      return words;
    }
    const picture = document.createElement("img");
    picture.src = url;
    picture.alt = alt ?? "";
    return picture;
  }
}

/** Return where the first line of a block begins; a list has lines only deep inside. */
function firstLine(block: Node, offset: number): number | null {
  let at = offset + 1;
  for (let node: Node | null = block; node; node = node.firstChild) {
    if (node.isTextblock) return at;
    at += 1;
  }
  return null;
}

function tickElement({ words, href }: Tick, className: string): HTMLElement {
  const tick = document.createElement(href ? "a" : "span");
  if (tick instanceof HTMLAnchorElement && href) tick.href = href;
  else tick.setAttribute("role", "note");
  tick.className = className;
  tick.title = words;
  tick.setAttribute("aria-label", words);
  tick.contentEditable = "false";
  return tick;
}

/** Return pasted Markdown as content; a single line goes into the line at hand. */
function slice(text: string): Slice {
  const { doc } = openText(text);
  const only = doc.childCount === 1 && doc.firstChild?.isTextblock;
  return new Slice(doc.content, only ? 1 : 0, only ? 1 : 0);
}

/** Return pasted text as it is, signs and all. */
function plainSlice(text: string): Slice {
  const lines = text.split(/(?:\r\n?|\n)+/);
  const nodes = lines.map((line) => schema.node("paragraph", null, line ? schema.text(line) : []));
  return new Slice(schema.node("doc", null, nodes).content, 1, 1);
}
