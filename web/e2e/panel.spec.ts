import { chooseSlowModel, expect, test, write } from "./studio";

test.use({ holds: ["demo"] });

test("the context meter stands before the first turn, with the window of the model", async ({ page }) => {
  await page.goto("/inbox");
  await chooseSlowModel(page);
  await expect(page.getByRole("meter", { name: "Context used" })).toHaveAttribute(
    "aria-valuetext",
    "0 of 8k tokens used",
  );
});

test("with several models and none chosen, the list is shown and nothing can be sent", async ({ page }) => {
  await page.goto("/inbox");
  await expect(page.getByRole("radio", { name: /Slow test model/ })).toBeVisible();
  await expect(page.getByPlaceholder("Choose a model above to start")).toBeVisible();
  await page.getByLabel("Message to the agent").fill("Hello");
  await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();
  await expect(page.getByTitle("Choose a model first")).toBeVisible();
  await page.getByLabel("Find a model").fill("slow");
  await expect(page.getByRole("radio", { name: /Offline model/ })).toBeHidden();
  await chooseSlowModel(page);
  await expect(page.getByLabel("Message to the agent")).toBeEnabled();
  await page.reload();
  await expect(page.getByLabel("Message to the agent")).toBeEnabled();
});

test("without any model the way to one is shown, and the settings of models stay in reach", async ({
  page,
}) => {
  await page.route(/\/api\/models$/, (route) => route.fulfill({ json: [] }));
  await page.goto("/inbox");
  await expect(page.getByText("Connect an AI provider")).toBeVisible();
  await expect(page.getByPlaceholder("Add AI credentials to start chatting")).toBeVisible();
  await page.getByLabel("Message to the agent").fill("Anybody there?");
  await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();
  await page.getByRole("button", { name: /^Editor no model/ }).click();
  await expect(page.getByRole("menuitem", { name: "Connections and default models" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Connect a provider" }).click();
  await expect(page.getByRole("heading", { name: "Connect a provider" })).toBeVisible();
});

test("after a turn only what it changed is asked for again", async ({ page }) => {
  await page.goto("/content?project=fieldnotes&model=topics");
  await page.getByRole("radio", { name: /Offline model/ }).check();
  await page.getByRole("button", { name: "Use Offline model" }).click();
  await expect(page.getByLabel("Message to the agent")).toBeVisible();
  await page.goto("/content?project=fieldnotes&model=articles");
  await expect(page.getByRole("link", { name: "Forty paces of park" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/api/")) asked.push(pathname + search);
  });
  await write(page, "Mark every article by Maya Ortiz as featured");
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  await page.waitForLoadState("networkidle");
  const rooms = asked.map((path) => path.replace(/^\/api\/(projects\/[^/]+\/)?/, "").replace(/\?.*/, ""));
  console.log(`asked after a turn that changed articles: ${rooms.join(", ")}`);
  expect(rooms).toContain("content/entries/articles");
  expect(rooms).toContain("inbox");
  const others = rooms.filter((room) => !TOUCHED.has(room) && !/^(runs|proposals)\//.test(room));
  expect(others).toEqual([]);
  expect(rooms.filter((room) => room === "content/entries/articles")).toHaveLength(1);
});

/** What shows articles, proposals, branches or runs, and what was said of the new turn: nothing else is asked for. */
const TOUCHED = new Set([
  ...["status", "inbox", "runs", "proposals", "conversations", "feedback"],
  ...["content/status", "content/branches", "content/analysis", "content/validation"],
  "content/entries/articles",
  // The status line asks for budgets by the clock, whatever happens: a slow machine gets there within the turn.
  "budgets",
]);
