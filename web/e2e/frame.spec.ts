import { chooseSlowModel, expect, test, write } from "./studio";

test("theme, density and language are kept, and the app speaks Turkish", async ({ page }) => {
  await page.goto("/settings");
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.getByRole("radio", { name: "Comfortable" }).check();
  await page.getByRole("radio", { name: "Türkçe" }).check();
  await expect(page.getByRole("heading", { name: "Ayarlar" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Ayarlar" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("html")).toHaveAttribute("data-density", "comfortable");
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
});

test("filters stand in the address and survive a reload", async ({ page }) => {
  await page.goto("/runs");
  await page.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await expect(page).toHaveURL(/status=failed/);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "State" })).toHaveText("Failed");
  await page.goBack();
});

test("a row of the runs changes in place while its run goes on", async ({ page }) => {
  await page.goto("/runs");
  await chooseSlowModel(page);
  await write(page, "slow 2000");
  const row = page.getByRole("row", { name: /slow 2000/ }).first();
  await expect(row.getByText("Running")).toBeVisible();
  await expect(page.getByText("1 run going")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(row.getByText("Stopped")).toBeVisible();
  await expect(page.getByText("No runs going")).toBeVisible();
});

test("text that was not sent is still there after a reload", async ({ page }) => {
  await page.goto("/inbox");
  await chooseSlowModel(page);
  await page.getByLabel("Message to the agent").fill("half a thou");
  await page.reload();
  await expect(page.getByLabel("Message to the agent")).toHaveValue("half a thou");
});

test("the width of the panel can be changed by keys and is kept", async ({ page }) => {
  await page.goto("/inbox");
  const edge = page.getByRole("separator", { name: "Width of the agent panel" });
  await edge.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(edge).toHaveAttribute("aria-valuenow", "396");
  await page.reload();
  await expect(edge).toHaveAttribute("aria-valuenow", "396");
});

test("exactly one tab is current, and it is the one of the address", async ({ page }) => {
  for (const [path, name] of [
    ["/settings", "Look"],
    ["/settings?part=account", "Account"],
    ["/settings?part=health", "Health"],
  ] as const) {
    await page.goto(path);
    const current = page.getByRole("navigation", { name: "Parts of the settings" }).locator("[aria-current]");
    await expect(current).toHaveText([name]);
  }
});

test("zoomed to 200 %, the page comes first: rail and panel are narrow until one opens them", async ({
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto("/usage");
  const panel = page.getByLabel("Message to the agent");
  await expect(page.getByRole("heading", { name: /each day/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Set a budget" })).toBeInViewport({ ratio: 1 });
  await expect(panel).toBeHidden();
  await page.keyboard.press("ControlOrMeta+j");
  await expect(
    page.getByRole("complementary", { name: "Agent panel" }).getByRole("radio").first(),
  ).toBeVisible();
  await page.keyboard.press("ControlOrMeta+j");
  await expect(page.getByRole("button", { name: "Open agent panel" })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole("button", { name: "Collapse navigation" })).toBeVisible();
});
