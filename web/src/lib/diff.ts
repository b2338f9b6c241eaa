/** Two values as words that stay, go and come; and the few of them that tell a change apart from others. */
import i18next from "i18next";

export type Span = readonly [op: "same" | "removed" | "added", text: string];

/** Return the text of a value as a person reads it in a list of changes. */
export function spellValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return i18next.t(value ? "content.yes" : "content.no") || String(value);
  if (Array.isArray(value)) return value.map(spellValue).join(value.some(isObject) ? " · " : ", ");
  return isObject(value) ? spellMembers(value) : String(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Return what an object holds, by names as people write them: `Title: Swifts · Reading minutes: 3`. */
function spellMembers(value: Record<string, unknown>): string {
  return Object.entries(value)
    .map(([name, inner]) => [capital(name.replaceAll("_", " ")), spellValue(inner)] as const)
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `${name}: ${text}`)
    .join(" · ");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Return the words between two values: those the studio found, or all of the old and all of the new. */
export function spansOf(old: unknown, now: unknown, words: readonly (readonly string[])[] = []): Span[] {
  if (words.length > 0) return words.map(([op, text]) => [op as Span[0], text ?? ""] as const);
  const spans: Span[] = [];
  const before = spellValue(old);
  const after = spellValue(now);
  if (before) spans.push(["removed", before]);
  if (after) spans.push(["added", after]);
  return spans;
}

/** Return two texts as one: the words at both ends that stay, and between them what went and came. */
export function wordDiff(before: string, after: string): Span[] {
  const [old, now] = [before, after].map((text) => text.split(/(?<=\s)/)) as [string[], string[]];
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const spans: Span[] = [
    ["same", old.slice(0, head).join("")],
    ["removed", old.slice(head, old.length - tail).join("")],
    ["added", now.slice(head, now.length - tail).join("")],
    ["same", old.slice(old.length - tail).join("")],
  ];
  return spans.filter(([, text]) => text !== "");
}

/** Return one side of a diff: what stays and what goes, or what stays and what comes. */
export function sideOf(spans: readonly Span[], side: "old" | "new"): Span[] {
  const other = side === "old" ? "added" : "removed";
  return spans.filter(([op]) => op !== other);
}

const SHORT = 48;

/** Return a few words that name a change in a list: `proved → showed`, `That is new`, `city`. */
export function nameOf(spans: readonly Span[]): string {
  const words = (op: Span[0]) => {
    const own = spans.filter(([is, text]) => is === op && text.trim() !== "").map(([, text]) => text.trim());
    // Signs alone say little: they count only where there is nothing else.
    const telling = own.filter((text) => /[\p{L}\p{N}]/u.test(text));
    return (telling.length > 0 ? telling : own)
      .join(" … ")
      .replace(/\s+/g, " ")
      .replace(/^[,;:.\s]+(?=[\p{L}\p{N}])/u, "");
  };
  const [gone, come] = [words("removed"), words("added")];
  if (gone && come) return gone.length + come.length <= SHORT ? `${gone} → ${come}` : come;
  return come || gone;
}

/** Return the spans from the first change on, about three times this many letters, cut at words. */
export function excerptOf(spans: readonly Span[], reach = 60): Span[] {
  const first = spans.findIndex(([op]) => op !== "same");
  if (first < 0) return spans.slice(0, 1);
  const before = spans[first - 1]?.[1] ?? "";
  const head =
    before.length > reach ? `…${before.slice(before.length - reach).replace(/^\S*\s/, "")}` : before;
  const cut: Span[] = head ? [["same", head]] : [];
  let room = 3 * reach;
  for (const [op, text] of spans.slice(first)) {
    const isLong = text.length > (op === "same" ? Math.min(room, reach) : Math.max(room, reach));
    if (isLong) {
      const end = text.slice(0, op === "same" ? Math.min(room, reach) : Math.max(room, reach));
      cut.push([op, `${end.replace(/\s\S*$/, "")}…`]);
      break;
    }
    cut.push([op, text]);
    room -= text.length;
    if (room <= 0) break;
  }
  return cut;
}
