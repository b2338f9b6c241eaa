/** A proposal as something to read and decide: subjects with numbered changes, what follows from a decision. */
import i18next from "i18next";
import type { FindingInfo, HunkInfo, ProposalDetail } from "@/api/schema";
import { type Span, spansOf } from "@/lib/diff";
import { placeOf, thingOf } from "@/lib/target";

export const VIEWS = ["prose", "fields", "source"] as const;
/** What a proposal on pages of a site has besides: the pages themselves. */
export const PAGES = "pages";
export type View = (typeof VIEWS)[number] | typeof PAGES;
export type Decision = "accepted" | "rejected";
export type ChangeState = Decision | "open";

export interface Change {
  /** The id of its hunk, or of the conflict where no hunk belongs to it. */
  id: string;
  number: number;
  hunk: HunkInfo;
  /** The hunks that are decided with it: one, or all that a conflict covers. */
  hunks: string[];
  conflict: HunkInfo | null;
  state: ChangeState;
}

export interface Subject {
  key: string;
  kind: string;
  model: string;
  entry: string;
  title: string;
  locale: string | null;
  changes: Change[];
}

export interface Review {
  subjects: Subject[];
  changes: Change[];
  byHunk: ReadonlyMap<string, Change>;
}

/** Return how a proposal can be looked at, what suits it best first. */
export function viewsOf({ hunks }: ProposalDetail): readonly View[] {
  const onSite = hunks.filter(({ target }) => target.room === "site").length;
  if (onSite === 0) return VIEWS;
  return onSite === hunks.length ? [PAGES, ...VIEWS] : [...VIEWS, PAGES];
}

/** Return a proposal with only the changes that one run has made. */
export function turnOf(detail: ProposalDetail, runId: string): ProposalDetail {
  const isOwn = (hunk: HunkInfo) => hunk.runId === runId;
  return { ...detail, hunks: detail.hunks.filter(isOwn), conflicts: detail.conflicts.filter(isOwn) };
}

/** Return a proposal's changes by subject, numbered in the order they are shown. */
export function readReview(detail: ProposalDetail): Review {
  const covered = coverConflicts(detail);
  const subjects = new Map<string, Subject>();
  const taken = new Set<string>();
  const take = (hunk: HunkInfo, conflict: HunkInfo | null, hunks: string[]) => {
    subjectOf(hunk, subjects).changes.push({
      id: hunk.id,
      number: 0,
      hunk,
      hunks,
      conflict,
      state: stateOf(hunk, conflict),
    });
    for (const id of hunks) taken.add(id);
  };
  for (const hunk of detail.hunks) {
    const conflict = covered.get(hunk.id) ?? null;
    const hunks = conflict ? [...covered].flatMap(([id, own]) => (own === conflict ? [id] : [])) : [hunk.id];
    if (!taken.has(hunk.id)) take(hunk, conflict, hunks);
  }
  const lone = detail.conflicts.filter((conflict) => ![...covered.values()].includes(conflict));
  for (const conflict of lone) take(conflict, conflict, []);
  let number = 0;
  for (const subject of subjects.values()) {
    subject.changes = subject.changes.map((change) => {
      number += 1;
      return asBefore({ ...change, number });
    });
  }
  const changes = [...subjects.values()].flatMap((subject) => subject.changes);
  const byHunk = new Map(changes.flatMap((change) => change.hunks.map((id) => [id, change] as const)));
  return { subjects: [...subjects.values()], changes, byHunk };
}

const known = new WeakMap<HunkInfo, Change>();

/** Return the object a change had before if nothing about it is new, so that only what changed is drawn. */
function asBefore(change: Change): Change {
  const before = known.get(change.hunk);
  const isSame =
    before?.number === change.number &&
    before.conflict === change.conflict &&
    before.hunks.join() === change.hunks.join();
  if (before && isSame) return before;
  known.set(change.hunk, change);
  return change;
}

function stateOf(hunk: HunkInfo, conflict: HunkInfo | null): ChangeState {
  if (!conflict) return hunk.decision ?? "open";
  if (!conflict.choice) return "open";
  return conflict.choice.take === "ours" ? "rejected" : "accepted";
}

function subjectOf(hunk: HunkInfo, known: Map<string, Subject>): Subject {
  const { type: kind, area: model, id: entry, locale } = hunk.target;
  const key = thingOf(hunk.target);
  const found = known.get(key);
  if (found) {
    if (found.kind === "status") found.kind = kind;
    return found;
  }
  const made = { key, kind, model, entry, title: hunk.title, locale, changes: [] };
  known.set(key, made);
  return made;
}

/** Return by hunk the conflict it is part of: at the same field, and in prose about the same sentences. */
function coverConflicts(detail: ProposalDetail): Map<string, HunkInfo> {
  const covered = new Map<string, HunkInfo>();
  for (const conflict of detail.conflicts) {
    for (const hunk of detail.hunks) {
      const isThere = placeOf(hunk.target) === placeOf(conflict.target);
      if (isThere && (!hunk.isProse || meets(hunk, conflict)) && !covered.has(hunk.id)) {
        covered.set(hunk.id, conflict);
      }
    }
  }
  return covered;
}

function meets(hunk: HunkInfo, conflict: HunkInfo): boolean {
  const { base, theirs } = conflict.conflict ?? {};
  const holds = (whole: unknown, part: unknown) =>
    typeof whole === "string" && typeof part === "string" && part !== "" && whole.includes(part);
  return holds(base, hunk.old) || holds(theirs, hunk.new);
}

/** Return the words of a change. */
export function spansOfChange(change: Pick<Change, "hunk">): Span[] {
  const { old, new: now, words } = change.hunk;
  return spansOf(old, now, words);
}

