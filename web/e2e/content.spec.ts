import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { chord, expect, test } from "./studio";

test.use({ holds: ["demo", "many"] });

const PLACES = "/content?project=gazetteer&model=places";

/** Open a place of the gazetteer. */
async function openPlace(page: Page, number: string): Promise<void> {
  await page.goto(`${PLACES}&q=Place%20${number}`);
  await page.getByRole("link", { name: `Place ${number}` }).click();
  await expect(page.getByLabel("Name")).toHaveValue(`Place ${number}`);
}

/** Wait until what was done stands in a quiet notice. */
async function notice(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible();
}

test("an entry keeps unsaved work over a reload, is saved, and taken back", async ({ page }) => {
  await openPlace(page, "00012");
  await page.getByLabel("City").fill("Lund");
  await page.reload();
  await expect(page.getByLabel("City")).toHaveValue("Lund");
  await expect(page.getByText("1 field changed, kept in this browser")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await notice(page, /^Changed .* of “Place/);
  await page.getByRole("button", { name: "Undo" }).click();
  await notice(page, "Undone");
  await expect(page.getByLabel("City")).toHaveValue("Malmö");
});

test("two people at one entry: the later save sees the difference and decides", async ({ page, context }) => {
  const other = await context.newPage();
  await openPlace(page, "00021");
  await openPlace(other, "00021");
  await other.getByLabel("City").fill("Lund");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await notice(other, /^Changed .* of “Place/);
  await page.getByLabel("City").fill("Helsinki");
  await page.getByLabel("Rank").fill("7");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const clash = page.getByRole("alert").filter({ hasText: "Somebody changed the same field meanwhile" });
  await expect(clash).toContainText("Lund");
  await expect(clash).toContainText("Helsinki");
  await clash.getByRole("button", { name: "Take what is there" }).click();
  await expect(page.getByLabel("City")).toHaveValue("Lund");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await notice(page, /^Changed .* of “Place/);
  await page.reload();
  await expect(page.getByLabel("City")).toHaveValue("Lund");
  await expect(page.getByLabel("Rank")).toHaveValue("7");
  await other.close();
});

test("the table filters, sorts and chooses in the address; many are changed at once and taken back", async ({
  page,
}) => {
  await page.goto(PLACES);
  await page.getByLabel("Find in Places").fill("Place 0009");
  await expect(page.getByText("10 entries")).toBeVisible();
  await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
  await expect(page).toHaveURL(/sort=name/);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitem", { name: /City/ }).click();
  await expect(page.getByRole("columnheader", { name: "City" })).toBeHidden();
  await page.reload();
  await expect(page.getByText("10 entries")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "City" })).toBeHidden();
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("checkbox", { name: "Choose all 10" }).click();
  await expect(page.getByText("10 chosen")).toBeVisible();
  await page.getByRole("button", { name: "Unpublish" }).click();
  await expect(page.getByRole("cell", { name: "Draft", exact: true })).toHaveCount(10);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("cell", { name: "Published", exact: true })).toHaveCount(10);
});

test("a model is made with its fields and rules, and an entry that keeps them", async ({ page }) => {
  await page.goto(PLACES);
  await page.getByRole("button", { name: "New model" }).click();
  await page.getByLabel("Name", { exact: false }).first().fill("Walks");
  await expect(page.getByLabel("Id in files")).toHaveValue("walks");
  await page.getByRole("button", { name: "Add a field" }).click();
  await page.getByLabel("Label").fill("Length in km");
  await expect(page.getByLabel("Name in files")).toHaveValue("length_in_km");
  await page.getByLabel("Holds").selectOption({ label: "Decimal" });
  await page.getByLabel("Most").fill("30");
  await page.getByRole("button", { name: "Save model" }).click();
  await notice(page, "Made the model walks");
  await page.getByRole("button", { name: "New entry" }).click();
  await page.getByLabel("Title").fill("Round the lake");
  await page.getByLabel("Length in km").fill("44");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("1 field has to be corrected");
  await page.getByLabel("Length in km").fill("12.5");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/entry=(?!%2B)(?:%22)?\w+/);
});

