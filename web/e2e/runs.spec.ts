import type { Page } from "@playwright/test";
import { chooseSlowModel, expect, test, write } from "./studio";

/** Wait until the run one looks at has ended, as the studio says: the page shows the state before for a moment. */
async function ended(page: Page): Promise<void> {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const state = async () => (await (await page.request.get(`/api/runs/${id}`)).json()).run.endedAt;
  await expect.poll(state).not.toBeNull();
}

test("a failed run is resumed, retried, forked with changes and exported", async ({ page }) => {
  await page.goto("/inbox");
  await chooseSlowModel(page);
  await write(page, "fail");
  await expect(page.getByRole("log").getByText(/broke off/)).toBeVisible();
  await page.goto("/runs?status=failed");
  await page.getByRole("link", { name: "fail" }).first().click();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("The run goes on").first()).toBeVisible();
  await expect(page.getByText("attempt 2").first()).toBeVisible();
  const first = page.url();
  await ended(page);
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();

  await page
    .getByRole("link", { name: /^Model: slow/ })
    .first()
    .click();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Retry from this step" }).click();
  await expect(page).not.toHaveURL(new RegExp(new URL(first).pathname));
  await ended(page);
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();

  await page.keyboard.press("f");
  const dialog = page.getByRole("dialog", { name: "Fork with changes" });
  await expect(dialog.getByLabel("Message")).toHaveValue("fail");
  await dialog.getByLabel("Message").fill("look");
  await dialog.getByRole("button", { name: "Start the fork" }).click();
  await expect(page.getByText("Sentence 3 of the answer").first()).toBeVisible();
  await expect(page.getByRole("table", { name: "Cost by model" }).getByRole("row")).toHaveCount(2);

  await page.getByRole("button", { name: "More" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Export run" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^run-.*\.json$/);
});

test("a run is watched live and stopped from its own page", async ({ page }) => {
  await page.goto("/inbox");
  await chooseSlowModel(page);
  await write(page, "slow 2000");
  await expect(page.getByText(/Sentence 1 of/).first()).toBeVisible();
  await page.goto("/runs?status=running");
  await page.getByRole("link", { name: "slow 2000" }).first().click();
  await expect(page.locator("#main").getByText(/Sentence 12 of/)).toBeVisible();
  await page.getByRole("button", { name: "Stop run" }).click();
  await expect(page.locator("#main").getByText("Stopped").first()).toBeVisible();
});
