/** What the administration asks the studio for. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";

export const peopleQuery = queryOptions({
  queryKey: keys.people,
  queryFn: () => unwrap(api.GET("/api/people")),
});

export const invitesQuery = queryOptions({
  queryKey: keys.invites,
  queryFn: () => unwrap(api.GET("/api/invites")),
});

export const apiKeysQuery = queryOptions({
  queryKey: keys.apiKeys,
  queryFn: () => unwrap(api.GET("/api/keys")),
});

export const backupsQuery = queryOptions({
  queryKey: keys.backups,
  queryFn: () => unwrap(api.GET("/api/backups")),
});

/** The audit log, newest first; `action` is the beginning of what was done. */
export function auditQuery(action: string | undefined) {
  return infiniteQueryOptions({
    queryKey: keys.audit({ action }),
    queryFn: ({ pageParam }) => {
      const query = { limit: 50, ...(action ? { action } : {}), ...(pageParam ? { after: pageParam } : {}) };
      return unwrap(api.GET("/api/audit", { params: { query } }));
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: (before) => before,
  });
}
