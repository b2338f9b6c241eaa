/** What a proposal is about, in the reader's language. */
import type { TFunction } from "i18next";

/** Return the first thing it is about and how many more, for the middle of a sentence. */
export function aboutOf(subject: string, more: number, t: TFunction): string {
  return more > 0 ? t("inbox.aboutMore", { subject, count: more }) : t("inbox.aboutOne", { subject });
}

/** Tell whether people can call a thing so; the selector of a style rule is no name. */
export function hasName(subject: string): boolean {
  return subject !== "" && !/^[.#:[*]/.test(subject);
}

/** Return what to call a proposal: what it is about, or where that is not known what was asked for. */
export function titleOf(
  proposal: { title: string; subject: string; subjects: number },
  t: TFunction,
): string {
  const { title, subject, subjects } = proposal;
  if (!hasName(subject)) return title || subject;
  return subjects > 1 ? t("inbox.titleMore", { subject, count: subjects - 1 }) : subject;
}
