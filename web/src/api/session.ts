/** Who is signed in: read once, kept in the cache, with the token that goes with every change. */
import { queryOptions } from "@tanstack/react-query";
import { api, setCsrfToken, unwrap } from "./client";
import { keys } from "./keys";
import type { SessionInfo } from "./schema";

/** Keep the token of a session and return the session. */
export function keepSession(session: SessionInfo): SessionInfo {
  setCsrfToken(session.csrfToken);
  return session;
}

export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: async () => keepSession(await unwrap(api.GET("/api/session"))),
  staleTime: 5 * 60_000,
  retry: false,
});

export const setupQuery = queryOptions({
  queryKey: keys.setup,
  queryFn: () => unwrap(api.GET("/api/setup")),
  retry: false,
});

export const statusQuery = queryOptions({
  queryKey: keys.status,
  queryFn: () => unwrap(api.GET("/api/status")),
  refetchInterval: (query) =>
    query.state.status === "error" || (query.state.data?.runsActive ?? 0) > 0 ? 2000 : 8000,
  retry: false,
});
