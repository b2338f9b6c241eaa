import { test as base } from "@playwright/test";
import { prepared } from "./prepared";
import { expect, Studio } from "./studio";

/** A studio of its own: it is stopped, and its data is replaced. */
const test = base.extend<{ studio: Studio }>({
  studio: [
    async ({ browser, context }, use) => {
      const { folder, cookies } = await prepared(["demo"], browser);
      await context.addCookies(cookies);
      const studio = new Studio(["demo"], folder);
      await studio.start();
      await use(studio);
      await studio.remove();
    },
    { timeout: 600_000 },
  ],
});

test("a backup is brought back by the command the page names, and the browser sees what was there", async ({
  page,
  studio,
}) => {
  await page.goto(`${studio.url}/settings?part=backup`);
  await page.getByRole("button", { name: "Back up now" }).click();
  const command = await page.getByText(/^proofroom restore .* --replace$/).innerText();

  await page.goto(`${studio.url}/content?project=fieldnotes&model=articles&entry=forty-paces-of-park`);
  await expect(page.getByLabel("Title")).toHaveValue("Forty paces of park");
  await page.getByLabel("Title").fill("A title that will be gone");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // The bar goes when the studio has said that the change is saved; until then this browser keeps it as a draft, and
  // would show it, as it should, whatever the data was replaced by.
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeHidden();
  await expect(page.getByLabel("Title")).toHaveValue("A title that will be gone");

  await studio.stop();
  studio.run(command);
  await studio.start();
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("Forty paces of park");
  await page.goto(`${studio.url}/inbox`);
  await expect(page.getByRole("link", { name: /Editor proposes \d+ changes/ })).toBeVisible();
});
