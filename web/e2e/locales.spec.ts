import { chooseSlowModel, expect, test } from "./studio";

test.use({ holds: ["demo"] });

test("a locale is added, filled by copying, and what it lacks is given to the editor", async ({ page }) => {
  await page.goto("/content?model=topics");
  await chooseSlowModel(page);
  await page.getByRole("button", { name: "Add a locale" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a locale" });
  await dialog.getByLabel("Locale").fill("de");
  await dialog.getByRole("button", { name: "Add a locale" }).click();
  await expect(page).toHaveURL(/locale=de/);
  await expect(page.getByRole("heading", { name: "Topics: nothing in German yet" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const box = await page.getByRole("main").getByRole("searchbox").boundingBox();
  expect(box?.width, "there is room to write what is looked for").toBeGreaterThan(150);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Ask the editor to translate" }).click();
  await expect(page.getByLabel("Message to the agent")).toHaveValue(
    "Translate all entries of Topics from English into German.",
  );
  await page.getByRole("button", { name: /^Copy \d+ entries from English/ }).click();
  await expect(page.getByText(/^Copied \d+ entries of topics from en to de/).first()).toBeVisible();
  await expect(page.getByRole("table", { name: "Topics" }).getByRole("link").first()).toBeVisible();

  await page.getByRole("main").getByRole("link", { name: "Articles", exact: false }).first().click();
  await page.getByRole("link", { name: /^Missing in Turkish/ }).click();
  await page.getByRole("button", { name: "Ask the editor to translate" }).click();
  await expect(page.getByLabel("Message to the agent")).toHaveValue(
    "Translate the entries of Articles that are missing in Turkish from English.",
  );
});

test("a term of the glossary is deleted and brought back", async ({ page }) => {
  await page.goto("/content?part=glossary");
  const term = page.getByLabel("nest-brick in Turkish");
  const before = await term.inputValue();
  await page.getByRole("button", { name: "Delete the term nest-brick" }).click();
  await expect(term).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(term).toHaveValue(before);
});

test("related entries stand in the table by their titles", async ({ page }) => {
  await page.goto("/content?model=articles&locale=en");
  const row = page.getByRole("row", { name: /Forty paces of park/ });
  await expect(row.getByText("Maya Ortiz")).toBeVisible();
  await expect(row.getByText("maya-ortiz")).toHaveCount(0);
});
