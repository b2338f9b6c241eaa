/** Where readers find what a proposal changed. */
import { useQueries } from "@tanstack/react-query";
import { readingQuery } from "@/api/reading";
import type { ProposalDetail } from "@/api/schema";
import { type PublishedPage, publishedPlaces } from "@/lib/published";

const LOOKED_AT = 3;

/** Return the first published page that shows a change of a proposal; null while it is not known. */
export function usePublishedPage(detail: ProposalDetail | undefined): PublishedPage | null {
  const project = detail?.proposal.projectId;
  const places = project ? publishedPlaces(project, detail.hunks).slice(0, LOOKED_AT) : [];
  const pages = useQueries({ queries: places.map(({ place, locale }) => readingQuery(place, locale)) });
  // An earlier one that is still asked for counts: the page must not change under a person who goes there.
  const at = pages.findIndex(({ data, isPending }) => isPending || data !== undefined);
  return pages[at]?.data ? (places[at] ?? null) : null;
}
