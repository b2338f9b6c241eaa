import { test as base } from "@playwright/test";
import { expect, OWNER, Studio, setUp, write } from "./studio";

const test = base.extend<{ studio: Studio }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  studio: async ({}, use) => {
    const studio = new Studio();
    await studio.start();
    await use(studio);
    await studio.remove();
  },
});

test("a closed studio shows how to get in, and the one-time link opens it once", async ({ page, studio }) => {
  await page.goto(studio.url);
  await expect(page.getByRole("heading", { name: "This studio has no owner yet" })).toBeVisible();
  await setUp(page, studio);
  await page.goto(studio.url + studio.setupPath);
  await expect(page.getByRole("heading", { name: "This studio is already set up" })).toBeVisible();
});

test("a person signs out and in again, and lands where they wanted to go", async ({ page, studio }) => {
  await setUp(page, studio);
  await page.getByRole("button", { name: `Signed in as ${OWNER.name}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goto(`${studio.url}/runs?status=failed`);
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/runs\?status=failed/);
  await expect(page.getByRole("heading", { name: "No run fits these filters" })).toBeVisible();
});

test("the offline model answers the first question", async ({ page, studio }) => {
  await setUp(page, studio);
  await page.getByRole("radio", { name: /Offline/i }).check();
  await page.getByRole("button", { name: /^Use / }).click();
  await write(page, "What time is it?");
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  await expect(page.getByRole("button", { name: /Looked at the clock/ })).toBeVisible();
});
