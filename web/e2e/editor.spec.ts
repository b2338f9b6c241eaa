import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./studio";

test.use({ holds: ["demo"] });

const ARTICLES = "/content?project=fieldnotes&model=articles";

/** Open an article with its text ready to be written in. */
async function openText(page: Page, entry: string) {
  await page.goto(`${ARTICLES}&entry=${entry}`);
  const text = page.getByRole("textbox", { name: "Body" });
  await expect(text).toHaveAttribute("contenteditable", "true", { timeout: 15_000 });
  return text;
}

/** Return the text as Markdown, from the raw view and back. */
async function markdown(page: Page): Promise<string> {
  await page.keyboard.press("Control+e");
  const raw = await page.getByLabel("Body, as Markdown").inputValue();
  await page.keyboard.press("Control+e");
  await expect(page.getByRole("textbox", { name: "Body" })).toHaveAttribute("contenteditable", "true");
  return raw;
}

test("one paragraph is changed and no other byte, and undo leaves none changed", async ({ page }) => {
  const text = await openText(page, "the-canal-that-learned-to-flood");
  const before = await markdown(page);
  await text.getByText("The obvious answer was higher walls.").click();
  await page.keyboard.press("Home");
  await page.keyboard.type("Naturally. ");
  await expect(page.getByText("1 field changed, kept in this browser")).toBeVisible();
  const after = await markdown(page);
  const change = after.split("\n\n").filter((paragraph) => !before.split("\n\n").includes(paragraph));
  expect(change).toHaveLength(1);
  expect(after.replace("Naturally. ", "")).toBe(before);
  await page.getByRole("button", { name: "Discard" }).click();

  await text.getByText("It has flooded five times since.").click();
  await page.keyboard.type("x");
  await expect(page.getByText("1 field changed, kept in this browser")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(page.getByText("1 field changed, kept in this browser")).toBeHidden();
});