test("findings and missing translations lead to their field", async ({ page }) => {
  await page.goto("/content?project=fieldnotes");
  await page.getByRole("link", { name: "Weak spots" }).click();
  await page.getByRole("link", { name: /Letters from the allotment.*summary is empty/ }).click();
  await expect(page.getByLabel("Summary")).toBeFocused();
  await page.getByRole("link", { name: "Content", exact: true }).first().click();
  await page.getByRole("link", { name: /^Missing in Turkish/ }).click();
  await expect(page.getByText("3 entries")).toBeVisible();
  await page.goto("/content?project=fieldnotes&model=topics&entry=walking&locale=tr&beside=en");
  await expect(page.getByText("Not translated yet.")).toBeVisible();
  await page.getByRole("button", { name: "Copy it over" }).click();
  await expect(page.getByText("1 field changed, kept in this browser")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
});

test("what needs no decision is shown, fixed as one change, and taken back", async ({ page }) => {
  await page.goto("/content?project=fieldnotes&part=findings");
  const fix = page.getByRole("button", { name: /^Fix \d+ findings?…$/ });
  const before = await fix.textContent();
  await fix.click();
  const dialog = page.getByRole("dialog", { name: "Fix what needs no decision" });
  await expect(dialog.getByRole("listitem").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Leave it" }).click();
  await expect(dialog).toBeHidden();
  await fix.click();
  await dialog.getByRole("button", { name: "Fix", exact: true }).click();
  await notice(page, /^Cured \d+ issues?$/);
  await expect(fix).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await notice(page, "Undone");
  await expect(fix).toHaveText(before ?? "");
});

/** Return a small PNG picture, so that the test needs no file. */
function picture(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 60, 0, 0, 0, 40, 8, 2, 0, 0, 0]);
  const rows = Buffer.alloc(40 * (1 + 60 * 3), 120);
  for (let row = 0; row < 40; row += 1) rows[row * 181] = 0;
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc(data: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

test("a picture is uploaded, described and focused, chosen in an entry, deleted and brought back", async ({
  page,
}) => {
  await page.goto("/media?project=fieldnotes");
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "stork.png", mimeType: "image/png", buffer: picture() });
  await notice(page, "Added 1 file");
  await page.getByRole("textbox", { name: "Description" }).fill("A stork over the road");
  await page.getByRole("button", { name: /^Focal point, 50 % across/ }).focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("button", { name: "Focal point, 40 % across, 49 % down" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Description" })).toHaveValue("A stork over the road");
  await expect(page.getByRole("button", { name: "Focal point, 40 % across, 49 % down" })).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await notice(page, "Saved");
  await page.goto("/content?project=fieldnotes&model=articles&entry=letters-from-the-allotment");
  await page.getByRole("button", { name: "Choose from the library" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /stork/ }).click();
  await expect(page.getByLabel("Cover")).toHaveValue(/^media\/original\/.+\.webp$/);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.goto("/media?project=fieldnotes&q=stork");
  await page.getByRole("link", { name: /stork/ }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await notice(page, /^Deleted stork/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: /stork/ })).toBeVisible();
});

test("what the table shows is kept as a file", async ({ page }) => {
  await page.goto("/content?project=fieldnotes&model=articles&status=published");
  await expect(page.getByRole("link", { name: "Forty paces of park" })).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /CSV/ }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("articles-en.csv");
  const text = readFileSync(await file.path(), "utf8");
  expect(text).toContain("forty-paces-of-park,published,");
  expect(text).toContain("I have measured it. Forty paces from the street");
  expect(text).not.toContain(",draft,");
});

test("an entry or a branch that is gone says so and leads back", async ({ page }) => {
  await page.goto("/content?project=fieldnotes&model=articles&entry=never-written");
  await page.getByRole("button", { name: "Back to Articles" }).click();
  await expect(page.getByRole("link", { name: "Forty paces of park" })).toBeVisible();
  await page.goto("/content?project=fieldnotes&model=articles&ref=cr/merged/long-ago");
  await page.getByRole("button", { name: "Current content" }).click();
  await expect(page.getByRole("link", { name: "Forty paces of park" })).toBeVisible();
});

test("a submission becomes a draft", async ({ page }) => {
  await page.goto("/content?project=fieldnotes&part=submissions");
  const first = page.getByRole("listitem").filter({ hasText: "hanna@readers.example" });
  await first.getByRole("button", { name: "Approve as a draft" }).click();
  await notice(page, /^Approved the submission of hanna/);
  await expect(first).toBeHidden();
  await page.getByRole("radio", { name: "Approved" }).check();
  await expect(first).toBeVisible();
});

