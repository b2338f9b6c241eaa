import type { Page } from "@playwright/test";
import { chooseSlowModel, expect, test, write } from "./studio";

/** Make the workspace ask before the agent may search the help; returns how to take that back. */
async function askBeforeSearching(page: Page): Promise<() => Promise<void>> {
  const session = await (await page.request.get("/api/session")).json();
  const headers = { "X-CSRF-Token": session.csrfToken };
  const rule = await page.request.post("/api/approval-rules", {
    headers,
    data: { toolName: "searchHelp", effect: "ask" },
  });
  const { id } = await rule.json();
  return async () => {
    await page.request.delete(`/api/approval-rules/${id}`, { headers });
  };
}

let takeBack: () => Promise<void>;

test.beforeEach(async ({ page }) => {
  takeBack = await askBeforeSearching(page);
  await page.goto("/inbox");
  await chooseSlowModel(page);
  await write(page, "look");
  await expect(page.getByRole("region", { name: "Approval" })).toBeVisible();
});

test.afterEach(async () => takeBack());

test("a call waits in the panel with its exact input, and goes on when allowed there", async ({ page }) => {
  const card = page.getByRole("region", { name: "Approval" });
  await expect(card.getByText('searchHelp(query="undo")')).toBeVisible();
  // The workspace wants to be asked each time, so that nothing can be remembered.
  await expect(card.getByRole("radio", { name: "This conversation" })).toBeHidden();
  await expect(page).toHaveTitle(/^Waiting – /);
  await card.getByRole("button", { name: "Allow “Search help”" }).click();
  await expect(
    page
      .getByRole("log")
      .getByText(/Sentence 3 of/)
      .last(),
  ).toBeVisible();
  await expect(
    page
      .getByRole("log")
      .getByText(/^Finished/)
      .last(),
  ).toBeVisible();
  await expect(card).toBeHidden();
});

test("the same call is allowed from the inbox with keys, and the panel goes on", async ({ page }) => {
  await expect(page.getByText("1 waiting for you")).toBeVisible();
  await page.getByRole("heading", { name: "Inbox" }).click();
  // What waits stands beside the list by itself.
  const detail = page.getByRole("region", { name: /assistant wants to use/i });
  await expect(detail.getByText('searchHelp(query="undo")')).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByText("Allowed. The run goes on.").first()).toBeVisible();
  await expect(
    page
      .getByRole("log")
      .getByText(/Sentence 3 of/)
      .last(),
  ).toBeVisible();
  await expect(detail.getByText("Finished")).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Decided/ })).toBeVisible();
});

test("the page of a run goes on when somebody decides elsewhere", async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto("/runs?status=awaiting_tool");
  await other.getByRole("link", { name: "look" }).first().click();
  const main = other.locator("#main");
  await expect(main.getByText("Waiting").first()).toBeVisible();
  const card = page.getByRole("region", { name: "Approval" });
  await card.getByRole("button", { name: "Allow “Search help”" }).click();
  await expect(main.getByText(/Sentence 3 of/).first()).toBeVisible();
  await expect(main.getByText("Finished").first()).toBeVisible();
  await other.close();
});

test("a call is rejected with a reason, and the run goes on without it", async ({ page }) => {
  const card = page.getByRole("region", { name: "Approval" });
  await card.getByRole("button", { name: "Reject…" }).click();
  await page.getByLabel("Why not? The agent reads this.").fill("Not today.");
  await card.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(page.getByRole("button", { name: /Search help undo refused/ })).toBeVisible();
  await expect(
    page
      .getByRole("log")
      .getByText(/^Finished/)
      .last(),
  ).toBeVisible();
});

test("a call is allowed with another input", async ({ page }) => {
  const card = page.getByRole("region", { name: "Approval" });
  await card.getByRole("button", { name: "Edit first" }).click();
  const input = page.getByLabel("The exact input, as JSON");
  await input.fill("{");
  await expect(card.getByText("This is not an object in JSON.")).toBeVisible();
  await input.fill('{"query": "publish"}');
  await card.getByRole("button", { name: "Allow with this input" }).click();
  await expect(
    page
      .getByRole("log")
      .getByText(/^Finished/)
      .last(),
  ).toBeVisible();
  await page.getByRole("button", { name: /Looked in 2 places/ }).click();
  await expect(page.getByRole("button", { name: /Searched the help for “publish”/ })).toBeVisible();
});
