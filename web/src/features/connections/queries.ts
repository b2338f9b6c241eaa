/** What the connections screen asks the studio for. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { CredentialInfo } from "@/api/schema";

export const credentialsQuery = queryOptions({
  queryKey: keys.credentials,
  queryFn: () => unwrap(api.GET("/api/ai/credentials")),
});

export const providersQuery = queryOptions({
  queryKey: keys.providers,
  queryFn: () => unwrap(api.GET("/api/ai/providers")),
  staleTime: Number.POSITIVE_INFINITY,
});

export const mcpQuery = queryOptions({
  queryKey: keys.mcp,
  queryFn: () => unwrap(api.GET("/api/connections/mcp")),
});

export const placesQuery = queryOptions({
  queryKey: ["entities", "places"],
  queryFn: () => unwrap(api.GET("/api/publish-destinations")),
});

/** What was published to a place. */
export function sentQuery(id: string) {
  return queryOptions({
    queryKey: ["entities", "places", id, "sent"],
    queryFn: () =>
      unwrap(
        api.GET("/api/publish-destinations/{connection_id}/publications", {
          params: { path: { connection_id: id } },
        }),
      ),
  });
}

/** What is known of an MCP server's tools. */
export function mcpToolsQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.mcp, id, "tools"],
    queryFn: () =>
      unwrap(api.GET("/api/connections/mcp/{server_id}/tools", { params: { path: { server_id: id } } })),
  });
}

/** The models that one connection reaches now. */
export function reachedModelsQuery(credential: Pick<CredentialInfo, "id" | "providerId">) {
  return queryOptions({
    queryKey: [...keys.models, credential.id],
    queryFn: () =>
      unwrap(
        api.GET("/api/ai/providers/{provider_id}/models", {
          params: { path: { provider_id: credential.providerId }, query: { credentialId: credential.id } },
        }),
      ),
    staleTime: 60_000,
    retry: false,
  });
}

/** After a change: connections, the models they bring, and the defaults that use them. */
export async function refreshConnections(client: QueryClient): Promise<void> {
  await Promise.all(
    [keys.credentials, keys.models, keys.defaults].map((queryKey) =>
      client.invalidateQueries({ queryKey: [...queryKey] }),
    ),
  );
}
