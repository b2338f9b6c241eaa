import { chord, expect, test } from "./studio";

test("a person finds, asks, stops and looks at the run without a pointer", async ({ page }) => {
  await page.goto("/settings");
  await expect(page.getByText("Kept in this browser.")).toBeVisible();
  await chord(page, "g", "i", /\/inbox/);
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();

  // Choose the model: Tab to the list, down to the slow one, Tab to the button.
  await page.getByRole("radio", { name: /Offline/ }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /Slow test model/ })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");

  await expect(page.getByLabel("Message to the agent")).toBeVisible();
  await page.keyboard.press("c");
  await expect(page.getByLabel("Message to the agent")).toBeFocused();
  await page.keyboard.type("slow 2000");
  await page.keyboard.press("Enter");
  await expect(
    page
      .getByRole("log")
      .getByText(/Sentence 2 of/)
      .last(),
  ).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Stop" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("What was done until then is kept.")).toBeVisible();

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.type("runs");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/runs/);
  await expect(page.getByRole("table")).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "slow 2000" }).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Steps" })).toBeVisible();
  await expect(page.getByText("Stopped").first()).toBeVisible();
});

test("the panel opens and closes from anywhere, and layers give the focus back", async ({ page }) => {
  await page.goto("/runs");
  await expect(page.getByRole("region", { name: "Agent panel" })).toBeVisible();
  await page.keyboard.press("Control+j");
  await expect(page.getByRole("region", { name: "Agent panel" })).toBeHidden();
  await page.getByRole("link", { name: "Inbox" }).focus();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("link", { name: "Inbox" })).toBeFocused();
  await page.keyboard.press("Control+j");
  await expect(page.getByRole("region", { name: "Agent panel" })).toBeVisible();
});

test("the first Tab leads past the navigation", async ({ page }) => {
  await page.goto("/settings");
  await expect(page.getByText("Kept in this browser.")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Look" })).toBeFocused();
});
