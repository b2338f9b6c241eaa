/** Which sources a plan is made from, while it waits for a word. */
import type { ArticleDetail } from "@/api/schema";
import { planOf } from "./model";

/** Return the ids of the sources that somebody chose for the plan; none says that all may be used. */
export function selectedIn(article: ArticleDetail): string[] {
  const ids = article.metadata.selectedReferenceIds;
  return Array.isArray(ids) ? ids.map(String) : [];
}

/** Return what the plan is made from, and what is to be chosen instead: null where it is the same. */
export function choiceOf(article: ArticleDetail, all: readonly string[], now: readonly string[] | null) {
  const kept = selectedIn(article).filter((id) => all.includes(id));
  const before = kept.length > 0 ? kept : all;
  const chosen = now ?? before;
  const isSame = chosen.length === before.length && chosen.every((id) => before.includes(id));
  return { chosen, others: isSame ? null : chosen };
}

/** Which parts of a plan are to be written from a source, counted from 1. */
export function plannedFor(skeleton: string, source: number): { count: number; parts: string } {
  const found = planOf(skeleton).flatMap(({ refs }, at) => (refs.includes(source) ? [at + 1] : []));
  return { count: found.length, parts: found.join(", ") };
}