/** Return the subject a change belongs to. */
export function subjectOfChange(review: Review, id: string | undefined): Subject | null {
  return review.subjects.find((subject) => subject.changes.some((change) => change.id === id)) ?? null;
}

/** Return the change that stands `by` places away; stays at the ends. */
export function neighbour(review: Review, id: string | undefined, by: 1 | -1): Change | null {
  const at = review.changes.findIndex((change) => change.id === id);
  if (at < 0) return review.changes[0] ?? null;
  return review.changes[Math.min(review.changes.length - 1, Math.max(0, at + by))] ?? null;
}

/** Return the next change that nobody has decided: after this one, else from the start, else none. */
export function nextOpen(review: Review, id: string, also: readonly string[] = []): Change | null {
  const at = review.changes.findIndex((change) => change.id === id);
  const turned = [...review.changes.slice(at + 1), ...review.changes.slice(0, Math.max(0, at))];
  const isOpen = (change: Change) => change.state === "open" && !also.includes(change.id);
  return turned.find(isOpen) ?? null;
}

/** Return the changes that a decision takes along: what it cannot do without, or what cannot do without it. */
export function takenAlong(review: Review, change: Change, decision: Decision): Change[] {
  const found = new Map<string, Change>();
  const visit = (one: Change) => {
    for (const next of decision === "accepted" ? needsOf(review, one) : neededBy(review, one)) {
      const isDone = next.state === decision || next.conflict !== null;
      if (next.id === change.id || found.has(next.id) || isDone) continue;
      found.set(next.id, next);
      visit(next);
    }
  };
  visit(change);
  return [...found.values()];
}

/** Return the changes that this one cannot do without. */
export function needsOf(review: Review, change: Change): Change[] {
  return change.hunk.requires.flatMap((id) => review.byHunk.get(id) ?? []);
}

function neededBy(review: Review, change: Change): Change[] {
  return review.changes.filter((other) => other.hunk.requires.some((id) => change.hunks.includes(id)));
}

export interface Outcome {
  /** Changes that merging now would take into the content. */
  takes: number;
  drops: number;
  /** Changes that stay in a proposal: undecided ones, and those that need one of them. */
  stays: number;
  publishes: number;
  conflicts: number;
}

/** Return what merging now would do. */
export function outcomeOf(review: Review): Outcome {
  const waiting = new Set(review.changes.filter((change) => change.state === "open"));
  for (let before = -1; before !== waiting.size; ) {
    before = waiting.size;
    for (const change of review.changes) {
      if (change.state === "accepted" && needsOf(review, change).some((need) => waiting.has(need))) {
        waiting.add(change);
      }
    }
  }
  const taken = review.changes.filter((change) => change.state === "accepted" && !waiting.has(change));
  return {
    takes: taken.length,
    drops: review.changes.filter((change) => change.state === "rejected").length,
    stays: waiting.size,
    publishes: taken.filter(isPublishing).length,
    conflicts: review.changes.filter((change) => change.conflict && change.state === "open").length,
  };
}

function isPublishing({ hunk }: Change): boolean {
  return hunk.target.type === "status" && hunk.path[0] === "status" && hunk.new === "published";
}

export interface Tally {
  added: number;
  removed: number;
  changed: number;
}

/** Return how many changes add, remove and change something. */
export function tallyOf(changes: readonly Change[]): Tally {
  const added = changes.filter(({ hunk }) => hunk.op === "add").length;
  const removed = changes.filter(({ hunk }) => hunk.op === "remove").length;
  return { added, removed, changed: changes.length - added - removed };
}

export interface Checks {
  /** What is said about subjects of this proposal, with the change to go to. */
  own: { finding: FindingInfo; changeId: string }[];
  /** How much is said about the same models elsewhere. */
  elsewhere: number;
}

/** Return what the checks say about these changes, apart from what was there before. */
export function checksOf(review: Review, findings: readonly FindingInfo[]): Checks {
  const own: Checks["own"] = [];
  for (const finding of findings) {
    const change = review.subjects.flatMap((subject) => changeAbout(subject, finding) ?? [])[0];
    if (change) own.push({ finding, changeId: change.id });
  }
  return { own, elsewhere: findings.length - own.length };
}

/** Return one name for a finding among others. */
export function findingKey({ message, target }: FindingInfo): string {
  return `${message} ${target ? placeOf(target) : ""}`;
}

function changeAbout(subject: Subject, finding: FindingInfo): Change | null {
  const { target } = finding;
  if (!target || target.area !== subject.model || target.id !== subject.entry) return null;
  if (target.locale !== null && target.locale !== subject.locale) return null;
  const inField = subject.changes.find(({ hunk }) => hunk.path[0] === target.path[0]) ?? null;
  // Something that is one record, such as a dictionary, has many fields that nobody touched here.
  return target.id === target.area ? inField : (inField ?? subject.changes[0] ?? null);
}

/** Return what a person calls a field: as its model does, else by its name in the file. */
export function fieldName(path: readonly string[], labels: Readonly<Record<string, string>> = {}): string {
  const [first = "", ...rest] = path;
  const whole = labels[path.join(".")];
  if (whole) return whole;
  const property = rest.at(-1);
  if (property && (first === "styles" || first === "contextStyles")) {
    return [asCss(property), ...rest.slice(0, -1)].join(" · ");
  }
  return [labels[first] ?? spellField(first), ...rest].join(" › ");
}

/** Return a property of a style rule as style sheets spell it. */
function asCss(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function spellField(name: string): string {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) return name;
  const own = name === "body" ? i18next.t("content.body") : "";
  return own || name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
}
