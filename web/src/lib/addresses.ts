/** What stands in the addresses of the app, read with care: anybody can write anything there. */

import type { Search } from "./feature";

/** Return a text that is there and not empty. */
export function word(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isTrue(value: unknown): true | undefined {
  return value === true ? true : undefined;
}

function oneOf<T extends string>(options: readonly T[], value: unknown): T | undefined {
  return options.find((option) => option === value);
}

export const SETTINGS = [
  "account",
  "workspaces",
  "people",
  "roles",
  "keys",
  "approvals",
  "context",
  "audit",
  "health",
  "backup",
] as const;

/** Return a path of this app, so that nobody is sent elsewhere after signing in. */
export function ownPath(next: unknown): string | undefined {
  const path = word(next);
  return path?.startsWith("/") && !path.startsWith("//") && !path.startsWith("/\\") ? path : undefined;
}

/** Read where to go after signing in, and whether a session ended here. */
export function readSignIn(search: Search): { next?: string | undefined; ended?: true | undefined } {
  return { next: ownPath(search.next), ended: isTrue(search.ended) };
}

/** Read which line of the inbox is open. */
export function readInbox(search: Search): { item?: string | undefined } {
  return { item: word(search.item) };
}

/** Read which conversation of several is shown. */
export function readGroups(search: Search): { group?: string | undefined; new?: true | undefined } {
  return { group: word(search.group), new: isTrue(search.new) };
}

/** Read nothing: the page has no other places. */
export function readNothing(_search: Search): Record<never, never> {
  return {};
}

/** Read which view of a proposal is shown, and which change. */
export function readReview(search: Search): {
  view?: "prose" | "fields" | "source" | "pages" | undefined;
  change?: string | undefined;
} {
  return {
    view: oneOf(["prose", "fields", "source", "pages"] as const, search.view),
    change: word(search.change),
  };
}

/** Read which assets are shown, and which one is open. */
export function readMedia(search: Search): {
  asset?: string | undefined;
  q?: string | undefined;
  type?: string | undefined;
} {
  return {
    asset: word(search.asset),
    q: word(search.q),
    type: word(search.type),
  };
}

/** Read which side of a run is shown. */
export function readRun(search: Search): { tab?: "io" | "events" | undefined; step?: string | undefined } {
  return {
    tab: oneOf(["io", "events"] as const, search.tab),
    step: word(search.step),
  };
}

const AGENT = ["tools", "schedule", "limits", "budget", "authority", "versions", "memory", "evals"] as const;

/** Read which agent is shown, and which part of it. */
export function readAgents(search: Search): {
  agent?: string | undefined;
  part?: (typeof AGENT)[number] | undefined;
  view?: "chart" | "skills" | "jobs" | undefined;
  new?: true | undefined;
} {
  return {
    agent: word(search.agent),
    part: oneOf(AGENT, search.part),
    view: oneOf(["chart", "skills", "jobs"] as const, search.view),
    new: isTrue(search.new),
  };
}

const RECORDS = ["tasks", "documents", "briefs", "waiting", "same", "lost"] as const;

/** Read which records, record, brief or document is shown. */
export function readRecords(search: Search): {
  type?: string | undefined;
  record?: string | undefined;
  brief?: string | undefined;
  document?: string | undefined;
  task?: string | undefined;
  part?: (typeof RECORDS)[number] | undefined;
  at?: string | undefined;
  steps?: "2" | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  view?: "board" | "list" | "graph" | undefined;
  saved?: string | undefined;
  where?: string | undefined;
  columns?: string | undefined;
  group?: string | undefined;
} {
  return {
    q: word(search.q),
    sort: word(search.sort),
    view: oneOf(["board", "list", "graph"] as const, search.view),
    saved: word(search.saved),
    where: word(search.where),
    columns: word(search.columns),
    group: word(search.group),
    type: word(search.type),
    record: word(search.record),
    brief: word(search.brief),
    document: word(search.document),
    task: word(search.task),
    part: oneOf(RECORDS, search.part),
    at: word(search.at),
    steps: oneOf(["2"] as const, String(search.steps)),
  };
}

/** Read which days are shown. */
export function readUsage(search: Search): {
  range?: "today" | "7" | "month" | undefined;
  in?: string | undefined;
  day?: string | undefined;
  new?: true | undefined;
} {
  return {
    range: oneOf(["today", "7", "month"] as const, String(search.range)),
    in: word(search.in),
    day: word(search.day),
    new: isTrue(search.new),
  };
}

/** Read which connections are shown. */
export function readConnections(search: Search): {
  part?: "search" | "image" | "mcp" | "publish" | "defaults" | undefined;
  item?: string | undefined;
} {
  return {
    part: oneOf(["search", "image", "mcp", "publish", "defaults"] as const, search.part),
    item: word(search.item),
  };
}

/** Read which part of the settings is shown. */
export function readSettings(search: Search): {
  part?: (typeof SETTINGS)[number] | undefined;
  action?: string | undefined;
  person?: string | undefined;
  new?: true | undefined;
} {
  return {
    part: oneOf(SETTINGS, search.part),
    action: word(search.action),
    person: word(search.person),
    new: isTrue(search.new),
  };
}

/** Read which article is open, and by which words the list is narrowed. */
export function readArticles(search: Search): { article?: string | undefined; q?: string | undefined } {
  return { article: word(search.article), q: word(search.q) };
}