test("a published entry is read on the project's site in two languages", async ({ page }) => {
  await page.goto("/content?project=fieldnotes&model=articles&entry=forty-paces-of-park");
  await page.getByRole("link", { name: "Read it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Forty paces of park" })).toBeVisible();
  await expect(page).toHaveURL(/\/sites\/fieldnotes\/articles\/forty-paces-of-park$/);
  await page.getByRole("link", { name: "Türkçe" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Kırk adımlık park" })).toBeVisible();
});

test("a published entry that no page of a site shows is read as a page, and as JSON", async ({ page }) => {
  await page.goto("/read/fieldnotes/authors/maya-ortiz");
  await expect(page.getByRole("heading", { level: 1, name: "Maya Ortiz" })).toBeVisible();
  const json = await page.request.get(
    (await page.getByRole("link", { name: "As JSON" }).getAttribute("href")) ?? "",
  );
  expect((await json.json()).data.name).toBe("Maya Ortiz");
});

test("an entry is found, changed, seen raw and saved without a pointer", async ({ page }) => {
  await page.goto("/inbox?project=gazetteer");
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  await chord(page, "g", "c", /\/content/);
  const places = page.getByRole("table", { name: "Places" }).getByRole("link");
  await expect(places.first()).toBeVisible();
  await page.keyboard.press("j");
  await expect(places.first()).toBeFocused();
  await page.keyboard.press("j");
  const name = await places.nth(1).innerText();
  await expect(places.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await page.getByLabel("City").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Uppsala");
  await page.keyboard.press("Control+e");
  await expect(page.getByLabel("Values, as JSON")).toHaveValue(/"city": "Uppsala"/);
  await page.keyboard.press("Control+e");
  await page.keyboard.press("Control+s");
  await notice(page, /^Changed .* of “Place/);
});

test("who may only read finds no way to write, and a session that ended leads back to what was open", async ({
  page,
  browser,
}) => {
  await page.goto("/settings?part=people");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("Email").fill("vera@fieldnotes.example");
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = await page.getByRole("alert").getByRole("code").innerText();
  const visitor = await browser.newContext({ baseURL: new URL(link).origin });
  const reader = await visitor.newPage();
  await reader.goto(link);
  await reader.getByLabel("Your name").fill("Vera Aydın");
  await reader.getByLabel("Password").fill("another long password");
  await reader.getByRole("button", { name: "Join" }).click();
  await expect(reader.getByRole("heading", { name: "Inbox" })).toBeVisible();

  const entry = "/content?project=fieldnotes&model=articles&entry=forty-paces-of-park";
  await reader.goto(entry);
  await expect(reader.getByText("You may read this project, not write in it")).toBeVisible();
  await expect(reader.getByLabel("Title")).toHaveAttribute("readonly", "");
  for (const name of ["New entry", "New model", "Unpublish entry", "Add a locale", "More ways to publish"]) {
    await expect(reader.getByRole("button", { name })).toBeHidden();
  }
  await reader.goto("/media?project=fieldnotes");
  await expect(reader.getByRole("link", { name: /forty-paces/ })).toBeVisible();
  await expect(reader.getByRole("button", { name: "Upload" })).toBeHidden();
  await reader.goto("/agents?project=fieldnotes");
  await expect(reader.getByLabel("Instructions")).toBeDisabled();
  await expect(reader.getByRole("button", { name: "Save as a new version" })).toBeHidden();

  await reader.goto(entry);
  await expect(reader.getByLabel("Title")).toHaveValue("Forty paces of park");
  await visitor.clearCookies();
  // Whatever is asked next shows it: a person's press, or what the page asks by itself a moment before.
  const ended = reader.getByText(/Your session has ended/);
  await ended
    .or(reader.getByRole("radio", { name: "Turkish" }))
    .first()
    .click();
  await expect(ended).toBeVisible();
  await reader.getByLabel("Email").fill("vera@fieldnotes.example");
  await reader.getByLabel("Password").fill("another long password");
  await reader.getByRole("button", { name: "Sign in" }).click();
  await expect(reader).toHaveURL(/entry=forty-paces-of-park/);
  await expect(reader.getByLabel("Title")).toHaveValue(/\S/);
  await visitor.close();
});

test("a new project is made, gets its first model, and is exchanged with a repository elsewhere", async ({
  page,
}) => {
  const elsewhere = mkdtempSync(join(tmpdir(), "proofroom-remote-"));
  execFileSync("git", ["init", "--bare", "--quiet", elsewhere]);
  await page.goto("/inbox");
  await page.getByRole("button", { name: /^Project / }).click();
  await page.getByRole("menuitem", { name: "New project" }).click();
  await page.getByLabel("Name").fill("Tide tables 🌊");
  await page.getByLabel("Languages").fill("en, tr");
  await page.getByRole("button", { name: "Make the project" }).click();
  await expect(page.getByRole("heading", { name: "This project has no content models yet" })).toBeVisible();
  await page.getByRole("button", { name: "Make a model" }).click();
  await page.getByLabel("Name *").fill("Harbours");
  await page.getByRole("button", { name: "Save model" }).click();
  await notice(page, /Harbours|harbours/);

  await page.goto("/content?project=tide-tables&part=branches");
  await page.getByRole("button", { name: "Connect a repository" }).click();
  await page.getByLabel("Address").fill(elsewhere);
  await page.getByRole("button", { name: "Reach and connect" }).click();
  const remote = page.getByRole("region", { name: "Remote repository" });
  await expect(remote.getByText(elsewhere)).toBeVisible();
  await expect(remote.getByText("Only here yet").first()).toBeVisible();
  await remote.getByRole("button", { name: "Send" }).click();
  await notice(page, /^Sent \d+ branch/);
  await expect(remote.getByText("The same on both sides").first()).toBeVisible();
  await remote.getByRole("button", { name: "Fetch" }).click();
  await notice(page, "Both sides are the same");
  await remote.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(remote.getByRole("button", { name: "Connect a repository" })).toBeVisible();
  rmSync(elsewhere, { recursive: true, force: true });
});

test("an entry says which agent would change it, at the field, and leads to the change", async ({ page }) => {
  await page.goto("/content?project=fieldnotes&model=articles&entry=a-bench-for-every-hill");
  await expect(page.getByRole("link", { name: /^Editor proposes \d+ changes here$/ })).toBeVisible();
  await page.getByRole("link", { name: "Editor proposes something else here" }).first().click();
  await expect(page).toHaveURL(/\/review\/.*change=/);
  await expect(page.getByRole("button", { name: /^Accept/ }).first()).toBeVisible();
});
