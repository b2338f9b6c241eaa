import { test as base } from "@playwright/test";
import { expect, Studio, setUp } from "./studio";

/** A studio as `make up` starts it: the demo project, a proposal waiting, no model but the built-in one. */
const test = base.extend<{ studio: Studio }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  studio: async ({}, use) => {
    const studio = new Studio(true, true);
    await studio.start();
    await use(studio);
    await studio.remove();
  },
});

test("x", async ({ page, studio }) => {
  await setUp(page, studio);
  await page.getByRole("link", { name: /Editor proposes 4 changes/ }).click();
  await page.getByRole("button", { name: "Merge all 4" }).click();
  await page.waitForTimeout(1500);
  console.log(await page.locator("#main").ariaSnapshot());
  await page.getByLabel("Message to the agent").fill("Mark every article by Elif Kaya as featured");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(3000);
  console.log(await page.getByRole("region", { name: "Agent panel" }).ariaSnapshot());
  await page
    .getByRole("region", { name: "Agent panel" })
    .getByRole("link", { name: /^Review/ })
    .click();
  await page.waitForTimeout(2000);
  console.log(await page.locator("#main").ariaSnapshot());
  await page.screenshot({ path: "/tmp/w/wd/story.png" });
});
