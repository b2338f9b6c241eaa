import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FrameLocator, Page } from "@playwright/test";
import { chooseSlowModel, expect, test, write } from "./studio";

test.use({ holds: ["demo"] });

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

interface Seen {
  document: {
    rootNodeId: string;
    nodes: Record<string, { id: string; moduleId: string; props: { text?: string } }>;
  };
}

test("a section asked for is outlined on the canvas, decided on, published and taken back", async ({
  page,
}) => {
  const { projects } = await (await page.request.get("/api/session")).json();
  const project = (projects as { id: string }[])[0]?.id;
  // The page stands as it is: what waits in the demo is about another thing than this story.
  await page.goto("/site?show=before");
  const phone = page.frameLocator('iframe[title^="Phone"]');
  await expect(phone.locator("h1").first()).toBeVisible();
  const about = await page.request.get(`/api/projects/${project}/site`);
  const { pages } = (await about.json()) as { pages: { id: string; title: string }[] };
  const aboutPage = pages.find(({ title }) => title === "About");
  await page.getByRole("link", { name: /^About/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeVisible();
  const canvas = await page.request.get(`/api/projects/${project}/site/canvas?document=${aboutPage?.id}`);
  const { document } = (await canvas.json()) as Seen;
  const texts = Object.values(document.nodes).filter(
    ({ moduleId, props }) => moduleId === "base.text" && props.text && !props.text.includes("{"),
  );
  const [first, second] = texts;

  // The designer changes two texts and adds a section; all three wait.
  await page.getByRole("button", { name: "Agent", exact: true }).click();
  await chooseSlowModel(page);
  const calls = [
    [
      "insertHtml",
      { parentId: document.rootNodeId, html: '<section class="ask"><h2>Questions</h2></section>' },
    ],
    ["updateNodeProps", { nodeId: first?.id, patch: { text: "A first word" } }],
    ["updateNodeProps", { nodeId: second?.id, patch: { text: "A second word" } }],
    ["render_snapshot", { breakpointId: "mobile", nodeId: second?.id }],
  ];
  const looked = page.waitForRequest("**/api/ai/tool-result");
  await write(page, `call ${JSON.stringify(calls)}`);
  // The open editor looks for it: at the branch it works on, where the new words stand already.
  const { result } = (await looked).postDataJSON() as { result: { data: { layout: { nodes: object[] } } } };
  expect(result.data.layout.nodes[0]).toMatchObject({ text: "A second word", moduleId: "base.text" });
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  await page.getByRole("radio", { name: "Proposed" }).check();
  await expect(page.getByText("Designer proposes 6 changes in 3 places")).toBeVisible();
  await expect(phone.getByRole("heading", { name: "Questions" })).toBeVisible();

  // By mouse: the section is chosen in the list of changes and accepted.
  await page.getByRole("button", { name: /^1 / }).click();
  await expect(page.getByRole("heading", { name: /^Proposal 1 of 3/ })).toBeVisible();
  await page.getByRole("button", { name: /^Accept/ }).click();
  await expect(page.getByText("Accepted", { exact: true })).toBeVisible();
  // By keyboard: on to the next change, accepted, and the last one rejected.
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { name: /^Proposal 2 of 3/ })).toBeVisible();
  await page.keyboard.press("y");
  await expect(page.getByRole("heading", { name: /^Proposal 3 of 3/ })).toBeVisible();
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "Merge 5 accepted" }).click();
  await expect(page.getByText("Merged 5 changes").first()).toBeVisible();
  await page.goto(`/site?show=before&page=${aboutPage?.id}`);
  await expect(phone.getByRole("heading", { name: "Questions" })).toBeVisible();
  await expect(phone.getByText(/^A (first|second) word$/), "the one further down was rejected").toHaveCount(
    1,
  );

  // A text is typed over in its place, by keyboard alone from the tree.
  await phone.getByRole("heading", { name: "Questions" }).click();
  await page.getByRole("treeitem", { name: "h2", selected: true }).focus();
  await page.keyboard.press("Enter");
  await expect(phone.locator("[contenteditable]")).toBeFocused();
  await page.keyboard.type("What people ask");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Undo: Wrote in h2/ })).toBeEnabled();

  await page.getByRole("button", { name: "Publish…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish the site" });
  await expect(dialog.getByText(/^~.*\/about$/)).toBeVisible();
  await dialog.getByRole("button", { name: /^Publish \d+ page/ }).click();
  await expect(page.getByText(/^Published \d+ page/).first()).toBeVisible();
  const published = async () => (await page.request.get("/sites/fieldnotes/about")).text();
  expect(await published()).toContain("What people ask");

  // The text is taken back by keyboard, and what was published by mouse.
  await page.getByRole("treeitem", { name: "h2", selected: true }).focus();
  await page.keyboard.press("Control+z");
  await expect(phone.getByRole("heading", { name: "Questions" })).toBeVisible();
  await page.getByRole("button", { name: "Publish…" }).click();
  await dialog.getByRole("button", { name: /^Go back to/ }).click();
  await expect(page.getByText(/is served again/).first()).toBeVisible();
  expect(await published()).not.toContain("What people ask");

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  // Held at the edge of its frame, a page goes on by itself. What is selected can be dragged once the frame knows it.
  const title = phone.getByRole("heading", { level: 1 }).first();
  await title.click();
  await expect(page.getByRole("treeitem", { selected: true })).toBeVisible();
  const box = await page.locator('iframe[title^="Phone"]').boundingBox();
  const held = await title.boundingBox();
  if (!box || !held) throw new Error("the frame is not on the screen");
  const [x, bottom] = [held.x + held.width / 2, box.y + box.height];
  await expect(async () => {
    await page.mouse.up();
    await page.mouse.move(x, held.y + held.height / 2);
    await page.mouse.down();
    await page.mouse.move(x, bottom - 80, { steps: 4 });
    await page.mouse.move(x, bottom - 3, { steps: 2 });
    const scrolled = () => phone.locator("html").evaluate(() => scrollY);
    await expect.poll(scrolled, { timeout: 2_000 }).toBeGreaterThan(40);
  }).toPass();
  await page.keyboard.press("Escape");
  await page.mouse.up();

  // A component is made of the section, shown by itself, renamed, and deleted with its place; undo brings it back.
  await phone.getByRole("heading", { name: "Questions" }).click();
  await page.getByRole("treeitem", { name: "h2", selected: true }).focus();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More for section.ask" }).click();
  await page.getByRole("menuitem", { name: "Make a component" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Asked");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /^Asked/ }).click();
  await expect(phone.getByRole("heading")).toHaveText(["Questions"]);
  await page.getByRole("button", { name: "More for component Asked" }).click();
  await page.getByRole("menuitem", { name: "Rename component" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Box");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "More for component Box" }).click();
  await page.getByRole("menuitem", { name: "Delete component" }).click();
  const question = page.getByRole("dialog", { name: "Delete Box" });
  await expect(question.getByText("It stands in 1 place, on About")).toBeVisible();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: /^Box/ })).toHaveCount(0);
  await page.getByRole("button", { name: /^Undo: Deleted Box/ }).click();
  await expect(page.getByRole("link", { name: /^Box/ })).toBeVisible();

  // A rule goes by the keyboard, once it was said who has its class; a colour is added to the tokens.
  await page.getByRole("link", { name: "Styles" }).click();
  await page.getByRole("button", { name: /^\.ask/ }).focus();
  await page.keyboard.press("Delete");
  const rule = page.getByRole("dialog", { name: "Delete .ask" });
  await expect(rule.getByText("1 node has this class, on Box")).toBeVisible();
  await rule.getByRole("button", { name: "Delete" }).press("Enter");
  await expect(page.getByRole("button", { name: /^\.ask/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Tokens" }).click();
  await page.getByRole("button", { name: "New colour" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("harbour");
  await page.getByRole("textbox", { name: "Value" }).fill("#1d58b3");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "harbour" })).toHaveValue("#1d58b3");
});

/** Make a page of its own with some HTML, open it, and return its phone-wide frame and its id. */
async function openFresh(page: Page, title: string, html: string): Promise<[FrameLocator, string]> {
  const { projects, csrfToken } = await (await page.request.get("/api/session")).json();
  const api = `/api/projects/${projects[0].id}/site`;
  const use = async (tool: string, input: object) => {
    const sent = { headers: { "X-CSRF-Token": csrfToken }, data: { edits: [{ tool, input }] } };
    expect((await page.request.post(`${api}/edits?run=${crypto.randomUUID()}`, sent)).ok()).toBe(true);
  };
  await use("addPage", { title });
  const { pages } = (await (await page.request.get(api)).json()) as {
    pages: { id: string; title: string }[];
  };
  const id = pages.find((one) => one.title === title)?.id ?? "";
  const { document } = (await (await page.request.get(`${api}/canvas?document=${id}`)).json()) as Seen;
  await use("insertHtml", { parentId: document.rootNodeId, html });
  await page.goto(`/site?show=before&page=${id}`);
  return [page.frameLocator('iframe[title^="Phone"]'), id];
}

test("HTML is pasted through the importer, a loop is bound, and nodes go elsewhere by mouse and by keys", async ({
  page,
  context,
}) => {
  const [phone] = await openFresh(page, "Harbour", "<h2>Boats</h2><p>Two of them.</p>");
  const heads = phone.getByRole("heading");
  await expect(heads).toHaveText(["Boats"]);

  // What somebody copied is put in, without what could act.
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = `<section class="tide"><h2 onclick="alert(1)">Tides</h2><script>alert(2)</script></section>`;
  await page.evaluate((html) => navigator.clipboard.writeText(html), copied);
  await phone.getByRole("heading", { name: "Boats" }).click();
  await page.getByRole("treeitem", { name: "h2", selected: true }).focus();
  await page.keyboard.press("Control+v");
  await expect(heads).toHaveText(["Boats", "Tides"]);
  await expect(phone.locator("script:has-text('alert'), [onclick]")).toHaveCount(0);

  // By mouse in the tree: the section goes above the heading. By keys it goes back.
  const section = page.getByRole("treeitem", { name: "section.tide" });
  const first = page.getByRole("treeitem", { name: "h2" }).first();
  await section.dragTo(first, { targetPosition: { x: 40, y: 3 } });
  await expect(heads).toHaveText(["Tides", "Boats"]);
  await section.click();
  await section.focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(heads).toHaveText(["Boats", "Tides"]);

  // Entries of a model, then of another one, and fewer.
  await page.keyboard.press("a");
  const adding = page.getByRole("dialog", { name: "Add…" });
  await adding.getByRole("button", { name: "Articles", exact: true }).click();
  await expect(adding).toBeHidden();
  await expect(phone.getByRole("article")).toHaveCount(6);
  await page.getByRole("treeitem", { name: "loop: articles" }).click();
  const most = page.getByRole("spinbutton", { name: "At most" });
  await most.fill("2");
  await most.press("Tab");
  await expect(phone.getByRole("article")).toHaveCount(2);
  await page.getByRole("combobox", { name: "Entries of" }).click();
  await page.getByRole("option", { name: "Topics" }).click();
  await expect(page.getByRole("treeitem", { name: "loop: topics" })).toBeVisible();
  await expect(phone.getByRole("article").first()).not.toHaveText("");

  // A folder with an old site comes in by keyboard: its letters, a picture with a space in its name, what is one page's.
  const folder = mkdtempSync(join(tmpdir(), "proofroom-folder-"));
  const old =
    '<meta charset="windows-1254"><title>\xc7ay</title><h2>\xdd\xe7elim</h2><img src="red%20tea.png"><iframe src="mint.html" title="mint"></iframe>';
  writeFileSync(join(folder, "tea.html"), Buffer.from(old, "latin1"));
  writeFileSync(
    join(folder, "mint.html"),
    "<title>Mint</title><style>h2 { color: green; }</style><h2>Mint</h2>",
  );
  writeFileSync(join(folder, "red tea.png"), Buffer.from(PIXEL, "base64"));
  await page.getByRole("button", { name: "Import a folder" }).press("Enter");
  const importing = page.getByRole("dialog", { name: "Import a folder" });
  await importing.getByLabel("Folder with an HTML site").setInputFiles(folder);
  await importing.getByRole("checkbox").press("Space");
  await importing.getByRole("button", { name: "Import 2 pages" }).press("Enter");
  await expect(page.getByText("2 pages came in").first()).toBeVisible();
  await page.getByRole("link", { name: /^Çay/ }).click();
  await expect(heads.filter({ hasText: "İçelim" })).not.toHaveCSS("color", "rgb(0, 128, 0)");
  await expect(phone.locator('img[src*="/assets/"]')).toHaveCount(1);
  // A page that frames another page of its site shows it, though neither has an origin.
  await expect(phone.frameLocator("iframe").getByRole("heading", { name: "Mint" })).toBeVisible();
  rmSync(folder, { recursive: true });
});

/** Type over a heading in its place. */
async function retype(desk: Page, frame: FrameLocator, level: number, words: string): Promise<void> {
  await frame.getByRole("heading", { level }).click();
  await desk.getByRole("treeitem", { name: `h${level}`, selected: true }).focus();
  await desk.keyboard.press("Enter");
  await expect(frame.locator("[contenteditable]")).toBeFocused();
  await desk.keyboard.type(words);
  await desk.keyboard.press("Enter");
  await expect(desk.getByRole("button", { name: new RegExp(`^Undo: Wrote in h${level}`) })).toBeEnabled();
  await expect(frame.getByRole("heading", { level })).toHaveText(words);
}

test("what waits is taken back and done again by keys, a step that joined it and the turn itself", async ({
  page,
}) => {
  const [phone, id] = await openFresh(page, "Pier", "<h2>Morning</h2><h3>Noon</h3>");
  const { projects } = await (await page.request.get("/api/session")).json();
  const seen = await page.request.get(`/api/projects/${projects[0].id}/site/canvas?document=${id}`);
  const { document } = (await seen.json()) as Seen;
  const nodeId = Object.values(document.nodes).find(({ props }) => props.text === "Morning")?.id;
  await page.getByRole("button", { name: "Agent", exact: true }).click();
  await chooseSlowModel(page);
  await write(page, `call ${JSON.stringify([["updateNodeProps", { nodeId, patch: { text: "Dawn" } }]])}`);
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  const heads = (...texts: string[]) => expect(phone.getByRole("heading")).toHaveText(texts);
  await page.getByRole("radio", { name: "Proposed" }).check();
  await heads("Dawn", "Noon");
  await retype(page, phone, 3, "Dusk");
  await page.getByRole("treeitem", { name: "h3", selected: true }).focus();
  await page.keyboard.press("Control+z");
  await heads("Dawn", "Noon");
  await page.keyboard.press("Control+Shift+z");
  await heads("Dawn", "Dusk");
  await page.keyboard.press("Control+z");
  await heads("Dawn", "Noon");
  await page.keyboard.press("Control+z");
  // Another proposal is shown now, which knows nothing of this page.
  await expect(page.getByText("Designer proposes 9 changes")).toBeVisible();
  await page.getByRole("radio", { name: "Before" }).check();
  await heads("Morning", "Noon");
  await page.getByRole("button", { name: /^Do again: / }).click();
  await expect(page.getByText(/proposes 1 change$/)).toBeVisible();
  await page.getByRole("radio", { name: "Proposed" }).check();
  await heads("Dawn", "Noon");
  await page.getByRole("main").getByRole("button", { name: "Undo turn" }).click();
  await expect(page.getByText(/proposes 1 change$/)).toBeHidden();
  await page.getByRole("radio", { name: "Before" }).check();
  await heads("Morning", "Noon");
});

test("two people and an agent keep their work on one page, and what two changed shows both sides", async ({
  page,
  browser,
  studio,
}) => {
  const html = "<h2>Morning</h2><h3>Noon</h3><h4>Evening</h4>";
  const [phone, id] = await openFresh(page, "Ferry", html);
  const { csrfToken } = await (await page.request.get("/api/session")).json();
  const invited = await page.request.post("/api/invites", {
    headers: { "X-CSRF-Token": csrfToken },
    data: { email: "deniz@fieldnotes.example", role: "admin" },
  });
  const context = await browser.newContext({ baseURL: studio.url });
  const other = await context.newPage();
  await other.goto((await invited.json()).path);
  await other.getByLabel("Your name").fill("Deniz Kaya");
  await other.getByLabel("Password").fill("another long password");
  await other.getByRole("button", { name: "Join" }).click();
  await expect(other.getByRole("heading", { name: "Inbox" })).toBeVisible();
  await other.goto(`/site?show=before&page=${id}`);
  const theirs = other.frameLocator('iframe[title^="Phone"]');

  await expect(theirs.getByRole("heading", { level: 4 })).toHaveText("Evening");
  const { projects } = await (await page.request.get("/api/session")).json();
  const seen = await page.request.get(`/api/projects/${projects[0].id}/site/canvas?document=${id}`);
  const nodes = Object.values(((await seen.json()) as Seen).document.nodes);
  const nodeOf = (text: string) => nodes.find(({ props }) => props.text === text)?.id;

  // The agent proposes words for two headings; meanwhile one person changes another, the other person one of the two.
  await page.getByRole("button", { name: "Agent", exact: true }).click();
  await chooseSlowModel(page);
  const calls = ["Morning", "Evening"].map((text) => [
    "updateNodeProps",
    { nodeId: nodeOf(text), patch: { text: `${text}, says the agent` } },
  ]);
  await write(page, `call ${JSON.stringify(calls)}`);
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  await page.goto(`/site?show=before&page=${id}`);
  await retype(page, phone, 3, "Noon, says Elif");
  await retype(other, theirs, 4, "Evening, says Deniz");

  // Both sides of what two changed are shown; the agent's other words and both people's are kept.
  await page.goto("/inbox");
  await page
    .getByRole("link", { name: /Designer proposes 2 changes/ })
    .first()
    .click();
  await page
    .getByRole("link", { name: /^Review/ })
    .first()
    .click();
  await expect(page.getByText("1 conflict with the content")).toBeVisible();
  const hand = page.getByRole("region", { name: "The change at hand" });
  await hand.getByRole("button", { name: /^Accept/ }).click();
  await expect(page.getByText("1 of 2 decided")).toBeVisible();
  await page.getByRole("link", { name: /^Ferry · Evening/ }).click();
  await expect(hand.getByText("In the content now")).toBeVisible();
  await expect(hand.getByText("Evening, says Deniz")).toBeVisible();
  await expect(hand.getByText("Evening, says the agent")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Merge/ })).toBeDisabled();
  await hand.getByRole("button", { name: /^Keep what is there/ }).click();
  await page.getByRole("button", { name: /^Merge/ }).click();
  await expect(page.getByText(/^Merged/).first()).toBeVisible();
  await other.reload();
  await expect(theirs.getByRole("heading")).toHaveText([
    "Morning, says the agent",
    "Noon, says Elif",
    "Evening, says Deniz",
  ]);
  await context.close();
});
