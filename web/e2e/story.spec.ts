import { test as base, type Locator, type Page } from "@playwright/test";
import { unclaimed } from "./prepared";
import { expect, OWNER, Studio, setUp } from "./studio";

/** A studio as `make up` starts it: the demo project, a proposal waiting, no model but the built-in one. */
const test = base.extend<{ studio: Studio }>({
  studio: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const studio = new Studio(["demo", "offline"], await unclaimed());
      await studio.start();
      await use(studio);
      await studio.remove();
    },
    { timeout: 600_000 },
  ],
});

const WISH = "Mark every article by Maya Ortiz as featured";

/** Counts what a person does: clicks, fields filled in, keys pressed. */
class Person {
  steps = 0;
  keys = 0;
  constructor(readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.steps += 1;
    await target.click();
  }

  async press(...chords: string[]): Promise<void> {
    for (const chord of chords) {
      this.keys += 1;
      await this.page.keyboard.press(chord);
    }
  }

  async type(text: string): Promise<void> {
    this.steps += 1;
    await this.page.keyboard.type(text);
  }
}

/** Return the titles of the featured articles as the world outside reads them. */
async function featured(page: Page): Promise<string[]> {
  const answer = await page.request.get(
    `${new URL(page.url()).origin}/api/delivery/fieldnotes/articles?locale=en&limit=50`,
  );
  expect(answer.status()).toBe(200);
  const { data } = (await answer.json()) as { data: { title: string; featured: boolean }[] };
  return data.filter((entry) => entry.featured).map((entry) => entry.title);
}

function panel(page: Page): Locator {
  return page.getByRole("region", { name: "Agent panel" });
}

test("a new user proofs, asks, accepts and rejects, merges, sees it published and takes it back", async ({
  page,
  studio,
}) => {
  const began = Date.now();
  await setUp(page, studio);
  const person = new Person(page);
  const before = await featured(page);

  // The set-up leads to what waits, with the conversation that made it beside it.
  const steps = page.getByRole("navigation", { name: "First steps" });
  await expect(steps.getByRole("link", { name: "Proof the waiting changes" })).toBeVisible();
  expect((await steps.boundingBox())?.height, "they are a strip, and stay one").toBeLessThan(50);
  await expect(panel(page).getByText(/Set the Turkish description of the topic Walking/)).toBeVisible();
  await person.click(page.getByRole("button", { name: "Accept all" }));
  await person.click(page.getByRole("button", { name: /^Merge/ }));
  await expect(page.getByText(/(\d+) of \1 changes were taken into the content/)).toBeVisible();
  await person.click(steps.getByRole("link", { name: "See them published" }));
  await expect(page.getByText(/The list came to 412 pauses in nine mornings/)).toBeVisible();
  await expect(page, "the project has a site").toHaveURL(/\/sites\/fieldnotes\//);
  await page.goBack();
  const approved = await featured(page);
  expect(approved.length).toBe(before.length + 3);
  await expect(steps.getByRole("link", { name: "Connect a model" })).toBeVisible();
  await person.click(steps.getByRole("button", { name: "Keep the offline model" }));
  await expect(steps).toBeHidden();

  await person.click(page.getByLabel("Message to the agent"));
  await person.type(WISH);
  await person.click(page.getByRole("button", { name: "Send" }));
  await person.click(panel(page).getByRole("link", { name: /^Review \d+ changes/ }));
  const accept = page.getByRole("button", { name: "Accept", exact: true });
  await expect(accept).toBeVisible();
  const hunks = Number(/of (\d+) decided/.exec(await page.getByText(/\d+ of \d+ decided/).innerText())?.[1]);
  expect(hunks).toBeGreaterThan(1);
  const decisions = person.steps;
  await person.click(accept);
  for (let hunk = 1; hunk < hunks; hunk += 1) {
    await expect(page.getByText(`${hunk} of ${hunks} decided`)).toBeVisible();
    await person.click(page.getByRole("button", { name: "Reject", exact: true }));
  }
  const perHunk = (person.steps - decisions) / hunks;
  await person.click(page.getByRole("button", { name: /^Merge/ }));
  await expect.poll(() => featured(page)).toHaveLength(approved.length + 1);
  const published = (await featured(page)).find((title) => !approved.includes(title)) ?? "";
  await person.click(page.getByRole("link", { name: "Content", exact: true }));
  await person.click(page.getByRole("link", { name: published, exact: true }));
  await person.click(page.getByRole("link", { name: "Read it" }));
  await expect(page.getByRole("heading", { name: published }).first()).toBeVisible();
  await page.goBack();

  await person.click(panel(page).getByRole("button", { name: "Undo turn" }).last());
  await expect.poll(() => featured(page)).toEqual(approved);
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`by mouse: ${person.steps} steps, ${perHunk} per hunk, ${seconds} s of 300`);
  expect(seconds).toBeLessThan(300);
});

test("the same by keyboard alone", async ({ page, studio }) => {
  const person = new Person(page);
  await page.goto(studio.url + studio.setupPath);
  await expect(page.getByLabel("Name of the workspace")).toBeFocused();
  for (const words of ["Fieldnotes", OWNER.name, OWNER.email, OWNER.password]) {
    await person.type(words);
    await person.press(words === OWNER.password ? "Enter" : "Tab");
  }
  const decided = page.getByText(/^(\d+) of \1 decided$/);
  await expect(page.getByRole("button", { name: "Accept", exact: true })).toBeVisible();
  const before = await featured(page);

  await person.press("Shift+A");
  await expect(decided).toBeVisible();
  await person.press("Control+Enter");
  await expect.poll(() => featured(page)).toHaveLength(before.length + 3);
  const approved = await featured(page);
  await expect(page.getByRole("link", { name: "See it published" })).toBeVisible();
  await person.press("p");
  await expect(page.getByText(/The list came to 412 pauses in nine mornings/)).toBeVisible();
  await page.goBack();
  person.keys += 1; // the browser's own key for it

  await expect(page.getByLabel("Message to the agent")).toBeVisible();
  await person.press("c");
  await expect(page.getByLabel("Message to the agent")).toBeFocused();
  await person.type(WISH);
  await person.press("Enter");
  await expect(panel(page).getByRole("link", { name: /^Review \d+ changes/ })).toBeVisible();
  await person.press("Control+Shift+Enter");
  await expect(page.getByRole("button", { name: "Accept", exact: true })).toBeVisible();
  const hunks = Number(/of (\d+) decided/.exec(await page.getByText(/\d+ of \d+ decided/).innerText())?.[1]);
  const keys = person.keys;
  await person.press("y");
  for (let hunk = 1; hunk < hunks; hunk += 1) {
    await expect(page.getByText(`${hunk} of ${hunks} decided`)).toBeVisible();
    await person.press("n");
  }
  const perHunk = (person.keys - keys) / hunks;
  await expect(decided).toBeVisible();
  await person.press("Control+Enter");
  await expect.poll(() => featured(page)).toHaveLength(approved.length + 1);
  await person.press("Shift+U");
  await expect.poll(() => featured(page)).toEqual(approved);
  console.log(`by keyboard: ${person.keys} keys besides text, ${perHunk} per hunk`);
  expect(perHunk).toBe(1);
  expect(person.keys).toBeLessThanOrEqual(13 + hunks);
});
