/** What the screen of conversations of several asks the studio for. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";

const OTHERS_MS = 4000;
const ANSWER_MS = 700;

/** The conversations of several; others begin some too, so it is looked at again. */
export const groupsQuery = queryOptions({
  queryKey: keys.groups,
  queryFn: () => unwrap(api.GET("/api/groups")),
  refetchInterval: OTHERS_MS,
});

/** One conversation with all that was said; looked at often while an agent answers. */
export function groupQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.groups, id],
    queryFn: () => unwrap(api.GET("/api/groups/{group_id}", { params: { path: { group_id: id } } })),
    refetchInterval: (query) => (query.state.data?.group.activeRunId ? ANSWER_MS : OTHERS_MS),
  });
}

/** Who could take part. */
export const peopleQuery = queryOptions({
  queryKey: keys.people,
  queryFn: () => unwrap(api.GET("/api/people")),
});
