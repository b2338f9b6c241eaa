import { expect, test } from "./studio";

test.use({ holds: ["demo", "offline"] });

test("an answer is kept, a brief is accepted and taken back, and the record tells of both", async ({ page }) => {
  await page.goto("/records?type=organisation");
  await page.getByRole("link", { name: "Waterways Department" }).click();
  const answers = page.locator("#answers");
  const activity = page.locator("#activity");
  await expect(answers.getByText("waits for you")).toHaveCount(2);
  await page.getByRole("button", { name: /^Yes, keep it/ }).first().click();
  await expect(answers.getByText(/^kept/)).toBeVisible();
  await expect(activity.getByText(/kept Cost of repair/)).toBeVisible();

  await page.locator("#briefs").getByRole("link").first().click();
  await page.getByRole("button", { name: "Accept brief" }).click();
  await expect(page.getByText(/^Accepted by Elif Arslan/)).toBeVisible();
  await page.goBack();
  await expect(activity.getByText(/^Elif Arslan accepted a brief/)).toBeVisible();
  await page.locator("#briefs").getByRole("link").first().click();
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByRole("button", { name: "Accept brief" })).toBeVisible();
});

test("an agent's cases are replayed beside its versions, and its heartbeat is changed in a sentence", async ({
  page,
}) => {
  await page.goto("/agents?agent=editor&part=evals");
  const table = page.getByRole("table", { name: "Tests" });
  await table.getByRole("button", { name: /^Trials of version 1: Mark every/ }).click();
  await page.getByRole("button", { name: /^Replay: Mark every/ }).click();
  await expect(table.getByRole("button", { name: /Mark every/ })).toHaveText("3/3");
  await expect(page.getByRole("region", { name: /^Mark every/ }).getByText("tools in this order")).toBeVisible();

  await page.goto("/agents?agent=researcher&part=schedule");
  await page.getByRole("button", { name: "Let it work by the clock" }).click();
  await page.getByRole("button", { name: /^When it wakes up/ }).click();
  await page.getByRole("menuitemradio", { name: /every 30 minutes from/i }).click();
  await expect(page.getByRole("button", { name: /^When it wakes up: every 30 minutes/i })).toBeVisible();
  await page.getByRole("button", { name: "Run now" }).click();
  await expect(page.getByRole("table", { name: "Heartbeat" }).getByText("done")).toBeVisible();
});
