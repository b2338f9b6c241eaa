/** What agents would change in the entry that is open, and whether one of them is at it now. */
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { proposalQuery } from "@/api/proposals";
import { statusQuery } from "@/api/session";
import { type Proposed, proposedIn } from "./proposed";
import { branchesQuery, type EntryWish } from "./queries";

/** As many waiting proposals as are looked through, the newest first. */
const LOOKED_AT = 8;
const AGAIN_MS = 2000;

export interface Writing extends Proposed {
  /** True while a run of the same conversation goes on. */
  isWriting: boolean;
}

/** Return what waits about an entry. Nothing on a branch, whose content is what was proposed. */
export function useProposed(wish: EntryWish): Writing[] {
  const branches = useQuery({ ...branchesQuery(wish.projectId), enabled: wish.ref === null }).data;
  const ids = (wish.ref === null ? (branches ?? []) : []).flatMap(({ proposalId }) => proposalId ?? []);
  const details = useQueries({
    queries: ids.slice(0, LOOKED_AT).map((id) => proposalQuery(id)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const going = useGoing(details.length > 0);
  return useMemo(
    () =>
      details
        .flatMap((detail) => proposedIn(detail, wish) ?? [])
        .map((found) => ({
          ...found,
          isWriting: found.conversationId !== null && going.includes(found.conversationId),
        })),
    [details, wish, going],
  );
}

const NONE: string[] = [];

/** Return the conversations in which an agent is at work. */
function useGoing(isWanted: boolean): string[] {
  const active = useQuery(statusQuery).data?.runsActive ?? 0;
  return useQuery({ ...goingQuery, enabled: isWanted && active > 0 }).data ?? NONE;
}

const goingQuery = queryOptions({
  queryKey: [...keys.runs, "going"],
  queryFn: async () => {
    const params = { query: { status: "running", limit: 50 } } as const;
    const { runs } = await unwrap(api.GET("/api/runs", { params }));
    return runs.flatMap(({ conversationId }) => conversationId ?? []);
  },
  refetchInterval: AGAIN_MS,
});
