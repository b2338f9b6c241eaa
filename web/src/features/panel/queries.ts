/** What the panel asks the studio for. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";

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

export const conversationsQuery = queryOptions({
  queryKey: keys.conversations,
  queryFn: () => unwrap(api.GET("/api/conversations", { params: { query: { limit: 50 } } })),
});
