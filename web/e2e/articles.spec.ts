import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./studio";

test.use({ holds: ["demo"] });

const SOURCE = `# Rivers under cities

## Covered streams

The city covered 14 streams with brick tunnels between 1890 and 1936. Engineers say that most of the tunnels still carry water after heavy rain. The longest tunnel runs for 3 kilometres below the old market.

## Opening them again

Seoul opened the Cheonggyecheon stream again in 2005 after the highway above it was taken down. Measurements beside the stream showed summer air 3.3 to 5.9 degrees cooler than one street away. Traders near the stream first feared the works and later asked for more stairs to the water.

## What it costs

The council expects that repairing the brick tunnels will cost 4.2 million over two years. Opening a tunnel costs more at first, because drains and cables have to be moved. Keepers of the tunnels clean the grates by hand every week in autumn.
`;

test("what tries to give orders is shown beside the sources of the demo's piece, and nothing is written from it", async ({
  page,
}) => {
  await page.goto("/articles");
  await page.getByRole("link", { name: "What the river under the market would cost" }).click();
  const sources = page.getByRole("complementary", { name: "Sources" });
  await expect(sources.getByRole("heading", { name: "Not quoted 1" })).toBeVisible();
  await expect(sources.getByText("Note under the doorTries to give orders")).toBeVisible();
  await expect(page.getByText("freezes over")).toHaveCount(0);

  // The index follows who reads, and whoever presses it.
  const index = page.getByRole("navigation", { name: "Stages" });
  const current = index.locator("[aria-current=location]");
  await index.getByRole("link", { name: "Check" }).click();
  await expect(current).toHaveText("Check");
  const parts = page.locator("h3").filter({ hasText: "Letter of the City Archive" });
  await parts.hover();
  await page.mouse.wheel(0, -100_000);
  await expect(current).not.toHaveText("Check");
});

