import { expect, test } from "./studio";

test("an agent's tools and instructions become versions that are compared and gone back to", async ({
  page,
}) => {
  await page.goto("/agents?agent=editor");
  await page.getByLabel("Instructions").fill("You work on content. Say plainly what changed.");
  await page.reload();
  await expect(page.getByText("Not saved yet, kept in this browser")).toBeVisible();
  await expect(page.getByLabel("Instructions")).toHaveValue(/Say plainly what changed/);
  await page.getByLabel("Why this change").fill("Shorter");
  await page.getByRole("button", { name: "Save as a new version" }).click();
  await expect(page.getByText("Editor is now at version 2").first()).toBeVisible();

  await page.getByRole("link", { name: "Tools" }).click();
  await expect(page.getByRole("checkbox", { name: "Find entries" })).toBeChecked(); // not by its code
  await page.getByRole("checkbox", { name: "Save content" }).uncheck();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Save content" })).not.toBeChecked();
  await page.getByRole("button", { name: "Save as a new version" }).click();
  await expect(page.getByText("Editor is now at version 3").first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Save content" })).not.toBeChecked();

  await page.getByRole("link", { name: "Limits" }).click();
  await page.getByLabel("Rounds in one turn").fill("9");
  await page.getByRole("button", { name: "Save as a new version" }).click();
  await expect(page.getByText("Editor is now at version 4").first()).toBeVisible();

  await page.getByRole("link", { name: "Versions" }).click();
  await page.getByRole("button", { name: "What version 3 changed" }).click();
  await expect(page.getByText("save_content").first()).toBeVisible();
  await page.getByRole("button", { name: "Go back to version 1" }).click();
  await expect(page.getByText("Version 1 is now version 5").first()).toBeVisible();
  await page.getByRole("link", { name: "Limits" }).click();
  await expect(page.getByLabel("Rounds in one turn")).toHaveValue("5");
});

test("an agent gets a budget of its own and a role for when nobody is behind a run", async ({ page }) => {
  await page.goto("/agents?agent=editor&part=budget");
  await page.getByRole("button", { name: "Set a budget for Editor" }).click();
  await page.getByLabel("Limit in dollars").fill("4.5");
  await page.getByRole("button", { name: "Set a budget", exact: true }).click();
  await expect(page.getByRole("meter", { name: /^Editor: / })).toBeVisible();
  await page.getByRole("button", { name: "Change the budget of Editor" }).click();
  await page.getByRole("button", { name: "Delete budget" }).click();
  await expect(page.getByRole("meter", { name: /^Editor: / })).toBeHidden();
  await page.getByRole("link", { name: "Authority" }).click();
  await expect(page.getByText("With the rights of the person who asks.", { exact: false })).toBeVisible();
  await page.getByText(/^Asks a person before it uses/).click();
  await page.getByRole("combobox", { name: "Role when nobody is behind a run" }).click();
  await page.getByRole("option", { name: /^Viewer/ }).click();
  await page.getByRole("button", { name: "Save as a new version" }).click();
  await expect(page.getByText(/Editor is now at version/).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Role when nobody is behind a run" })).toContainText(
    "Viewer",
  );
});
