/** Who wrote what: the version that gave a field its value, or a paragraph its words. */
import type { TFunction } from "i18next";
import type { BranchInfo, CommitInfo } from "@/api/schema";
import { titleOf } from "@/lib/proposal";
import { changesOf, same } from "./model";

type Json = Record<string, unknown>;

/** Return an entry's values at a version; null where the version knows none. */
export function valuesAt(version: Pick<CommitInfo, "value"> | undefined): Json | null {
  const value = version?.value;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

/** Return the version that gave each field its present value; versions come newest first. */
export function fieldOrigins(versions: readonly CommitInfo[]): Map<string, CommitInfo> {
  const origins = new Map<string, CommitInfo>();
  const now = valuesAt(versions[0]) ?? {};
  for (const name of Object.keys(now)) {
    let origin: CommitInfo | undefined;
    for (const version of versions) {
      if (!same(valuesAt(version)?.[name], now[name])) break;
      origin = version;
    }
    if (origin) origins.set(name, origin);
  }
  return origins;
}

/** Return the paragraphs of a Markdown text; a fenced block is one, whatever is in it. */
export function paragraphsOf(text: string): string[] {
  const found: string[] = [];
  let open: string[] = [];
  let isFenced = false;
  for (const line of text.split("\n")) {
    if (/^(```|~~~)/.test(line)) isFenced = !isFenced;
    if (line.trim() === "" && !isFenced) {
      if (open.length > 0) found.push(open.join("\n"));
      open = [];
    } else open.push(line);
  }
  if (open.length > 0) found.push(open.join("\n"));
  return found;
}

export interface Paragraph {
  text: string;
  /** The version that brought these words; null when they are not saved yet or nothing is known. */
  origin: CommitInfo | null;
}

/** Return a function that finds the version which brought a paragraph of a field. */
export function originsOf(field: string, versions: readonly CommitInfo[]) {
  const before = versions.map((version) => {
    const value = valuesAt(version)?.[field];
    return new Set(typeof value === "string" ? paragraphsOf(value) : []);
  });
  return (paragraph: string): CommitInfo | null => {
    let origin: CommitInfo | null = null;
    for (const [index, known] of before.entries()) {
      if (!known.has(paragraph)) break;
      origin = versions[index] ?? null;
    }
    return origin;
  };
}

/** Return a text's paragraphs, each with the version that brought it. */
export function paragraphOrigins(text: string, field: string, versions: readonly CommitInfo[]): Paragraph[] {
  const find = originsOf(field, versions);
  return paragraphsOf(text).map((paragraph) => ({ text: paragraph, origin: find(paragraph) }));
}

/** Return the fields that a version changed against the one before it. */
export function changedAt(versions: readonly CommitInfo[], index: number): string[] {
  const now = valuesAt(versions[index]);
  const before = valuesAt(versions[index + 1]);
  return now && before ? Object.keys(changesOf(before, now)) : [];
}

/** Return what a commit says it did, without the format's own prefix. */
export function subjectOf(subject: string): string {
  const words = subject.replace(/^(?:contentrain: |\[contentrain\] )/, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Return what to call a branch: what its proposal is about, else what its last commit says. */
export function branchTitle(branch: BranchInfo, t: TFunction): string {
  const { proposalId, title = "", about = "", subjects = 0, subject } = branch;
  return (proposalId ? titleOf({ title, subject: about, subjects }, t) : "") || subjectOf(subject);
}
