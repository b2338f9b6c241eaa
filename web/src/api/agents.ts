/** The agents and models of the workspace. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";

export const agentsQuery = queryOptions({
  queryKey: keys.agents,
  queryFn: () => unwrap(api.GET("/api/agents")),
  staleTime: 60_000,
});

export const modelsQuery = queryOptions({
  queryKey: keys.models,
  queryFn: () => unwrap(api.GET("/api/models")),
  staleTime: 60_000,
});

export const defaultsQuery = queryOptions({
  queryKey: keys.defaults,
  queryFn: () => unwrap(api.GET("/api/ai/defaults")),
  staleTime: 60_000,
});

/** Return a function that gives the name of an agent, or its slug while the name is not known. */
export function useAgentName(): (slug: string) => string {
  const { data } = useQuery(agentsQuery);
  return (slug) => data?.find((agent) => agent.slug === slug)?.name ?? slug;
}
