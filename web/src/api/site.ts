/** What several rooms ask about a project's site. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { SiteUse } from "./schema";

/** The documents that use a rule, a code asset or a component. */
export function usesOf(project: string, thing: string, ref: string | null): Promise<SiteUse[]> {
  const params = { path: { project_id: project, thing_id: thing }, query: ref ? { ref } : {} };
  return unwrap(api.GET("/api/projects/{project_id}/site/uses/{thing_id}", { params }));
}

/** The same, for as long as a branch stands where it does. */
export function usesQuery(project: string, thing: string, ref: string | null, sha: string | null) {
  return queryOptions({
    queryKey: ["site", "uses", project, ref ?? "", sha ?? "", thing],
    queryFn: () => usesOf(project, thing, ref),
    retry: false,
  });
}
