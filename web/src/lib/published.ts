/** Which entries a merged proposal changed, as places where readers may find them. */
import type { PublishedPlace } from "@/api/reading";
import type { HunkInfo } from "@/api/schema";

/** A page that readers may find, in the locale that changed. */
export interface PublishedPage {
  place: PublishedPlace;
  locale: string | undefined;
}

/** Return the entries of the changes that were taken, each once. */
export function publishedPlaces(
  project: string,
  hunks: readonly Pick<HunkInfo, "subject" | "locale" | "decision">[],
): PublishedPage[] {
  const found = new Map<string, PublishedPage>();
  for (const { subject, locale, decision } of hunks) {
    const [kind, model, ...rest] = subject.split(":");
    const entry = rest.join(":");
    if (decision === "rejected" || !model || !entry || (kind !== "document" && kind !== "entry")) continue;
    const key = `${subject} ${locale ?? ""}`;
    if (!found.has(key)) found.set(key, { place: { project, model, entry }, locale: locale ?? undefined });
  }
  return [...found.values()];
}
