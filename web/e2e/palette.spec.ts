import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./studio";

const PROMPTS = join(import.meta.dirname, "../../src/proofroom/runtime/strings/prompts.json");

test.use({ holds: ["demo"] });

/** Open the palette, type some words, and run what comes first: by keys alone. */
async function run(page: Page, words: string, first: string | RegExp): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Go to or run" })).toBeFocused();
  await page.keyboard.type(words);
  await expect(page.getByRole("option").first()).toHaveText(first);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Go to or run" })).toBeHidden();
}

/** Make a second project, so that there is one to switch to. */
async function makeProject(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const { csrfToken, projects } = await (await fetch("/api/session")).json();
    if (projects.some(({ slug }: { slug: string }) => slug === "atlas")) return 201;
    const headers = { "content-type": "application/json", "x-csrf-token": csrfToken };
    const body = JSON.stringify({ name: "Atlas" });
    return (await fetch("/api/projects", { method: "POST", headers, body })).status;
  });
  expect(status).toBe(201);
}

test("every screen and its parts are reached from the palette by keys", async ({ page }) => {
  await page.goto("/inbox?project=fieldnotes");
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  for (const [words, first, address] of [
    ["go to content", /^Go to Content/, /\/content/],
    ["go to agents", /^Go to Agents/, /\/agents/],
    ["go to runs", /^Go to Runs/, /\/runs/],
    ["go to media", /^Go to Media/, /\/media/],
    ["go to usage", /^Go to Usage/, /\/usage/],
    ["go to conn", /^Go to Connections/, /\/connections/],
    ["go to sett", /^Go to Settings/, /\/settings/],
    ["settings: audit", "Settings: Audit log", /part=audit/],
    ["connections: mcp", "Connections: MCP", /part=mcp/],
    ["content: articles", "Content: Articles", /model=articles/],
    ["content: gloss", "Content: Glossary", /part=glossary/],
    ["content: dates", "Content: Dates", /part=schedule/],
    ["settings keys", "Settings: API keys", /part=keys/],
    ["publish", "Publish drafts of Articles", /status=draft/],
    ["agents: editor", "Agents: Editor", /agent=editor/],
    ["go to inbox", /^Go to Inbox/, /\/inbox/],
  ] as const) {
    await run(page, words, first);
    await expect(page).toHaveURL(address);
  }
});

test("what can be made is begun from the palette by keys", async ({ page }) => {
  await page.goto("/inbox?project=fieldnotes");
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  await run(page, "new entry in art", "New entry in Articles");
  await expect(page.getByRole("heading", { name: "New entry" })).toBeVisible();
  await run(page, "new model", "New model");
  await expect(page.getByRole("heading", { name: "New model" }).first()).toBeVisible();
  await run(page, "set a bud", "Set a budget");
  await expect(page.getByRole("dialog", { name: "Set a budget" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Set a budget" })).toBeHidden();
  await expect(page).not.toHaveURL(/new=/);
  await run(page, "new connection: se", "New connection: Search");
  await expect(page.getByRole("combobox", { name: "Provider" })).toHaveText("Tavily");
  await run(page, "new key", "New key");
  await expect(page.getByRole("button", { name: "Make the key" })).toBeVisible();
  await run(page, "invite", "Invite somebody");
  await expect(page.getByLabel("Email")).toBeVisible();

  // The agent that a new one begins like comes late: whoever is quicker still gets theirs.
  await page.route(/\/api\/agents\/assistant$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await run(page, "new agent", "New agent");
  const form = page.getByRole("dialog", { name: "New agent" });
  await expect(form).toBeVisible();
  await form.getByLabel("Name").focus();
  await page.keyboard.type("Night desk");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Night desk" })).toBeVisible();
  await expect(page).toHaveURL(/agent=night-desk/);
  await run(page, "write to night", "Write to Night desk");
  await expect(page.getByRole("button", { name: /^Night desk/ })).toBeVisible();
  await page.getByRole("button", { name: "Delete Night desk" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("link", { name: /^Night desk/ })).toHaveCount(0);
});

test("project, branch and what was seen last are switched from the palette by keys", async ({ page }) => {
  await page.goto("/content?project=fieldnotes&model=articles&entry=forty-paces-of-park");
  await makeProject(page);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Forty paces of park" })).toBeVisible();
  await run(page, "switch to branch", /^Switch to branch/);
  await expect(page).toHaveURL(/ref=cr/);
  await expect(page.getByRole("contentinfo")).toContainText(/Changes of \d\d:\d\d/);
  await expect(page.getByRole("combobox", { name: "Branch" })).toContainText(/\d ahead/);
  await run(page, "current", "Switch to the current content");
  await expect(page).not.toHaveURL(/ref=/);
  await expect(page.getByRole("contentinfo")).toContainText("current content");

  await run(page, "atlas", "Switch to project Atlas");
  await expect(page).toHaveURL(/project=atlas/);
  await expect(page.getByRole("button", { name: "Project Atlas" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("group", { name: "Seen last" }).getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await run(page, "forty paces", /Forty paces of park/);
  await expect(page).toHaveURL(/project=fieldnotes.*entry=forty-paces-of-park/);
});

test("what rooms find by words is offered last, and leads there", async ({ page }) => {
  await page.goto("/inbox?project=fieldnotes");
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Go to or run" })).toBeFocused();
  await page.keyboard.type("night bus");
  const found = page.getByRole("group", { name: "Found" });
  const entry = found.getByRole("option", { name: "Night bus, night birds", exact: true }).first();
  await expect(entry).toBeVisible();
  await entry.click();
  await expect(page).toHaveURL(/\/content\?.*entry=night-bus/);
});

test("every address that agents are told to link opens what it names", async ({ page }) => {
  const { places } = JSON.parse(readFileSync(PROMPTS, "utf8")) as { places: string };
  const addresses = [...places.matchAll(/(?:\{address\}|, )(\/[\w/?=&]+)/g)].map(([, path]) => path ?? "");
  await page.goto("/inbox?project=fieldnotes");
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  const first = async (from: string, list: string | null = null) => {
    const told = await (await page.request.get(from)).json();
    return (list ? told[list] : told)[0] as Record<string, string>;
  };
  const record = await first("/api/entities?type=organisation", "entities");
  const article = await first("/api/articles");
  const asset = await first("/api/projects/fieldnotes/media", "assets");
  const things: Record<string, [id: string | undefined, seen: string | RegExp | undefined]> = {
    content: ["forty-paces-of-park", "Forty paces of park"],
    records: [record.id, record.title],
    articles: [article.id, article.title],
    media: [asset.id, asset.filename],
    runs: [(await first("/api/runs", "runs")).id, "Steps"],
    review: [(await first("/api/proposals")).id, /of \d+ decided/],
  };
  expect(addresses.length).toBeGreaterThan(12);
  for (const address of addresses) {
    const [id = "", seen] = (/ID/.test(address) && things[address.split(/[/?]/)[1] ?? ""]) || [];
    const filled = { MODEL: "articles", TYPE: "organisation", LOCALE: "en", ID: id };
    await page.goto(address.replace(/MODEL|TYPE|LOCALE|ID/g, (word) => filled[word as keyof typeof filled]));
    await expect(page.getByRole("main")).toBeVisible();
    if (seen) await expect(page.getByRole("main").getByText(seen).first(), address).toBeVisible();
    await expect(page.getByText("There is nothing at this address")).toHaveCount(0);
  }
});
