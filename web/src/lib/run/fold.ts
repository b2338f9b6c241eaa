/** Which lines of a run stand together: consecutive finished reads fold into one line. */
import i18next from "i18next";
import type { Item, ToolItem } from "./view";

export interface FoldedReads {
  kind: "reads";
  key: string;
  tools: ToolItem[];
  durationMs: number;
}

export type Line = Item | FoldedReads;

const READ_VERBS = new Set([
  "get",
  "list",
  "read",
  "search",
  "find",
  "look",
  "describe",
  "count",
  "show",
  "check",
  "inspect",
  "query",
  "brain",
  "preview",
  "analyze",
  "compare",
]);

/** What tells that a tool changes something, wherever in its name it stands. */
const WRITE_VERBS = new Set(["save", "set", "add", "apply", "create", "delete", "update", "write", "remove"]);

/** Return the words of a tool's name, whichever way it is spelt: `get_entry`, `getEntry`, `get-entry`. */
function wordsIn(toolName: string): string[] {
  return toolName
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter(Boolean);
}

/** Return a tool's name as words: `searchHelp` is "Search help". */
export function spellName(toolName: string): string {
  const known = i18next.isInitialized && i18next.getResource(i18next.language, "tools", toolName);
  if (typeof known === "string") return known;
  const words = wordsIn(toolName).join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Tell whether a tool only reads, by the verb in its name: `get_entry`, `content_list`. */
export function isRead(toolName: string): boolean {
  const words = wordsIn(toolName);
  const begins = READ_VERBS.has(words[0] ?? "") || READ_VERBS.has(words[1] ?? "");
  return begins && !words.some((word) => WRITE_VERBS.has(word));
}

function canFold(item: Item): item is ToolItem {
  return item.kind === "tool" && item.state === "done" && isRead(item.name);
}

/**
 * Return the lines of a run: two or more finished reads in a row become one.
 * Thoughts between reads do not part them; they stay readable on the run's page.
 */
export function foldReads(items: readonly Item[]): Line[] {
  const lines: Line[] = [];
  let reads: ToolItem[] = [];
  let thoughts: Item[] = [];
  const close = () => {
    lines.push(...closeReads(reads), ...thoughts);
    reads = [];
    thoughts = [];
  };
  for (const item of items) {
    if (canFold(item)) {
      thoughts = [];
      reads.push(item);
    } else if (item.kind === "thinking" && reads.length > 0) {
      thoughts.push(item);
    } else {
      close();
      lines.push(item);
    }
  }
  close();
  return lines;
}

function closeReads(reads: ToolItem[]): Line[] {
  const [first] = reads;
  if (!first || reads.length === 1) return reads;
  const durationMs = reads.reduce((sum, tool) => sum + (tool.durationMs ?? 0), 0);
  return [{ kind: "reads", key: `reads:${first.key}`, tools: reads, durationMs }];
}

export interface ToolWords {
  verb: string;
  object: string;
}

const OBJECT_KEYS = [
  "title",
  "name",
  "path",
  "slug",
  "query",
  "model",
  "entry",
  "id",
  "url",
  "locale",
  "branch",
];

/** Return a tool call as `verb object`: from its summary where there is one, else from its name and input. */
export function toolWords(tool: Pick<ToolItem, "name" | "input">): ToolWords {
  const verb = spellName(tool.name);
  for (const key of OBJECT_KEYS) {
    const value = tool.input[key];
    if (typeof value === "string" && value) return { verb, object: value };
  }
  return { verb, object: "" };
}
