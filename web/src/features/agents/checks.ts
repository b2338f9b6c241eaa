/** What must hold in a case, as people write it: a kind and one value, or none. */
import type { EvalCaseInfo } from "@/api/schema";

export type Check = EvalCaseInfo["checks"][number];

const FIELDS = {
  called: "tool",
  not_called: "tool",
  order: "tools",
  output_matches: "pattern",
  output_lacks: "pattern",
  json_path_equals: "path",
  citations_subset: null,
  max_cost: "limit",
  max_steps: "limit",
  no_error: null,
  judge: "pattern",
} as const;

export type CheckKind = keyof typeof FIELDS;
export const CHECK_KINDS = Object.keys(FIELDS) as CheckKind[];

/** What a check of a kind is about: a tool, words, a limit; null where it needs nothing more. */
export function fieldOf(kind: CheckKind): (typeof FIELDS)[CheckKind] {
  return FIELDS[kind];
}

/** Return a check of a kind; for a place in the answer, with the value that stands there. */
export function checkOf(kind: CheckKind, given: string, wanted = "") {
  const text = given.trim();
  switch (FIELDS[kind]) {
    case null:
      return { kind };
    case "tools":
      return { kind, tools: text.split(/[\s,]+/).filter(Boolean) };
    case "limit":
      return { kind, limit: Number(text) };
    case "path":
      return { kind, path: text, value: readValue(wanted.trim()) };
    case "tool":
      return { kind, tool: text };
    case "pattern":
      return { kind, pattern: text };
  }
}

/** Read a value as JSON; what is none is a text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