test("an article goes from a topic to the published page and back, with one finding fixed", async ({
  page,
}) => {
  await page.goto("/articles");
  await page.getByRole("button", { name: "New article" }).click();
  const dialog = page.getByRole("dialog", { name: "New article" });
  await dialog.getByLabel("What is it about?").fill("Rivers under the city");
  await dialog.getByLabel("A text to quote from").fill(SOURCE);
  await dialog.getByRole("button", { name: "Begin" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Rivers under the city" })).toBeVisible();

  await page.getByRole("checkbox", { name: "Plainer phrases" }).check();
  const begun = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/run"),
  );
  await page.getByRole("button", { name: "Research and plan" }).click();
  expect((await begun).postDataJSON()).toMatchObject({ skip: ["applyHumanityCheck"] });
  const approve = page.getByRole("button", { name: "Approve and write" });
  await expect(approve).toBeVisible();
  // The writer speaks here, and the plan is made from the sources that somebody leaves ticked.
  await expect(page.getByRole("button", { name: /^Writer / })).toBeVisible();
  const used = page.getByRole("complementary", { name: "Sources" }).getByRole("checkbox");
  await used.last().uncheck();
  await expect(approve, "the plan was made from other sources").toBeDisabled();
  await page.getByRole("button", { name: "Another outline" }).click();
  await expect(approve).toBeEnabled();
  await expect(used.last()).not.toBeChecked();
  const sources = page.getByRole("complementary", { name: "Sources" });
  await expect(page.getByText("about 350 words").first(), "a part tells how long it is to be").toBeVisible();
  await expect(sources.getByText(/, part/).first(), "a source tells what is planned from it").toBeVisible();
  await expect(page.getByText("Writing it costs nothing with offline.")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await approve.scrollIntoViewIfNeeded();
  await expect(approve, "a plan is read and approved on a phone").toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  const beside = await page.context().newPage();
  await beside.goto(page.url());
  const late = beside.getByRole("button", { name: "Approve and write" });
  await expect(late).toBeVisible();
  const streamed = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const look = () => document.querySelector("[role=log] p")?.textContent;
        const seen = new MutationObserver(() => look() && resolve(look() ?? ""));
        seen.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
  await approve.click();
  expect(await streamed, "words are seen while they are written").not.toBe("");
  // Who comes too late in another tab is told so, and sees how it is now.
  await late.click();
  await expect(beside.getByText(/^Somebody was faster/).first()).toBeVisible();
  await expect(late).toBeHidden();
  await beside.close();
  await expect(page.getByText("Every claim holds")).toBeVisible();
  await expect(page.getByText("Ready", { exact: true }).first()).toBeVisible();
  await page
    .getByRole("button", { name: /^Source \d+$/ })
    .first()
    .click();
  await expect(page.getByRole("complementary", { name: "Sources" }).locator("details[open]")).toHaveCount(1);

  const older = await page.context().newPage();
  await older.goto(page.url());
  await older.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const text = page.getByLabel("Text", { exact: true });
  const before = await text.inputValue();
  await text.fill(before.replace(/(## .+\n\n)/, "$1There were 987 rivers. {{ref:1}} "));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("1 claim is not in its source")).toBeVisible();
  // Another tab that began with the older text is told so, and its text stays where it was typed.
  await older.getByLabel("Text", { exact: true }).fill("Written too late.");
  await older.getByRole("button", { name: "Save", exact: true }).click();
  await expect(older.getByText(/The article was changed meanwhile/).first()).toBeVisible();
  await expect(older.getByLabel("Text", { exact: true })).toHaveValue("Written too late.");
  await older.close();
  await expect(page.getByText("Figure is not in the source").first()).toBeVisible();
  const check = page.locator("#stage-check");
  await expect(check.locator("mark"), "the figure is marked in its sentence").toHaveText("987");
  await expect(check.getByText("Read by rules only")).toBeVisible();
  await expect(check.getByText("exact words").first()).toBeVisible();
  await check.getByRole("button", { name: "Evidence" }).press("Enter");
  const evidence = page.getByRole("complementary", { name: "Evidence" });
  await expect(evidence.getByText("987 not in the source")).toBeVisible();
  await expect(evidence.locator("blockquote mark"), "the nearest words are marked").not.toBeEmpty();
  await evidence.getByRole("button", { name: "Look for a source" }).press("Enter");
  await expect(evidence.getByText("None of the stored sources carries this sentence.")).toBeVisible();
  const found = await new AxeBuilder({ page })
    .setLegacyMode()
    .include("#stage-check")
    .include("aside")
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(
    check.getByRole("complementary", { name: "Evidence" }),
    "it stands at its finding",
  ).toHaveCount(1);
  await expect(evidence.getByText("987 not in the source")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await check.getByRole("button", { name: "Dismiss" }).click();
  await check.getByLabel("Why it is none").fill("I have counted them");
  await check.getByRole("button", { name: "Dismiss" }).click();
  await expect(check.getByText(/^Dismissed by .+: I have counted them$/)).toBeVisible();
  await expect(page.getByText("Every claim holds")).toBeVisible();
  await check.getByRole("button", { name: "Let it count again" }).click();
  await expect(page.getByText("1 claim is not in its source")).toBeVisible();
  await page.getByRole("button", { name: "Write again" }).first().click();
  await expect(page.getByText("Every claim holds")).toBeVisible();

  await page.getByRole("button", { name: "Propose as entry" }).click();
  await page.getByRole("link", { name: "Review it" }).click();
  await expect(page.getByText("Rivers under the city").first()).toBeVisible();

  // A person takes it in, publishes it, reads it on the site, and takes it back.
  await page.getByRole("link", { name: "Review 1 change" }).click();
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await page.getByRole("button", { name: /^Merge/ }).click();
  await expect(page.getByText(/(\d+) of \1 changes were taken into the content/)).toBeVisible();
  const review = page.url();
  await page.goto("/content?project=fieldnotes&model=articles&status=draft");
  await page.getByRole("link", { name: "Rivers under the city", exact: true }).click();
  await page.getByRole("button", { name: "Publish entry" }).click();
  await page.getByRole("link", { name: "Read it" }).click();
  await expect(page, "the site follows what is published").toHaveURL(/\/sites\/fieldnotes\//);
  await expect(page.getByRole("heading", { level: 1, name: "Rivers under the city" })).toBeVisible();
  await expect(page.locator(".footnotes li").first(), "its sources stand below it").toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("[^");
  const published = page.url();
  await page.goto(review);
  await page.getByRole("main").getByRole("button", { name: "Undo merge" }).click();
  await expect(page.getByText("The merge is undone").first()).toBeVisible();
  await expect.poll(async () => (await page.request.get(published)).status()).toBe(404);
});

test("an article that is deleted at its desk comes back as it was", async ({ page }) => {
  await page.goto("/articles");
  await page.getByRole("button", { name: "New article" }).click();
  const dialog = page.getByRole("dialog", { name: "New article" });
  await dialog.getByLabel("What is it about?").fill("Wells of the old town");
  await dialog.getByLabel("A text to quote from").fill(SOURCE);
  await dialog.getByRole("button", { name: "Begin" }).click();
  const heading = page.getByRole("heading", { level: 1, name: "Wells of the old town" });
  await expect(heading).toBeVisible();

  // A plan that waits for a word is nobody's trap: its run is stopped here, and the piece put away.
  await page.getByRole("button", { name: "Research and plan" }).click();
  await expect(page.getByRole("button", { name: "Approve and write" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete this article" })).toBeDisabled();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByRole("button", { name: "Delete this article" }).click();
  await expect(page.getByText("Wells of the old town is deleted.").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Wells of the old town" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(heading).toBeVisible();

  // Whoever begins another about the same is told.
  await page.goto("/articles");
  await page.getByRole("button", { name: "New article" }).click();
  await page.getByRole("dialog").getByLabel("What is it about?").fill("The wells of the old town");
  await page.getByRole("dialog").getByRole("button", { name: "Begin" }).click();
  await expect(page.getByText("about this already").first()).toBeVisible();
});

test("what was half accepted is undone, and sent again whole", async ({ page }) => {
  await page.goto("/articles");
  await page.getByRole("button", { name: "New article" }).click();
  const dialog = page.getByRole("dialog", { name: "New article" });
  await dialog.getByLabel("What is it about?").fill("Streams under the market");
  await dialog.getByLabel("A text to quote from").fill(SOURCE);
  await dialog.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("checkbox", { name: "Pictures" }).check();
  await page.getByRole("button", { name: "Research and plan" }).click();
  await page.getByRole("button", { name: "Approve and write" }).click();
  await expect(page.getByText("Every claim holds")).toBeVisible();
  const desk = page.url();
  const propose = async (changes: string) => {
    await page.goto(desk);
    await page.getByRole("button", { name: "Propose as entry" }).click();
    await page.getByRole("link", { name: "Review it" }).click();
    await page.getByRole("main").getByRole("link", { name: changes }).first().click();
  };
  await propose("Review 1 change");
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await page.getByRole("button", { name: /^Merge/ }).click();
  await expect(page.getByText(/(\d+) of \1 changes were taken into the content/)).toBeVisible();

  await page.goto(desk);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const text = page.getByLabel("Text", { exact: true });
  const parts = (await text.inputValue()).split("\n\n");
  // The opening would change the summary too.
  const told = parts.flatMap((part, at) => (part.includes("{{ref") ? [at] : []));
  for (const [at, more] of [
    [told[1], "People still talk about it."],
    [told[told.length - 1], "Nobody planned it that way."],
  ] as const) {
    if (at !== undefined) parts[at] = `${more} ${parts[at]}`;
  }
  await text.fill(parts.join("\n\n"));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();

  await propose("Review 2 changes");
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await page.getByRole("button", { name: /^Merge/ }).click();
  await expect(page.getByText(/1 of 2 changes/)).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Undo merge" }).click();
  await expect(page.getByText("The merge is undone").first()).toBeVisible();
  await propose("Review 2 changes");
  await expect(page.getByText(/People still talk about it/).first()).toBeVisible();
});

test("a run asks before every step at the desk, and heeds a no", async ({ page }) => {
  await page.goto("/articles");
  await page.getByRole("button", { name: "New article" }).click();
  const dialog = page.getByRole("dialog", { name: "New article" });
  await dialog.getByLabel("What is it about?").fill("Streams below the market");
  await dialog.getByLabel("A text to quote from").fill(SOURCE);
  await dialog.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("checkbox", { name: "Ask before every step" }).check();
  await page.getByRole("button", { name: "Research and plan" }).click();

  for (const step of ["how the author writes", "how the piece is told", "the plan"]) {
    await expect(page.getByText(`Next: ${step}`)).toBeVisible();
    await page.getByRole("button", { name: "Do it", exact: true }).press("Enter");
  }
  await page.getByRole("button", { name: "Approve and write" }).click();
  await expect(page.getByText("Next: plainer phrases")).toBeVisible();
  await page.goto("/inbox");
  await expect(
    page.getByText("applyHumanityCheck").or(page.getByText("Apply humanity check")).first(),
  ).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Do not do it" }).click();
  await expect(page.getByText("Next: pictures")).toBeVisible();
  await page.getByRole("button", { name: "Do not do it" }).click();
  await expect(page.getByText("Ready", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Next:")).toBeHidden();
});
