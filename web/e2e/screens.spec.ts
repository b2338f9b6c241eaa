import { join } from "node:path";
import { haveConversation, places, QUESTION, reviewPlaces, shareWaiting } from "./routes";
import { chooseSlowModel, expect, test, write } from "./studio";

const FOLDER = process.env.PROOFROOM_SCREENS ?? "";

/** Leave the name of the temporary folder out of the picture. */
function hideFolder(): void {
  for (const cell of document.querySelectorAll("td")) {
    if (cell.children.length > 0) continue;
    cell.textContent = (cell.textContent ?? "").replace(/\/\S*studio-data/, "studio-data");
  }
}

test.use({ holds: ["demo"] });

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("every page", async ({ page, context }) => {
      const runId = await haveConversation(page);
      const visitor = await context.browser()?.newContext({
        colorScheme,
        baseURL: new URL(page.url()).origin,
        viewport: { width: 1440, height: 900 },
      });
      const outside = await visitor?.newPage();
      const [proposalId, guestPath] = await shareWaiting(page);
      for (const place of [...places(runId), ...reviewPlaces(proposalId, guestPath)]) {
        const shown = place.isOutside && outside ? outside : page;
        await shown.goto(place.path);
        await place.ready(shown);
        await shown.evaluate(() => document.fonts.ready);
        await shown.waitForTimeout(400);
        await shown.evaluate(hideFolder);
        await shown.screenshot({ path: join(FOLDER, `${place.name}-${colorScheme}.png`) });
      }
      await visitor?.close();
    });

    test("layers and a running answer", async ({ page }) => {
      await page.goto("/inbox");
      await expect(page.getByRole("radio").first()).toBeVisible();
      await page.screenshot({ path: join(FOLDER, `choose-model-${colorScheme}.png`) });
      await chooseSlowModel(page);
      await write(page, QUESTION);
      await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
      await write(page, "And who may undo it?");
      await expect(
        page
          .getByRole("article")
          .last()
          .getByText(/A turn is undone/),
      ).toBeVisible();
      await write(page, "Show me the last three runs.");
      await expect(page.getByText("Next: “Show me the last three runs.”")).toBeVisible();
      await page.screenshot({ path: join(FOLDER, `running-${colorScheme}.png`) });
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(FOLDER, `palette-${colorScheme}.png`) });
      await page.keyboard.press("Escape");
      await page.getByRole("heading", { name: "Inbox" }).click();
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(FOLDER, `shortcuts-${colorScheme}.png`) });
    });

    test("a phone", async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto("/agent");
      await chooseSlowModel(page);
      await write(page, QUESTION);
      await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
      await page.screenshot({ path: join(FOLDER, `phone-agent-${colorScheme}.png`) });
      for (const name of ["inbox", "runs"]) {
        await page.goto(`/${name}`);
        await page.waitForLoadState("networkidle");
        await page.screenshot({ path: join(FOLDER, `phone-${name}-${colorScheme}.png`) });
      }
    });
  });
}
