import { chooseSlowModel, expect, test, write } from "./studio";

test("a budget stops a run, which goes on when it is raised from the inbox", async ({ page }) => {
  await page.goto("/usage");
  await page.getByRole("button", { name: "Set a budget" }).click();
  const dialog = page.getByRole("dialog", { name: "Set a budget" });
  await dialog.getByLabel("Limit in dollars").fill("0,0001");
  await dialog.getByRole("button", { name: "Set a budget" }).click();
  await expect(page.getByRole("meter", { name: /^Workspace/ })).toBeVisible();

  await page.getByRole("link", { name: "Inbox" }).click();
  await chooseSlowModel(page);
  await write(page, "look");
  await page
    .getByRole("region", { name: "Waiting and decided" })
    .getByRole("link", { name: /budget|stopp|spen/i })
    .first()
    .click();
  await page.getByLabel("New limit in dollars").fill("5");
  await page.getByRole("button", { name: "Raise and go on" }).click();
  await expect(page.getByRole("log").getByText("Sentence 3 of the answer").first()).toBeVisible();
  await expect(page.getByText("The limit was raised").first()).toBeVisible();

  await page.goto("/usage");
  await page.getByRole("button", { name: "Change the budget of Workspace" }).click();
  await page.getByRole("button", { name: "Delete budget" }).click();
  await expect(page.getByText("The budget was deleted").first()).toBeVisible();
  await expect(page.getByRole("meter", { name: /^Workspace/ })).toBeHidden();
});
