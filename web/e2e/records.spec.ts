import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, write } from "./studio";

const PROMPTS = join(import.meta.dirname, "../../src/proofroom/runtime/strings/prompts.json");

test.use({ holds: ["demo", "offline"] });

test("an answer is kept, a brief is accepted and taken back, and the record tells of both", async ({
  page,
}) => {
  await page.goto("/records?type=organisation");
  await page.getByRole("link", { name: "Waterways Department" }).click();
  const answers = page.locator("#answers");
  const activity = page.locator("#activity");
  await expect(answers.getByText("waits for you")).toHaveCount(2);
  await page
    .getByRole("button", { name: /^Yes, keep it/ })
    .first()
    .click();
  await expect(answers.getByText(/^kept/)).toBeVisible();
  await expect(activity.getByText(/kept Cost of repair/)).toBeVisible();

  await expect(activity.getByText(/^Elif Arslan kept Cost of repair/)).toBeVisible();

  // The other value is edited before the yes, and a value that waits for nobody is changed by hand.
  await page.getByRole("button", { name: "Edit", exact: false }).first().click();
  await page.getByRole("textbox", { name: "Length of tunnel" }).fill("1.3 km");
  await page.getByRole("button", { name: "Keep it so" }).click();
  await expect(page.getByRole("button", { name: "Change Length of tunnel: 1.3 km" })).toBeVisible();
  await expect(activity.getByText("Elif Arslan kept Length of tunnel with another value")).toBeVisible();
  await page.getByRole("button", { name: /^Change Tunnel survey/ }).click();
  await page.getByRole("textbox", { name: "Tunnel survey" }).fill("Done in 2019");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Change Tunnel survey: Done in 2019" })).toBeVisible();

  await page.locator("#briefs").getByRole("link").first().click();
  await page.getByRole("button", { name: "Accept brief" }).click();
  await expect(page.getByText(/^Accepted by Elif Arslan/)).toBeVisible();
  await page.goBack();
  await expect(activity.getByText(/^Elif Arslan accepted a brief/)).toBeVisible();
  await page.locator("#briefs").getByRole("link").first().click();
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByRole("button", { name: "Accept brief" })).toBeVisible();
});

test("an agent's cases are replayed beside its versions, and its heartbeat is changed in a sentence", async ({
  page,
}) => {
  await page.goto("/agents?agent=editor&part=evals");
  const table = page.getByRole("table", { name: "Tests" });
  await table.getByRole("button", { name: /^Trials of version 1: Mark every/ }).click();
  await page.getByRole("button", { name: /^Replay: Mark every/ }).click();
  await expect(table.getByRole("button", { name: /Mark every/ })).toHaveText(/3\/3$/);
  await expect(
    page.getByRole("region", { name: /^Mark every/ }).getByText("tools in this order"),
  ).toBeVisible();

  await page.goto("/agents?agent=researcher&part=schedule");
  await page.getByRole("button", { name: "Let it work by the clock" }).click();
  await page.getByRole("button", { name: /^When it wakes up/ }).click();
  await page.getByRole("menuitemradio", { name: /every 30 minutes from/i }).click();
  await expect(page.getByRole("button", { name: /^When it wakes up: every 30 minutes/i })).toBeVisible();
  await page.getByRole("button", { name: "Run now" }).click();
  await expect(
    page.getByRole("table", { name: "Heartbeat" }).getByText("done", { exact: true }),
  ).toBeVisible();
});

