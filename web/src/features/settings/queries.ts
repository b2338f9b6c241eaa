/** What the administration asks the studio for. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";

export const invitesQuery = queryOptions({
  queryKey: keys.invites,
  queryFn: () => unwrap(api.GET("/api/invites")),
});

export const apiKeysQuery = queryOptions({
  queryKey: keys.apiKeys,
  queryFn: () => unwrap(api.GET("/api/keys")),
});

export const rolesQuery = queryOptions({
  queryKey: keys.roles,
  queryFn: () => unwrap(api.GET("/api/roles")),
});

export const permissionsQuery = queryOptions({
  queryKey: keys.permissions,
  queryFn: () => unwrap(api.GET("/api/permissions")),
});

export const signInsQuery = queryOptions({
  queryKey: keys.signIns,
  queryFn: () => unwrap(api.GET("/api/sessions")),
});

export const backupsQuery = queryOptions({
  queryKey: keys.backups,
  queryFn: () => unwrap(api.GET("/api/backups")),
});

export interface AuditFilters {
  /** The beginning of what was done, such as `key.`. */
  action?: string | undefined;
  /** The id of who did it. */
  person?: string | undefined;
}

function known({ action, person }: AuditFilters): { action?: string; person?: string } {
  return { ...(action ? { action } : {}), ...(person ? { person } : {}) };
}

/** The audit log, newest first. */
export function auditQuery(filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: keys.audit(filters),
    queryFn: ({ pageParam }) => {
      const query = { limit: 50, ...known(filters), ...(pageParam ? { after: pageParam } : {}) };
      return unwrap(api.GET("/api/audit", { params: { query } }));
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: (before) => before,
  });
}

/** The address of the same entries as a file. */
export function auditExportPath(filters: AuditFilters, format: "csv" | "jsonl"): string {
  return `/api/audit/export?${new URLSearchParams({ ...known(filters), format })}`;
}
