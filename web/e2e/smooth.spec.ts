import { judge, measure } from "./smoothness";
import { expect, test } from "./studio";

test.use({ holds: ["demo", "many"] });

const FRAMES = 180;

test("ten thousand entries scroll smoothly", async ({ page }) => {
  await page.goto("/content?project=gazetteer");
  await expect(page.getByText("10000 entries")).toBeVisible();
  await expect(page.getByRole("link", { name: "Place 00000" })).toBeVisible();
  const done = await measure(page);
  await page.evaluate(async (count) => {
    const table = document.querySelector('[role="table"]')?.parentElement;
    if (!table) throw new Error("there is no table");
    for (let frame = 0; frame < count; frame += 1) {
      await new Promise(requestAnimationFrame);
      table.scrollTop += 240;
    }
  }, FRAMES);
  const measured = await done();
  // Rows that were scrolled to are there, and only the rows in sight are in the page.
  await expect(page.getByRole("link", { name: /^Place 013\d\d$/ }).first()).toBeVisible();
  expect(await page.locator("[data-row]").count()).toBeLessThan(80);
  await judge(page, "10,000 entries, scrolling", measured, { lateMs: 100, longestMs: 1000 });
});
