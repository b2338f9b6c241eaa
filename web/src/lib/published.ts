/** Which entries a merged proposal changed, as places where readers may find them. */
import type { PublishedPlace } from "@/api/reading";
import type { HunkInfo } from "@/api/schema";
import { thingOf } from "@/lib/target";

/** A page that readers may find, in the locale that changed. */
export interface PublishedPage {
  place: PublishedPlace;
  locale: string | undefined;
}

/** Return the entries of the changes that were taken, each once. */
export function publishedPlaces(
  project: string,
  hunks: readonly Pick<HunkInfo, "target" | "decision">[],
): PublishedPage[] {
  const found = new Map<string, PublishedPage>();
  for (const { target, decision } of hunks) {
    const { room, type, area: model, id: entry, locale } = target;
    const isPage = room === "content" && (type === "document" || type === "entry");
    if (decision === "rejected" || !model || !entry || !isPage) continue;
    const key = thingOf(target);
    if (!found.has(key)) found.set(key, { place: { project, model, entry }, locale: locale ?? undefined });
  }
  return [...found.values()];
}
