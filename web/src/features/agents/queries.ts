/** What the agents screen asks the studio for. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";

/** One agent with its instructions and configuration. */
export function agentQuery(slug: string) {
  return queryOptions({
    queryKey: [...keys.agents, slug],
    queryFn: () => unwrap(api.GET("/api/agents/{slug}", { params: { path: { slug } } })),
  });
}

export const toolsQuery = queryOptions({
  queryKey: keys.tools,
  queryFn: () => unwrap(api.GET("/api/tools")),
  staleTime: 60_000,
});

export const schedulesQuery = queryOptions({
  queryKey: keys.schedules,
  queryFn: () => unwrap(api.GET("/api/schedules")),
});

/** Every version of an agent, the newest first. */
export function versionsQuery(slug: string) {
  return queryOptions({
    queryKey: [...keys.agents, slug, "versions"],
    queryFn: () => unwrap(api.GET("/api/agents/{slug}/versions", { params: { path: { slug } } })),
  });
}

/** What differs between two versions of an agent. */
export function diffQuery(slug: string, before: number, after: number) {
  return queryOptions({
    queryKey: [...keys.agents, slug, "diff", before, after],
    queryFn: () =>
      unwrap(api.GET("/api/agents/{slug}/diff", { params: { path: { slug }, query: { before, after } } })),
    enabled: before > 0,
  });
}

/** After a change: the list, the agent and its versions. */
export function refreshAgents(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.agents });
}
