/** A call that waits for a person: what is like it, what it would change, and how long a word on it holds. */
import type { ApprovalDecision, ApprovalInfo, HunkInfo } from "@/api/schema";
import { type Span, spansOf } from "@/lib/diff";
import { thingOf } from "@/lib/target";

export type Scope = "once" | ApprovalInfo["rememberScopes"][number];

const DAYS = 7;
const MOST_DAYS = 366;

/** Return the calls that one word could decide with this one: of the same tool and run, itself among them. */
export function alikeOf(approval: ApprovalInfo, pending: readonly ApprovalInfo[]): ApprovalInfo[] {
  if (!approval.mayDecide || approval.standsForMany) return [approval];
  const alike = pending.filter(
    (other) => other.mayDecide && other.toolName === approval.toolName && other.run?.id === approval.run?.id,
  );
  return alike.some(({ id }) => id === approval.id) ? inOrder(alike) : [approval];
}

/** Return calls in the order in which they were asked for. */
export function inOrder(calls: readonly ApprovalInfo[]): ApprovalInfo[] {
  return [...calls].sort((one, other) =>
    `${one.createdAt}${one.toolCallId}`.localeCompare(`${other.createdAt}${other.toolCallId}`),
  );
}

/** Return a day of the calendar here, as a date field holds it, some days ahead. */
export function dayAhead(now: Date, days = DAYS): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** Return the end of a day here; null where it has passed, is too far ahead, or no day at all. */
export function endOfDay(isoDay: string, now: Date): Date | null {
  const end = new Date(`${isoDay}T23:59:59`);
  const isNear = isoDay >= dayAhead(now, 0) && isoDay < dayAhead(now, MOST_DAYS);
  return Number.isNaN(end.getTime()) || !isNear ? null : end;
}

/** Return the word that allows a call, bound to the input that was shown; null while its end makes no sense. */
export function allowing(approval: ApprovalInfo, scope: Scope, until: Date | null): ApprovalDecision | null {
  const word = { decision: "approved", inputSha256: approval.inputSha256 } as const;
  if (scope === "once") return word;
  if (scope === "conversation") return { ...word, remember: { scope } };
  return until ? { ...word, remember: { scope, until: until.toISOString() } } : null;
}

export interface PreviewSubject {
  key: string;
  title: string;
  locale: string | null;
  rows: { key: string; field: string; spans: Span[] }[];
}

/** Return preview changes by what they are about; an entry that comes or goes is told field by field. */
export function previewSubjects(changes: readonly HunkInfo[]): PreviewSubject[] {
  const found = new Map<string, PreviewSubject>();
  for (const hunk of changes) {
    const key = thingOf(hunk.target);
    const subject = found.get(key) ?? { key, title: hunk.title, locale: hunk.target.locale, rows: [] };
    found.set(key, subject);
    for (const [field, spans] of rowsOf(hunk)) subject.rows.push({ key: `${hunk.id}${field}`, field, spans });
  }
  return [...found.values()];
}

function rowsOf(hunk: HunkInfo): [field: string, spans: Span[]][] {
  const old = fieldsOf(hunk.old);
  const now = fieldsOf(hunk.new);
  if (hunk.path.length > 0 || !(old || now))
    return [[hunk.path.join(" › "), spansOf(hunk.old, hunk.new, hunk.words)]];
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])];
  return names
    .map((name): [string, Span[]] => [name, spansOf(old?.[name], now?.[name])])
    .filter(([, spans]) => spans.length > 0);
}

function fieldsOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
