import type { Page } from "@playwright/test";
import { bringStopwatch, Stopwatch } from "./response";
import { expect, test } from "./studio";

test.use({ holds: ["demo"] });

test("what a person does on the demo project is shown at once", async ({ page }) => {
  await bringStopwatch(page);
  const watch = new Stopwatch(page);
  await page.goto("/content?project=fieldnotes&model=articles");
  await expect(page.getByRole("link", { name: "Forty paces of park" })).toBeVisible();
  await inTable(page, watch);
  await inPalette(page, watch);
  await inEditor(page, watch);
  await inDock(page, watch);
  await overScreens(page, watch);
  await inLook(page, watch);
  await inInbox(page, watch);
  await inReview(page, watch);
  await inRun(page, watch);
  watch.judge();
});

const press = (page: Page, key: string) => () => page.keyboard.press(key);

async function inTable(page: Page, watch: Stopwatch): Promise<void> {
  await watch.time({ name: "entries: next row", act: press(page, "j") });
  await watch.time({ name: "entries: row before", act: press(page, "k") });
  await watch.time({ name: "entries: choose a row", act: press(page, "x"), undo: press(page, "x") });
  const title = page.getByRole("columnheader", { name: "Title" }).getByRole("button");
  await watch.time({ name: "entries: sort by a column", act: () => title.click() });
  const find = page.getByLabel("Find in Articles");
  await find.focus();
  await watch.time({
    name: "entries: type a filter",
    act: (round) => page.keyboard.press("park"[round] ?? "k"),
  });
  await find.fill("");
  await expect(page.getByRole("link", { name: "A bench for every hill" })).toBeVisible();
}

async function inPalette(page: Page, watch: Stopwatch): Promise<void> {
  const close = async () => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  };
  await watch.time({
    name: "palette: open",
    act: press(page, "Control+k"),
    shows: '[role="dialog"] [role="option"]',
    undo: close,
  });
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Go to or run" })).toBeFocused();
  await watch.time({ name: "palette: type", act: (round) => page.keyboard.press("run"[round] ?? "s") });
  await close();
}

async function inEditor(page: Page, watch: Stopwatch): Promise<void> {
  const entry = page.getByRole("link", { name: "A bench for every hill" });
  await watch.time({
    name: "entry: open",
    act: () => entry.click(),
    shows: '[contenteditable="true"]',
    undo: async () => {
      await page.goBack();
      await expect(page.locator("[contenteditable]")).toHaveCount(0);
    },
  });
  await entry.click();
  const body = page.getByRole("textbox", { name: "Body" });
  await expect(body).toHaveAttribute("contenteditable", "true");
  await page.getByLabel("Title").focus();
  await watch.time({ name: "entry: type in a field", act: press(page, "a") });
  await body.focus();
  await watch.time({ name: "entry: type in the text", act: press(page, "b") });
  await page.getByRole("button", { name: "Discard" }).click();
}

async function inDock(page: Page, watch: Stopwatch): Promise<void> {
  await page.getByRole("radio", { name: /Offline/ }).check();
  await page.getByRole("button", { name: /^Use / }).click();
  await page.getByLabel("Message to the agent").focus();
  await watch.time({ name: "agent panel: type", act: press(page, "h") });
  await watch.time({
    name: "agent panel: open",
    act: press(page, "Control+j"),
    undo: press(page, "Control+j"),
  });
}

/** Each screen by the rail, from the settings, with what stands there when it can be used. */
const SCREENS = [
  ["Inbox", '[id^="inbox-"]'],
  ["Content", "[data-row]"],
  ["Agents", "main textarea"],
  ["Runs", "main table tbody tr"],
  ["Media", 'main a[href*="asset="]'],
  ["Usage", 'main [role="img"]'],
  ["Connections", "main form"],
] as const;

async function overScreens(page: Page, watch: Stopwatch): Promise<void> {
  const rail = page.getByRole("navigation", { name: "Main" });
  const leave = async () => {
    await rail.getByRole("link", { name: "Settings" }).click();
    await expect(page.getByText("Kept in this browser.")).toBeVisible();
  };
  await leave();
  for (const [name, shows] of SCREENS) {
    const link = rail.getByRole("link", { name: new RegExp(`^${name}`) });
    await watch.time({ name: `go to ${name}`, act: () => link.click(), shows, undo: leave });
  }
}

async function inLook(page: Page, watch: Stopwatch): Promise<void> {
  const choose = (name: string) => () => page.getByRole("radio", { name }).check();
  await watch.time({ name: "look: another theme", act: choose("Dark"), undo: choose("Light") });
  await watch.time({ name: "look: another density", act: choose("Comfortable"), undo: choose("Compact") });
}

async function inInbox(page: Page, watch: Stopwatch): Promise<void> {
  await page.goto("/inbox?project=fieldnotes");
  await expect(page.getByRole("button", { name: /^Merge all/ })).toBeVisible();
  await watch.time({ name: "inbox: next item", act: press(page, "j") });
  await watch.time({ name: "inbox: item before", act: press(page, "k") });
}

async function inReview(page: Page, watch: Stopwatch): Promise<void> {
  const open = page.getByRole("link", { name: /^Review \d+ changes/ });
  await watch.time({
    name: "review: open",
    act: () => open.click(),
    shows: '[id^="change-"]',
    undo: async () => {
      await page.goBack();
      await expect(open).toBeVisible();
    },
  });
  await open.click();
  await expect(page.getByText(/of \d+ decided/)).toBeVisible();
  await watch.time({ name: "review: next change", act: press(page, "j") });
  await watch.time({ name: "review: change before", act: press(page, "k") });
  await watch.time({ name: "review: accept", act: press(page, "y"), undo: press(page, "u") });
  await watch.time({ name: "review: reject", act: press(page, "n"), undo: press(page, "u") });
  await watch.time({ name: "review: another view", act: press(page, "v") });
}

async function inRun(page: Page, watch: Stopwatch): Promise<void> {
  await page.goto("/runs");
  const run = page.getByRole("link", { name: /^Mark every article/ });
  await watch.time({
    name: "run: open",
    act: () => run.click(),
    shows: 'main ol a[href*="step="]',
    undo: async () => {
      await page.goBack();
      await expect(run).toBeVisible();
    },
  });
  await run.click();
  const line = page.getByRole("main").locator("button[aria-expanded]").first();
  await watch.time({ name: "run: open a step", act: () => line.click() });
  const step = page.getByRole("region", { name: "Steps" }).getByRole("link");
  await watch.time({ name: "run: choose a step", act: (round) => step.nth(round).click() });
}
