import type { Page } from "@playwright/test";
import { chooseSlowModel, expect, test, write } from "./studio";

test.beforeEach(async ({ page }) => {
  await page.goto("/inbox");
  await chooseSlowModel(page);
});

/** Return the numbers of the sentences that the last answer shows, in order. */
async function sentences(page: Page): Promise<number[]> {
  const text = await page.getByRole("article").last().innerText();
  return [...text.matchAll(/Sentence (\d+) of the answer 😀\./g)].map((match) => Number(match[1]));
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

test("an answer streams, and ends with what it cost", async ({ page }) => {
  await write(page, "slow 20");
  await expect(
    page
      .getByRole("log")
      .getByText(/Sentence 2 of/)
      .last(),
  ).toBeVisible();
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  expect(await sentences(page)).toEqual(upTo(20));
  await expect(page.getByRole("meter", { name: "Context used" })).toHaveAttribute(
    "aria-valuetext",
    /of 8k tokens/,
  );
  await expect(page.getByText("900 / 8k · $0.001")).toBeVisible();
});

test("Stop stops the run and keeps what was said", async ({ page }) => {
  await write(page, "slow 2000");
  await expect(
    page
      .getByRole("log")
      .getByText(/Sentence 3 of/)
      .last(),
  ).toBeVisible();
  await expect(page).toHaveTitle(/^Running – /);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("What was done until then is kept.")).toBeVisible();
  const said = await sentences(page);
  expect(said).toEqual(upTo(said.length));
  expect(said.length).toBeGreaterThanOrEqual(3);
  await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
});

test("a reload in the middle loses and doubles nothing", async ({ page }) => {
  await write(page, "slow 60");
  await expect(
    page
      .getByRole("log")
      .getByText(/Sentence 5 of/)
      .last(),
  ).toBeVisible();
  await page.reload();
  await expect(
    page
      .getByRole("log")
      .getByText(/Sentence 8 of/)
      .last(),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  expect(await sentences(page)).toEqual(upTo(60));
});

test("a second tab shows the same answer from its beginning, and both go on to its end", async ({
  page,
  context,
}) => {
  await write(page, "slow 60");
  await expect(
    page
      .getByRole("log")
      .getByText(/Sentence 5 of/)
      .last(),
  ).toBeVisible();
  const other = await context.newPage();
  await other.goto("/inbox");
  await expect(other.getByRole("log").getByText(/^Finished/)).toBeVisible();
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  expect(await sentences(other)).toEqual(upTo(60));
  expect(await sentences(page)).toEqual(upTo(60));
  await other.close();
});

test("a lost network is said, and the answer goes on where it was", async ({ page, context }) => {
  await write(page, "slow 80");
  await expect(
    page
      .getByRole("log")
      .getByText(/Sentence 3 of/)
      .last(),
  ).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("No connection, trying again").first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  expect(await sentences(page)).toEqual(upTo(80));
});

test("what is typed ahead waits in sight, can be taken back, and is answered in turn", async ({ page }) => {
  await write(page, "slow 150");
  await expect(
    page
      .getByRole("log")
      .getByText(/Sentence 1 of/)
      .last(),
  ).toBeVisible();
  await write(page, "slow 4");
  await write(page, "slow 5");
  await expect(page.getByText("Next: “slow 4”")).toBeVisible();
  await expect(page.getByText("Next: “slow 5”")).toBeVisible();
  await page.getByRole("button", { name: "Remove “slow 4” from the queue" }).click();
  await expect(page.getByText("Next: “slow 4”")).toBeHidden();
  await expect(page.getByText("Next: “slow 5”")).toBeHidden();
  await expect(page.getByRole("log").getByText(/^Finished/)).toHaveCount(2);
  expect(await sentences(page)).toEqual(upTo(5));
  await expect(page.getByRole("article")).toHaveCount(2);
});

test("reads fold into one line that opens", async ({ page }) => {
  await write(page, "look");
  const folded = page.getByRole("button", { name: /Looked in 2 places/ });
  await folded.click();
  await page.getByRole("button", { name: /Searched the help for “undo”/ }).click();
  await expect(page.getByText("searchHelp")).toBeVisible();
});

test("a provider that breaks off is told in the thread, with what to do", async ({ page }) => {
  await write(page, "fail");
  const answer = page.getByRole("article").last();
  await expect(answer.getByText("The slow test model broke off.")).toBeVisible();
  await expect(answer.getByText("Try again, or choose another model.")).toBeVisible();
  await expect(page).toHaveTitle(/^Failed – /);
});

test("earlier conversations can be opened again, and cleared", async ({ page }) => {
  await write(page, "slow 2");
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  await page.getByRole("button", { name: "New chat" }).click();
  await expect(page.getByRole("heading", { name: /^Ask / })).toBeVisible();
  await page.getByRole("button", { name: "History" }).click();
  const same = page.getByRole("menuitemradio", { name: /slow 2/ });
  await expect(same.first()).toBeVisible();
  const before = await same.count();
  await same.first().click();
  await expect(page.getByRole("article").getByText(/Sentence 2 of/)).toBeVisible();
  await page.getByRole("button", { name: "Clear conversation" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Clear conversation" }).click();
  await expect(page.getByText("Conversation cleared").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Clear conversation" })).toBeHidden();
  await page.getByRole("button", { name: "History" }).click();
  await expect(same).toHaveCount(before - 1);
});

test("what a person thinks of an answer is kept with its run, and can be taken back", async ({ page }) => {
  await write(page, "slow 2");
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  await page.getByRole("button", { name: "Bad answer" }).click();
  await page.getByLabel("What was wrong").fill("Too short");
  await page.getByRole("button", { name: "Send", exact: true }).first().click();
  await expect(page.getByLabel("What was wrong")).toBeHidden();
  await page.reload();
  await expect(page.getByRole("button", { name: "Bad answer", pressed: true })).toBeVisible();
  await page.getByRole("button", { name: "Bad answer" }).click();
  await expect(page.getByRole("button", { name: "Bad answer", pressed: false })).toBeVisible();
});