test("a candidate may not go live while it loses a case, and goes live when it holds", async ({ page }) => {
  await page.goto("/agents?agent=editor&part=evals");
  const table = page.getByRole("table", { name: "Tests" });
  await table.getByRole("button", { name: /^Trials of version 1: Mark every/ }).click();
  await page.getByRole("button", { name: /^Replay: Mark every/ }).click();
  await expect(table.getByRole("button", { name: /version 1: Mark every/ })).toHaveText(/3\/3$/);
  await page.goto("/agents?agent=editor&part=tools");
  await page.getByRole("checkbox", { name: "Save content" }).uncheck();
  await page.getByRole("button", { name: "Keep as a candidate" }).click();
  await expect(page.getByText(/^Version 2 is a candidate/).first()).toBeVisible();
  await page.goto("/agents?agent=editor&part=evals");
  await expect(page.getByText("Version 2 may not go live yet.")).toBeVisible();
  await expect(page.getByText(/not been tried on it/)).toBeVisible();
  const publish = page.getByRole("button", { name: /^Publish version/ });
  await expect(publish).toBeDisabled();
  await page.getByRole("button", { name: /^Replay .* on version 2/ }).click();
  await expect(table.getByRole("button", { name: /^Trials of version 2: Mark every/ })).toHaveText(/0\/3$/);
  await expect(page.getByText(/cases? fails? that the live version passes/)).toBeVisible();
  await expect(publish).toBeDisabled();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(publish).toHaveCount(0);

  await page.goto("/agents?agent=editor");
  await page.getByLabel("Description").fill("Works on the content of a project.");
  await page.getByRole("button", { name: "Keep as a candidate" }).click();
  await expect(page.getByText(/^Version 3 is a candidate/).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Editor" })).toBeVisible();
  await page.goto("/agents?agent=editor&part=evals");
  await page.getByRole("button", { name: /^Replay .* on version 3/ }).click();
  await expect(page.getByText("Version 3 may go live.")).toBeVisible();
  await publish.click();
  await expect(page.getByText("Version 3 is live.").first()).toBeVisible();
  await expect(table.getByText(/^live since/)).toBeVisible();
  await page.goto("/agents?agent=editor&part=versions");
  await expect(page.getByText("tried as a candidate")).toBeVisible();
  await page.getByRole("button", { name: "Go back to version 1" }).click();
  await expect(page.getByText("Version 1 is now version 4").first()).toBeVisible();
});

test("two records that are the same become one, and are two again", async ({ page }) => {
  await page.goto("/records?type=organisation");
  await page.getByRole("button", { name: "New organisation" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("City Archives");
  await page.getByRole("dialog").getByLabel("Responsible for").fill("Papers of the city");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Save|Make|Create|New|Add)/ })
    .click();
  await page.goto("/records?part=same");
  await page.getByRole("button", { name: /^Merge City Archive/ }).click();
  const dialog = page.getByRole("dialog", { name: "Make one record of two" });
  await dialog.getByRole("radio", { name: "Papers of the city" }).check();
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Merge City Archive/ })).toHaveCount(0);

  await page.goto("/records?type=organisation");
  await page.getByRole("link", { name: "City Archive", exact: true }).click();
  await expect(page.getByText("Papers of the city").first()).toBeVisible();
  await page
    .getByText(/^“City Archives” became part of this record/)
    .getByRole("button")
    .click();
  await expect(page.getByText(/became part of this record/)).toHaveCount(0);
  await page.goto("/records?type=organisation");
  await expect(page.getByRole("link", { name: "City Archives", exact: true })).toBeVisible();
});

