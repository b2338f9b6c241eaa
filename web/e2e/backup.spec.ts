import { test as base } from "@playwright/test";
import { expect, Studio, setUp } from "./studio";

/** A studio of its own: it is stopped, and its data is replaced. */
const test = base.extend<{ studio: Studio }>({
  studio: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const studio = new Studio(["demo"]);
      await studio.start();
      await use(studio);
      await studio.remove();
    },
    { timeout: 180_000 },
  ],
});

const patient = expect.configure({ timeout: 20_000 });

test("a backup is brought back by the command the page names, and the browser sees what was there", async ({
  page,
  studio,
}) => {
  test.setTimeout(240_000); // two starts and a command, each of them seconds on a quiet machine
  await setUp(page, studio);
  await page.goto(`${studio.url}/settings?part=backup`);
  await page.getByRole("button", { name: "Back up now" }).click();
  const command = await page.getByText(/^proofroom restore .* --replace$/).innerText();

  await page.goto(`${studio.url}/content?project=fieldnotes&model=articles&entry=forty-paces-of-park`);
  await patient(page.getByLabel("Title")).toHaveValue("Forty paces of park");
  await page.getByLabel("Title").fill("A title that will be gone");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await patient(page.getByText(/^Changed .* of “/).first()).toBeVisible();

  await studio.stop();
  studio.run(command);
  await studio.start();
  await page.reload();
  await patient(page.getByLabel("Title")).toHaveValue("Forty paces of park");
  await page.goto(`${studio.url}/inbox`);
  await patient(page.getByRole("link", { name: /Editor proposes \d+ changes/ })).toBeVisible();
});
