/** Published entries as readers meet them. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";

export interface PublishedPlace {
  /** The project's id or its name in addresses. */
  project: string;
  model: string;
  entry: string;
}

/** A published entry, composed for reading; an error where it is not published. */
export function readingQuery(place: PublishedPlace, locale: string | undefined) {
  return queryOptions({
    queryKey: [...keys.content, "reading", place, locale],
    queryFn: () =>
      unwrap(
        api.GET("/api/reading/{project}/{model}/{entry}", {
          params: { path: { ...place }, query: { ...(locale ? { locale } : {}) } },
        }),
      ),
    retry: false,
  });
}
