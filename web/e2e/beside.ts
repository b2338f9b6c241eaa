/** Servers beside the studio, on the one port that it lets connections reach. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Studio } from "./studio";

export interface Said {
  status: number;
  body?: object;
}

/** Serve JSON beside the studio; `answer` sees the request and what was sent. */
export async function serveBeside(
  studio: Studio,
  answer: (request: IncomingMessage, sent: unknown) => Said,
): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const { status, body } = answer(request, text ? JSON.parse(text) : null);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(body ? JSON.stringify(body) : "");
    });
  });
  const port = Number(new URL(studio.url).port) + 1;
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { server, origin: `http://127.0.0.1:${port}` };
}

interface Asked {
  id?: number | string;
  method: string;
}

/** Answer as an MCP server with one tool that looks words up. */
export function answerMcp(request: IncomingMessage, sent: unknown, description: string): Said {
  if (request.method !== "POST") return { status: 405 };
  const { id, method } = sent as Asked;
  if (id === undefined) return { status: 202 };
  const capabilities = { tools: {} };
  const serverInfo = { name: "dictionary", version: "1" };
  const tool = { name: "look_up", description, inputSchema: { type: "object" } };
  const results: Record<string, object> = {
    initialize: { protocolVersion: "2025-06-18", capabilities, serverInfo },
    "tools/list": { tools: [tool] },
  };
  const result = results[method];
  const error = { code: -32601, message: "Method not found" };
  return { status: 200, body: { jsonrpc: "2.0", id, ...(result ? { result } : { error }) } };
}
