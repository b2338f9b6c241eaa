/** Tools of MCP servers that wait for a person. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { ServerToolInfo } from "./schema";

/** What is known of a server's tools. */
export function serverToolsQuery(serverId: string) {
  const params = { path: { server_id: serverId } };
  return queryOptions({
    queryKey: keys.serverTools(serverId),
    queryFn: () => unwrap(api.GET("/api/connections/mcp/{server_id}/tools", { params })),
  });
}

/** Accept tools exactly as they were shown. */
export function acceptTools(serverId: string, tools: readonly ServerToolInfo[]): Promise<ServerToolInfo[]> {
  const params = { path: { server_id: serverId } };
  const words = tools.map(({ name, sha256 }) => ({ name, sha256 }));
  return unwrap(api.POST("/api/connections/mcp/{server_id}/tools", { params, body: { tools: words } }));
}
