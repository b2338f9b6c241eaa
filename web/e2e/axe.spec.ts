import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { haveConversation, places } from "./routes";
import { expect, test } from "./studio";

async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("axe finds nothing serious on any page", async ({ page, context }) => {
      test.setTimeout(240_000);
      const runId = await haveConversation(page);
      const visitor = await context
        .browser()
        ?.newContext({ colorScheme, baseURL: new URL(page.url()).origin });
      const outside = await visitor?.newPage();
      for (const place of places(runId)) {
        const shown = place.isOutside && outside ? outside : page;
        await shown.goto(place.path);
        await place.ready(shown);
        expect([place.name, await violations(shown)]).toEqual([place.name, []]);
      }
      await visitor?.close();
    });

    test("axe finds nothing serious in the layers over the page", async ({ page }) => {
      await page.goto("/inbox");
      await expect(page.getByRole("radio").first()).toBeVisible();
      expect(["choose a model", await violations(page)]).toEqual(["choose a model", []]);
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(["palette", await violations(page)]).toEqual(["palette", []]);
      await page.keyboard.press("Escape");
      await page.getByRole("heading", { name: "Inbox" }).click();
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
      expect(["shortcuts", await violations(page)]).toEqual(["shortcuts", []]);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "History" }).click();
      await expect(page.getByRole("menu")).toBeVisible();
      expect(["history", await violations(page)]).toEqual(["history", []]);
    });
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("axe finds nothing serious, and nothing is wider than the screen", async ({ page }) => {
    test.setTimeout(120_000);
    for (const path of ["/inbox", "/runs", "/agents", "/settings", "/settings?part=health", "/agent"]) {
      await page.goto(path);
      await expect(page.locator("#main")).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect([path, await violations(page)]).toEqual([path, []]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([path, overflow]).toEqual([path, 0]);
    }
  });
});
