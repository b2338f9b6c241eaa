import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./studio";

test.use({ holds: ["demo"] });

const PAGES = ["/", "/articles/the-river-under-the-market", "/topics/rivers", "/about", "/tr"];

/** What a script on a page can reach of the studio that serves it. */
async function reach(): Promise<Record<string, unknown>> {
  const attempt = async (work: () => unknown) => {
    try {
      return await work();
    } catch (error) {
      return (error as Error).name;
    }
  };
  return {
    origin: self.origin,
    cookie: await attempt(() => document.cookie),
    storage: await attempt(() => localStorage.length),
    session: await attempt(async () => (await fetch("/api/session", { credentials: "include" })).status),
    change: await attempt(async () => (await fetch("/api/projects", { method: "POST", body: "{}" })).status),
    frame: await attempt(async () => {
      const frame = document.createElement("iframe");
      frame.src = "/inbox";
      document.body.append(frame);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return frame.contentDocument === null ? "closed" : "open";
    }),
  };
}

test("a published page is whole at every width, its changes are seen before and after, its scripts are strangers", async ({
  context,
  page,
}) => {
  test.setTimeout(120_000);
  expect((await context.request.get("/api/session")).status()).toBe(200);
  for (const path of PAGES) {
    await page.goto(`/sites/fieldnotes${path}`);
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect([path, width, scrolls]).toEqual([path, width, false]);
    }
    const found = await new AxeBuilder({ page }).setLegacyMode().withTags(["wcag2a", "wcag2aa"]).analyze();
    const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    const told = serious.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
    expect([path, told]).toEqual([path, []]);
  }
  const found = await (await context.request.get("/api/proposals?state=open")).json();
  const listed = (Array.isArray(found) ? found : found.proposals) as { id: string; agent: string }[];
  const proposal = listed.find(({ agent }) => agent === "Designer");
  const rendered = await context.request.get(`/api/projects/fieldnotes/site/rendered/${proposal?.id}`);
  const pages = (await rendered.json()) as {
    path: string;
    before: string;
    after: string;
    marks: { selector: string }[];
  }[];
  const front = pages.find(({ path }) => path === "/");
  expect(front?.marks.map(({ selector }) => selector)).toContain(".lead-title");
  const title = page.locator(".lead-title");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(front?.before ?? "");
  await expect(title).toHaveCSS("font-size", "84px");
  await page.goto(front?.after ?? "");
  await expect(title).toHaveCSS("font-size", "72px");
  expect(await page.evaluate(reach)).toEqual({
    origin: "null",
    cookie: "SecurityError",
    storage: "SecurityError",
    session: "TypeError",
    change: "TypeError",
    frame: "closed",
  });
});

test("the site reads without JavaScript", async ({ studio, browser }) => {
  const context = await browser.newContext({ baseURL: studio.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/sites/fieldnotes/");
  await page.getByRole("link", { name: "The river under the market" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "The river under the market" })).toBeVisible();
  await page.getByRole("link", { name: "Türkçe" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Pazarın altındaki nehir" })).toBeVisible();
  await context.close();
});
