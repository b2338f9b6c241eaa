import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test, write } from "./studio";

test.use({ holds: ["offline"] });

test("what a person disliked becomes a memory, is replayed and is applied", async ({ page }) => {
  await page.goto("/agent");
  await write(page, "What can you do?");
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  await page.getByRole("button", { name: "Bad answer" }).click();
  await page.getByLabel("What was wrong").fill("Begin your answers with “Ahoy”.");
  await page.getByRole("button", { name: "Send", exact: true }).first().click();
  await expect(page.getByLabel("What was wrong")).toBeHidden();

  await page.goto("/agents?agent=assistant&part=memory");
  const said = page.getByRole("list", { name: "What people said" });
  await expect(said.getByText("open")).toBeVisible();
  const nightly = page.getByRole("checkbox", { name: /^Review it every night/ });
  await expect(nightly).toBeChecked();
  await nightly.click();
  await expect(nightly).not.toBeChecked();
  await page.getByRole("button", { name: "Review now" }).click();
  await expect(said.getByText("applied")).toBeVisible();
  await page.reload();
  await page.getByRole("list", { name: "Memory" }).getByRole("button", { name: /Ahoy/ }).first().click();
  const steps = page.getByRole("list", { name: "How it came here" }).getByRole("listitem");
  await expect(steps).toHaveText([
    /^New.*Elif Arslan: “Begin your answers with “Ahoy”.”/,
    /^Distilled/,
    /^Replayed.*Without it the case fails, with it it passes$/,
    /^Applied.*In every prompt since$/,
  ]);

  await page.goto("/agent");
  await write(page, "What can you do?");
  await expect(page.getByRole("log").getByText(/^Ahoy\./)).toBeVisible();

  await page.goto("/agents?agent=assistant&part=evals");
  await page.getByRole("button", { name: "Change the checks" }).click();
  await page.getByLabel("Words, or /a pattern/").fill("fathoms");
  await page.getByRole("button", { name: "Add the check" }).click();
  await expect(page.getByRole("button", { name: "Take away: answer holds the words fathoms" })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: /^Replay: / }).click();
  await expect(page.locator("li[data-failed]", { hasText: "answer holds the words fathoms" })).toBeVisible();
  await page.getByRole("button", { name: "Change the checks" }).click();
  await page.getByRole("button", { name: "Take away: answer holds the words fathoms" }).click();
  await expect(page.getByRole("button", { name: /^Take away: .*fathoms/ })).toHaveCount(0);
});

test("a skill is written and used", async ({ page }) => {
  await page.goto("/agents?view=skills");
  await page.getByLabel("Name").fill("House style");
  await page.getByLabel("When to use it").fill("How we write");
  await page.getByLabel("What to do").fill("Write short sentences.");
  await page.getByRole("button", { name: "Write the skill" }).click();
  await expect(page.getByText("house-style")).toBeVisible();
  await page.goto("/agent");
  await write(page, "Use the skill house-style");
  await expect(page.getByRole("log").getByText("Write short sentences.")).toBeVisible();
});

test("a newer version of an agent is taken over field by field, and the chart shows who reports to whom", async ({
  page,
  studio,
}) => {
  // As if the studio had come with other words when this agent was made.
  const older =
    "import sqlite3, sys; d = sqlite3.connect(sys.argv[1], timeout=30);" +
    "where = \"(select id from agents where slug = 'analyst')\";" +
    "old = \"json_set(record, '$.description', 'Old.', '$.systemPrompt', 'Old words.')\";" +
    "d.execute(f'update agent_versions set record = {old} where agent_id = {where}');" +
    "d.execute(f'update agents set record = {old} where id = {where}');" +
    "d.execute(\"update table_versions set number = number + 1 where name = 'agents'\"); d.commit()";
  execFileSync(join(import.meta.dirname, "../../.venv/bin/python"), [
    "-c",
    older,
    `${studio.data}/studio.db`,
  ]);
  await page.goto("/agents?agent=analyst");
  const offered = page.getByRole("list", { name: "A newer version of this agent came with the studio" });
  await expect(offered.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Take over systemPrompt" }).check();
  await page.getByRole("button", { name: "Take over 1 field" }).click();
  await expect(page.getByText("Analyst is now at version 2").first()).toBeVisible();
  await expect(page.getByLabel("Instructions")).toHaveValue(/You analyse the records/);
  await expect(offered.getByRole("listitem")).toHaveCount(1);

  await page.goto("/agents?agent=researcher&part=authority");
  await page.getByLabel("Reports to").click();
  await page.getByRole("option", { name: "Analyst" }).click();
  await page.getByRole("button", { name: "Save as a new version" }).click();
  await expect(page.getByText("Researcher is now at version 2").first()).toBeVisible();
  await page.goto("/agents?view=chart");
  const chart = page.getByRole("region", { name: "Chart" });
  await chart.getByRole("link", { name: /^Researcher/ }).click();
  await expect(page.locator("tr[aria-current]").getByRole("link", { name: "Researcher" })).toBeVisible();
  await expect(page.locator("tr[aria-current]").getByText("idle")).toBeVisible();
  await chart.getByRole("link", { name: /^Researcher/ }).click();
  await expect(page.getByRole("heading", { name: "Researcher" })).toBeVisible();
});

test("several agents answer in one conversation, in the order in which they are addressed", async ({
  page,
}) => {
  await page.goto("/inbox");
  await page.getByRole("link", { name: "Conversations" }).click();
  await page.getByRole("button", { name: "New conversation" }).first().click();
  await page.getByLabel("What it is about").fill("The next issue");
  await page.getByRole("checkbox", { name: "Assistant" }).check();
  await page.getByRole("checkbox", { name: "Analyst" }).check();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByLabel("Say something").fill("@analyst and @assistant what can you do?");
  const thread = page.getByRole("region", { name: "The next issue" });
  await thread.getByRole("button", { name: "Send", exact: true }).click();
  const said = thread.getByRole("list", { name: "What was said" });
  await expect(said.getByRole("listitem").filter({ hasText: /^(Analyst|Assistant)/ })).toHaveCount(2);
  await expect(said.locator("b")).toHaveText([/./, "Analyst", "Assistant"]);

  await page.goto("/agents?view=jobs");
  await expect(page.getByRole("list", { name: "Due next" }).getByText("Review of feedback")).toBeVisible();
});
