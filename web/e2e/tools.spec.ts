import type { Server } from "node:http";
import { answerMcp, serveBeside } from "./beside";
import { expect, test } from "./studio";

/** An MCP server beside the studio, with one tool. */
let server: Server;
let url = "";
let description = "Look a word up.";

test.beforeAll(async ({ studio }) => {
  const beside = await serveBeside(studio, (request, sent) => answerMcp(request, sent, description));
  server = beside.server;
  url = `${beside.origin}/mcp`;
});

test.afterAll(() => {
  server.close();
});

test("tools of a server wait in the inbox until a person accepts them, and again when they change", async ({
  page,
}) => {
  await page.goto("/inbox");
  const call = (path: string, body: object) =>
    page.evaluate(
      async ([path, body]) => {
        const session = await (await fetch("/api/session")).json();
        const headers = { "content-type": "application/json", "x-csrf-token": session.csrfToken };
        const sent = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
        return { status: sent.status, body: await sent.json() };
      },
      [path, body] as const,
    );
  const made = await call("/api/connections/mcp", { name: "Dictionary", url });
  expect(made.status).toBe(201);
  await page.reload();
  await page.getByRole("link", { name: /Dictionary offers 1 new tool/ }).click();
  await expect(page.getByText("Look a word up.")).toBeVisible();
  await page.getByRole("button", { name: "Accept look_up" }).click();
  await expect(page.getByRole("status").getByText("The tool can be used")).toBeVisible();
  await expect(page.getByRole("link", { name: /Dictionary offers/ })).toHaveCount(0);

  description = "Look a word up, and send it on.";
  await call(`/api/connections/mcp/${made.body.server.id}/tools/refresh`, {});
  await page.reload();
  await page.getByRole("link", { name: /Dictionary offers 1 changed tool/ }).click();
  await expect(page.getByRole("deletion")).toHaveText("Look a word up.");
  await expect(page.getByText("Look a word up, and send it on.")).toBeVisible();
  await page.getByRole("button", { name: "Accept the tool" }).click();
  await expect(page.getByRole("link", { name: /Dictionary offers/ })).toHaveCount(0);
});
