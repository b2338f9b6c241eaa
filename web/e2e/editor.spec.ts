import type { Page } from "@playwright/test";
import { expect, test } from "./studio";
import { inBothThemes } from "./violations";

test.use({ holds: ["demo"] });

const ARTICLES = "/content?project=fieldnotes&model=articles";

/** Open an article with its text ready to be written in. */
async function openText(page: Page, entry: string) {
  await page.goto(`${ARTICLES}&entry=${entry}`);
  const text = page.getByRole("textbox", { name: "Body" });
  await expect(text).toHaveAttribute("contenteditable", "true");
  return text;
}

/** Return the text as Markdown, from the raw view and back. */
async function markdown(page: Page): Promise<string> {
  await page.keyboard.press("Control+e");
  const raw = await page.getByLabel("Body, as Markdown").inputValue();
  await page.keyboard.press("Control+e");
  await expect(page.getByRole("textbox", { name: "Body" })).toHaveAttribute("contenteditable", "true");
  return raw;
}

/** Wait until the editor knows what is selected: the browser tells it by an event that comes with a later frame. */
async function selectionKnown(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(words);
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)));
      }),
  );
}

test("one paragraph is changed and no other byte, and undo leaves none changed", async ({ page }) => {
  const text = await openText(page, "the-canal-that-learned-to-flood");
  const before = await markdown(page);
  await text.getByText("The obvious answer was higher walls.").click();
  await page.keyboard.press("Home");
  await page.keyboard.type("Naturally. ");
  await expect(page.getByText("1 field changed, kept in this browser")).toBeVisible();
  const after = await markdown(page);
  const change = after.split("\n\n").filter((paragraph) => !before.split("\n\n").includes(paragraph));
  expect(change).toHaveLength(1);
  expect(after.replace("Naturally. ", "")).toBe(before);
  await page.getByRole("button", { name: "Discard" }).click();

  await text.getByText("It has flooded five times since.").click();
  await page.keyboard.type("x");
  await expect(page.getByText("1 field changed, kept in this browser")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(page.getByText("1 field changed, kept in this browser")).toBeHidden();
});

test("everything a text needs is written by keys and by the tools, and reads as Markdown", async ({
  page,
}) => {
  await page.goto(`${ARTICLES}&entry=letters-from-the-allotment`);
  const text = page.getByRole("textbox", { name: "Body" });
  await expect(text).toHaveAttribute("contenteditable", "true");
  await text.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  // As typed Markdown.
  await page.keyboard.type("## What grows");
  await expect(text.getByRole("heading", { name: "What grows" })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Plain, **heavy** and *slanted*, then ");
  // By shortcuts.
  await page.keyboard.press("Control+b");
  await page.keyboard.type("bold");
  await page.keyboard.press("Control+b");
  await page.keyboard.type(" and ");
  await page.keyboard.press("Control+`");
  await page.keyboard.type("code");
  await page.keyboard.press("Control+`");
  await page.keyboard.press("Enter");
  await page.keyboard.type("- beans");
  await page.keyboard.press("Enter");
  await page.keyboard.type("peas");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+]");
  await page.keyboard.type("early ones");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(text.getByRole("listitem")).toHaveCount(3);
  await page.keyboard.type("She said");
  await page.keyboard.press("Control+Shift+9");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  // By the tools, which are one stop for Tab.
  await page.keyboard.type("See the map");
  await page.keyboard.press("Shift+Home");
  await selectionKnown(page, "See the map");
  await page.keyboard.press("Control+Shift+k");
  await page.getByLabel("Address").fill("https://example.org/map");
  await page.keyboard.press("Enter");
  await expect(text).toBeFocused();
  const link = page.getByRole("button", { name: "Link", exact: true });
  await expect(link).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("End");
  await expect(link).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "More tools" }).click();
  await page.getByRole("menuitem", { name: "Add a table" }).click();
  await expect(text).toBeFocused();
  for (const cell of ["Bed", "Crop", "1", "Beans"]) {
    await page.keyboard.type(cell);
    if (cell !== "Beans") await page.keyboard.press("Enter");
  }
  await page.getByRole("button", { name: "More tools" }).click();
  await page.getByRole("menuitem", { name: "Add a row" }).click();
  await expect(text.getByRole("row")).toHaveCount(3);
  expect(await markdown(page)).toBe(
    [
      "## What grows",
      "Plain, **heavy** and *slanted*, then **bold** and `code`",
      "- beans\n- peas\n  - early ones",
      "> She said",
      "[See the map](https://example.org/map)",
      "| Bed | Crop |\n| --- | --- |\n| 1 | Beans |\n|  |  |",
    ].join("\n\n"),
  );
  await page.getByRole("button", { name: "Discard" }).click();
});

test("a picture of the library is put into a text with what it shows", async ({ page }) => {
  const text = await openText(page, "letters-from-the-allotment");
  await text.getByRole("paragraph").first().click();
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: "Picture", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /forty-paces/ })
    .first()
    .click();
  await page.getByLabel("What the picture shows").fill("A park the length of a bus");
  await page.keyboard.press("Enter");
  await expect(text.getByRole("img", { name: "A park the length of a bus" })).toBeVisible();
  expect(await markdown(page)).toContain("![A park the length of a bus](media/original/");
  await page.getByRole("button", { name: "Discard" }).click();
});

