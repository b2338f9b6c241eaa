import type { Page } from "@playwright/test";
import { bringStopwatch, Stopwatch } from "./response";
import { judge, measure } from "./smoothness";
import { expect, test } from "./studio";

// As many as PROOFROOM_RECORDS says, with three times as many relations; some thousands where it says nothing.
test.use({ holds: ["offline", "records"] });

const FRAMES = 180;
/** How often the end of the table is gone to, where more is fetched each time. */
const ENDS = 10;
const FOLDED = 12;
const LIST = "/records?type=organisation&sort=title";

/** The links of the rows that are in the page. */
function rows(page: Page) {
  return page.locator("[data-scrolls] a[data-row]");
}

/** Scroll the table for some frames, by so many pixels at a time; to its end where none are given. */
async function scroll(page: Page, frames: number, by?: number): Promise<void> {
  await page.evaluate(
    async ({ count, step }) => {
      const table = document.querySelector("[data-scrolls]");
      if (!table) throw new Error("there is no table");
      for (let frame = 0; frame < count; frame += 1) {
        await new Promise(requestAnimationFrame);
        table.scrollTop = step ? table.scrollTop + step : table.scrollHeight;
      }
    },
    { count: frames, step: by },
  );
}

/** Return how high the table is, with the rows that are not in the page. */
function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector("[data-scrolls]")?.scrollHeight ?? 0);
}

/** Return a record that a tenth of all relations point at. */
async function findBusy(page: Page): Promise<{ id: string; relations: number }> {
  // The first that were made are the busy ones.
  const oldest = await (
    await page.request.get("/api/entities?type=organisation&limit=1&sort=createdAt")
  ).json();
  const { id } = oldest.entities[0] as { id: string };
  const graph = await (await page.request.get(`/api/entities/${id}/graph?depth=1&limit=600`)).json();
  return { id, relations: graph.relations.length };
}

test("very many records scroll smoothly, also at an end that more is fetched for", async ({ page }) => {
  await page.goto(LIST);
  await expect(rows(page).first()).toBeVisible();
  const first = await rows(page).first().textContent();
  const done = await measure(page);
  await scroll(page, FRAMES, 240);
  await judge(page, "records, scrolling", await done(), { lateMs: 100, longestMs: 200 });
  // More were fetched on the way, and only those in sight are in the page.
  expect(await rows(page).first().textContent()).not.toBe(first);
  expect(await page.locator("tr[aria-rowindex]").count()).toBeLessThan(80);

  const ended = await measure(page);
  for (let time = 0; time < ENDS; time += 1) {
    const before = await heightOf(page);
    await scroll(page, 1);
    await expect.poll(() => heightOf(page), { timeout: 30_000 }).toBeGreaterThan(before);
  }
  await judge(page, `records, ${ENDS} times to the end`, await ended(), { lateMs: 100, longestMs: 200 });
});

test("the picture of very many records is drawn folded, and the one with most relations opens at once", async ({
  page,
}) => {
  await page.goto("/inbox");
  const busy = await findBusy(page);
  await page.goto(`${LIST}&view=graph`);
  const nodes = page.locator("[data-id]");
  await expect(nodes).toHaveCount(FOLDED);
  const drawn = await measure(page);
  await page.getByRole("button", { name: /^\d+ more$/ }).click();
  await expect.poll(() => nodes.count()).toBeGreaterThan(FOLDED);
  await judge(page, "records, picture unfolded", await drawn(), { lateMs: 250, longestMs: 300 });

  await page.goto(LIST);
  await expect(rows(page).first()).toBeVisible();
  const opened = await measure(page);
  await page.evaluate((id) => {
    history.pushState(null, "", `/records?type=organisation&record=${id}`);
  }, busy.id);
  await expect(page.locator("#relations")).toBeVisible();
  await judge(page, `records, one with ${busy.relations} relations`, await opened(), {
    lateMs: 250,
    longestMs: 300,
  });
});

test("choosing, sorting and opening one of very many is shown at once", async ({ page }) => {
  await bringStopwatch(page);
  const watch = new Stopwatch(page);
  await page.goto(LIST);
  await expect(rows(page).first()).toBeVisible();
  const box = page.locator("tr[aria-rowindex] input").nth(3);
  await watch.time({ name: "records: choose a row", act: () => box.click(), undo: () => box.click() });
  const name = page.getByRole("columnheader", { name: "Name" }).getByRole("button");
  await watch.time({ name: "records: sort by a column", act: () => name.click() });
  await page.goto(LIST);
  const row = rows(page).nth(5);
  await watch.time({
    name: "records: open one",
    act: () => row.click(),
    shows: "#relations",
    undo: async () => {
      await page.goBack();
      await expect(row).toBeVisible();
    },
  });
  watch.judge();
});
