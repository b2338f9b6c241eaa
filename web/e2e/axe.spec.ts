import type { BrowserContext, Page } from "@playwright/test";
import { withoutPointer } from "./pressable";
import { haveConversation, type Place, places, reviewPlaces, shareWaiting, waitWithCalls } from "./routes";
import { expect, test } from "./studio";
import { inBothThemes, violations } from "./violations";

/** Nothing stands between the tests here, so that each can go to whichever worker is free. */
test.describe.configure({ mode: "parallel" });

test.use({ holds: ["demo"] });

/** Go from one screen to another as the app does, without loading it anew; where nothing would change, load it. */
async function go(page: Page, path: string): Promise<void> {
  const isOpen = page.url().startsWith("http");
  if (!isOpen || new URL(path, page.url()).pathname === new URL(page.url()).pathname) await page.goto(path);
  else await page.evaluate((address) => history.pushState(null, "", address), path);
}

/** Tell whether there is nothing to see but a screen in the frame that every screen has. */
async function isFrameKnown(page: Page): Promise<boolean> {
  return (await page.locator("#main").count()) === 1 && (await page.getByRole("dialog").count()) === 0;
}

/** Look at all of these places; some are seen from outside. */
async function look(page: Page, context: BrowserContext, wanted: Place[]): Promise<void> {
  const visitor = await context.browser()?.newContext({ baseURL: new URL(page.url()).origin });
  const outside = await visitor?.newPage();
  for (const [at, place] of wanted.entries()) {
    const shown = place.isOutside && outside ? outside : page;
    await go(shown, place.path);
    await place.ready(shown);
    expect([place.name, await withoutPointer(shown, at === 0)]).toEqual([place.name, []]);
    await inBothThemes(shown, place.name, at > 0 && (await isFrameKnown(shown)) ? "#main" : "whole");
  }
  await visitor?.close();
}

/** These show a conversation, or a run. */
const isOfTurns = ({ path }: Place) => path.startsWith("/runs") || path === "/agent";

test("axe finds nothing serious on the pages of runs and conversations, in either theme", async ({
  page,
  context,
}) => {
  const runId = await haveConversation(page);
  await look(page, context, places(runId).filter(isOfTurns));
});

const PARTS = 4;

for (let part = 0; part < PARTS; part += 1) {
  test(`axe finds nothing serious on any other page, in either theme, and keys reach all of it, part ${part + 1}`, async ({
    page,
    context,
  }) => {
    const others = places("").filter((place) => !isOfTurns(place));
    await page.goto("/inbox");
    await look(
      page,
      context,
      others.filter((_, at) => at % PARTS === part),
    );
  });
}

test("axe finds nothing serious where proposals and calls are decided, in either theme", async ({
  page,
  context,
}) => {
  const [proposalId, guestPath] = await shareWaiting(page);
  await look(page, context, reviewPlaces(proposalId, guestPath));
  const takeBack = await waitWithCalls(page);
  await inBothThemes(page, "calls in the panel");
  await page.goto("/inbox");
  await expect(page.getByText("Editor, 2 calls")).toBeVisible();
  await expect(page.getByRole("heading", { name: "The other call" })).toBeVisible();
  await inBothThemes(page, "calls in the inbox");
  await takeBack();
});

test("axe finds nothing serious in the layers over the page, in either theme", async ({ page }) => {
  await page.goto("/inbox");
  await expect(page.getByRole("radio").first()).toBeVisible();
  await inBothThemes(page, "choose a model");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await inBothThemes(page, "palette");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Inbox" }).click();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await inBothThemes(page, "shortcuts");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "History" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await inBothThemes(page, "history");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("axe finds nothing serious, and nothing is wider than the screen", async ({ page }) => {
    for (const path of [
      "/inbox",
      "/content",
      "/runs",
      "/content?part=schedule",
      "/agents",
      "/agents?agent=editor&part=schedule",
      "/settings",
      "/settings?part=health",
      "/settings?part=people",
      "/settings?part=approvals",
      "/usage",
      "/connections",
      "/agent",
    ]) {
      await page.goto(path);
      await expect(page.locator("#main")).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect([path, await violations(page)]).toEqual([path, []]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([path, overflow]).toEqual([path, 0]);
    }
  });
});