test("Markdown is one switch away, and the choice is kept", async ({ page }) => {
  const text = await openText(page, "forty-paces-of-park");
  await page.getByRole("radio", { name: "Markdown" }).check();
  const raw = page.getByRole("textbox", { name: "Body" });
  await expect(raw).not.toHaveAttribute("contenteditable", "true");
  const before = await raw.inputValue();
  await raw.fill(`${before}\n\nA last word, *slanted*.`);
  await page.reload();
  await expect(raw).toHaveValue(/A last word, \*slanted\*\.$/);
  await page.getByRole("radio", { name: "Text", exact: true }).check();
  await expect(text.getByText("slanted")).toHaveCSS("font-style", "italic");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(text.getByText("A last word")).toBeHidden();
});

test("a reload keeps what was written, and two tabs do not overwrite each other's text", async ({
  page,
  context,
}) => {
  const text = await openText(page, "night-bus-night-birds");
  const other = await context.newPage();
  const theirs = await openText(other, "night-bus-night-birds");
  await theirs.getByRole("paragraph").first().click();
  await other.keyboard.press("End");
  await other.keyboard.type(" From the other tab.");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await expect(other.getByText(/^Changed .* of “/).first()).toBeVisible();

  await text.getByRole("paragraph").last().click();
  await page.keyboard.press("End");
  await page.keyboard.type(" From here.");
  await page.reload();
  await expect(text.getByText("From here.")).toBeVisible();
  await expect(page.getByText("1 field changed, kept in this browser")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const clash = page.getByRole("alert").filter({ hasText: "Somebody changed the same field meanwhile" });
  await expect(clash).toBeVisible();
  await clash.getByRole("button", { name: "Take what is there" }).click();
  await expect(text.getByText("From the other tab.")).toBeVisible();
  await expect(text.getByText("From here.")).toBeHidden();
  await other.close();
});

test("two people at one text: the later save sees the difference and keeps its own", async ({
  page,
  browser,
}) => {
  await page.goto("/settings?part=people");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("Email").fill("deniz@fieldnotes.example");
  await page.getByLabel("Role").click();
  await page.getByRole("option", { name: "Administrator" }).click();
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = await page.getByRole("alert").getByRole("code").innerText();
  const theirs = await browser.newContext({ baseURL: new URL(link).origin });
  const other = await theirs.newPage();
  await other.goto(link);
  await other.getByLabel("Your name").fill("Deniz Kaya");
  await other.getByLabel("Password").fill("another long password");
  await other.getByRole("button", { name: "Join" }).click();
  await expect(other.getByRole("heading", { name: "Inbox" })).toBeVisible();

  const text = await openText(page, "counting-swifts-in-july");
  const same = await openText(other, "counting-swifts-in-july");
  await same.getByRole("paragraph").last().click();
  await other.keyboard.press("Control+End");
  await other.keyboard.type(" Counted by Deniz.");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await expect(other.getByText(/^Changed .* of “/).first()).toBeVisible();
  await text.getByRole("paragraph").last().click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Counted by Elif.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const clash = page.getByRole("alert").filter({ hasText: "Somebody changed the same field meanwhile" });
  await expect(clash).toBeVisible();
  await clash.getByRole("button", { name: "Keep what I wrote" }).click();
  await expect(page.getByText(/^Changed .* of “/).first()).toBeVisible();
  await expect(text.getByText("Counted by Elif.")).toBeVisible();
  await expect(same.getByText("Counted by Deniz.")).toBeVisible();
  await other.reload();
  await expect(same.getByText("Counted by Elif.")).toBeVisible();
  await theirs.close();
});

test("a studio that is away loses nothing of a text, and takes it when it is back", async ({
  page,
  studio,
}) => {
  const text = await openText(page, "the-lamps-we-turned-off");
  await text.getByRole("paragraph").last().click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Then it went dark.");
  await studio.stop();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await text.getByText("Then it went dark.").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" And light again.");
  await expect(text.getByText("Then it went dark. And light again.")).toBeVisible();
  await studio.start();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Changed .* of “/).first()).toBeVisible();
  await page.reload();
  await expect(text.getByText("Then it went dark. And light again.")).toBeVisible();
});

test("what an agent wrote carries a tick that says who, when and who accepted", async ({ page }) => {
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Editor proposes \d+ changes/ }).click();
  await page.getByRole("button", { name: /^Merge all/ }).click();
  await expect(page.getByText(/(\d+) of \1 changes were taken into the content/)).toBeVisible();
  const text = await openText(page, "a-bench-for-every-hill");
  const tick = text.getByRole("link", { name: /^Editor, .*Accepted by Elif Arslan/ });
  await expect(tick.first()).toBeVisible();
  await expect(tick.first()).toHaveAttribute("href", /^\/runs\//);
  // A paragraph that a person changes is no longer the agent's alone.
  const before = await tick.count();
  await text.getByText("412 pauses in nine mornings").click();
  await page.keyboard.type("x");
  await expect(tick).toHaveCount(before - 1);
});

test("axe finds nothing serious in the editor, its menus and lines, in either theme", async ({ page }) => {
  const text = await openText(page, "forty-paces-of-park");
  await text.getByRole("paragraph").first().click();
  await page.keyboard.press("Control+Shift+k");
  await expect(page.getByLabel("Address")).toBeFocused();
  await inBothThemes(page, "address of a link");
  await page.keyboard.press("Escape");
  await expect(text).toBeFocused();
  await page.getByRole("button", { name: "Kind of line" }).click();
  await expect(page.getByRole("menuitemradio", { name: "Heading 2" })).toBeVisible();
  await inBothThemes(page, "kinds of a line");
});
