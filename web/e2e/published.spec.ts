import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./studio";
import { invalidIn, wrongWith } from "./whole";

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
  expect((await context.request.get("/api/session")).status()).toBe(200);
  for (const path of PAGES) {
    const answer = await page.goto(`/sites/fieldnotes${path}`);
    const html = (await answer?.text()) ?? "";
    expect([path, await invalidIn(html)]).toEqual([path, []]);
    for (const said of [
      'rel="canonical"',
      'name="description"',
      'property="og:title"',
      'property="og:image"',
    ])
      expect([path, html.includes(said)]).toEqual([path, true]);
    expect([path, await wrongWith(page)]).toEqual([path, []]);
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
  for (const address of [front?.after ?? "", "/sites/fieldnotes/"]) {
    await page.goto(address);
    expect(await page.evaluate(reach)).toEqual({
      origin: "null",
      cookie: "SecurityError",
      storage: "SecurityError",
      session: "TypeError",
      change: "TypeError",
      frame: "closed",
    });
  }
});

/** Return what the head of a page does not say of it. */
function unsaidIn(html: string, address: string, languages: string[]): string[] {
  const one = (pattern: RegExp) => pattern.exec(html)?.[1]?.trim() ?? "";
  const said: Record<string, boolean> = {
    canonical: one(/<link rel="canonical" href="([^"]*)"/) === address,
    description: one(/<meta name="description" content="([^"]*)"/).length > 20,
    card: one(/<meta name="twitter:card" content="([^"]*)"/) === "summary_large_image",
    title: one(/<meta property="og:title" content="([^"]*)"/) !== "",
    picture: /^https?:/.test(one(/<meta property="og:image" content="([^"]*)"/)),
    languages: languages.every((language) => html.includes(`rel="alternate" hreflang="${language}"`)),
  };
  return Object.keys(said).filter((name) => !said[name]);
}

test("every page says what it is, is valid and reads without JavaScript", async ({ studio, browser }) => {
  const context = await browser.newContext({ baseURL: studio.url, javaScriptEnabled: false });
  const page = await context.newPage();
  const sitemap = await (await page.request.get("/sites/fieldnotes/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<url><loc>([^<]*)<\/loc>(.*?)<\/url>/gs)];
  expect(listed.length).toBeGreaterThan(30);
  for (const [, address = "", more = ""] of listed) {
    const languages = [...more.matchAll(/hreflang="([^"]*)"/g)].map(([, language = ""]) => language);
    const { pathname } = new URL(address);
    const html = (await (await page.goto(pathname))?.text()) ?? "";
    expect([pathname, unsaidIn(html, address, languages)]).toEqual([pathname, []]);
    expect([pathname, await invalidIn(html)]).toEqual([pathname, []]);
    await expect(page.getByRole("heading", { level: 1 }), pathname).toBeVisible();
    expect([pathname, await page.getByRole("main").innerText()]).not.toEqual([pathname, ""]);
  }
  await page.goto("/sites/fieldnotes/");
  await page.getByRole("link", { name: "The river under the market" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "The river under the market" })).toBeVisible();
  await page.getByRole("link", { name: "Türkçe" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Pazarın altındaki nehir" })).toBeVisible();
  await context.close();
});

test("pages that the designer builds from a sentence are whole, valid, and none is like another", async ({
  page,
}) => {
  const root = join(import.meta.dirname, "../..");
  const folder = mkdtempSync(join(tmpdir(), "proofroom-designed-"));
  execFileSync(join(root, ".venv/bin/python"), ["-m", "tests.site.designing", folder], { cwd: root });
  await page.route("http://*.designed.example/**", (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    const path = join(folder, hostname.split(".")[0] ?? "", pathname === "/" ? "index.html" : pathname);
    return route.fulfill({ path });
  });
  const shapes = new Set<string>();
  for (const number of readdirSync(folder)) {
    expect([number, await invalidIn(readFileSync(join(folder, number, "index.html"), "utf-8"))]).toEqual([
      number,
      [],
    ]);
    await page.goto(`http://${number}.designed.example/`);
    expect([number, await wrongWith(page)]).toEqual([number, []]);
    shapes.add(
      await page.evaluate(() =>
        [...document.querySelectorAll("body section, body header, body footer")]
          .map((one) => `${one.firstElementChild?.className} ${one.firstElementChild?.childElementCount}`)
          .join(),
      ),
    );
  }
  expect(shapes.size).toBe(readdirSync(folder).length);
  rmSync(folder, { recursive: true });
});
