import type { Page } from "@playwright/test";
import { bringStopwatch, Stopwatch } from "./response";
import { judge, measure } from "./smoothness";
import { expect, test } from "./studio";

test.use({ holds: ["offline"] });

const RECORDS = 3_000;
const AROUND = 60;
const FRAMES = 180;
const FOLDED = 12;

/** Make a type with thousands of records, one of which has many relations. */
async function fill(page: Page): Promise<void> {
  const session = await (await page.request.get("/api/session")).json();
  const headers = { "X-CSRF-Token": session.csrfToken };
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(path, { headers, data });
    expect(answer.ok()).toBe(true);
    return answer.json();
  };
  const fields = ["city", "keeper", "note"].map((key) => ({ key }));
  await send("/api/entity-types", { slug: "mill", name: "Mill", fields });
  const rows = Array.from(
    { length: RECORDS },
    (_, at) => `Mill ${String(at).padStart(4, "0")},Bonn,Ada,By the river`,
  );
  const made = await send("/api/entity-types/mill/import", {
    text: ["title,city,keeper,note", ...rows].join("\n"),
    isOurs: true,
  });
  expect(made.created).toBe(RECORDS);
  const [hub, ...others] = made.ids as string[];
  for (const targetId of others.slice(0, AROUND))
    await send("/api/relations", { sourceId: hub, targetId, kind: "feeds" });
}

test("thousands of records scroll smoothly, and one with many relations is drawn folded", async ({
  page,
}) => {
  await page.goto("/inbox");
  await fill(page);
  await page.goto("/records?type=mill&sort=title");
  await expect(page.getByRole("link", { name: "Mill 0000" })).toBeVisible();
  const done = await measure(page);
  await page.evaluate(async (count) => {
    const table = document.querySelector("[data-scrolls]");
    if (!table) throw new Error("there is no table");
    for (let frame = 0; frame < count; frame += 1) {
      await new Promise(requestAnimationFrame);
      table.scrollTop += 240;
    }
  }, FRAMES);
  const measured = await done();
  // More were fetched on the way, and only those in sight are in the page.
  await expect(page.getByRole("link", { name: /^Mill (?!0[01])\d{4}$/ }).first()).toBeVisible();
  expect(await page.locator("tr[aria-rowindex]").count()).toBeLessThan(80);
  await judge(page, `${RECORDS} records, scrolling`, measured, { lateMs: 100, longestMs: 500 });

  await page.goto("/records?type=mill&sort=title&view=graph");
  const nodes = page.locator("[data-id]");
  await expect(nodes.first()).toBeVisible();
  await expect(nodes).toHaveCount(FOLDED);
  const drawn = await measure(page);
  await page.getByRole("button", { name: /^\d+ more$/ }).click();
  await expect(nodes).toHaveCount(AROUND + 1);
  await judge(page, `${AROUND} relations, unfolded`, await drawn(), { lateMs: 250, longestMs: 300 });
});

test("choosing, sorting and opening one of thousands is shown at once", async ({ page }) => {
  await bringStopwatch(page);
  const watch = new Stopwatch(page);
  await page.goto("/records?type=mill&sort=title");
  await expect(page.getByRole("link", { name: "Mill 0000" })).toBeVisible();
  const box = page.getByRole("checkbox", { name: "Choose Mill 0003" });
  await watch.time({ name: "records: choose a row", act: () => box.click(), undo: () => box.click() });
  const name = page.getByRole("columnheader", { name: "Name" }).getByRole("button");
  await watch.time({ name: "records: sort by a column", act: () => name.click() });
  await page.goto("/records?type=mill&sort=title");
  const row = page.getByRole("link", { name: "Mill 0005" });
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
