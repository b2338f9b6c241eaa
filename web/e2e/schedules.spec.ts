import { expect, test } from "./studio";

test.use({ holds: ["demo"] });

test("a task is put on an agent's schedule, run now, rested, changed, taken off and brought back", async ({
  page,
}) => {
  await page.goto("/agents?agent=assistant&part=schedule");
  await page.getByRole("button", { name: "Add a task" }).click();
  await page.getByLabel("Task").fill("Say what waits.");
  await page.getByRole("combobox", { name: "How often" }).click();
  await page.getByRole("option", { name: "Every week" }).click();
  await page.getByRole("combobox", { name: "Weekday" }).click();
  await page.getByRole("option", { name: "Friday" }).click();
  await page.getByLabel("Time").fill("16:30");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Say what waits." });
  await expect(row).toContainText("Every Friday at 16:30");
  await expect(row).toContainText("as Elif Arslan");

  await page.getByRole("button", { name: "Let rest: Say what waits." }).click();
  await expect(row).toContainText("Resting");
  await page.getByRole("button", { name: "Change: Say what waits." }).click();
  await page.getByLabel("Task").fill("Say what is late.");
  await page.getByRole("combobox", { name: "How often" }).click();
  await page.getByRole("option", { name: "On weekdays" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const changed = page.getByRole("listitem").filter({ hasText: "Say what is late." });
  await expect(changed).toContainText("On weekdays at 16:30");
  await expect(changed).toContainText("Resting");
  await page.getByRole("button", { name: "Go on: Say what is late." }).click();
  await expect(changed).toContainText(/next .*16:30/);

  await page.getByRole("button", { name: "Run now: Say what is late." }).click();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]+/);
  await expect(page.getByRole("heading", { name: "Say what is late." })).toBeVisible();
  await expect(page.getByText("Finished").first()).toBeVisible();

  await page.goto("/agents?agent=assistant&part=schedule");
  await page.getByRole("button", { name: "Take off the schedule: Say what is late." }).click();
  await expect(changed).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(changed).toContainText("On weekdays at 16:30");
});

test("an entry is published by date from its own menu, listed, changed and cancelled", async ({ page }) => {
  await page.goto("/content?model=articles&entry=forty-paces-of-park");
  await page.getByRole("button", { name: "More ways to publish" }).click();
  await page.getByRole("menuitem", { name: "Publish by date" }).click();
  const dialog = page.getByRole("dialog", { name: /Dates of “Forty paces of park”/ });
  await dialog.getByLabel("Appears").fill("2099-01-02T09:00");
  await dialog.getByRole("button", { name: "Publish by date" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("appears 2 Jan 2099, 09:00").first()).toBeVisible();
  await expect(page.getByRole("row", { name: /Forty paces of park/ })).toContainText("Scheduled");

  await page.getByRole("link", { name: "Content", exact: true }).last().click();
  await page.getByRole("link", { name: /^Dates/ }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Forty paces of park" });
  await expect(row).toContainText("appears 2 Jan 2099, 09:00");
  await row.getByRole("button", { name: /^Change the dates/ }).click();
  await dialog.getByLabel("Goes").fill("2099-03-01T00:00");
  await dialog.getByRole("button", { name: "Publish by date" }).click();
  await expect(row).toContainText("goes 1 Mar 2099");
  await row.getByRole("button", { name: /^Cancel the dates/ }).click();
  await expect(page.getByRole("heading", { name: "Nothing has a date" })).toBeVisible();
  // What was to appear is a draft again, and not suddenly public.
  await page.goto("/content?model=articles&entry=forty-paces-of-park");
  await expect(page.getByRole("button", { name: "Publish entry" })).toBeVisible();
});
