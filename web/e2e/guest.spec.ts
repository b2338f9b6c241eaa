import { shareWaiting } from "./routes";
import { expect, test } from "./studio";

test.use({ holds: ["demo"] });

/** Many browsers and studios may share this machine: what is slow is not wrong. */
test("somebody without an account comments, accepts, rejects and finishes by a link, and one is taken back", async ({
  page,
  browser,
}) => {
  const [, path] = await shareWaiting(page);
  const link = new URL(path, page.url()).href;
  await page.keyboard.press("c");
  await page.getByLabel("Comment on change 1").fill("Is this the one with the slope?");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Is this the one with the slope?").first()).toBeVisible();
  await expect(page.getByLabel("Comment on change 1")).toBeHidden();

  const visitor = await browser.newContext();
  const outside = await visitor.newPage();
  await page.getByRole("button", { name: "Ask somebody outside" }).click();
  await page.getByLabel("For whom").fill("Omar");
  await page.getByRole("button", { name: "Make the link" }).click();
  await outside.goto(await page.getByRole("alert").getByRole("code").innerText());
  await expect(outside.getByText("Write your name to decide.")).toBeVisible();
  const row = page.getByRole("row", { name: /^Omar/ });
  await row.getByRole("button", { name: "Take back" }).click();
  await expect(row).toBeHidden();
  await page.keyboard.press("Escape");
  await outside.reload();
  await expect(outside.getByRole("heading", { name: "This link cannot be used" })).toBeVisible();

  await outside.goto(link);
  await expect(outside.getByText("Is this the one with the slope?")).toBeVisible();
  await expect(outside.getByRole("button", { name: "Comment on change 1" })).toBeHidden();
  await outside.getByLabel("Your name").fill("Hanna Lindqvist");
  await outside.getByRole("button", { name: "Comment on change 1" }).click();
  await outside.getByRole("textbox", { name: "Comment on change 1" }).fill("It is, behind the school.");
  await outside.keyboard.press("Control+Enter");
  await expect(outside.getByText("It is, behind the school.")).toBeVisible();
  await outside.getByRole("button", { name: "Comment on the whole proposal" }).click();
  await outside.getByRole("textbox", { name: "Comment on the whole proposal" }).fill("Fine by me.");
  await outside.getByRole("button", { name: "Comment", exact: true }).last().click();
  await expect(outside.getByText("Fine by me.")).toBeVisible();

  await outside.getByRole("button", { name: "Accept change 1" }).click();
  await expect(outside.getByText("1 change will be taken into the content.")).toBeVisible();
  await outside.getByRole("button", { name: "Reject change 2" }).click();
  await expect(outside.getByRole("button", { name: "Reject change 2", pressed: true })).toBeVisible();
  await outside.getByRole("button", { name: "Accept change 2" }).click();
  await expect(outside.getByText("2 changes will be taken into the content.")).toBeVisible();
  await outside.getByRole("button", { name: "Reject change 2" }).click();
  await expect(outside.getByText("1 change will be taken into the content.")).toBeVisible();

  await page.reload();
  await expect(page.getByText("2 of 6 decided")).toBeVisible();
  await expect(page.getByText("Fine by me.")).toBeVisible();
  await page.getByRole("link", { name: "A bench for every hill" }).click();
  await page.getByRole("link", { name: /Featured.*2 comments/ }).click();
  await expect(page.getByText("It is, behind the school.").first()).toBeVisible();
  await expect(page.getByText(/^Hanna Lindqvist \(link from/).first()).toBeVisible();

  await outside.getByRole("button", { name: "Merge what I accepted" }).click();
  await expect(outside.getByText("1 change was taken").first()).toBeVisible();
  await expect(outside.getByText("Merged", { exact: true })).toBeVisible();
  await expect(outside.getByRole("button", { name: /^Accept/ }).first()).toBeDisabled();
  const read = await page.request.get("/api/delivery/fieldnotes/articles?locale=en&limit=50");
  const { data } = (await read.json()) as { data: { title: string; featured: boolean }[] };
  const featured = data.filter((entry) => entry.featured).map((entry) => entry.title);
  expect(featured).toContain("A bench for every hill");
  expect(featured).not.toContain("A map of the quiet streets");
  await page.reload();
  await expect(page.getByText(/^Merged/).first()).toBeVisible();
  await visitor.close();
});
