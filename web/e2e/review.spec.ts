import type { Page } from "@playwright/test";
import { waitWithCalls } from "./routes";
import { expect, test, write } from "./studio";

test.use({ holds: ["demo"] });

/** Many browsers and studios may share this machine: what is slow is not wrong. */
async function chooseOfflineModel(page: Page): Promise<void> {
  await page.getByRole("radio", { name: /Offline model/ }).check();
  await page.getByRole("button", { name: "Use Offline model" }).click();
  await expect(page.getByLabel("Message to the agent")).toBeVisible();
}

/** Go from the inbox into the review of the proposal that waits since the first start. */
async function openReview(page: Page): Promise<void> {
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Editor proposes 6 changes/ }).click();
  await page.getByRole("link", { name: /^Review 6 changes/ }).click();
  await expect(page.getByText("0 of 6 decided")).toBeVisible();
}

test("the agent is asked to change one change: in the conversation that made it, else in a new one", async ({
  page,
}) => {
  await page.goto("/inbox");
  await chooseOfflineModel(page);
  // As for a reviewer who did not begin the conversation: it is not theirs to open, here or with the review.
  const conversation = /\/api\/conversations\/[^/]+$/;
  await page.route(conversation, (route) => route.fulfill({ status: 404, json: { code: "not_found" } }));
  const refused = page.waitForResponse(
    (answer) => conversation.test(answer.url()) && answer.status() === 404,
  );
  await openReview(page);
  await page.keyboard.press("e");
  const box = page.getByLabel("Message to the agent");
  await refused;
  await expect(box).toBeFocused();
  await expect(box).toHaveValue(/^In “A bench for every hill”, change this once more/);
  await page.unroute(conversation);
  await box.fill("");

  await write(page, "Mark every article by Maya Ortiz as featured");
  const panel = page.getByRole("region", { name: "Agent panel" });
  // Of several entries each row of the card says which one it is about.
  const card = panel.getByRole("region", { name: /^\d changes$/ }).last();
  await expect(card.getByText("Letters from the allotment", { exact: true })).toBeVisible();
  await panel.getByRole("link", { name: /^Review \d+ changes/ }).click();
  await expect(page.getByText(/0 of \d decided/)).toBeVisible();
  const made = page.url();
  await page.getByRole("button", { name: "New chat" }).click();
  await page.getByRole("button", { name: "Ask Editor to change this" }).click();
  await expect(box).toBeFocused();
  await expect(panel.getByText("Mark every article by Maya Ortiz as featured").first()).toBeVisible();
  await page.keyboard.press("End");
  await page.keyboard.type("Say why.");
  await page.keyboard.press("Enter");
  await expect(panel.getByText(/Say why\.$/)).toBeVisible();
  await expect(panel.getByText(/^Finished/)).toHaveCount(2);
  expect(page.url().split("?")[0]).toBe(made.split("?")[0]);
  await page.getByRole("button", { name: "Reject all" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reject all" }).click();
  await expect(page.getByText(/^Rejected/).first()).toBeVisible();
});

test("views, keys, comments, checks, a conflict, a merge that says what it will do, and what is decided stays", async ({
  page,
}) => {
  await page.goto("/content?project=fieldnotes&model=topics&entry=walking&locale=tr");
  await expect(page.getByLabel("Description")).toBeVisible();
  await page.getByLabel("Description").fill("Elle yazılmış açıklama.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Changed .* of “/).first()).toBeVisible();
  await openReview(page);
  await page.getByRole("button", { name: "Close panel" }).click();
  await expect(page.getByRole("heading", { name: "Checks" })).toBeVisible();

  await expect(page.getByRole("radio", { name: "Prose" })).toBeChecked();
  await page.keyboard.press("v");
  await expect(page.getByRole("radio", { name: "Fields" })).toBeChecked();
  await expect(page.getByRole("columnheader", { name: "Before" }).first()).toBeVisible();
  await page.keyboard.press("v");
  await expect(page.getByRole("radio", { name: "Source" })).toBeChecked();
  await expect(page.getByText("document:articles:a-bench-for-every-hill").first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Source" })).toBeChecked();
  await page.keyboard.press("v");
  await expect(page.getByRole("radio", { name: "Prose" })).toBeChecked();

  await page.keyboard.press("c");
  await page.getByLabel("Comment on change 1").fill("The bench is mine.");
  await page.reload();
  await expect(page.getByText("Nothing is accepted yet.")).toBeVisible();
  await page.keyboard.press("c");
  await expect(page.getByLabel("Comment on change 1")).toHaveValue("The bench is mine.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("The bench is mine.").first()).toBeVisible();
  await expect(page.getByLabel("Comment on change 1")).toBeHidden();
  await expect(page.getByText("Nothing is accepted yet.")).toBeVisible();
  await page.keyboard.press("y");
  await expect(page.getByText("1 of 6 decided")).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.getByText("2 of 6 decided")).toBeVisible();
  await page.keyboard.press("u");
  await expect(page.getByText("1 of 6 decided")).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.getByText("2 of 6 decided")).toBeVisible();

  await page.getByRole("link", { name: /^Yürüyüş/ }).click();
  await expect(page.getByText("Elle yazılmış açıklama.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Merge/ })).toBeDisabled();
  await page.keyboard.press("1");
  await expect(page.getByText("3 of 6 decided")).toBeVisible();
  await expect(page.getByText(/^Merging now takes 1 change/)).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(/^Merged/).first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("button", { name: "Undo merge" })).toBeVisible();

  await page.goto("/inbox");
  await expect(page.getByRole("heading", { name: "Decided" })).toBeVisible();
  const decided = page.getByRole("link", { name: /Editor proposes 6 changes.*Merged/ });
  await decided.click();
  const detail = page.locator("#main");
  await expect(detail.getByText(/^Finished/).first()).toBeVisible();
  await expect(detail.getByRole("link", { name: "Open run" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Editor proposes 3 changes/ })).toBeVisible();
  await detail.getByRole("button", { name: "Undo merge" }).click();
  await expect(page.getByText("The merge is undone").first()).toBeVisible();
  await expect(detail.getByText("Taken back").first()).toBeVisible();
});

test("taking back a turn that still waits rejects its changes, and none of another turn", async ({
  page,
}) => {
  type Rest = { id: string; state: string; agent: string; hunks: number };
  type Detail = { hunks: { title: string; runId: string; decision: string | null }[] };
  const all = (await (await page.request.get("/api/proposals")).json()) as Rest[];
  const rest = all.find(({ state, agent, hunks }) => state === "open" && agent === "Editor" && hunks === 3);
  const look = async () =>
    ((await (await page.request.get(`/api/proposals/${rest?.id}`)).json()) as Detail).hunks;
  const bench = (await look()).find(({ title }) => title === "A bench for every hill");
  await page.goto(`/runs/${bench?.runId}`);
  const main = page.locator("#main");
  await expect(main.getByText("Undecided")).toBeVisible();
  await main.getByRole("button", { name: "Undo turn" }).click();
  await expect(main.getByText("Rejected", { exact: true })).toBeVisible();
  await expect(main.getByRole("button", { name: "Undo turn" })).toBeHidden();
  const words = Object.fromEntries((await look()).map(({ title, decision }) => [title, decision]));
  expect(words).toEqual({
    "A bench for every hill": "rejected",
    "A map of the quiet streets": null,
    "The last elm on Mill Street": null,
  });
});

test("a turn is taken back from the page of its run", async ({ page }) => {
  const featured = async () => {
    const read = await page.request.get("/api/delivery/fieldnotes/articles?locale=en&limit=50");
    const { data } = (await read.json()) as { data: { title: string; featured: boolean }[] };
    return data.filter((entry) => entry.featured).length;
  };
  await page.goto("/inbox");
  await chooseOfflineModel(page);
  const before = await featured();
  await write(page, "Mark every article by Maya Ortiz as featured");
  const panel = page.getByRole("region", { name: "Agent panel" });
  await panel.getByRole("link", { name: /^Review \d+ changes/ }).click();
  const decided = page.getByText(/\d of \d decided/);
  await expect(decided).toBeVisible();
  const all = Number((await decided.innerText()).match(/of (\d)/)?.[1]);
  for (let hunk = 0; hunk < all; hunk += 1) {
    await expect(page.getByText(`${hunk} of ${all} decided`)).toBeVisible();
    await page.keyboard.press(hunk === 0 ? "y" : "n");
  }
  await expect(page.getByText(`${all} of ${all} decided`)).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect.poll(featured).toBe(before + 1);
  await page.getByRole("link", { name: "open run" }).click();
  const main = page.locator("#main");
  await main.getByRole("button", { name: "Undo turn" }).click();
  await expect.poll(featured).toBe(before);
  await expect(page.getByText("The turn is undone").first()).toBeVisible();
});

test("a call is allowed for the whole conversation, the next one is not asked about, and it is taken back", async ({
  page,
}) => {
  await page.goto("/content?project=fieldnotes&part=submissions");
  await chooseOfflineModel(page);
  await write(page, "Approve the submission of Omar Said");
  const card = page.getByRole("region", { name: "Approval" });
  await expect(card).toBeVisible();
  await expect(card.getByRole("heading", { name: "What changes" })).toBeVisible();
  await expect(card.getByLabel("Until the end of")).toBeHidden();
  await card.getByRole("radio", { name: "Until a date" }).check();
  await card.getByLabel("Until the end of").fill("2020-01-01");
  await expect(card.getByRole("button", { name: /^Allow / })).toBeDisabled();
  await card.getByRole("radio", { name: "This conversation" }).check();
  await expect(card.getByText(/in this conversation runs without asking, whatever its input/)).toBeVisible();
  await card.getByRole("button", { name: /^Allow / }).click();
  const log = page.getByRole("log");
  await expect(log.getByText(/^Finished/)).toHaveCount(1);
  await write(page, "Approve the submission of Ceren");
  await expect(log.getByText(/^Finished/)).toHaveCount(2);
  await expect(card).toBeHidden();
  await page.goto("/settings?part=approvals");
  const rule = page.getByRole("row", { name: /Approve submission runs without asking Editor, in one conv/ });
  await rule.getByRole("button", { name: "Take back" }).click();
  await expect(rule).toBeHidden();
});

test("the calls of one run stand together, show what each would change, and are allowed in one go", async ({
  page,
}) => {
  const takeBack = await waitWithCalls(page);
  const card = page.getByRole("region", { name: "Approval" }).first();
  await expect(card.getByRole("definition").first()).toHaveText("Forty paces of +added: a park");
  await expect(card.getByText("Editor, version 1")).toBeVisible();
  await expect(card.getByText(/^Run so far \$0\.0/)).toBeVisible();
  await expect(card.getByText("2 calls of “Save content” wait in this run")).toBeVisible();

  await page.goto("/inbox");
  const list = page.getByRole("region", { name: "Waiting and decided" });
  await expect(list.getByText("Editor, 2 calls")).toBeVisible();
  await page.getByRole("heading", { name: "Inbox" }).click();
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  const detail = page.getByRole("region", { name: /wants to use “Save content”/ });
  await expect(detail.getByRole("heading", { name: "The other call" })).toBeVisible();
  await page.keyboard.press("Shift+A");
  await expect(page.getByText("2 calls allowed. The run goes on.").first()).toBeVisible();
  await expect(detail.getByText("Finished")).toBeVisible();
  await takeBack();
});
