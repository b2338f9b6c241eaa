/** Markdown marks around a selection: what a toolbar does, as a function on text. */

export type Mark = "bold" | "italic" | "heading" | "quote" | "link";

export interface Selection {
  text: string;
  start: number;
  end: number;
}

const AROUND = { bold: "**", italic: "*" } as const;
const BEFORE = { heading: "## ", quote: "> " } as const;

/** Set a mark on the selection, or take it off if it is there. */
export function toggleMark({ text, start, end }: Selection, mark: Mark): Selection {
  if (mark === "link") {
    const words = text.slice(start, end);
    const next = `${text.slice(0, start)}[${words}](https://)${text.slice(end)}`;
    const at = start + words.length + 3;
    return { text: next, start: at, end: at + "https://".length };
  }
  if (mark === "bold" || mark === "italic") return toggleAround({ text, start, end }, AROUND[mark]);
  return toggleBefore({ text, start, end }, BEFORE[mark]);
}

function toggleAround({ text, start, end }: Selection, sign: string): Selection {
  const size = sign.length;
  const isOn = text.slice(start - size, start) === sign && text.slice(end, end + size) === sign;
  if (isOn) {
    const next = text.slice(0, start - size) + text.slice(start, end) + text.slice(end + size);
    return { text: next, start: start - size, end: end - size };
  }
  const next = text.slice(0, start) + sign + text.slice(start, end) + sign + text.slice(end);
  return { text: next, start: start + size, end: end + size };
}

function toggleBefore({ text, start, end }: Selection, sign: string): Selection {
  const line = text.lastIndexOf("\n", start - 1) + 1;
  if (text.startsWith(sign, line)) {
    const next = text.slice(0, line) + text.slice(line + sign.length);
    return { text: next, start: Math.max(line, start - sign.length), end: Math.max(line, end - sign.length) };
  }
  const next = text.slice(0, line) + sign + text.slice(line);
  return { text: next, start: start + sign.length, end: end + sign.length };
}

/** Return how many words a text has. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
