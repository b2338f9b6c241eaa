/** What of a model's Markdown may be shown: decisions on addresses and characters, without any DOM. */

const SAFE_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

/** Return the address if a person may follow it, else null. Relative and scripted addresses are refused. */
export function safeHref(href: string): string | null {
  try {
    const url = new URL(href);
    return SAFE_PROTOCOLS.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** The rooms of the app, whose pages only show something until somebody presses a button on them. */
const ROOMS = new Set([
  ...["agent", "agents", "articles", "connections", "content", "groups", "inbox", "media", "records"],
  ...["review", "runs", "settings", "site", "usage"],
]);

/** Return the path of a page of the app that a model names: what an answer rests on, a record, a run. */
export function placeIn(href: string, origin: string): string | null {
  if (!href.startsWith("/") && !href.startsWith(`${origin}/`)) return null;
  try {
    const url = new URL(href, origin);
    const isRoom = url.origin === origin && ROOMS.has(url.pathname.split("/")[1] ?? "");
    return isRoom ? url.pathname + url.search + url.hash : null;
  } catch {
    return null;
  }
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** Replace character references by their characters, as a browser would in text. */
export function resolveReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : "\ufffd";
  });
}

/** Return Markdown as plain words, for reading aloud. */
export function plainWords(markdown: string): string {
  return markdown
    .replace(/```[\s\S]*?(```|$)/g, " ")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_`#>~|]+/g, "")
    .replace(/[ \t]+/g, " ");
}

/**
 * Return text that is still being written with its open marks closed, so that `**bo` is shown bold at once and
 * half an address is not shown at all.
 */
export function closeOpenMarks(text: string): string {
  const start = text.lastIndexOf("\n\n") + 1;
  const before = text.slice(0, start);
  let last = text.slice(start);
  if (/^\s*(```|~~~)/.test(last) || (text.match(/^(```|~~~)/gm)?.length ?? 0) % 2 === 1) return text;
  last = last.replace(/!?\[([^\]]*)(\]\([^)]*)?$/, "$1").replace(/[*_`~]+$/, "");
  for (const mark of ["`", "**"]) {
    if ((last.split(mark).length - 1) % 2 === 1) last = `${last.trimEnd()}${mark}`;
  }
  return before + last;
}