test("a field that nobody found is asked for again by itself", async ({ page }) => {
  await page.goto("/records?type=organisation");
  await page.getByRole("button", { name: "New organisation" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Society without papers");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Save|Make|Create|New|Add)/ })
    .click();
  const record = page.getByRole("link", { name: "Society without papers", exact: true });
  await expect(page.getByRole("button", { name: /^Fill \d+ empty/ })).toBeVisible();
  await page.getByRole("button", { name: /^Fill \d+ empty/ }).click();
  await expect(page).toHaveURL(/\/runs\//);
  const again = page.getByRole("button", { name: /^Ask an agent for / }).first();
  await expect(async () => {
    await page.goto("/records?type=organisation");
    await record.click();
    await expect(again).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(page.getByText(/looked and found nothing it could cite/).first()).toBeVisible();
  await again.click();
  await expect(page).toHaveURL(/\/runs\//);
});

test("what an answer rests on opens at the passage, and a phone shows a graph with what it says of a record", async ({
  page,
}) => {
  await page.goto("/records?type=organisation");
  await write(page, "What do the documents say about the tunnel?");
  await page.getByRole("log").getByRole("link", { name: "Building file of 1936" }).click();
  await expect(page).toHaveURL(/\/records\?document=[\w-]+#\d+$/);
  await expect(page.getByRole("heading", { name: "Building file of 1936" })).toBeVisible();
  await expect(page.getByText("A tunnel of brick, 1,140 metres").first()).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/records?type=organisation&view=graph");
  await expect(page.getByRole("link", { name: "Open record" })).toBeVisible();
  await page.getByText("a graph", { exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Board" }).click();
  await expect(page.getByRole("button", { name: "New in Against" })).toBeVisible();
});

test("every page that agents are told of opens", async ({ page }) => {
  const told: string = JSON.parse(readFileSync(PROMPTS, "utf8")).places;
  const listed = /pages: \{address\}(.*)$/m.exec(told)?.[1] ?? "";
  const linked = [...told.matchAll(/\{address\}(\/\w+)/g)].map((found) => found[1] ?? "");
  const pages = new Set([...listed.split(", "), ...linked.filter((path) => path !== "/review")]);
  expect(pages.size).toBeGreaterThan(7);
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("There is nothing at this address")).toHaveCount(0);
  }
  const link = async (from: string, name: RegExp | string, to: RegExp) => {
    await page.goto(from);
    await page.locator("#main").getByRole("link", { name }).first().click();
    await expect(page).toHaveURL(to);
  };
  await link("/records?type=organisation", "City Archive", /\/records\?.*type=organisation.*record=/);
  await link("/articles", /river under the market/, /\/articles\?.*article=/);
});

test("a type is made and changed by hand, and what goes with its fields is said", async ({ page }) => {
  await page.goto("/records?type=organisation");
  await page.getByRole("button", { name: "New type" }).click();
  await page.getByLabel("One of them is called").fill("Bridge");
  await page.getByLabel("Many are called").fill("Bridges");
  const add = page.getByRole("button", { name: "Add a field" });
  await add.click();
  await page.getByLabel("Field", { exact: true }).fill("Length");
  await add.click();
  await page.getByLabel("Field", { exact: true }).nth(1).fill("State");
  await page.getByLabel("What State holds").click();
  await page.getByRole("option", { name: "one of some choices" }).click();
  await page.getByLabel("Choices").fill("open, closed");
  await page.getByRole("button", { name: "Make the type" }).click();
  await expect(page).toHaveURL(/type=bridge/);
  await page.getByRole("button", { name: "New bridge" }).click();
  await page.getByLabel("Name").fill("Mill bridge");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Mill bridge" }).first()).toBeVisible();

  await page.getByRole("link", { name: "Bridges", exact: true }).first().click();
  await page.getByRole("button", { name: "Change Bridge" }).click();
  await page.getByRole("button", { name: "Take State out" }).click();
  await expect(page.getByText("With these fields go their values in 1 record: State.")).toBeVisible();
  await page.getByLabel("Field", { exact: true }).fill("Span");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("columnheader", { name: "Span" })).toBeVisible();
});

test("a task is given to somebody, called off and opened again", async ({ page }) => {
  await page.goto("/records?part=tasks");
  await page.getByRole("button", { name: "New task" }).click();
  await page.getByLabel("What is to be done").fill("Call the archive");
  await page.getByLabel("For whom").click();
  await page.getByRole("option", { name: "Elif Arslan" }).click();
  await page.getByLabel("Due").fill("2031-12-01");
  await page.getByRole("button", { name: "Make the task" }).click();
  await expect(page.getByRole("heading", { name: "Call the archive" })).toBeVisible();
  await expect(page.getByText(/^Elif Arslan, due 1 Dec 2031/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel Call the archive" }).click();
  await page.getByRole("button", { name: "Open Call the archive again" }).click();
  await page.getByRole("button", { name: "Change Call the archive" }).click();
  await page.getByLabel("What is to be done").fill("Write to the archive");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Write to the archive" })).toBeVisible();
});

test("records are gone through by keys, and a relation and an older version are brought back", async ({
  page,
}) => {
  await page.goto("/records?type=organisation");
  await page.getByRole("link", { name: "City Archive", exact: true }).click();
  const heading = page.locator("article").getByRole("heading", { level: 2 });
  await expect(heading).toHaveText("City Archive");
  await page.keyboard.press("j");
  await expect(heading).not.toHaveText("City Archive");
  await page.keyboard.press("k");
  await expect(heading).toHaveText("City Archive");

  const relations = page.locator("#relations");
  const takeAway = relations.getByRole("button", { name: /^Take the relation/ }).first();
  const name = (await takeAway.getAttribute("aria-label")) ?? "";
  await takeAway.click();
  await expect(relations.getByRole("button", { name })).toHaveCount(0);
  await page.getByRole("button", { name: "Bring back", exact: true }).click();
  await expect(relations.getByRole("button", { name })).toBeVisible();

  const change = page.getByRole("button", { name: /^Change Responsible for/ });
  const before = (await change.textContent()) ?? "";
  const older = page.getByRole("button", { name: /^Bring back how it was/ });
  await expect(older.first()).toBeVisible();
  const versions = await older.count();
  await change.click();
  await page.getByRole("textbox", { name: "Responsible for" }).fill("Maps");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(change).toHaveText("Maps");
  await expect(older).toHaveCount(versions + 1);
  await older.first().click();
  await expect(change).toHaveText(before);
});
